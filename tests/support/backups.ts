import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { projectDir } from "../../scripts/prepare.js";
import { usePlace } from "./place";

/** A folder for backups, and the commands that work in it. */
export function useBackups() {
  const place = usePlace("backup");

  /** Runs one of the commands. @returns its output and its exit status */
  async function run(
    command: "backup" | "restore",
    file: string | string[],
    env: Record<string, string | undefined>,
  ) {
    const script = join(projectDir, "scripts", `${command}.js`);
    const options = { cwd: place, env: { ...process.env, INIT_CWD: place, ...env } };
    try {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [script, ...[file].flat()],
        options,
      );
      return { status: 0, said: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, said: stdout + stderr };
    }
  }
  return { place, run };
}

export const done = { status: 0, said: expect.stringMatching(/^(Backed up|Restored)/) };

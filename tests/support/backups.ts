import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { expect } from "vitest";
import { projectDir } from "../../scripts/prepare.js";
import { createBareDatabase, useDatabases } from "./database";
import { usePlace } from "./place";

/** A folder for backups, and the commands that work in it. */
export function useBackups() {
  const place = usePlace("backup");
  const use = useDatabases();

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
  /** A database to restore into, which goes after the file's tests. */
  const emptyTarget = () => use(createBareDatabase());

  return { place, run, use, emptyTarget };
}

export const done = { status: 0, said: expect.stringMatching(/^(Backed up|Restored)/) };

/** Every row of every table and the position of each sequence, sorted. */
export async function contents(knex: Knex) {
  const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'knex_migrations_lock' ORDER BY 1",
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await knex.raw("SELECT row_to_json(one)::text AS row FROM ?? one ORDER BY 1", [name]);
    all[name] = rows.map(({ row }: { row: string }) => row);
  }
  const { rows } = await knex.raw("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1");
  return { ...all, sequences: rows };
}

/** The paths of all files in a folder, sorted. */
export const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];

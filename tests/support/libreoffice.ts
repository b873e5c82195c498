import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

/** Whether LibreOffice is missing (`apt-get install libreoffice-calc`). */
export const isMissing = spawnSync("soffice", ["--version"]).status !== 0;

/** What LibreOffice of a folder of its own saves of a file, in the tests of this file. */
export function useLibreOffice() {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheets-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  let made = 0;

  /** A file as LibreOffice saves it. @param type the extension of what it opens, such as `fods`, after which `to` may name a filter */
  return async (content: string | Buffer, type: string, to = "xlsx") => {
    const name = join(folder, `${++made}`);
    await writeFile(`${name}.${type}`, content);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await promisify(execFile)("soffice", [
      profile,
      "--headless",
      ...(type === "csv" ? ["--infilter=CSV:44,34,76,1,,0,false,false"] : []),
      ...["--convert-to", to, "--outdir", join(folder, "saved"), `${name}.${type}`],
    ]);
    return readFile(join(folder, "saved", `${made}.${to.split(":")[0]}`));
  };
}

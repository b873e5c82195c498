import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { log } from "~/log.server";
import { disk, isFolder, placeOfFiles } from "./disk.server";

/** In milliseconds: how old the knowledge of the store may be. */
const age = 30_000;
let isThere = true;
let lookedAt = 0;

/** A folder, or the nearest above it that is there: the first file makes the others. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(resolve(folder)));
}

/** Looks whether the files' store answers, or its folder can be written. It logs a line when that changes. */
export async function lookAtStore() {
  lookedAt = Date.now();
  try {
    const place = placeOfFiles();
    if (isFolder(place)) await access(nearest(place), constants.W_OK);
    await (await disk()).listAll("/", { recursive: false });
    if (!isThere) log.info("The files' store is there again");
    isThere = true;
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === "ENOENT") return; // a folder that the first file makes
    if (isThere) log.error({ err: error }, "The files' store of UPLOADS_URL cannot be used");
    isThere = false;
  }
}

/** Whether the store answered when it was last looked at. It looks again in the background. */
export function hasStore() {
  if (Date.now() - lookedAt > age) lookAtStore();
  return isThere;
}

import { access, constants, mkdir } from "node:fs/promises";
import { log } from "~/log.server";
import { disk, isFolder, placeOfFiles } from "./disk.server";

/** In milliseconds: how old the knowledge of the store may be. */
const age = 30_000;
let isThere = true;
let lookedAt = 0;

/** Looks whether the files' store answers, or its folder can be written. It logs a line when that changes. */
export async function lookAtStore() {
  lookedAt = Date.now();
  try {
    const place = placeOfFiles();
    if (isFolder(place)) {
      await mkdir(place, { recursive: true });
      await access(place, constants.W_OK);
    }
    await (await disk()).listAll("/", { recursive: false });
    if (!isThere) log.info("The files' store is there again");
    isThere = true;
  } catch (error) {
    if (isThere) log.error({ err: error }, "The files' store of UPLOADS_URL cannot be used");
    isThere = false;
  }
}

/** Whether the store answered when it was last looked at. It looks again in the background. */
export function hasStore() {
  if (Date.now() - lookedAt > age) lookAtStore();
  return isThere;
}

import type { DriveFile } from "flydrive";
import { db } from "~/db/knex.server";
import { disk } from "./disk.server";
import { fileColumns, filesLock } from "./file-columns.js";

const day = 24 * 60 * 60 * 1000;
const batch = 1000;

/**
 * Removes files older than a day that no row names. They stay behind after a lost COMMIT, a killed process, or a store that did
 * not answer. By then every transaction that could have named them has ended.
 */
export async function sweepFiles() {
  for (const [folder, owners] of Object.entries(fileColumns)) {
    const isNamed = owners
      .map(() => "EXISTS (SELECT FROM ?? AS owner WHERE owner.?? = stored.name)")
      .join(" OR ");
    for await (const files of oldFiles(folder)) {
      const { rows } = await db.raw<{ rows: { name: string }[] }>(
        `SELECT stored.name FROM unnest(?::text[]) AS stored (name)
         WHERE NOT (${isNamed}) AND pg_try_advisory_xact_lock_shared(?)`, // a running backup may still need the file
        [files.map(({ name }) => name), ...owners.flat(), filesLock],
      );
      for (const { name } of rows) await (await disk()).delete(`${folder}/${name}`);
    }
  }
}

async function* oldFiles(folder: string) {
  const before = Date.now() - day;
  let old: DriveFile[] = [];
  for await (const file of filesIn(folder)) {
    if ((await file.getMetaData()).lastModified.getTime() < before) old.push(file);
    if (old.length < batch) continue;
    yield old;
    old = [];
  }
  if (old.length) yield old;
}

/** Lists a folder's files with their dates. A bucket lists in pages. */
async function* filesIn(folder: string) {
  for (let paginationToken: string | undefined; ; ) {
    const page = await (await disk()).listAll(folder, { paginationToken });
    for (const object of page.objects) if (object.isFile) yield object;
    paginationToken = page.paginationToken;
    if (!paginationToken) return;
  }
}

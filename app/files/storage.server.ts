import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Transaction } from "~/db/knex.server";

const location = process.env.UPLOADS_URL || resolve(process.env.DATA_DIR || "data", "uploads");

let opened: Promise<Disk> | undefined;

/** Where uploaded files lie: a folder, or an S3-compatible bucket (`s3://…`), by UPLOADS_URL (rulings §5). */
function disk() {
  opened ??= open();
  return opened;
}

async function open() {
  return new Disk(new FSDriver({ location, visibility: "private" }));
}

/**
 * Keeps a file under a random name while the transaction that writes its row is under way, and removes it again when
 * that does not commit.
 * @returns the name to store
 */
export async function keepFile(trx: Transaction, folder: string, bytes: Uint8Array, extension: string) {
  const name = `${randomUUID()}.${extension}`;
  const files = await disk();
  await files.put(`${folder}/${name}`, bytes);
  trx.executionPromise.catch(() => files.delete(`${folder}/${name}`).catch(() => {}));
  return name;
}

/** Removes a file once the transaction has committed; one that is gone already is no fault. */
export function dropFile(trx: Transaction, folder: string, name: string | null | undefined) {
  if (!name) return;
  trx.executionPromise.then(
    async () => (await disk()).delete(`${folder}/${name}`).catch(() => {}),
    () => {},
  );
}

/** The file's bytes, or null where there is none of that name. */
export async function readFile(folder: string, name: string): Promise<Uint8Array | null> {
  if (!/^[\w-]+\.[a-z]{3,4}$/.test(name)) return null;
  const files = await disk();
  if (!(await files.exists(`${folder}/${name}`))) return null;
  return files.getBytes(`${folder}/${name}`);
}

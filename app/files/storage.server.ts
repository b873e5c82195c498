import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { db, type Transaction, transact } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/uploaded-file";
import { log } from "~/log.server";
import { disk } from "./disk.server";
import { filesLock } from "./file-columns.js";

/**
 * Puts a file into the store under a random name. Before the transaction that writes the name, never inside: a store
 * takes its time, and may not answer at all.
 * @throws DomainError unavailable
 */
export async function storeFile(folder: string, bytes: Uint8Array, extension: string): Promise<StoredFile> {
  const name = `${randomUUID()}.${extension}`;
  try {
    await (await disk()).put(`${folder}/${name}`, bytes);
  } catch (error) {
    remove(folder, name); // what a full disk took of it
    throw unavailable(error);
  }
  return { folder, name, hash: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * Runs a transaction that writes the names of stored files, and gives the row back. A file is removed where certainly no row
 * names it: the work failed, or the request was sent twice (`once`) and the row names the first request's file. A COMMIT whose
 * answer is lost may have succeeded; its file stays, and the sweep removes it where no row names it.
 * @throws whatever `work` throws, after rolling back
 */
export async function transactWithFile<Row>(
  user: { id: number; username: string },
  files: StoredFile | StoredFile[] | undefined,
  work: (trx: Transaction) => Promise<Row>,
): Promise<Row> {
  let isCommitting = false;
  try {
    const row = await transact(user, async (trx) => {
      isCommitting = false;
      const result = await work(trx);
      isCommitting = true;
      return result;
    });
    const names = JSON.stringify(row) ?? "";
    for (const { folder, name } of [files ?? []].flat()) if (!names.includes(name)) remove(folder, name);
    return row;
  } catch (error) {
    if (!isCommitting) for (const { folder, name } of [files ?? []].flat()) remove(folder, name);
    throw error;
  }
}

/**
 * Removes a file after the transaction that dropped its name has committed. While a backup runs nothing is removed, since the
 * backup may need the file; the sweep removes it later.
 */
export function dropFile(trx: Transaction, folder: string, name: string | null | undefined) {
  if (!name) return;
  trx.executionPromise
    .then(() => db.raw("SELECT pg_try_advisory_xact_lock_shared(?) AS may", [filesLock]))
    .then(({ rows }) => rows[0].may && remove(folder, name))
    .catch(() => {});
}

/** Nobody waits for it: what stays is swept later. */
function remove(folder: string, name: string) {
  disk()
    .then((files) => files.delete(`${folder}/${name}`))
    .catch(() => {});
}

/**
 * The file's bytes, which are read while they are taken; null if there is no file of that name.
 * @throws DomainError unavailable
 */
export async function openFile(folder: string, name: string): Promise<Readable | null> {
  try {
    const stream = await (await disk()).getStream(`${folder}/${name}`);
    stream.on("error", () => {}); // told to whoever reads it
    await once(stream, "readable"); // a folder finds only now that it has none of that name
    return stream;
  } catch (error) {
    const { code, name: kind } = ((error as Error).cause ?? error) as { code?: string; name?: string };
    if (code === "ENOENT" || kind === "NoSuchKey") return null;
    throw unavailable(error);
  }
}

/** A disk that is full or a bucket that is away: told to whoever runs the office, and in a sentence to who sent the file. */
function unavailable(error: unknown) {
  log.error({ err: error }, "The store of files failed");
  return new DomainError("unavailable", "تعذر الوصول إلى مخزن الملفات الآن، حاول بعد لحظات");
}

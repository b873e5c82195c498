import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { db, type Transaction, transact } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/file-upload";
import { log } from "~/log.server";
import { disk } from "./disk.server";
import { filesLock } from "./file-columns.js";

/**
 * Puts a file into the store under a random name. Call it before the transaction that writes the name, not inside: a store may be
 * slow or not answer at all.
 * @param mark stands in the name after the random part
 * @throws DomainError unavailable
 */
export async function storeFile(
  folder: string,
  bytes: Uint8Array,
  extension: string,
  mark = "",
): Promise<StoredFile> {
  const name = `${randomUUID()}${mark}.${extension}`;
  try {
    await (await disk()).put(`${folder}/${name}`, bytes);
  } catch (error) {
    remove(folder, name); // the part that was written before the disk was full
    throw unavailable(error);
  }
  return { folder, name, hash: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * Runs a transaction that writes the names of stored files, and gives the row. It removes a file if certainly no row names it:
 * the work failed, or the request was sent twice (`once`) and the row names the first request's file. A COMMIT whose answer is
 * lost may have succeeded; its files stay, and the sweep removes those that no row names.
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

/** Nothing waits for the removal: if it fails, the sweep removes the file later. */
function remove(folder: string, name: string) {
  disk()
    .then((files) => files.delete(`${folder}/${name}`))
    .catch(() => {});
}

/**
 * The file's bytes as a stream; null if there is no file of that name.
 * @throws DomainError unavailable
 */
export async function openFile(folder: string, name: string): Promise<Readable | null> {
  try {
    const stream = await (await disk()).getStream(`${folder}/${name}`);
    stream.on("error", () => {}); // the reader gets the error
    await once(stream, "readable"); // a folder reports a missing file only now
    return stream;
  } catch (error) {
    const { code, name: kind } = ((error as Error).cause ?? error) as { code?: string; name?: string };
    if (code === "ENOENT" || kind === "NoSuchKey") return null;
    throw unavailable(error);
  }
}

/** Logs a full disk or an unreachable bucket, and gives the sentence for the sender of the file. */
function unavailable(error: unknown) {
  log.error({ err: error }, "The store of files failed");
  return new DomainError("unavailable", "تعذر الوصول إلى مخزن الملفات الآن، حاول بعد لحظات");
}

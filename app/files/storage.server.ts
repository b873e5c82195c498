import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Transaction } from "~/db/knex.server";
import { DomainError } from "~/http/domain-error";

let opened: Promise<Disk> | undefined;

/** Where uploaded files lie, by UPLOADS_URL (rulings §5): a folder, or an S3-compatible bucket. */
function disk() {
  opened ??= open(process.env.UPLOADS_URL || resolve(process.env.DATA_DIR || "data", "uploads"));
  return opened;
}

async function open(location: string) {
  if (!location.startsWith("s3://")) return new Disk(new FSDriver({ location, visibility: "private" }));
  const { bucketDriver } = await import("./bucket.server"); // 20 MB that an office with a folder need not load
  return new Disk(bucketDriver(new URL(location)));
}

/**
 * Keeps a file under a random name while the transaction that writes its row is under way, and removes it again when
 * that does not commit.
 * @returns the name to store
 * @throws DomainError unavailable
 */
export async function keepFile(trx: Transaction, folder: string, bytes: Uint8Array, extension: string) {
  const name = `${randomUUID()}.${extension}`;
  const files = await disk();
  try {
    await files.put(`${folder}/${name}`, bytes);
  } catch (error) {
    throw unavailable(error);
  }
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

/**
 * The file's bytes, or null where there is none of that name.
 * @throws DomainError unavailable
 */
export async function readFile(folder: string, name: string): Promise<Uint8Array | null> {
  if (!/^[\w-]{1,80}\.[a-z]{3,4}$/.test(name)) return null;
  const files = await disk();
  try {
    return await files.getBytes(`${folder}/${name}`);
  } catch (error) {
    const { code, name: kind } = ((error as Error).cause ?? {}) as { code?: string; name?: string };
    if (code === "ENOENT" || kind === "NoSuchKey") return null;
    throw unavailable(error);
  }
}

/** A disk that is full or a bucket that is away: told to whoever runs the office, and in a sentence to who sent the file. */
function unavailable(error: unknown) {
  console.error(error);
  return new DomainError("unavailable", "تعذر الوصول إلى مخزن الملفات الآن، حاول بعد لحظات");
}

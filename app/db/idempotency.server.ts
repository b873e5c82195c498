import { createHash, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { DomainError } from "~/domain/domain-error";
import type { Transaction } from "./knex.server";
import { beforeCommit } from "./together.server";

const slowHash: (text: string, salt: string, length: number, cost: object) => Promise<Buffer> =
  promisify(scrypt);

/**
 * A hash of the content, for comparing it. The content may hold a password, which could be guessed from a fast hash; so the hash
 * is slow.
 */
async function digest(content: unknown, salt: string) {
  const text = JSON.stringify(content);
  const hash = text.includes('"password":')
    ? await slowHash(text, salt, 32, { N: 2 ** 14, r: 8, p: 5 }) // OWASP's values for 16 MiB of memory
    : createHash("sha256").update(text).digest();
  return hash.toString("hex");
}

/**
 * Does the work once per idempotency key (rulings §3). A second request with the key gets the first one's result; a simultaneous
 * one waits for it. A refused attempt stores nothing, so that it can be corrected and sent again. Without a key the work is
 * always done.
 * @param content the request's values; the same key with another content is refused
 * @throws DomainError conflict
 */
export async function withIdempotencyKey<Result>(
  trx: Transaction,
  userId: number,
  key: string | null,
  content: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!key) return work();
  if (key.length > 200) throw new DomainError("invalid", "مفتاح الطلب أطول من المسموح");
  const contentHash = await digest(content, `${userId} ${key}`);
  const row = { user_id: userId, key };
  const { rowCount } = await trx.raw(
    "INSERT INTO idempotency_keys (user_id, key, content_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    [userId, key, contentHash],
  );
  if (!rowCount) {
    const first = await trx("idempotency_keys").where(row).first("content_hash", "result");
    if (first?.content_hash !== contentHash) {
      throw new DomainError("conflict", "سبق إرسال هذا النموذج بمحتوى آخر، افتح نموذجًا جديدًا");
    }
    return first.result as Result;
  }
  const result = await work();
  const answer = JSON.stringify(result);
  await beforeCommit(trx, () => trx("idempotency_keys").where(row).update({ result: answer }));
  return result;
}

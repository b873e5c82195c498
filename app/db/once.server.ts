import { createHash } from "node:crypto";
import { DomainError } from "~/domain/domain-error";
import type { Transaction } from "./knex.server";

/**
 * Does the work once per key (rulings §3): sent again, the first result is given back; another sender of the same
 * key waits until the first has finished. A refused try leaves nothing, so that it can be corrected and sent again.
 * Without a key the work is simply done.
 * @param content what was asked for; the same key with another content is refused
 * @throws DomainError conflict
 */
export async function once<Result>(
  trx: Transaction,
  userId: number,
  key: string | null,
  content: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!key) return work();
  if (key.length > 200) throw new DomainError("invalid", "مفتاح الطلب أطول من المسموح");
  const contentHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const row = { user_id: userId, key };
  const { rowCount } = await trx.raw(
    "INSERT INTO one_time_keys (user_id, key, content_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    [userId, key, contentHash],
  );
  if (!rowCount) {
    const first = await trx("one_time_keys").where(row).first("content_hash", "result");
    if (first?.content_hash !== contentHash) {
      throw new DomainError("conflict", "سبق إرسال هذا النموذج بمحتوى آخر، افتح نموذجًا جديدًا");
    }
    return first.result as Result;
  }
  const result = await work();
  await trx("one_time_keys")
    .where(row)
    .update({ result: JSON.stringify(result) });
  return result;
}

import { createHash, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { instantOf } from "~/domain/dates";
import { DomainError } from "~/domain/domain-error";
import type { Transaction } from "./knex.server";
import { beforeCommit, finishAfter, send } from "./together.server";

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

/** The key of a transaction that has one. */
const keys = new WeakMap<Transaction, { user_id: number; key: string }>();

/**
 * Reads the row that is answered, as JSON, and keeps it under the transaction's key: the answer of a transaction that commits
 * before its answers arrive (`finish`).
 * @param rows SQL of a query of rows, without a condition
 * @param where the column that names the row, and its value
 */
export async function readAnswer<Row>(
  trx: Transaction,
  rows: string,
  [column, value]: [column: string, value: number | Knex.Raw],
): Promise<Row> {
  const key = keys.get(trx);
  const answer = `(${rows} WHERE ${column} = ?) AS answer`;
  const { rows: answers } = await (key
    ? trx.raw(
        `UPDATE idempotency_keys SET result = jsonb_build_object('row', answer) FROM ${answer}
         WHERE user_id = ? AND key = ? RETURNING result -> 'row' AS answer`,
        [value, key.user_id, key.key],
      )
    : trx.raw(`SELECT to_jsonb(answer) AS answer FROM ${answer}`, [value]));
  return withTimes(answers[0].answer);
}

/** A row that was read as JSON, which has its times in another form. */
const withTimes = <Row extends { created_at: string; updated_at: string }>(row: Row): Row =>
  Object.assign(row, { created_at: instantOf(row.created_at), updated_at: instantOf(row.updated_at) });

/**
 * Does the work once per idempotency key (rulings §3). A second request with the key gets the first one's result; a simultaneous
 * one waits for it. A refused attempt stores nothing, so that it can be corrected and sent again. Without a key the work is
 * always done.
 * @param content the request's values; the same key with another content is refused
 * @param shown makes the result of a row that `readAnswer` has kept. Work that has it writes by `finish` alone, so that what it reads
 * before is sent together with the key
 * @throws DomainError conflict
 */
export async function withIdempotencyKey<Result>(
  trx: Transaction,
  userId: number,
  key: string | null,
  content: unknown,
  work: () => Promise<Result>,
  shown?: (row: unknown) => Result,
): Promise<Result> {
  if (!key) return work();
  if (key.length > 200) throw new DomainError("invalid", "مفتاح الطلب أطول من المسموح");
  const contentHash = await digest(content, `${userId} ${key}`);
  const row = { user_id: userId, key };
  keys.set(trx, row);
  const { answer } = await send(trx, () =>
    trx.raw(
      "INSERT INTO idempotency_keys (user_id, key, content_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [userId, key, contentHash],
    ),
  );
  const isNew = answer.then((inserted) => (inserted as { rowCount: number }).rowCount > 0);
  const isDoneOnce = isNew.then((holds) => {
    if (!holds) throw new Error("The key's work was done before");
  });
  isDoneOnce.catch(() => {});
  let result: Result;
  try {
    if (shown) finishAfter(trx, isDoneOnce);
    else await isDoneOnce;
    result = await work();
  } catch (error) {
    if (await isNew) throw error;
    return firstResult(error);
  }
  if (trx.isCompleted()) return result; // `readAnswer` has kept it
  const json = JSON.stringify(result);
  await beforeCommit(trx, () => trx("idempotency_keys").where(row).update({ result: json }));
  return result;

  /** @param error why this time ended: it is thrown if it was the database's, after which nothing can be read */
  async function firstResult(error: unknown): Promise<Result> {
    const first = await trx("idempotency_keys")
      .where(row)
      .first("content_hash", "result")
      .catch(() => {
        throw error;
      });
    if (first?.content_hash !== contentHash)
      throw new DomainError("conflict", "سبق إرسال هذا النموذج بمحتوى آخر، افتح نموذجًا جديدًا");
    return shown && first.result.row ? shown(withTimes(first.result.row)) : first.result;
  }
}

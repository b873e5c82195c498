import { withIdempotencyKey } from "~/db/idempotency.server";
import type { Transaction } from "~/db/knex.server";
import type { StoredFile } from "~/domain/file-upload";
import type { SessionUser } from "~/domain/permissions";
import { transactWithFile } from "~/files/storage.server";

/** The idempotency key of a call (rulings §3). */
export const keyOf = (request: Request) => request.headers.get("Idempotency-Key");

/** The moment at which a call's sender read the row. Without it the last change wins (rulings §3). */
export const readAtOf = ({ updated_at }: { updated_at?: unknown }) =>
  typeof updated_at === "string" ? updated_at : undefined;

/**
 * Runs one transaction once per idempotency key.
 * @param content the request's values; the same key with other values is refused
 * @param shown makes the result of a row that `readAnswer` has kept
 * @param file the file or files that were stored for it; one that no row names is removed again
 * @throws whatever `work` throws, after rolling back; DomainError conflict
 */
export const writeOnce = <Result>(
  { user, key, file }: { user: SessionUser; key: string | null; file?: StoredFile | StoredFile[] },
  content: object,
  work: (trx: Transaction) => Promise<Result>,
  shown?: (row: unknown) => Result,
) =>
  transactWithFile(user, file, (trx) =>
    withIdempotencyKey(
      trx,
      user.id,
      key,
      { ...content, file: Array.isArray(file) ? file.map(({ hash }) => hash) : file?.hash },
      () => work(trx),
      shown,
    ),
  );

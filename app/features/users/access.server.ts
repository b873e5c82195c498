import { rightsOf, whyNotTouch } from "~/auth/rights.server";
import { type Db, type Transaction, transact } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import { changeRights, requireMayTouch } from "~/features/roles/rights.server";

/** @throws DomainError not_found */
export async function findUser(db: Db, id: number): Promise<{ id: number; username: string }> {
  const user = await db("users").where({ id }).first("id", "username");
  if (!user) throw notFound(missingSentence("users"));
  return user;
}

/**
 * Does work on a user's sessions or two-factor, if the acting user may change that user (`whyNotTouch`).
 * @throws DomainError forbidden, not_found
 */
export function touchUser<T>(user: SessionUser, userId: number, deed: (trx: Transaction) => Promise<T>) {
  return transact(user, (trx) =>
    changeRights(trx, { user }, "manage_users", async (actor) => {
      await requireMayTouch(trx, actor, userId);
      return deed(trx);
    }),
  );
}

/** The reason why a user may not change another one's account, as a sentence; null if it is allowed. */
export async function refusalToTouch(db: Db, actor: SessionUser, userId: number) {
  const other = await rightsOf(db, userId);
  return other ? whyNotTouch(actor, other) : null;
}

export const resetQuestion = (username: string) =>
  `هل أنت متأكد من إعادة ضبط الخطوة الثانية للمستخدم «${username}»؟ سيدخل بكلمة المرور وحدها حتى يفعّلها من جديد.`;

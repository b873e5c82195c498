import { rightsOf } from "~/auth/rights.server";
import type { Db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { missing } from "~/domain/nouns";
import { holdsAny, type SessionUser } from "~/domain/permissions";

/** @throws DomainError not_found */
export async function findUser(db: Db, id: number): Promise<{ id: number; username: string }> {
  const user = await db("users").where({ id }).first("id", "username");
  if (!user) throw notFound(missing("users"));
  return user;
}

/** Why the one may not reset the other's second step; null where they may. */
export async function whyNotReset(db: Db, acting: SessionUser, userId: number) {
  if (acting.id === userId) return "خطوتك الثانية توقفها من «حسابي».";
  if (holdsAny(acting, ["manage_roles"])) return null;
  const held = (await rightsOf(db, userId))?.permissions ?? [];
  return held.some((permission) => !acting.permissions.includes(permission))
    ? "لهذا المستخدم صلاحيات ليست لك، فإعادة ضبط خطوته الثانية لمن يدير الأدوار والصلاحيات."
    : null;
}

export const resetQuestion = (username: string) =>
  `هل أنت متأكد من إعادة ضبط الخطوة الثانية للمستخدم «${username}»؟ سيدخل بكلمة المرور وحدها حتى يفعّلها من جديد.`;

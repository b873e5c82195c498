import { type Rights, rightsOf, whyNotTouch } from "~/auth/rights.server";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import type { Permission, SessionUser } from "~/domain/permissions";

/**
 * Runs a change of rights. One runs at a time: otherwise two users who take each other's last right would both succeed
 * (docs/decisions/locks.md). `work` gets the present rights of the acting user.
 * @throws DomainError forbidden if the acting user has lost `permission` while waiting, conflict if nobody could manage
 * users and roles any more
 */
export async function changeRights<T>(
  trx: Transaction,
  { user }: By,
  permission: Permission,
  work: (actor: Rights) => Promise<T>,
): Promise<T> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtext('rights'))");
  const actor = await rightsOf(trx, user.id);
  if (!actor?.is_active || !actor.permissions.includes(permission))
    throw new DomainError("forbidden", "ليس لديك صلاحية لهذه العملية");
  const result = await work(actor);
  if (!(await isOpen(trx)))
    throw new DomainError(
      "conflict",
      "لا بد أن يبقى في المكتب مستخدم نشط واحد على الأقل يملك صلاحيتي «المستخدمون» و«الأدوار والصلاحيات»",
    );
  return result;
}

/**
 * @param fields the changed fields, where a form shows the refusal; none if it is about the whole user
 * @throws DomainError forbidden if the acting user may not change the other (`whyNotTouch`), not_found
 */
export async function requireMayTouch(
  db: Db,
  actor: SessionUser,
  userId: number,
  fields: readonly string[] = [],
) {
  const other = await rightsOf(db, userId);
  if (!other) throw notFound(missingSentence("users"));
  const refusal = whyNotTouch(actor, other);
  if (refusal) throw forbiddenAt(fields, refusal);
}

/** A refusal at these fields of a form; without fields, of the whole form. */
export function forbiddenAt(fields: readonly string[], message: string) {
  const sentences = Object.fromEntries(fields.map((field) => [field, message]));
  return new DomainError("forbidden", message, fields.length ? { fields: sentences } : {});
}

/** Whether some active user can still manage users and roles (rulings §2). */
async function isOpen(trx: Transaction) {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `SELECT FROM users JOIN user_roles ON user_id = users.id JOIN role_permissions USING (role_id)
     JOIN permissions ON permissions.id = permission_id
     WHERE is_active AND permissions.name IN ('manage_users', 'manage_roles')
     GROUP BY users.id HAVING count(DISTINCT permissions.name) = 2 LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Replaces the links of a row. Only differences are written, so that the audit log shows what changed.
 * @param column the column that names the row
 * @returns whether anything differed
 */
export async function relink(
  trx: Transaction,
  table: "user_roles" | "role_permissions",
  owner: Record<string, number>,
  column: string,
  ids: number[],
) {
  const present: number[] = await trx(table).where(owner).pluck(column);
  const removals = present.filter((id) => !ids.includes(id));
  const additions = ids.filter((id) => !present.includes(id));
  if (removals.length) await trx(table).where(owner).whereIn(column, removals).delete();
  if (additions.length) await trx(table).insert(additions.map((id) => ({ ...owner, [column]: id })));
  return removals.length + additions.length > 0;
}

import type { Db } from "~/db/knex.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";

/** What someone may do, and whether they may log in at all. */
export type Rights = SessionUser & { is_active: boolean };

/** The columns of `users` that a session's user is made of, with what their roles give at this moment. */
export const rightsColumns = `users.id, username, email, user_type, is_active, ARRAY(
  SELECT DISTINCT permissions.name FROM user_roles
  JOIN role_permissions USING (role_id) JOIN permissions ON permissions.id = permission_id
  WHERE user_roles.user_id = users.id ORDER BY 1) AS permissions`;

/** The rights of these users. Ids of nobody are left out. */
export async function rightsOfAll(db: Db, userIds: number[]): Promise<Rights[]> {
  const { rows } = await db.raw<{ rows: Rights[] }>(`SELECT ${rightsColumns} FROM users WHERE id = ANY(?)`, [
    userIds,
  ]);
  return rows;
}

/** Undefined where there is no such user. */
export async function rightsOf(db: Db, userId: number): Promise<Rights | undefined> {
  const [rights] = await rightsOfAll(db, [userId]);
  return rights;
}

/**
 * The one rule of who may change another user (rulings §2): whatever changes another user's name, e-mail, password, roles, type, state,
 * sessions or second factor, or deletes them, takes all that the other holds, or manage_roles. An administrator is touched by
 * an administrator alone. Users may always change their own account within their permissions.
 * @returns why not, as a sentence; null where they may
 */
export function whyNotTouch(actor: SessionUser, other: SessionUser): string | null {
  if (actor.id === other.id) return null;
  if (other.user_type === "admin" && actor.user_type !== "admin")
    return "هذا المستخدم مدير، فلا يغيّر حسابه إلا مدير";
  if (
    holdsAny(actor, ["manage_roles"]) ||
    other.permissions.every((permission) => actor.permissions.includes(permission))
  )
    return null;
  return "لهذا المستخدم صلاحيات ليست لك، فلا يغيّر حسابه إلا من يملكها كلها، أو من يملك صلاحية «الأدوار والصلاحيات»";
}

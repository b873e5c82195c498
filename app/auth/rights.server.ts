import type { Db } from "~/db/knex.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";

/** A user's permissions, and whether they may log in. */
export type Rights = SessionUser & { is_active: boolean };

/** The columns of `users` for a session's user, with the present permissions of their roles. */
export const rightsColumns = `users.id, username, email, user_type, is_active, ARRAY(
  SELECT DISTINCT permissions.name FROM user_roles
  JOIN role_permissions USING (role_id) JOIN permissions ON permissions.id = permission_id
  WHERE user_roles.user_id = users.id ORDER BY 1) AS permissions`;

/** The rights of these users. Unknown ids are left out. */
export async function rightsOfAll(db: Db, userIds: number[]): Promise<Rights[]> {
  const { rows } = await db.raw<{ rows: Rights[] }>(`SELECT ${rightsColumns} FROM users WHERE id = ANY(?)`, [
    userIds,
  ]);
  return rows;
}

/** Undefined for an unknown user. */
export async function rightsOf(db: Db, userId: number): Promise<Rights | undefined> {
  const [rights] = await rightsOfAll(db, [userId]);
  return rights;
}

/**
 * The one rule of who may change another user (rulings §2): any change or deletion of a user, and of their sessions or
 * two-factor, requires all permissions of that user, or manage_roles. Only an administrator may change an administrator. Users
 * may always change their own account within their permissions.
 * @returns the reason as a sentence; null if it is allowed
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

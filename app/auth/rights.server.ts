import type { Db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";

/** What someone may do, and whether they may log in at all. */
export type Rights = SessionUser & { is_active: boolean };

/** The columns of `users` that a session's user is made of, with what their roles give at this moment. */
export const rightsColumns = `users.id, username, email, user_type, is_active, ARRAY(
  SELECT DISTINCT permissions.name FROM user_roles
  JOIN role_permissions USING (role_id) JOIN permissions ON permissions.id = permission_id
  WHERE user_roles.user_id = users.id ORDER BY 1) AS permissions`;

/** Undefined where there is no such user. */
export async function rightsOf(db: Db, userId: number): Promise<Rights | undefined> {
  const { rows } = await db.raw<{ rows: Rights[] }>(`SELECT ${rightsColumns} FROM users WHERE id = ?`, [
    userId,
  ]);
  return rows[0];
}

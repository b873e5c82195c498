import { z } from "zod";
import { db } from "~/db/knex.server";
import { requiredMessage } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";

export const credentialLabels = { username: "اسم المستخدم", password: "كلمة المرور" };

// Not trimmed: a password may begin with a blank. Bounded, since hashing a megabyte takes its time.
export const credentialSchema = z.object({
  username: z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(200, "اسم المستخدم طويل جدًا"),
  password: z.string({ error: requiredMessage }).min(1, requiredMessage).max(500, "كلمة المرور طويلة جدًا"),
});

/** The user as the calls show it after a login. */
export async function userById(id: number): Promise<SessionUser> {
  const user = await db("users").where({ id }).first("id", "username", "email", "user_type");
  const permissions = await db("user_roles")
    .join("role_permissions", "role_permissions.role_id", "user_roles.role_id")
    .join("permissions", "permissions.id", "role_permissions.permission_id")
    .where("user_roles.user_id", id)
    .distinct("permissions.name")
    .orderBy("permissions.name")
    .pluck("permissions.name");
  return { ...user, permissions };
}

import { z } from "zod";
import { db, type Transaction, transact } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { limited, nameOf } from "./limiter.server";
import { useCode } from "./second-step.server";
import { type PendingUser, startSession } from "./session.server";
import { noteInTrail } from "./trail.server";

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

/** The end of a login: a session under a fresh id, and the failures before it are forgotten. Returns the Set-Cookie header. */
export async function enter(trx: Transaction, request: Request, user: PendingUser) {
  await trx("failed_logins")
    .where({ username: nameOf(user.username) })
    .delete();
  await noteInTrail(trx, "login", user, request);
  return startSession(trx, request, user.id);
}

/**
 * The second step of a login.
 * @param requireHalf throws where the first half of the login is gone meanwhile
 * @returns the Set-Cookie header
 * @throws DomainError unauthenticated for a wrong code, too_many past the limit
 */
export async function enterWithCode(
  request: Request,
  user: PendingUser,
  code: string,
  requireHalf: (trx: Transaction) => Promise<void> = async () => {},
): Promise<string> {
  const cookie = await limited(request, user.username, user, () =>
    transact(user, async (trx) => {
      if (!(await useCode(trx, user, code, request))) return undefined;
      await requireHalf(trx);
      return enter(trx, request, user);
    }),
  );
  if (!cookie) throw new DomainError("unauthenticated", "رمز التحقق غير صحيح، أو استُعمل من قبل");
  return cookie;
}

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

import { z } from "zod";
import { type Transaction, transact } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { writeAuditLog } from "./audit-log.server";
import { limited, nameOf } from "./limiter.server";
import { presentPassword } from "./passwords.server";
import { type PendingUser, startSession } from "./session.server";
import { useCode } from "./two-factor.server";

export const credentialLabels = { username: "اسم المستخدم", password: "كلمة المرور" };

export const credentialSchema = z.object({
  username: z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(200, "اسم المستخدم طويل جدًا"),
  password: presentPassword(),
});

export const wrongCredentials = () =>
  new DomainError("unauthenticated", "اسم المستخدم أو كلمة المرور غير صحيحة");

/** A user with a right password. With two-factor on, the login is not complete yet. */
export type KnownUser = PendingUser & { password_hash: string; has_two_factor: boolean };

/**
 * Starts a session after a right password. With two-factor on, the session waits for the code. Returns the Set-Cookie header.
 * @throws DomainError unauthenticated if the password was changed meanwhile
 */
export function enterWithPassword(request: Request, user: KnownUser) {
  return transact(user, async (trx) => {
    await holdUser(trx, user);
    return user.has_two_factor
      ? startSession(trx, request, user.id, { pending: true })
      : enter(trx, request, user);
  });
}

/**
 * Completes a login with its two-factor code.
 * @param requireHalf throws if the session that waits for the code has ended meanwhile
 * @returns the Set-Cookie header
 * @throws DomainError unauthenticated for a wrong code, too_many past the limit
 */
export async function enterWithCode(
  request: Request,
  user: PendingUser & { password_hash?: string },
  code: string,
  requireHalf: (trx: Transaction) => Promise<void> = async () => {},
): Promise<string> {
  const cookie = await limited(request, user.username, user, () =>
    transact(user, async (trx) => {
      await holdUser(trx, user);
      if (!(await useCode(trx, user, code, request))) return undefined;
      await requireHalf(trx);
      return enter(trx, request, user);
    }),
  );
  if (!cookie) throw new DomainError("unauthenticated", "رمز التحقق غير صحيح، أو استُعمل من قبل");
  return cookie;
}

/**
 * Locks the user's row until the session has begun. If somebody changes the password at this moment, either this function sees
 * the new password, or the change sees the new session and ends it.
 */
async function holdUser(trx: Transaction, { id, password_hash }: { id: number; password_hash?: string }) {
  const user = await trx("users").where({ id, is_active: true }).forShare().first("password_hash");
  if (!user || (password_hash && password_hash !== user.password_hash)) throw wrongCredentials();
}

/** Completes a login: starts a session under a fresh id and forgets the failures before. */
async function enter(trx: Transaction, request: Request, user: PendingUser) {
  await trx("failed_logins")
    .where({ username: nameOf(user.username) })
    .delete();
  await writeAuditLog(trx, "login", user, request);
  return startSession(trx, request, user.id);
}

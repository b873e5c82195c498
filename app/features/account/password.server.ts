import { z } from "zod";
import { limited } from "~/auth/limiter.server";
import { hashPassword, isPassword, newPassword, refuseGuessable } from "~/auth/passwords.server";
import { useCode } from "~/auth/second-step.server";
import { startSession } from "~/auth/session.server";
import { noteInTrail } from "~/auth/trail.server";
import { db, type Transaction, transact } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";

type User = { id: number; username: string };

export const passwordLabels = {
  present_password: "كلمة المرور الحالية",
  new_password: "كلمة المرور الجديدة",
  new_password_again: "كلمة المرور الجديدة مرة أخرى",
};

const typed = () =>
  z.string({ error: requiredMessage }).min(1, requiredMessage).max(500, "كلمة المرور طويلة جدًا");

export const passwordSchema = z.object({
  present_password: typed(),
  new_password: newPassword(),
  new_password_again: typed(),
});

/** Whether it is the user's password at this moment. */
async function isOwnPassword(user: User, password: string) {
  const { password_hash } = await db("users").where({ id: user.id }).first("password_hash");
  return (await isPassword(password, password_hash)) && (password_hash as string);
}

/**
 * Changes one's own password. The database ends all sessions with it; this request gets one anew.
 * @returns the Set-Cookie header
 * @throws DomainError invalid, too_many
 */
export async function changePassword(
  request: Request,
  user: User,
  { present_password, new_password, new_password_again }: z.output<typeof passwordSchema>,
) {
  refuseGuessable(new_password, user.username, "new_password");
  if (new_password !== new_password_again)
    throw invalid("new_password_again", "كلمتا المرور الجديدتان غير متطابقتين");
  const cookie = await limited(
    request,
    user.username,
    user,
    async () => {
      const stored = await isOwnPassword(user, present_password);
      if (!stored) return undefined;
      const password_hash = await hashPassword(new_password);
      return transact(user, async (trx) => {
        // Not where someone else has changed it meanwhile.
        const changed = await trx("users")
          .where({ id: user.id, password_hash: stored })
          .update({ password_hash });
        if (!changed) return undefined;
        await noteInTrail(trx, "password", user, request);
        return startSession(trx, request, user.id);
      });
    },
    "proof_failed",
  );
  if (!cookie) throw invalid("present_password", "كلمة المرور الحالية غير صحيحة");
  return cookie;
}

/**
 * Does a deed for which one shows once more who one is, by a code of the second step or by the password.
 * @throws DomainError invalid, too_many
 */
export async function proved<T>(
  request: Request,
  user: User,
  proof: string,
  deed: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const done = await limited(
    request,
    user.username,
    user,
    () =>
      transact(user, async (trx) => {
        const isOwn = (await useCode(trx, user, proof, request)) || (await isOwnPassword(user, proof));
        return isOwn ? { answer: await deed(trx) } : undefined;
      }),
    "proof_failed",
  );
  if (!done) throw invalid("proof", "ليست كلمة مرورك ولا رمزًا صحيحًا لم يُستعمل");
  return done.answer;
}

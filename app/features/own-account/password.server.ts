import { z } from "zod";
import { writeAuditLog } from "~/auth/audit-log.server";
import { withOwnPassword } from "~/auth/own-password.server";
import { hashPassword, newPassword, presentPassword, refuseGuessable } from "~/auth/passwords.server";
import { startSession } from "~/auth/session.server";
import { invalid } from "~/domain/domain-error";

type User = { id: number; username: string };

export const passwordLabels = {
  present_password: "كلمة المرور الحالية",
  new_password: "كلمة المرور الجديدة",
  new_password_again: "كلمة المرور الجديدة مرة أخرى",
};

export const passwordSchema = z.object({
  present_password: presentPassword(),
  new_password: newPassword(),
  new_password_again: presentPassword(),
});

/**
 * Changes one's own password. The database ends all sessions with it, and this request gets a new one.
 * @returns the Set-Cookie header
 * @throws DomainError invalid, too_many
 */
export function changePassword(
  request: Request,
  user: User,
  { present_password, new_password, new_password_again }: z.output<typeof passwordSchema>,
) {
  refuseGuessable(new_password, user.username, "new_password");
  if (new_password !== new_password_again)
    throw invalid("new_password_again", "كلمتا المرور الجديدتان غير متطابقتين");
  return withOwnPassword(request, user, present_password, async (trx) => {
    await trx("users")
      .where({ id: user.id })
      .update({ password_hash: await hashPassword(new_password) });
    await writeAuditLog(trx, "password", user, request);
    return startSession(trx, request, user.id);
  });
}

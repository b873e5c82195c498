import { db, type Transaction, transact } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { limited } from "./limiter.server";
import { isPassword } from "./passwords.server";

type User = { id: number; username: string };

const wrong = () => invalid("present_password", "كلمة المرور الحالية غير صحيحة");

/**
 * Checks the user's present password, since somebody else may use a session that was left open. A wrong password counts like a
 * failed login.
 * @returns the password's hash
 * @throws DomainError invalid at `present_password`, too_many
 */
export async function requireOwnPassword(
  request: Request,
  user: User,
  password: string | undefined,
): Promise<string> {
  if (!password) throw invalid("present_password", requiredMessage);
  const hash = await limited(
    request,
    user.username,
    user,
    async () => {
      const { password_hash } = await db("users").where({ id: user.id }).first("password_hash");
      return (await isPassword(password, password_hash)) ? (password_hash as string) : undefined;
    },
    "proof_failed",
  );
  if (!hash) throw wrong();
  return hash;
}

/**
 * Checks the present password and then changes one's own account. Nobody can change the password in between.
 * @throws DomainError invalid, too_many
 */
export async function withOwnPassword<T>(
  request: Request,
  user: User,
  password: string,
  deed: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const password_hash = await requireOwnPassword(request, user, password);
  return transact(user, async (trx) => {
    const same = await trx("users").where({ id: user.id, password_hash }).forNoKeyUpdate().first("id");
    if (!same) throw wrong();
    return deed(trx);
  });
}

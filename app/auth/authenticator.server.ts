import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { addressHeader } from "~/framework/answers.server";
import { hashPassword, isPassword } from "./passwords.server";

const window = "15 minutes";
const allowedPerUsername = 10;
const allowedPerAddress = 100;

let dummy: Promise<string> | undefined;

/** The form strategy: gives the user's id, or throws what the login screen and the call both say (rulings §2). */
export const authenticator = new Authenticator<number>().use(
  new FormStrategy(async ({ form, request }) => {
    const name = String(form.get("username") ?? "")
      .trim()
      .toLowerCase();
    const password = String(form.get("password") ?? "");
    const address = request.headers.get(addressHeader) ?? "unknown";
    const user = await failFast(
      db("users")
        .whereRaw("lower(username) = ?", name)
        .first<User | undefined>("id", "password_hash", "is_active"),
    );
    return inTurn(`name ${name}`, () =>
      inTurn(`address ${address}`, () => login(user, name, password, address)),
    );
  }),
);

/**
 * Logs in with what a form or a call sent. Remix-auth would read the request's form itself, without a bound: it is
 * given one of its own, with what was read within bounds.
 * @throws DomainError unauthenticated for wrong credentials, too_many past the limit
 */
export function authenticate(request: Request, credentials: { username: string; password: string }) {
  const post = new Request(request.url, {
    method: "POST",
    headers: { [addressHeader]: request.headers.get(addressHeader) ?? "unknown" },
    body: new URLSearchParams(credentials),
  });
  return authenticator.authenticate("form", post);
}

type User = { id: number; password_hash: string; is_active: boolean };

async function login(user: User | undefined, name: string, password: string, address: string) {
  const { rows } = await db.raw<{ rows: { by_username: number; by_address: number }[] }>(
    `SELECT (SELECT count(*) FROM failed_logins WHERE username = :name AND failed_at > now() - :window::interval) AS by_username,
            (SELECT count(*) FROM failed_logins WHERE address = :address AND failed_at > now() - :window::interval) AS by_address`,
    { name, address, window },
  );
  const failed = rows[0];
  if (!failed || failed.by_username >= allowedPerUsername || failed.by_address >= allowedPerAddress) {
    throw new DomainError("too_many", "محاولات دخول كثيرة، حاول مرة أخرى بعد ربع ساعة");
  }
  // An unknown name costs the same time as a wrong password.
  dummy ??= hashPassword("nobody's password");
  const right = await isPassword(password, user?.password_hash ?? (await dummy));
  if (!user?.is_active || !right) {
    await db("failed_logins").insert({ username: name, address });
    throw new DomainError("unauthenticated", "اسم المستخدم أو كلمة المرور غير صحيحة");
  }
  await db("failed_logins").where({ username: name }).delete();
  return user.id;
}

// Many tries at one name, or from one address, at the same moment would all read the counts before any failure is written.
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(queue) ?? Promise.resolve()).then(work, work);
  turns.set(queue, turn);
  turn.finally(() => turns.get(queue) === turn && turns.delete(queue)).catch(() => {});
  return turn;
}

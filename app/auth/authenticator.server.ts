import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { addressHeader, clientAddress } from "~/framework/answers.server";
import { limited, nameOf } from "./limiter.server";
import { type KnownUser, wrongCredentials } from "./login.server";
import { hashPassword, isPassword } from "./passwords.server";

let dummy: Promise<string> | undefined;

/** Remix-auth's strategy for forms. It gives the user or throws the same refusal to screen and call (rulings §2). */
const authenticator = new Authenticator<KnownUser>().use(
  new FormStrategy(async ({ form, request }) => {
    const name = nameOf(String(form.get("username") ?? ""));
    const password = String(form.get("password") ?? "");
    const user = await failFast(
      db("users")
        .whereRaw("lower(username) = ?", name)
        .first<(KnownUser & { is_active: boolean }) | undefined>(
          "id",
          "username",
          "password_hash",
          "is_active",
          db.raw(
            "EXISTS (SELECT FROM two_factor_secrets WHERE user_id = users.id AND confirmed_at IS NOT NULL) AS has_two_factor",
          ),
        ),
    );
    const match = await limited(request, name, user, async () => {
      // Hashes also for an unknown name, which then takes as long as a wrong password.
      dummy ??= hashPassword("nobody's password");
      const right = await isPassword(password, user?.password_hash ?? (await dummy));
      return right && user?.is_active ? user : undefined;
    });
    if (!match) throw wrongCredentials();
    return match;
  }),
);

/**
 * Checks the user name and password that a form or a call sent. Remix-auth would read the request's body itself and without a
 * limit. It therefore gets a new request with the fields that were read within the limits.
 * @throws DomainError unauthenticated for wrong credentials, too_many past the limit
 */
export function authenticate(
  request: Request,
  { username, password }: { username: string; password: string },
) {
  const post = new Request(request.url, {
    method: "POST",
    headers: { [addressHeader]: clientAddress(request) },
    body: new URLSearchParams({ username, password }),
  });
  return authenticator.authenticate("form", post);
}

import { afterEach, beforeEach } from "vitest";
import type { fixture } from "./app";
import { type Client, signIn } from "./client";
import { createUser } from "./users";

export const path = "/account";
export const step = "/account/second-step";
export const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("office_session="))
    ?.split(";")[0] ?? "";

/** Asks an office for the user of a session. @returns the status of its answer */
export const meOf =
  (office: { readonly url: string }) =>
  async ({ cookie }: { cookie: string }) =>
    (await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: cookie } })).status;

/** A logged-in user without permissions, new for each test, and the office's data about them. */
export function accountOf(office: ReturnType<typeof fixture>) {
  const user = {} as Awaited<ReturnType<typeof createUser>>;
  const client = {} as Client;
  let round = 0;
  beforeEach(async () => {
    Object.assign(user, await createUser(office.knex, `clerk${++round}`, []));
    Object.assign(client, await signIn(office.url, user));
  });
  afterEach(async () => {
    await office.knex("failed_logins").delete();
  });
  const me = meOf(office);
  const deeds = (id = user.id) =>
    office.knex("audit_log").where({ record_id: id, kind: "users" }).orderBy("id").pluck("action");
  const login = async (credentials: object) =>
    (
      await fetch(`${office.url}/api/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(credentials),
      })
    ).status;

  return { user, client, me, deeds, login };
}

import type { fixture } from "./app";

export const path = "/account";
export const step = "/account/second-step";
export const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("office_session="))
    ?.split(";")[0] ?? "";

/** What an office lets a user do, and tells of them. */
export function accountOf(office: ReturnType<typeof fixture>, user: () => { id: number }) {
  const me = async ({ cookie }: { cookie: string }) =>
    (await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: cookie } })).status;
  const deeds = (id = user().id) =>
    office.knex("trail").where({ record_id: id, kind: "users" }).orderBy("id").pluck("action");
  const login = async (credentials: object) =>
    (
      await fetch(`${office.url}/api/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(credentials),
      })
    ).status;

  return { me, deeds, login };
}

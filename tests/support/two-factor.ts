import type { Knex } from "knex";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { fixture } from "./app";
import { type Client, signIn } from "./client";
import { createUser, password } from "./users";

/** The code of a secret as an authenticator shows it, now or this many steps of 30 seconds later. */
export function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

export const secretIn = (html: string) =>
  (html.match(/<code dir="ltr">([A-Z2-7 ]+)<\/code>/)?.[1] ?? "").replaceAll(" ", "");

export const recoveryCodesIn = (html: string) => html.match(/\b\d{5}(-\d{5}){4}\b/g) ?? [];

/** Switches a user's second factor on, as they would on a page without JavaScript. */
export async function switchOnTwoFactor(client: Client) {
  const secret = secretIn((await client.get("/account/second-step")).body);
  const { body } = await client.submit("/account/second-step", {
    deed: "on",
    one_time_code: codeOf(secret),
    present_password: password,
  });
  // Without JavaScript the page says each code once, with it the data say it again.
  return { secret, codes: [...new Set<string>(recoveryCodesIn(body))] };
}

/** As if the last code had been used long ago. */
export async function forgetSteps(knex: Knex, userId: number) {
  await knex("two_factor_secrets").where({ user_id: userId }).update({ last_step: 0 });
}

/** Logins in two steps to an office, by screen and by call, and their results. */
export function loginsInSteps(office: ReturnType<typeof fixture>) {
  /** The secrets that no page, answer, log or audit log may contain. */
  const secrets = new Set<string>([password]);
  const told: string[] = [];
  let round = 0;

  /** A user whose second factor is on and who has used no code yet. */
  async function pilgrim() {
    const user = await createUser(office.knex, `pilgrim${++round}`, ["manage_customers"]);
    const owner = await signIn(office.url, user);
    const { secret, codes: recovery } = await switchOnTwoFactor(owner);
    expect(recovery).toHaveLength(10);
    for (const one of [secret, ...recovery]) secrets.add(one);
    await forgetSteps(office.knex, user.id);
    return { user, owner, secret, recovery, round };
  }

  async function send(method: string, path: string, cookie = "", body?: Record<string, string>) {
    const isCall = path.startsWith("/api/");
    const response = await fetch(office.url + path, {
      method,
      redirect: "manual",
      headers: {
        Cookie: cookie,
        ...(isCall && body && { "Content-Type": "application/json" }),
      },
      body: body && (isCall ? JSON.stringify(body) : new URLSearchParams(body)),
    });
    const { status, headers } = response;
    const text = await response.text();
    told.push(text);
    return { status, headers, to: headers.get("Location"), text };
  }

  const call = async (credentials: object) => {
    const { status, headers, text } = await send("POST", "/api/auth/login", "", credentials as never);
    return { status, cookie: cookieOf(headers), body: JSON.parse(text) };
  };

  /** The cookie of a user's session between password and code. */
  async function half({ username }: { username: string }, to = "") {
    const { status, headers, to: next } = await send("POST", `/login${to}`, "", { username, password });
    expect([status, next]).toEqual([302, `/login/code${to}`]);
    return cookieOf(headers);
  }

  const give = (cookie: string, one_time_code: string, to = "") =>
    send("POST", `/login/code${to}`, cookie, { one_time_code });

  const me = async (cookie: string) => (await send("GET", "/api/auth/me", cookie)).status;

  async function expectUntold() {
    const kept = JSON.stringify(await office.knex("audit_log"));
    expect(told.length).toBeGreaterThan(50);
    for (const one of secrets)
      for (const place of [kept, office.app.output(), ...told]) expect(place.includes(one)).toBe(false);
  }

  return { expectUntold, pilgrim, send, call, half, give, me };
}

export const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

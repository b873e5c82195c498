import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { fixture } from "./support/app";
import { type Client, signIn } from "./support/client";
import { administrator } from "./support/database";
import { cookieOf, loginsTo, pairOf } from "./support/login";
import { createUser, grant, password } from "./support/users";

const office = fixture();
const { post, login } = loginsTo(office);

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

describe("a session", () => {
  let user: Awaited<ReturnType<typeof createUser>>;
  let client: Client;
  let round = 0;

  beforeEach(async () => {
    user = await createUser(office.knex, `clerk${++round}`, ["manage_customers"]);
    client = await signIn(office.url, user);
    expect((await client.get("/customers")).status).toBe(200);
  });

  async function expectEnded() {
    expect((await client.get("/api/customers")).status).toBe(401);
    const { status, headers } = await client.get("/customers");
    expect([status, headers.get("Location")]).toEqual([302, "/login?to=%2Fcustomers"]);
    expect((await client.post("/api/customers", { name: "دخيل", phone: "0500000000" })).status).toBe(401);
  }

  test("ends with its user's dismissal, and comes back with the user", async () => {
    await office.knex("users").where({ id: user.id }).update({ is_active: false });
    await expectEnded();
    expect((await login(user.username, password)).status).toBe(401);
  });

  test("ends with a new password", async () => {
    const other = await signIn(office.url, user);
    const { password_hash } = await office.knex("users").where({ username: administrator.username }).first();
    await office.knex("users").where({ id: user.id }).update({ password_hash });
    await expectEnded();
    expect((await other.get("/api/auth/me")).status).toBe(401);
    expect((await login(user.username, administrator.password)).status).toBe(200);
  });

  test("of a login that waits while the password is changed is none", async () => {
    const { password_hash } = await office.knex("users").where({ username: administrator.username }).first();
    const logins = Array.from({ length: 30 }, () => login(user.username, password));
    await Promise.race(logins);
    await office.knex("users").where({ id: user.id }).update({ password_hash });
    const statuses = new Set((await Promise.all(logins)).map(({ status }) => status));
    statuses.delete(429); // the last request may have read the new password
    expect(statuses).toEqual(new Set([200, 401]));
    expect(await office.knex("sessions").where({ user_id: user.id })).toEqual([]);
  });

  test("ends with its user, and with its week", async () => {
    await office
      .knex("sessions")
      .where({ user_id: user.id })
      .update({ expires_at: office.knex.raw("now()") });
    await expectEnded();
    client = await signIn(office.url, user);
    await office.knex("users").where({ id: user.id }).delete();
    await expectEnded();
  });

  test("lasts a week", async () => {
    const [{ hours }] = await office
      .knex("sessions")
      .where({ user_id: user.id })
      .select(office.knex.raw("extract(epoch FROM expires_at - created_at)::int / 3600 AS hours"));
    expect(hours).toBe(7 * 24);
    expect(cookieOf(await login(user.username, password))).toContain(`Max-Age=${7 * 24 * 60 * 60}`);
  });

  test("holds what its role holds at this very moment", async () => {
    expect((await client.get("/financial/receipts")).status).toBe(403);
    await grant(office.knex, user.roleId, ["manage_financials"]);
    expect((await client.get("/financial/receipts")).status).toBe(200);
    expect((await client.get("/api/auth/me")).body.user.permissions).toEqual([
      "manage_customers",
      "manage_financials",
    ]);
    await office.knex("role_permissions").where({ role_id: user.roleId }).delete();
    expect((await client.get("/customers")).status).toBe(403);
    expect((await client.get("/api/customers")).status).toBe(403);
    expect((await client.get("/")).status).toBe(200);
    await office.knex("user_roles").where({ user_id: user.id }).delete();
    expect((await client.get("/api/auth/me")).body.user.permissions).toEqual([]);
  });

  test("ends by logout, in every way, and only by that", async () => {
    expect((await client.get("/logout")).headers.get("Location")).toBe("/");
    expect((await client.get("/api/auth/logout")).status).toBe(405);
    expect((await client.get("/api/auth/me")).status).toBe(200);
    const out = await client.post("/api/auth/logout", {});
    expect([out.status, out.body]).toEqual([200, { success: true }]);
    expect(cookieOf(out)).toMatch(/^office_session=[^;]*; Max-Age=0/);
    await expectEnded();

    client = await signIn(office.url, user);
    const left = await client.submit("/logout", {});
    expect([left.status, left.headers.get("Location")]).toEqual([302, "/login"]);
    expect(cookieOf(left)).toMatch(/Max-Age=0/);
    await expectEnded();
    expect(await office.knex("sessions").where({ user_id: user.id })).toEqual([]);
    expect((await client.submit("/logout", {})).status).toBe(302);
    expect((await client.post("/api/auth/logout", {})).status).toBe(200);
  });

  test("is told by check-session, with and without", async () => {
    const known = await client.get("/api/auth/check-session");
    expect([known.status, known.body.authenticated, known.body.user.username]).toEqual([
      200,
      true,
      user.username,
    ]);
    expect(known.body.user).toEqual((await client.get("/api/auth/me")).body.user);
    const unknown = await fetch(`${office.url}/api/auth/check-session`);
    expect([unknown.status, await unknown.json()]).toEqual([200, { authenticated: false, user: null }]);
  });
});

describe("the way back after the login", () => {
  const targets: [asked: string, given: string][] = [
    ["", "/"],
    ["/", "/"],
    ["/customers?search=a%26b&page=2", "/customers?search=a%26b&page=2"],
    ["/customers?search=أحمد علي", "/customers?search=%D8%A3%D8%AD%D9%85%D8%AF%20%D8%B9%D9%84%D9%8A"],
    ["/عملاء", "/%D8%B9%D9%85%D9%84%D8%A7%D8%A1"],
    ["/%E0%A4%A", "/%E0%A4%A"],
    ["//evil.example", "/"],
    ["///evil.example", "/"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/login/..//evil.example", "/"],
    ["https://evil.example", "/"],
    ["https:evil.example", "/"],
    [" https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["data:text/html,x", "/"],
    ["evil.example", "/"],
    ["@evil.example", "/"],
    ["/customers\r\nSet-Cookie: a=b", "/customersSet-Cookie:%20a=b"],
    ["/a\u0000b", "/a%00b"],
    ["/\uD800", "/%EF%BF%BD"],
    ["/login?to=/login", "/"],
    ["/LOGIN", "/"],
    ["/login/code", "/"],
    ["/logout", "/"],
    ["/api/customers", "/"],
    [`/customers?search=${"س".repeat(2000)}`, "/"],
  ];

  test.each(targets)("to %j leads to %s", async (asked, given) => {
    const login = `/login?to=${encodeURIComponent(asked.toWellFormed())}`;
    const first = await post(login, administrator);
    expect([first.status, first.headers.get("Location")]).toEqual([302, given]);
    expect(first.headers.get("Set-Cookie")).not.toContain("a=b");
    const cookie = pairOf(cookieOf(first));
    const again = await fetch(office.url + login, { redirect: "manual", headers: { Cookie: cookie } });
    expect([again.status, again.headers.get("Location")]).toEqual([302, given]);
    const data = await fetch(office.url + login.replace("/login", "/login.data"), {
      redirect: "manual",
      headers: { Cookie: cookie },
    });
    expect(data.status).toBe(202);
    expect(await data.text()).toContain(JSON.stringify(given));
  });

  test("is kept from the first address on", async () => {
    const path = `/customers?search=${encodeURIComponent("أحمد")}&status=active`;
    const sent = await fetch(office.url + path, { redirect: "manual" });
    expect(sent.headers.get("Location")).toBe(`/login?to=${encodeURIComponent(path)}`);
    const page = await fetch(office.url + sent.headers.get("Location"));
    expect(page.status).toBe(200);
  });
});

describe("behind a proxy that is trusted, in demonstration", () => {
  const shown = fixture({ env: { TRUST_PROXY: "1", DEMO: "1" } });

  test("the cookie is for https only where the client speaks https", async () => {
    const { username, password } = administrator;
    const secure = await login(username, password, { "X-Forwarded-Proto": "https" }, shown.url);
    expect(cookieOf(secure)).toMatch(/^__Host-office_session=.*; Secure/);
    const enter = async (cookie: string) => {
      const headers = { Cookie: cookie, "X-Forwarded-Proto": "https" };
      return (await fetch(`${shown.url}/api/auth/me`, { headers })).status;
    };
    const [sent = ""] = cookieOf(secure).split(";");
    expect(await enter(sent)).toBe(200);
    expect(await enter(sent.replace("__Host-", ""))).toBe(401); // which a neighbouring site could have set
    const plain = await login(username, password, { "X-Forwarded-Proto": "http" }, shown.url);
    expect(cookieOf(plain)).toMatch(/^office_session=/);
    expect(cookieOf(plain)).not.toMatch(/; Secure/);
    const untrusted = await login(username, password, { "X-Forwarded-Proto": "https" });
    expect(cookieOf(untrusted)).not.toMatch(/; Secure/);
    const form = await post("/login", administrator, { "X-Forwarded-Proto": "https" }, shown.url);
    expect(cookieOf(form)).toMatch(/; Secure/);
    expect(form.headers.get("Location")).toBe("/");
  });

  test("origins are compared with the host that the proxy names, and with no other", async () => {
    const as = (url: string, origin: string) =>
      login(
        "x",
        "y",
        { Origin: origin, "X-Forwarded-Host": "office.example", "X-Forwarded-Proto": "https" },
        url,
      );
    expect((await as(shown.url, "https://office.example")).status).toBe(401);
    expect((await as(shown.url, "https://evil.example")).status).toBe(403);
    expect((await as(office.url, "https://office.example")).status).toBe(403);
  });

  test("failures are counted for the address that the proxy saw, whatever the client claims", async () => {
    const from = (forwarded: string, name: string) =>
      login(name, "wrong", { "X-Forwarded-For": forwarded }, shown.url);
    const tries = Array.from({ length: 100 }, (_, index) =>
      from(`10.9.9.${index}, 203.0.113.7`, `n${index}`),
    );
    expect((await Promise.all(tries)).every(({ status }) => status === 401)).toBe(true);
    expect((await from("203.0.113.7", "another")).status).toBe(429);
    expect((await from("10.1.1.1, 203.0.113.7", "another")).status).toBe(429);
    expect((await from("203.0.113.8", "another")).status).toBe(401);
  });

  test("the test accounts are named on the login screen, and nowhere else", async () => {
    const hint = await (await fetch(`${shown.url}/login`)).text();
    const real = await (await fetch(`${office.url}/login`)).text();
    expect(demoLogins.length).toBeGreaterThan(0);
    for (const { username, password } of demoLogins) {
      expect(hint).toContain(`<bdi dir="ltr">${username}</bdi>`);
      expect(hint).toContain(password);
      expect(real).not.toContain(password);
    }
  });
});

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { fixture } from "./support/app";
import { holdBack, useBrowser } from "./support/browser";
import { type Client, signIn } from "./support/client";
import { administrator } from "./support/database";
import { createUser, grant, password } from "./support/users";

const office = fixture();
const wrongSentence = "اسم المستخدم أو كلمة المرور غير صحيحة";

type Headers = Record<string, string>;

async function post(path: string, credentials: object, headers: Headers = {}, url = office.url) {
  const isCall = path.startsWith("/api/");
  const response = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      "Content-Type": isCall ? "application/json" : "application/x-www-form-urlencoded",
      ...headers,
    },
    body: isCall ? JSON.stringify(credentials) : new URLSearchParams(credentials as Record<string, string>),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const login = (username: string, password: string, headers?: Headers, url?: string) =>
  post("/api/auth/login", { username, password }, headers, url);
const cookieOf = ({ headers }: { headers: globalThis.Headers }) => headers.getSetCookie()[0] ?? "";
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";
const me = (cookie: string, url = office.url) => fetch(`${url}/api/auth/me`, { headers: { Cookie: cookie } });

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

describe("a login", () => {
  const ways: [string, () => ReturnType<typeof post>][] = [
    ["by form", () => post("/login", administrator)],
    ["by call", () => post("/api/auth/login", administrator)],
  ];

  test("by form goes where it was meant to go, by call gives the user", async () => {
    const byForm = await post("/login?to=%2Fcustomers%3Fpage%3D2", administrator);
    expect([byForm.status, byForm.headers.get("Location")]).toEqual([302, "/customers?page=2"]);
    const byCall = await post("/api/auth/login", administrator);
    expect(byCall.status).toBe(200);
    const { success, user } = JSON.parse(byCall.text);
    expect(success).toBe(true);
    expect(user).toMatchObject({ username: administrator.username, user_type: "admin" });
    expect(user.permissions).toHaveLength(13);
    expect(byCall.text).not.toMatch(/password|hash/);
    expect(byCall.headers.get("Cache-Control")).toContain("no-store");
  });

  test.each(ways)(
    "%s starts a session under a fresh, opaque id that scripts and other sites cannot use",
    async (_, send) => {
      const cookies = [];
      for (let round = 0; round < 5; round++) cookies.push(cookieOf(await send()));
      const ids = new Set(cookies.map(pairOf));
      expect(ids.size).toBe(5);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/; Path=\/(;|$)/);
        expect(cookie).toMatch(/; HttpOnly(;|$)/);
        expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
        expect(cookie).not.toMatch(/; (Secure|Domain)/);
        expect((await me(pairOf(cookie))).status).toBe(200);
        const token = JSON.parse(
          atob(decodeURIComponent(pairOf(cookie).split("=")[1] ?? "").split(".")[0] ?? ""),
        );
        expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
        const kept = JSON.stringify(await office.knex("sessions"));
        expect(kept).not.toContain(token);
      }
    },
  );

  test("takes no id that someone else has planted, and leaves none of the sessions before it", async () => {
    const planted = pairOf(cookieOf(await login(administrator.username, administrator.password)));
    const fresh = pairOf(
      cookieOf(await login(administrator.username, administrator.password, { Cookie: planted })),
    );
    expect(fresh).not.toBe(planted);
    expect((await me(planted)).status).toBe(401);
    expect((await me(fresh)).status).toBe(200);
    const forged = "office_session=planted";
    await login(administrator.username, administrator.password, { Cookie: forged });
    expect((await me(forged)).status).toBe(401);
  });

  test("counts only as signed: a changed cookie is a stranger's", async () => {
    const cookie = pairOf(cookieOf(await login(administrator.username, administrator.password)));
    const [value = "", signature = ""] = decodeURIComponent(cookie).split(".");
    const token = JSON.parse(atob(value.split("=")[1] ?? ""));
    const other = btoa(JSON.stringify(`A${token.slice(1)}`));
    for (const forged of [`office_session=${other}.${signature}`, value, `${cookie}x`]) {
      expect((await me(forged)).status).toBe(401);
    }
  });

  test("is by username whatever its case, and by password as it is", async () => {
    const user = await createUser(office.knex, "Khadija", []);
    for (const name of ["khadija", "KHADIJA", " Khadija "])
      expect((await login(name, password)).status).toBe(200);
    for (const other of [password.toLowerCase(), ` ${password}`, `${password} `]) {
      expect((await login(user.username, other)).status).toBe(401);
    }
  });

  test.each(["/login", "/api/auth/login"])("at %s tells what is missing, at its field", async (path) => {
    const answer = await post(path, { username: "أحمد", password: "" });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("هذا الحقل مطلوب");
    if (path === "/login") expect(answer.text).toMatch(/<input[^>]*name="username"[^>]*value="أحمد"/);
    else expect(JSON.parse(answer.text).fields).toEqual({ password: "هذا الحقل مطلوب" });
    expect((await post(path, {})).status).toBe(422);
    expect(await office.knex("failed_logins")).toEqual([]);
  });

  test.each([
    ["without end", "x".repeat(10_000), "y"],
    ["with NUL", "a\u0000b", "x\u0000"],
    ["of SQL", "' OR 1=1 --", "' OR 1=1 --"],
    ["of half a character", "\uD800", "\uDFFF"],
    ["of marks only", "\u202E", "x"],
  ])("%s is refused, never a fault", async (_, username, password) => {
    for (const path of ["/login", "/api/auth/login"]) {
      const { status, text } = await post(path, { username, password });
      expect([401, 422]).toContain(status);
      expect(text).toMatch(/[\u0600-\u06FF]/);
    }
    for (const odd of [
      { username: ["a"], password: { b: 1 } },
      { username: 1, password: true },
    ]) {
      expect((await post("/api/auth/login", odd)).status).toBe(422);
    }
  });

  test("by form shows the refusal as an alert, keeps the name and never the password", async () => {
    const { status, text } = await post("/login?to=%2Fcustomers", {
      username: "nobody",
      password: "Secret-123",
    });
    expect(status).toBe(401);
    expect(text).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${wrongSentence}`));
    expect(text).toMatch(/<input[^>]*name="username"[^>]*value="nobody"/);
    expect(text).not.toContain("Secret-123");
  });
});

describe("a stranger's name and a wrong password", () => {
  beforeAll(async () => {
    await createUser(office.knex, "present", []);
    await createUser(office.knex, "dismissed", [], { is_active: false });
  });

  test("are refused in the same words", async () => {
    const answers = [];
    for (const [name, secret] of [
      ["absent", password],
      ["present", "wrong"],
      ["dismissed", password],
      ["dismissed", "wrong"],
    ]) {
      const { status, text } = await login(name ?? "", secret ?? "");
      answers.push([status, text]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([401, JSON.stringify({ error: wrongSentence, message: wrongSentence })]);
  });

  test("take about the same time", async () => {
    const times: Record<string, number[]> = { absent: [], present: [], dismissed: [] };
    for (let round = 0; round < 25; round++) {
      for (const name of Object.keys(times)) {
        const started = performance.now();
        await login(name, "wrong");
        times[name]?.push(performance.now() - started);
      }
      await office.knex("failed_logins").delete();
    }
    const median = (all: number[] = []) => all.toSorted((a, b) => a - b)[12] ?? 0;
    for (const name of ["absent", "dismissed"]) {
      const ratio = median(times[name]) / median(times.present);
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
    }
  });
});

describe("the limit of failed logins", () => {
  beforeEach(async () => {
    await office.knex("failed_logins").delete();
  });

  const statuses = async (tries: Promise<{ status: number }>[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(tries)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const times = <T>(count: number, work: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => work(index));

  test("is ten for a name, also when all are tried at once, and holds for the right password", async () => {
    const user = await createUser(office.knex, "besieged", []);
    expect(
      await statuses(times(50, (index) => login(index % 2 ? "besieged" : "BESIEGED", `wrong${index}`))),
    ).toEqual({ 401: 10, 429: 40 });
    const refused = await login(user.username, password);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text).message).toMatch(/محاولات/);
    const byForm = await post("/login", { username: user.username, password });
    expect(byForm.status).toBe(429);
    expect(byForm.text).toContain(JSON.parse(refused.text).message);
    expect((await login(administrator.username, administrator.password)).status).toBe(200);
  });

  test("says the same of a name that nobody has", async () => {
    expect(await statuses(times(30, () => login("nobody at all", "wrong")))).toEqual({ 401: 10, 429: 20 });
  });

  test("is over after a quarter of an hour, and counts anew after a right login", async () => {
    const user = await createUser(office.knex, "forgetful", []);
    expect(await statuses(times(10, () => login(user.username, "wrong")))).toEqual({ 401: 10 });
    expect((await login(user.username, password)).status).toBe(429);
    await office
      .knex("failed_logins")
      .update({ failed_at: office.knex.raw("now() - interval '15 minutes 1 second'") });
    expect((await login(user.username, password)).status).toBe(200);
    expect(await statuses(times(9, () => login(user.username, "wrong")))).toEqual({ 401: 9 });
    expect((await login(user.username, password)).status).toBe(200);
    expect(await statuses(times(9, () => login(user.username, "wrong")))).toEqual({ 401: 9 });
  });

  test("is a hundred for an address, also when all are tried at once, by whatever name", async () => {
    expect(
      await statuses(
        times(150, (index) => login(`guess${index}`, "wrong", { "X-Forwarded-For": `10.0.0.${index}` })),
      ),
    ).toEqual({ 401: 100, 429: 50 });
    expect((await login(administrator.username, administrator.password)).status).toBe(429);
  });

  test("stops nobody who is right, however many come at once", async () => {
    const users = await Promise.all(times(10, (index) => createUser(office.knex, `morning${index}`, [])));
    expect(await statuses(times(50, (index) => login(users[index % 10]?.username ?? "", password)))).toEqual({
      200: 50,
    });
  });
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
    statuses.delete(429); // the last of them may have read the new one
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

describe("in a browser", () => {
  const browser = useBrowser();

  test("the form is busy while it is sent, tells what went wrong, and forgets it at the next try", async () => {
    const page = await browser.open({ baseURL: office.url });
    await page.goto("/login?to=%2Fcustomers");
    expect(await page.title()).toContain("تسجيل الدخول");
    await page.getByLabel("اسم المستخدم").fill(administrator.username);
    await page.getByLabel("كلمة المرور").fill("wrong");
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(wrongSentence);

    const release = await holdBack(page, "**/login.data*");
    await page.getByLabel("كلمة المرور").fill(administrator.password);
    await page.getByRole("button").click();
    await page.getByRole("button", { name: "جاري تسجيل الدخول..." }).waitFor();
    expect(await page.getByRole("button").isDisabled()).toBe(true);
    expect(await page.getByLabel("اسم المستخدم").isDisabled()).toBe(true);
    expect(await page.getByLabel("كلمة المرور").isDisabled()).toBe(true);
    expect(await page.getByRole("alert").count()).toBe(0);
    release();
    await page.waitForURL("**/customers");

    await page.waitForFunction(() => localStorage.getItem("username")); // the shell's scripts run
    const kept = await page.evaluate(() => ({ ...localStorage }));
    expect(kept.username).toBe(administrator.username);
    expect(JSON.parse(kept.permissions ?? "")).toHaveLength(13);
    await page.getByRole("button", { name: "تسجيل الخروج" }).click();
    await page.waitForURL("**/login");
    await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({});
    await page.goBack();
    await page.waitForURL(/\/login\?to=/);
  });

  test("a line that dies leaves the form as it was, with a sentence", async () => {
    const page = await browser.open({ baseURL: office.url });
    await page.goto("/login");
    await page.getByLabel("اسم المستخدم").fill(administrator.username);
    await page.getByLabel("كلمة المرور").fill(administrator.password);
    await page.route("**/login.data*", (route) => route.abort());
    await page.getByRole("button").click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe("حدث خطأ أثناء تسجيل الدخول");
    expect(await page.getByLabel("اسم المستخدم").inputValue()).toBe(administrator.username);
    await page.unroute("**/login.data*");
    await page.getByRole("button").click();
    await page.waitForURL(`${office.url}/`);
  });

  test("it works without JavaScript", async () => {
    const page = await browser.open({ baseURL: office.url, javaScript: false, screen: "phone" });
    await page.goto("/customers");
    await page.getByLabel("اسم المستخدم").fill(administrator.username);
    await page.getByLabel("كلمة المرور").fill("wrong");
    await page.getByRole("button").click();
    expect(await page.getByRole("alert").textContent()).toBe(wrongSentence);
    expect(await page.getByLabel("اسم المستخدم").inputValue()).toBe(administrator.username);
    await page.getByLabel("كلمة المرور").fill(administrator.password);
    await page.getByRole("button").click();
    await page.waitForURL("**/customers");
  });
});

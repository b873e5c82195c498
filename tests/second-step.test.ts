import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { picture, useBrowser, violationsOn } from "./support/browser";
import { type Client, signIn } from "./support/client";
import { codeOf, forgetSteps, switchOnSecondStep } from "./support/second-step";
import { createUser, password } from "./support/users";

/* The second step of a login: by screen and by call, and what it must never let through. */

const office = fixture();
const wrongCode = "رمز التحقق غير صحيح، أو استُعمل من قبل";
/** Everything that no page, answer, log or trail may tell. */
const secrets = new Set<string>([password]);
const told: string[] = [];

let user: Awaited<ReturnType<typeof createUser>>;
let owner: Client;
let secret: string;
let recovery: string[];
let round = 0;

beforeEach(async () => {
  user = await createUser(office.knex, `pilgrim${++round}`, ["manage_customers"]);
  owner = await signIn(office.url, user);
  ({ secret, codes: recovery } = await switchOnSecondStep(owner));
  expect(recovery).toHaveLength(10);
  for (const one of [secret, ...recovery]) secrets.add(one);
  await forgetSteps(office.knex, user.id);
});

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

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

/** The cookie of a session between password and code. */
async function half(to = "") {
  const {
    status,
    headers,
    to: next,
  } = await send("POST", `/login${to}`, "", {
    username: user.username,
    password,
  });
  expect([status, next]).toEqual([302, `/login/code${to}`]);
  return cookieOf(headers);
}

const give = (cookie: string, one_time_code: string, to = "") =>
  send("POST", `/login/code${to}`, cookie, { one_time_code });

const me = async (cookie: string) => (await send("GET", "/api/auth/me", cookie)).status;

const trail = () =>
  office.knex("trail").where({ record_id: user.id, kind: "users" }).orderBy("id").pluck("action");

describe("by screen", () => {
  const to = `?to=${encodeURIComponent("/customers?page=2")}`;

  test("password, then code, then where one wanted to go, under a fresh id", async () => {
    const pending = await half(to);
    const page = await send("GET", `/login/code${to}`, pending);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<input[^>]*name="one_time_code"[^>]*>/);
    expect(page.text).toMatch(/<input[^>]*inputMode="numeric"[^>]*autoComplete="one-time-code"/i);
    expect(page.text).toContain(`href="/login${to}"`);
    const { status, headers, to: next } = await give(pending, codeOf(secret), to);
    expect([status, next]).toEqual([302, "/customers?page=2"]);
    const cookie = cookieOf(headers);
    expect(cookie).not.toBe(pending);
    expect(headers.getSetCookie()[0]).toContain(`Max-Age=${7 * 24 * 60 * 60}`);
    expect([await me(cookie), await me(pending)]).toEqual([200, 401]);
    for (const path of ["/login", "/login/code"])
      expect((await send("GET", `${path}${to}`, cookie)).to).toBe("/customers?page=2");
  });

  test.each(["//evil.example", "/login/code", "/logout", "javascript:alert(1)"])(
    "leads to no %s",
    async (evil) => {
      const pending = await half();
      const { to: next } = await give(pending, codeOf(secret), `?to=${encodeURIComponent(evil)}`);
      expect(next).toBe("/");
    },
  );

  test("the code may be typed in groups, and in any digits", async () => {
    const code = codeOf(secret);
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const persian = code.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
    for (const typed of [
      ` ${code.slice(0, 3)} ${code.slice(3)} `,
      arabic,
      persian,
      `${code.slice(0, 3)}-${code.slice(3)}`,
    ]) {
      await forgetSteps(office.knex, user.id);
      expect([typed, (await give(await half(), typed)).status]).toEqual([typed, 302]);
    }
  });

  test("a wrong code is told, kept nowhere, and may be followed by the right one", async () => {
    const pending = await half();
    for (const wrong of [
      codeOf(secret, 20),
      codeOf(secret, -20),
      "123",
      "abcdef",
      "٠٠٠",
      "00000-00000-00000-00000-00000",
    ]) {
      const { status, text } = await give(pending, wrong);
      expect([status, text.includes(wrongCode)]).toEqual([401, true]);
      expect(text).toMatch(/role="alert"/);
      expect(text).not.toContain(wrong);
    }
    const empty = await give(pending, "  ");
    expect([empty.status, empty.text.includes("هذا الحقل مطلوب")]).toEqual([422, true]);
    expect((await give(pending, codeOf(secret))).status).toBe(302);
  });

  test("the codes before and after are taken, those farther off are not", async () => {
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 302],
      [0, 302],
      [1, 302],
    ] as const)
      expect([steps, (await give(await half(), codeOf(secret, steps))).status]).toEqual([steps, status]);
    // Time steps only grow.
    for (const steps of [-1, 0, 1])
      expect([steps, (await give(await half(), codeOf(secret, steps))).status]).toEqual([steps, 401]);
  });

  test("without a first half there is nothing to give a code to", async () => {
    for (const cookie of ["", "office_session=forged"])
      for (const method of ["GET", "POST"]) {
        const { status, to } = await send(method, "/login/code?to=%2Fcustomers", cookie);
        expect([status, to]).toEqual([302, "/login?to=%2Fcustomers"]);
      }
    // One who is in, without a second step, has none either.
    const other = await signIn(office.url, await createUser(office.knex, `plain${round}`, []));
    expect((await give(other.cookie, "123456")).to).toBe("/login");
    expect(await me(other.cookie)).toBe(200);
  });
});

describe("a session that waits for its code", () => {
  test("opens nothing, and is nobody's", async () => {
    const cookie = await half();
    for (const path of ["/", "/customers", "/account", "/account/second-step"]) {
      const { status, to } = await send("GET", path, cookie);
      expect([path, status, to]).toEqual([path, 302, `/login?to=${encodeURIComponent(path)}`]);
      const data = await send("GET", `${path === "/" ? "/_root" : path}.data`, cookie);
      expect(data.status).toBe(202);
      expect(data.text).toContain("/login?to=");
    }
    const proven = { deed: "codes", proof: password };
    for (const [path, body] of [
      ["/account", { end: "others" }],
      ["/account/second-step", proven],
    ] as const)
      expect((await send("POST", path, cookie, body)).to).toMatch(/^\/login/);
    expect((await send("GET", "/api/customers", cookie)).status).toBe(401);
    expect((await send("POST", "/api/customers", cookie, { name: "دخيل", phone: "0500000000" })).status).toBe(
      401,
    );
    expect(await me(cookie)).toBe(401);
    expect(JSON.parse((await send("GET", "/api/auth/check-session", cookie)).text)).toEqual({
      authenticated: false,
      user: null,
    });
    expect((await owner.get("/account")).body.match(/name="end"/g) ?? []).toHaveLength(0);
  });

  test("lasts five minutes, and no longer than its user, password and second step", async () => {
    const sessions = () => office.knex("sessions").where({ user_id: user.id, pending: true });
    const users = () => office.knex("users").where({ id: user.id });
    await half();
    const [{ seconds }] = await sessions().select(
      office.knex.raw("extract(epoch FROM expires_at - created_at)::int AS seconds"),
    );
    expect(seconds).toBe(300);
    const { password_hash } = await users().first();
    const ends: Record<string, () => Promise<unknown>> = {
      time: () => sessions().update({ expires_at: office.knex.raw("now()") }),
      dismissal: () => users().update({ is_active: false }),
      password: () => users().update({ password_hash: "another" }),
      "all sessions ended": () => owner.submit("/account", { end: "others" }),
      "step gone": () => office.knex("second_steps").where({ user_id: user.id }).delete(),
    };
    for (const [end, happen] of Object.entries(ends)) {
      owner = await signInWithCode();
      const cookie = await half();
      await happen();
      expect([end, (await send("GET", "/login/code", cookie)).to]).toEqual([end, "/login"]);
      expect([end, (await give(cookie, codeOf(secret))).to]).toEqual([end, "/login"]);
      await users().update({ is_active: true, password_hash });
      expect([end, await me(cookie)]).toEqual([end, 401]);
    }
  });

  test("is taken once, also by two codes at the same moment", async () => {
    const cookie = await half();
    const [a, b] = await Promise.all([give(cookie, codeOf(secret)), give(cookie, recovery[0] ?? "")]);
    expect([a.to, b.to].toSorted()).toEqual(["/", "/login"]);
    const kept = await office.knex("sessions").where({ user_id: user.id, pending: false });
    expect(kept).toHaveLength(2); // the owner's and the one that came in
  });

  async function signInWithCode() {
    await forgetSteps(office.knex, user.id);
    const client = await signIn(office.url, {
      username: user.username,
      password,
      code: codeOf(secret),
    } as never);
    await forgetSteps(office.knex, user.id);
    return client;
  }
});

describe("by call", () => {
  const right = () => ({ username: user.username, password });

  test("without a code 401 says that one is required, with it the user comes in", async () => {
    for (const code of [undefined, null, "", "  ", {}, [], true]) {
      const { status, body, cookie } = await call({ ...right(), code });
      expect([status, cookie]).toEqual([401, ""]);
      expect(body).toEqual({ error: "أدخل رمز التحقق", message: "أدخل رمز التحقق", code_required: true });
    }
    const wrong = await call({ ...right(), code: codeOf(secret, 9) });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { error: wrongCode, message: wrongCode, code_required: true },
    ]);
    const inside = await call({ ...right(), code: codeOf(secret) });
    expect([inside.status, inside.body.success, inside.body.user.username]).toEqual([
      200,
      true,
      user.username,
    ]);
    expect(Object.keys(inside.body.user).toSorted()).toEqual([
      "email",
      "id",
      "permissions",
      "user_type",
      "username",
    ]);
    expect(await me(inside.cookie)).toBe(200);
  });

  test("a wrong password is answered as anyone's, whatever code comes along", async () => {
    const stranger = await call({ username: "nobody at all", password: "wrong" });
    for (const code of [undefined, codeOf(secret), "000000", recovery[0], {}, "x".repeat(5000)]) {
      const { status, body } = await call({ username: user.username, password: "wrong", code });
      expect([status, body]).toEqual([stranger.status, stranger.body]);
      expect(body).not.toHaveProperty("code_required");
    }
    // None of them was used up.
    expect((await call({ ...right(), code: recovery[0] })).status).toBe(200);
  });

  test("who has no second step may send what they like as a code", async () => {
    const plain = await createUser(office.knex, `codeless${round}`, []);
    expect((await call({ username: plain.username, password, code: "123456" })).status).toBe(200);
  });
});

describe("a code is good once", () => {
  const enter = (code: string) => call({ username: user.username, password, code });

  test.each(["of the program", "for recovery"])("%s, also for twenty at the same moment", async (kind) => {
    const code = kind === "for recovery" ? (recovery[3] ?? "") : codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    await office.knex("failed_logins").delete();
    expect((await enter(code)).status).toBe(401);
  });

  test("between processes too: the database alone decides", async () => {
    const step = await office.knex("second_steps").where({ user_id: user.id }).first();
    expect(step.last_step).toBe(0);
    expect((await enter(codeOf(secret))).status).toBe(200);
    const after = await office.knex("second_steps").where({ user_id: user.id }).first();
    expect(Math.abs(after.last_step - Date.now() / 30_000)).toBeLessThan(2);
    expect((await enter(codeOf(secret, -1))).status).toBe(401);
  });

  test("each of the ten for recovery, in groups or not, and it is told", async () => {
    for (const [index, code] of recovery.entries()) {
      const typed = index % 2 ? code.replaceAll("-", " ") : code.replaceAll("-", "");
      expect([index, (await enter(typed)).status]).toEqual([index, 200]);
    }
    for (const code of recovery.slice(0, 3)) expect((await enter(code)).status).toBe(401);
    expect((await trail()).filter((action) => action === "recovery_code_used")).toHaveLength(10);
    const kept = JSON.stringify(await office.knex("recovery_codes"));
    for (const code of recovery) expect(kept).not.toContain(code.replaceAll("-", ""));
  });

  test("another user's is none", async () => {
    const other = await createUser(office.knex, `neighbour${round}`, []);
    const neighbour = await signIn(office.url, other);
    const theirs = await switchOnSecondStep(neighbour);
    await forgetSteps(office.knex, other.id);
    for (const code of [codeOf(theirs.secret), theirs.codes[0] ?? ""])
      expect((await enter(code)).status).toBe(401);
    expect((await call({ username: other.username, password, code: theirs.codes[0] })).status).toBe(200);
  });
});

describe("tries are limited like passwords", () => {
  const wrong = (index: number) =>
    String((Number(codeOf(secret)) + 1000 + index) % 1_000_000).padStart(6, "0");

  test("ten wrong codes, whoever knows the password, and then the right one neither", async () => {
    for (let index = 0; index < 10; index++) {
      // The right password alone makes nothing forgotten.
      const pending = await half();
      expect([index, (await give(pending, wrong(index))).status]).toEqual([index, 401]);
    }
    const pending = await send("POST", "/login", "", { username: user.username, password });
    expect(pending.status).toBe(429);
    const { status, body } = await call({ username: user.username, password, code: codeOf(secret) });
    expect([status, body.code_required]).toEqual([429, undefined]);
  });

  test("fifty at once are ten and forty", async () => {
    const cookies = await Promise.all([half(), half(), half()]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => give(cookies[index % 3] ?? "", wrong(index))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, answers.filter(({ status }) => status === 401).length]).toEqual([40, 10]);
    expect(refused[0]?.text).toContain("محاولات دخول كثيرة");
    expect((await give(cookies[0] ?? "", codeOf(secret))).status).toBe(429);
  });

  test("wrong passwords and wrong codes count together, until a whole login", async () => {
    for (let index = 0; index < 5; index++) await call({ username: user.username, password: "wrong" });
    for (let index = 0; index < 4; index++)
      await call({ username: user.username, password, code: wrong(index) });
    expect((await call({ username: user.username, password, code: codeOf(secret) })).status).toBe(200);
    expect(await office.knex("failed_logins").where({ username: user.username })).toEqual([]);
    expect((await call({ username: user.username, password: "wrong" })).status).toBe(401);
  });
});

describe("the trail", () => {
  const lines = async () => office.knex("trail").orderBy("id", "desc").limit(1).first();

  test("tells of whole logins, of failed ones and of logouts", async () => {
    const before = (await trail()).length;
    const pending = await half();
    expect(await trail()).toHaveLength(before);
    await give(pending, codeOf(secret, 7));
    const { headers } = await give(pending, codeOf(secret));
    await send("POST", "/logout", cookieOf(headers));
    await send("POST", "/logout", cookieOf(headers));
    await send("POST", "/logout", await half());
    await call({ username: user.username, password: "wrong" });
    expect((await trail()).slice(before)).toEqual(["login_failed", "login", "logout", "login_failed"]);
    expect(await lines()).toMatchObject({
      user_id: user.id,
      username: user.username,
      record_name: user.username,
      kind: "users",
      address: "127.0.0.1",
    });
  });

  test("never tells what was typed as a name that nobody has", async () => {
    await call({ username: "My-Secret-Password", password: "x" });
    expect(await lines()).toMatchObject({
      action: "login_failed",
      user_id: null,
      username: null,
      record_id: null,
      record_name: null,
      changes: {},
      address: "127.0.0.1",
    });
  });
});

describe("in a browser", () => {
  const browser = useBrowser();

  test.each([
    ["wide", true],
    ["phone", false],
  ] as const)("%s, JavaScript %s: password, wrong code, right code", async (screen, javaScript) => {
    const page = await browser.open({ baseURL: office.url, screen, javaScript });
    await page.goto("/login?to=%2Fcustomers");
    await page.getByLabel("اسم المستخدم").fill(user.username);
    await page.getByLabel("كلمة المرور").fill(password);
    await page.getByRole("button", { name: "تسجيل الدخول" }).click();
    await page.waitForURL("**/login/code?to=%2Fcustomers");
    const field = page.getByLabel("رمز التحقق");
    if (javaScript) expect(await violationsOn(page)).toEqual([]);
    await picture(page, `login-code-${screen}`);
    await field.fill("000001");
    await page.getByRole("button", { name: "دخول", exact: true }).click();
    await page.getByRole("alert").getByText(wrongCode).waitFor();
    if (!javaScript) expect(await field.inputValue()).toBe("");
    await field.fill(codeOf(secret));
    await page.getByRole("button", { name: "دخول", exact: true }).click();
    await page.waitForURL("**/customers");
    await page.getByRole("heading", { name: "العملاء", level: 1 }).waitFor();
  });
});

test("nothing secret stands in a page, an answer, the log or the trail", async () => {
  const kept = JSON.stringify(await office.knex("trail"));
  const output = office.app.output();
  expect(told.length).toBeGreaterThan(100);
  for (const one of secrets)
    for (const place of [kept, output, ...told]) {
      expect(place.includes(one)).toBe(false);
    }
});

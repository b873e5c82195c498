import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { picture, useBrowser, violationsOn } from "./support/browser";
import { signIn } from "./support/client";
import { codeOf, cookieOf, forgetSteps, loginsInSteps, switchOnTwoFactor } from "./support/two-factor";
import { createUser, password } from "./support/users";

/* The codes of a second factor: each works once, tries are limited, and the audit log shows whole logins; also the step in a browser. */

const office = fixture();
const wrongCode = "رمز التحقق غير صحيح، أو استُعمل من قبل";
const { expectUntold, pilgrim, send, call, half, give } = loginsInSteps(office);

let { user, secret, recovery, round } = {} as Awaited<ReturnType<typeof pilgrim>>;

beforeEach(async () => {
  ({ user, secret, recovery, round } = await pilgrim());
});

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

const trail = () =>
  office.knex("audit_log").where({ record_id: user.id, kind: "users" }).orderBy("id").pluck("action");

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
    const now = () => Date.now() / 30_000;
    const earliest = now() - 2;
    const step = await office.knex("two_factor_secrets").where({ user_id: user.id }).first();
    expect(step.last_step).toBe(0);
    expect((await enter(codeOf(secret))).status).toBe(200);
    const after = await office.knex("two_factor_secrets").where({ user_id: user.id }).first();
    expect([after.last_step > earliest, after.last_step < now() + 2]).toEqual([true, true]);
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
    const theirs = await switchOnTwoFactor(neighbour);
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
      // The right password alone does not reset the count of failures.
      const pending = await half(user);
      expect([index, (await give(pending, wrong(index))).status]).toEqual([index, 401]);
    }
    const pending = await send("POST", "/login", "", { username: user.username, password });
    expect(pending.status).toBe(429);
    const { status, body } = await call({ username: user.username, password, code: codeOf(secret) });
    expect([status, body.code_required]).toEqual([429, undefined]);
  });

  test("fifty at once are ten and forty", async () => {
    const cookies = await Promise.all([half(user), half(user), half(user)]);
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

describe("the audit log", () => {
  const lines = async () => office.knex("audit_log").orderBy("id", "desc").limit(1).first();

  test("tells of whole logins, of failed ones and of logouts", async () => {
    const before = (await trail()).length;
    const pending = await half(user);
    expect(await trail()).toHaveLength(before);
    await give(pending, codeOf(secret, 7));
    const { headers } = await give(pending, codeOf(secret));
    await send("POST", "/logout", cookieOf(headers));
    await send("POST", "/logout", cookieOf(headers));
    await send("POST", "/logout", await half(user));
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

test("nothing secret stands in a page, an answer, the log or the audit log", () => expectUntold());

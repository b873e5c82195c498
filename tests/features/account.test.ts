import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browserName } from "~/auth/browser-name";
import type { Permission } from "~/domain/permissions";
import { fixture, startApp } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { codeOf, forgetSteps, recoveryCodesIn, secretIn, switchOnSecondStep } from "../support/second-step";
import { createUser, password } from "../support/users";

/* My account: one's password, sessions and second step; and what an administrator may do for others. */

const office = fixture();
const path = "/account";
const step = "/account/second-step";

let user: Awaited<ReturnType<typeof createUser>>;
let client: Client;
let round = 0;

beforeEach(async () => {
  user = await createUser(office.knex, `clerk${++round}`, []);
  client = await signIn(office.url, user);
});

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

const me = async ({ cookie }: { cookie: string }) =>
  (await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: cookie } })).status;
const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("office_session="))
    ?.split(";")[0] ?? "";
const deeds = (id = user.id) =>
  office.knex("trail").where({ record_id: id, kind: "users" }).orderBy("id").pluck("action");
const login = async (credentials: object) =>
  (
    await fetch(`${office.url}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(credentials),
    })
  ).status;

test("the account says who one is, to any session, and is linked at the name", async () => {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  for (const text of [user.username, `${user.username}@example.com`, `role of ${user.username}`])
    expect(body).toContain(text);
  expect((await client.get("/")).body).toMatch(/<a href="\/account"[^>]*><bdi>clerk\d+<\/bdi><small>حسابي/);
  expect(body).toMatch(/name="present_password"[^>]*autoComplete="current-password"/i);
  expect(body.match(/autoComplete="new-password"/gi)).toHaveLength(2);
});

describe("one's own password", () => {
  const next = "Muzdalifah 2026";
  const change = (more: Record<string, string> = {}) =>
    client.submit(path, {
      present_password: password,
      new_password: next,
      new_password_again: next,
      ...more,
    });

  test("is changed: this session goes on under a fresh id, all others end", async () => {
    const others = [await signIn(office.url, user), await signIn(office.url, user)];
    const { status, headers } = await change();
    expect([status, headers.get("Location")]).toEqual([302, path]);
    const fresh = sessionIn(headers);
    expect(await me({ cookie: fresh })).toBe(200);
    for (const old of [client, ...others]) expect(await me(old)).toBe(401);
    expect([await login(user), await login({ username: user.username, password: next })]).toEqual([401, 200]);
    const flash = headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash=")) ?? "";
    const page = await fetch(office.url + path, {
      headers: { Cookie: `${fresh}; ${flash.split(";")[0]}` },
    });
    expect(await page.text()).toContain("تم تغيير كلمة المرور");
    expect((await deeds()).filter((deed) => deed === "password")).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string, string]>([
    [
      "a wrong present one",
      { present_password: "Wrong-2026" },
      "present_password",
      "كلمة المرور الحالية غير صحيحة",
    ],
    ["two that differ", { new_password_again: "Muzdalifah 2027" }, "new_password_again", "غير متطابقتين"],
    ["a short one", { new_password: "short", new_password_again: "short" }, "new_password", "عشرة أحرف"],
    [
      "a common one",
      { new_password: "1234567890", new_password_again: "1234567890" },
      "new_password",
      "شائعة",
    ],
    ["none", { present_password: "" }, "present_password", "هذا الحقل مطلوب"],
  ])("%s is refused at its field, and shown nowhere", async (_, more, field, sentence) => {
    const { status, body } = await change(more);
    expect(status).toBe(422);
    expect(body).toMatch(new RegExp(`id="password-${field}-error"[^>]*>[^<]*${sentence}`));
    for (const typed of [password, next, ...Object.values(more)])
      if (typed) expect(body).not.toContain(`"${typed}"`);
    expect([await me(client), await login(user)]).toEqual([200, 200]);
  });

  test("is not one's own name", async () => {
    const long = await createUser(office.knex, `Longer-Name-${round}`, []);
    const own = await signIn(office.url, long);
    const typed = long.username.toLowerCase();
    const { status, body } = await own.submit(path, {
      present_password: password,
      new_password: typed,
      new_password_again: typed,
    });
    expect([status, body.includes("هي اسم المستخدم")]).toEqual([422, true]);
  });

  test("a wrong present one counts as a failed login, up to the limit", async () => {
    const answers = [];
    for (let index = 0; index < 12; index++)
      answers.push((await change({ present_password: `Wrong-${index}-2026` })).status);
    expect(answers).toEqual([...Array(10).fill(422), 429, 429]);
    expect([(await change()).status, await login(user)]).toEqual([429, 429]);
    expect(await me(client)).toBe(200);
    expect((await deeds()).filter((deed) => deed === "proof_failed")).toHaveLength(10);
  });

  test("by two at the same moment is changed once", async () => {
    const answers = await Promise.all([
      change(),
      change({ new_password: "Arafat is 2026", new_password_again: "Arafat is 2026" }),
    ]);
    // The other one finds another password there, or its session gone.
    expect(answers.filter(({ headers }) => headers.get("Location") === path)).toHaveLength(1);
  });
});

test("an address is the same whether the office listens to IPv4 alone or to both", async () => {
  const both = await startApp({ database: office.database, env: { HOST: "::" } });
  try {
    const { id } = (await (await signIn(both.url)).get("/api/auth/me")).body.user;
    const { address } = await office.knex("sessions").where({ user_id: id }).orderBy("id", "desc").first();
    expect(address).toBe("127.0.0.1");
  } finally {
    await both.stop();
  }
});

describe("one's sessions", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

  async function from(userAgent: string) {
    const response = await fetch(`${office.url}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": userAgent },
      body: JSON.stringify(user),
    });
    return { cookie: sessionIn(response.headers) };
  }
  const idsIn = (html: string) => [...html.matchAll(/name="end" value="(\d+)"/g)].map(([, id]) => id ?? "");

  test("are listed with browser, address and times, the present one marked", async () => {
    await from(chrome);
    await from(`<b>odd</b> ${"x".repeat(5000)}`);
    await signIn(office.url); // another user's
    const { body } = await client.get(path);
    for (const text of ["كروم على ويندوز", "متصفح غير معروف", "127.0.0.1", "هذه الجلسة"])
      expect(body).toContain(text);
    expect(body).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(idsIn(body)).toHaveLength(2);
    expect(body).not.toContain("token_hash");
    const kept = await office.knex("sessions").where({ user_id: user.id }).pluck("user_agent");
    expect(Math.max(...kept.map((text: string) => text.length))).toBe(300);
  });

  test("end one by one, or all others at once", async () => {
    const [a, b, c] = [await from(chrome), await from(chrome), await from(chrome)];
    const [first = ""] = idsIn((await client.get(path)).body); // the one seen last
    const ended = await client.submit(path, { end: first });
    expect([ended.status, ended.headers.get("Location")]).toEqual([302, path]);
    expect([await me(a), await me(b), await me(c)]).toEqual([200, 200, 401]);
    expect((await client.submit(path, { end: first })).status).toBe(302);
    await client.submit(path, { end: "others" });
    expect([await me(a), await me(b), await me(client)]).toEqual([401, 401, 200]);
    expect(idsIn((await client.get(path)).body)).toEqual([]);
    expect((await deeds()).filter((deed) => deed === "sessions_ended")).toHaveLength(2);
  });

  test("of others are not one's to end", async () => {
    const other = await signIn(office.url);
    const all = await office.knex("sessions").whereNot({ user_id: user.id }).pluck("id");
    for (const id of all) await client.submit(path, { end: String(id) });
    expect(await me(other)).toBe(200);
    for (const odd of ["0", "-1", "1e3", "x", "99999999999", ""])
      expect([odd, (await client.submit(path, { end: odd })).status]).toEqual([odd, 404]);
  });

  test("are seen at most once a minute, beside the answer", async () => {
    const sessions = () => office.knex("sessions").where({ user_id: user.id });
    const seen = async () => new Date((await sessions().first()).last_seen_at).getTime();
    const before = await seen();
    await client.get(path);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await seen()).toBe(before);
    await sessions().update({ last_seen_at: office.knex.raw("now() - interval '2 minutes'") });
    await client.get(path);
    await expect.poll(seen).toBeGreaterThan(Date.now() - 30_000);
  });

  test("whose row is held answer no later", async () => {
    await office.knex.transaction(async (trx) => {
      await trx("sessions")
        .where({ user_id: user.id })
        .update({ last_seen_at: trx.raw("now() - interval '1 hour'") });
      const started = performance.now();
      await Promise.all(Array.from({ length: 20 }, () => client.get("/api/auth/me")));
      expect(performance.now() - started).toBeLessThan(2500);
    });
  });
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "سفاري على آيفون",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "كروم على أندرويد",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "متصفح سامسونج على أندرويد",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "إيدج على ويندوز",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "فايرفوكس على لينكس"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
    "سفاري على ماك",
  ],
  ["curl/8.5.0", "متصفح غير معروف"],
  [null, "متصفح غير معروف"],
])("%s is called %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));

describe("the second step", () => {
  test("is set up with a picture and a secret that stay while it is", async () => {
    const { body } = await client.get(step);
    const secret = secretIn(body);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body).toMatch(/<div role="img"[^>]*><svg /);
    expect(secretIn((await client.get(step)).body)).toBe(secret);
    expect(await login(user)).toBe(200); // not on yet
    await office
      .knex("second_steps")
      .where({ user_id: user.id })
      .update({ begun_at: office.knex.raw("now() - interval '61 minutes'") });
    expect(secretIn((await client.get(step)).body)).not.toBe(secret);
  });

  test("has a picture whatever the names are", async () => {
    const named = await createUser(office.knex, `🕋 ${round} ${Array(15).fill("عبد الرحمن").join(" ")}`, []);
    const { name } = await office.knex("company_info").first("name");
    await office.knex("company_info").update({ name: "🕋".repeat(150) });
    const { status, body } = await (await signIn(office.url, named)).get(step);
    await office.knex("company_info").update({ name });
    expect([status, body.includes("<svg xmlns")]).toEqual([200, true]);
  });

  test("is switched on only by a right code, which is then used", async () => {
    const secret = secretIn((await client.get(step)).body);
    for (const wrong of [codeOf(secret, 10), "", "12345", "abcdef"]) {
      const { status, body } = await client.submit(step, { deed: "on", one_time_code: wrong });
      expect([wrong, status, recoveryCodesIn(body)]).toEqual([wrong, 422, []]);
      if (wrong) expect(body).not.toContain(`value="${wrong}"`);
    }
    expect(await login(user)).toBe(200);
    const code = codeOf(secret);
    const { status, body } = await client.submit(step, { deed: "on", one_time_code: code });
    expect([status, new Set(recoveryCodesIn(body)).size]).toEqual([200, 10]);
    expect(await login(user)).toBe(401);
    expect(await login({ ...user, code })).toBe(401);
    expect(await login({ ...user, code: codeOf(secret, 1) })).toBe(200);
    expect(await deeds()).toContain("second_step_on");
  });

  test("shows its secret and its recovery codes once, and never again", async () => {
    const { secret, codes } = await switchOnSecondStep(client);
    expect(codes).toHaveLength(10);
    const again = await client.submit(step, { deed: "on", one_time_code: codeOf(secret, 1) });
    expect(again.status).toBe(302);
    for (const page of [path, step, `${step}.data`]) {
      const { body } = await client.get(page);
      for (const one of [...codes, secret, secret.match(/.{4}/g)?.join(" ") ?? ""])
        expect([page, body.includes(one)]).toEqual([page, false]);
      expect(body).not.toContain("<svg xmlns");
    }
    expect((await client.get(step)).body).toContain("10<!-- --> من 10");
  });

  test("gives new recovery codes for a code or the password, and the old ones are none", async () => {
    const { secret, codes } = await switchOnSecondStep(client);
    for (const proof of [codeOf(secret, 1), password]) {
      const { status, body } = await client.submit(step, { deed: "codes", proof });
      const fresh = [...new Set<string>(recoveryCodesIn(body))];
      expect([status, fresh.length, fresh.some((one) => codes.includes(one))]).toEqual([200, 10, false]);
      expect(await login({ ...user, code: codes[0] })).toBe(401);
    }
    expect((await deeds()).filter((deed) => deed === "recovery_codes_renewed")).toHaveLength(2);
  });

  test.each(["a code", "a recovery code", "the password"])("is switched off for %s", async (kind) => {
    const { secret, codes } = await switchOnSecondStep(client);
    await forgetSteps(office.knex, user.id);
    const proof =
      { "a code": codeOf(secret), "a recovery code": codes[4], "the password": password }[kind] ?? "";
    const wrong = await client.submit(step, { deed: "codes", off: "true", proof: "Wrong-2026" });
    expect([wrong.status, wrong.body.includes("Wrong-2026")]).toEqual([422, false]);
    expect(await login(user)).toBe(401);
    const { status, headers } = await client.submit(step, { deed: "codes", off: "true", proof });
    expect([status, headers.get("Location")]).toEqual([302, path]);
    expect(await login(user)).toBe(200);
    expect(await office.knex("second_steps").where({ user_id: user.id })).toEqual([]);
    expect(await office.knex("recovery_codes").where({ user_id: user.id })).toEqual([]);
    expect(await deeds()).toContain("second_step_off");
  });

  test("proofs are limited like passwords", async () => {
    await switchOnSecondStep(client);
    const answers = [];
    for (let index = 0; index < 11; index++)
      answers.push(
        (await client.submit(step, { deed: "codes", off: "true", proof: `wrong ${index}` })).status,
      );
    expect(answers).toEqual([...Array(10).fill(422), 429]);
    expect((await client.submit(step, { deed: "codes", off: "true", proof: password })).status).toBe(429);
  });

  test("what is asked of one that is off, or of none of its buttons, leads back", async () => {
    for (const fields of [{ deed: "codes", proof: password }, { deed: "x" }, {}] as Record<
      string,
      string
    >[]) {
      const { status, headers } = await client.submit(step, fields);
      expect([status, headers.get("Location")]).toEqual([302, step]);
    }
  });
});

describe("an administrator", () => {
  let keeper: Client;
  const access = (id = user.id) => `/settings/users/${id}/access`;

  beforeAll(async () => {
    await createUser(office.knex, "keeper", ["manage_users"]);
  });
  beforeEach(async () => {
    keeper = await signIn(office.url, { username: "keeper", password });
  });

  test("sees a user's sessions and ends them, one or all", async () => {
    const other = await signIn(office.url, user);
    const { status, body } = await keeper.get(access());
    expect([status, body.includes(`دخول المستخدم «${user.username}»`)]).toEqual([200, true]);
    const ids = [...body.matchAll(/name="end" value="(\d+)"/g)].map(([, id]) => id ?? "");
    expect(ids).toHaveLength(2);
    expect((await keeper.submit(access(), { end: ids[0] ?? "" })).headers.get("Location")).toBe(access());
    expect([await me(client), await me(other)].toSorted()).toEqual([200, 401]);
    await keeper.submit(access(), { end: "all" });
    expect([await me(client), await me(other), await me(keeper)]).toEqual([401, 401, 200]);
    const [line] = await office
      .knex("trail")
      .where({ action: "sessions_ended", record_id: user.id })
      .orderBy("id", "desc");
    expect(line).toMatchObject({ username: "keeper", record_name: user.username });
    // Another user's session is not ended under this one's address.
    const stranger = await signIn(office.url);
    for (const id of await office.knex("sessions").whereNot({ user_id: user.id }).pluck("id"))
      await keeper.submit(access(), { end: String(id) });
    expect([await me(stranger), await me(keeper)]).toEqual([200, 200]);
    for (const path of [access(999_999), `${access(999_999)}/reset`])
      expect((await keeper.get(path)).status).toBe(404);
  });

  test("resets a user's second step after a question", async () => {
    await switchOnSecondStep(client);
    expect((await keeper.get(access())).body).toContain(`href="${access()}/reset"`);
    const question = await keeper.get(`${access()}/reset`);
    expect([question.status, question.body.includes("هل أنت متأكد من إعادة ضبط الخطوة الثانية")]).toEqual([
      200,
      true,
    ]);
    const { status, headers } = await keeper.submit(`${access()}/reset`, {});
    expect([status, headers.get("Location")]).toEqual([302, access()]);
    expect([await login(user), await me(client)]).toEqual([200, 200]);
    const line = await office
      .knex("trail")
      .where({ action: "second_step_reset" })
      .orderBy("id", "desc")
      .first();
    expect(line).toMatchObject({ username: "keeper", record_id: user.id });
    expect((await keeper.submit(`${access()}/reset`, {})).status).toBe(302);
    expect(
      await office.knex("trail").where({ action: "second_step_reset", record_id: user.id }),
    ).toHaveLength(1);
  });

  test.each<[Permission[], number]>([
    [["manage_users"], 403],
    [["manage_users", "manage_financials"], 302],
    [["manage_users", "manage_roles"], 302],
  ])("who holds %j gets %i for the step of one who holds manage_financials", async (holds, status) => {
    const cashier = await createUser(office.knex, `cashier${round}`, ["manage_financials"]);
    await switchOnSecondStep(await signIn(office.url, cashier));
    await createUser(office.knex, `boss${round}`, holds);
    const boss = await signIn(office.url, { username: `boss${round}`, password });
    const answer = await boss.submit(`${access(cashier.id)}/reset`, {});
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toContain("لهذا المستخدم صلاحيات ليست لك");
    expect((await boss.submit(access(cashier.id), { end: "all" })).status).toBe(302);
    expect(await login(cashier)).toBe(status === 403 ? 401 : 200);
  });

  test("takes the own step away only as everyone does", async () => {
    const admin = await signIn(office.url);
    const { id } = (await admin.get("/api/auth/me")).body.user;
    expect((await admin.submit(`${access(id)}/reset`, {})).status).toBe(403);
  });
});

test("none of it shows a secret in the trail or the log", async () => {
  const { secret, codes } = await switchOnSecondStep(client);
  await client.submit(path, {
    present_password: password,
    new_password: "Very secret 2026",
    new_password_again: "Very secret 2026",
  });
  const kept = JSON.stringify(await office.knex("trail")) + office.app.output();
  for (const one of [secret, ...codes, password, administrator.password, "Very secret 2026", "argon2"])
    expect(kept.includes(one)).toBe(false);
});

describe("in a browser", () => {
  const browser = useBrowser();

  test.each(["wide", "phone"] as const)("set up, recovery codes and sessions, %s", async (screen) => {
    await signIn(office.url, user);
    const page = await browser.signedIn(path, { baseURL: office.url, screen, login: user });
    await picture(page, `account-${screen}`);
    await page.getByRole("link", { name: "تفعيل الخطوة الثانية" }).click();
    await page.getByRole("img", { name: "صورة رمز الإعداد" }).waitFor();
    await picture(page, `set-up-${screen}`);
    const secret = (await page.locator(".set-up code").innerText()).replaceAll(" ", "");
    await page.getByLabel("الرمز الذي يعرضه التطبيق").fill("000000");
    await page.getByRole("button", { name: "تفعيل" }).click();
    await page.getByRole("alert").waitFor();
    await picture(page, `set-up-refused-${screen}`);
    await page.getByLabel("الرمز الذي يعرضه التطبيق").fill(codeOf(secret));
    await page.getByRole("button", { name: "تفعيل" }).click();
    await page.getByText("لن تُعرض مرة أخرى").waitFor();
    expect(await page.locator(".recovery-codes li").count()).toBe(10);
    await picture(page, `recovery-${screen}`);
    await page.reload();
    await page.getByText("10 من 10").waitFor();
    expect(await page.locator(".recovery-codes").count()).toBe(0);
    await picture(page, `second-step-on-${screen}`);

    await page.goto(path);
    await page.getByLabel("كلمة المرور الحالية").fill(password);
    await page.getByLabel("كلمة المرور الجديدة", { exact: false }).first().fill("Muzdalifah 2026");
    await page.getByLabel("كلمة المرور الجديدة مرة أخرى").fill("Muzdalifah 2026");
    await page.getByRole("button", { name: "تغيير كلمة المرور" }).click();
    await page.getByText("تم تغيير كلمة المرور، وأُنهيت الجلسات الأخرى").first().waitFor();
    await expect.poll(() => page.getByLabel("كلمة المرور الحالية").inputValue()).toBe("");
    await picture(page, `account-changed-${screen}`);

    const boss = await browser.signedIn(`/settings/users/${user.id}/access`, { baseURL: office.url, screen });
    await picture(boss, `access-${screen}`);
    boss.once("dialog", (dialog) => dialog.accept());
    await boss.getByRole("link", { name: "إعادة ضبط الخطوة الثانية" }).click();
    await boss.getByText("يفعّلها المستخدم بنفسه").waitFor();
    await boss.getByRole("button", { name: "إنهاء كل الجلسات" }).click();
    await boss.getByText("لا جلسة مفتوحة لهذا المستخدم").waitFor();
    await picture(boss, `access-ended-${screen}`);
  });
});

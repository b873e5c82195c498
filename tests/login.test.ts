import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { holdBack, useBrowser } from "./support/browser";
import { costOf, repeat } from "./support/cpu";
import { administrator } from "./support/database";
import { cookieOf, loginsTo, pairOf } from "./support/login";
import { createUser, password } from "./support/users";

const office = fixture();
const { post, login, me } = loginsTo(office);

const wrongSentence = "اسم المستخدم أو كلمة المرور غير صحيحة";

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
    const other = btoa(JSON.stringify(`${token[0] === "A" ? "B" : "A"}${token.slice(1)}`));
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

  test("cost the server about the same", async () => {
    const costs: Record<string, number> = {};
    for (const name of ["to warm the server", "absent", "present", "dismissed"]) {
      const fail = async () => {
        await login(name, "wrong");
        await office.knex("failed_logins").delete();
      };
      costs[name] = await costOf(office.app, () => repeat(30, fail));
    }
    for (const name of ["absent", "dismissed"]) {
      const ratio = Number(costs[name]) / Number(costs.present);
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
    await page.locator("[name=password]:focus").waitFor();

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
    await page.locator("[name=password]:focus").waitFor();
    await page.getByLabel("كلمة المرور").fill(administrator.password);
    await page.getByRole("button").click();
    await page.waitForURL("**/customers");
  });
});

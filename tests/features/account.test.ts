import { describe, expect, test } from "vitest";
import { browserName } from "~/auth/browser-name";
import { accountOf, path, sessionIn } from "../support/account";
import { fixture, startApp } from "../support/app";
import { signIn } from "../support/client";
import { createUser, password } from "../support/users";
import { waitingIn } from "../support/waiting";

/* The account page: password and sessions. */

const office = fixture();

const { user, client, me, deeds, login } = accountOf(office);

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
    const long = await createUser(office.knex, `Longer-Name-${user.id}`, []);
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
    // The other request finds a changed password or an ended session.
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
    const [first = ""] = idsIn((await client.get(path)).body); // the session that was used last
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
      let waiting = 0;
      const asked = client.get("/api/auth/me").finally(() => clearInterval(watch));
      const watch = setInterval(async () => {
        waiting += await waitingIn(office.knex);
      }, 20);
      expect([(await asked).status, waiting]).toEqual([200, 0]);
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

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { signIn } from "./support/client";
import { codeOf, cookieOf, forgetSteps, loginsInSteps } from "./support/two-factor";
import { createUser, password } from "./support/users";

/* The second factor of a login: by screen and by call, and the logins that it must refuse. */

const office = fixture();
const wrongCode = "رمز التحقق غير صحيح، أو استُعمل من قبل";
const { expectUntold, pilgrim, send, call, half, give, me } = loginsInSteps(office);

let { user, owner, secret, recovery, round } = {} as Awaited<ReturnType<typeof pilgrim>>;

beforeEach(async () => {
  ({ user, owner, secret, recovery, round } = await pilgrim());
});

afterEach(async () => {
  await office.knex("failed_logins").delete();
});

describe("by screen", () => {
  const to = `?to=${encodeURIComponent("/customers?page=2")}`;

  test("password, then code, then where one wanted to go, under a fresh id", async () => {
    const pending = await half(user, to);
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
      const pending = await half(user);
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
      expect([typed, (await give(await half(user), typed)).status]).toEqual([typed, 302]);
    }
  });

  test("a wrong code is told, kept nowhere, and may be followed by the right one", async () => {
    const pending = await half(user);
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
      expect([steps, (await give(await half(user), codeOf(secret, steps))).status]).toEqual([steps, status]);
    // Time steps only grow.
    for (const steps of [-1, 0, 1])
      expect([steps, (await give(await half(user), codeOf(secret, steps))).status]).toEqual([steps, 401]);
  });

  test("without a first half there is nothing to give a code to", async () => {
    for (const cookie of ["", "office_session=forged"])
      for (const method of ["GET", "POST"]) {
        const { status, to } = await send(method, "/login/code?to=%2Fcustomers", cookie);
        expect([status, to]).toEqual([302, "/login?to=%2Fcustomers"]);
      }
    // A logged-in user without a second factor has none either.
    const other = await signIn(office.url, await createUser(office.knex, `plain${round}`, []));
    expect((await give(other.cookie, "123456")).to).toBe("/login");
    expect(await me(other.cookie)).toBe(200);
  });
});

describe("a session that waits for its code", () => {
  test("opens nothing, and is nobody's", async () => {
    const cookie = await half(user);
    for (const path of ["/", "/customers", "/account", "/account/second-step"]) {
      const { status, to } = await send("GET", path, cookie);
      expect([path, status, to]).toEqual([path, 302, `/login?to=${encodeURIComponent(path)}`]);
      const data = await send("GET", `${path === "/" ? "/_root" : path}.data`, cookie);
      expect(data.status).toBe(202);
      expect(data.text).toContain("/login?to=");
    }
    const proven = { deed: "codes", present_password: password };
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

  test("lasts five minutes, and no longer than its user, password and second factor", async () => {
    const sessions = () => office.knex("sessions").where({ user_id: user.id, pending: true });
    const users = () => office.knex("users").where({ id: user.id });
    await half(user);
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
      "step gone": () => office.knex("two_factor_secrets").where({ user_id: user.id }).delete(),
    };
    for (const [end, happen] of Object.entries(ends)) {
      owner = await signInWithCode();
      const cookie = await half(user);
      await happen();
      expect([end, (await send("GET", "/login/code", cookie)).to]).toEqual([end, "/login"]);
      expect([end, (await give(cookie, codeOf(secret))).to]).toEqual([end, "/login"]);
      await users().update({ is_active: true, password_hash });
      expect([end, await me(cookie)]).toEqual([end, 401]);
    }
  });

  test("is taken once, also by two codes at the same moment", async () => {
    const cookie = await half(user);
    const [a, b] = await Promise.all([give(cookie, codeOf(secret)), give(cookie, recovery[0] ?? "")]);
    expect([a.to, b.to].toSorted()).toEqual(["/", "/login"]);
    const kept = await office.knex("sessions").where({ user_id: user.id, pending: false });
    expect(kept).toHaveLength(2); // the owner's session and the new one
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

  test("who has no second factor may send what they like as a code", async () => {
    const plain = await createUser(office.knex, `codeless${round}`, []);
    expect((await call({ username: plain.username, password, code: "123456" })).status).toBe(200);
  });
});

test("nothing secret stands in a page, an answer, the log or the audit log", () => expectUntold());

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountOf, path, step } from "../support/account";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { codeOf, forgetSteps, recoveryCodesIn, secretIn, switchOnTwoFactor } from "../support/two-factor";
import { createUser, password } from "../support/users";

/* The account page's second factor, and what an administrator may do for others. */

const office = fixture();

const { user, client, me, deeds, login } = accountOf(office);

describe("the second factor", () => {
  test("is set up with a picture and a secret that stay while it is", async () => {
    const { body } = await client.get(step);
    const secret = secretIn(body);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body).toMatch(/<div role="img"[^>]*><svg /);
    expect(secretIn((await client.get(step)).body)).toBe(secret);
    expect(await login(user)).toBe(200); // not on yet
    await office
      .knex("sessions")
      .where({ user_id: user.id })
      .update({ set_up_at: office.knex.raw("now() - interval '61 minutes'") });
    expect(secretIn((await client.get(step)).body)).not.toBe(secret);
  });

  test("has a secret of the session that sets it up, which no other session is told or can use", async () => {
    const other = await signIn(office.url, user);
    const [mine, theirs] = [secretIn((await client.get(step)).body), secretIn((await other.get(step)).body)];
    expect(theirs).not.toBe(mine);
    const fields = { deed: "on", one_time_code: codeOf(mine), present_password: password };
    expect((await other.submit(step, fields)).status).toBe(422);
    expect((await client.submit(step, fields)).status).toBe(200);
  });

  test("is switched on, off and given new codes by nobody without the present password", async () => {
    const secret = secretIn((await client.get(step)).body);
    const on = { deed: "on", one_time_code: codeOf(secret) };
    for (const present_password of ["", "Wrong-2026"]) {
      const { status, body } = await client.submit(step, { ...on, present_password });
      expect([status, recoveryCodesIn(body), body.includes("Wrong-2026")]).toEqual([422, [], false]);
      expect(body).toMatch(/id="two-factor-present_password-error"/);
    }
    expect((await client.submit(step, on)).status).toBe(422);
    expect([await login(user), (await deeds()).includes("proof_failed")]).toEqual([200, true]);
    const codes = recoveryCodesIn((await client.submit(step, { ...on, present_password: password })).body);
    await forgetSteps(office.knex, user.id);
    for (const fields of [{}, { off: "true" }] as Record<string, string>[])
      for (const present_password of [codeOf(secret), codes[0] ?? "", "", "Wrong-2026"]) {
        const { status, body } = await client.submit(step, { deed: "codes", ...fields, present_password });
        expect([status, recoveryCodesIn(body)]).toEqual([422, []]);
      }
    expect(await login({ ...user, code: codes[0] })).toBe(200);
  });

  test("ends the other sessions when it is switched on, half a login too", async () => {
    const other = await signIn(office.url, user);
    await switchOnTwoFactor(client);
    expect([await me(client), await me(other)]).toEqual([200, 401]);
    expect(await office.knex("sessions").where({ user_id: user.id })).toHaveLength(1);
    expect((await deeds()).slice(-2)).toEqual(["two_factor_on", "sessions_ended"]);
  });

  test("has a picture whatever the names are", async () => {
    const named = await createUser(
      office.knex,
      `🕋 ${user.id} ${Array(15).fill("عبد الرحمن").join(" ")}`,
      [],
    );
    const { name } = await office.knex("company_info").first("name");
    await office.knex("company_info").update({ name: "🕋".repeat(150) });
    const { status, body } = await (await signIn(office.url, named)).get(step);
    await office.knex("company_info").update({ name });
    expect([status, body.includes("<svg xmlns")]).toEqual([200, true]);
  });

  test("is switched on only by a right code, which is then used", async () => {
    const secret = secretIn((await client.get(step)).body);
    for (const wrong of [codeOf(secret, 10), "", "12345", "abcdef"]) {
      const { status, body } = await client.submit(step, {
        deed: "on",
        one_time_code: wrong,
        present_password: password,
      });
      expect([wrong, status, recoveryCodesIn(body)]).toEqual([wrong, 422, []]);
      if (wrong) expect(body).not.toContain(`value="${wrong}"`);
    }
    expect(await login(user)).toBe(200);
    const code = codeOf(secret);
    const { status, body } = await client.submit(step, {
      deed: "on",
      one_time_code: code,
      present_password: password,
    });
    expect([status, new Set(recoveryCodesIn(body)).size]).toEqual([200, 10]);
    expect(await login(user)).toBe(401);
    expect(await login({ ...user, code })).toBe(401);
    expect(await login({ ...user, code: codeOf(secret, 1) })).toBe(200);
    expect(await deeds()).toContain("two_factor_on");
  });

  test("shows its secret and its recovery codes once, and never again", async () => {
    const { secret, codes } = await switchOnTwoFactor(client);
    expect(codes).toHaveLength(10);
    const fields = { deed: "on", one_time_code: codeOf(secret, 1), present_password: password };
    const again = await client.submit(step, fields);
    expect(again.status).toBe(302);
    for (const page of [path, step, `${step}.data`]) {
      const { body } = await client.get(page);
      for (const one of [...codes, secret, secret.match(/.{4}/g)?.join(" ") ?? ""])
        expect([page, body.includes(one)]).toEqual([page, false]);
      expect(body).not.toContain("<svg xmlns");
    }
    expect((await client.get(step)).body).toContain("10<!-- --> من 10");
  });

  test("gives new recovery codes for the password, and the old ones are none", async () => {
    const { codes } = await switchOnTwoFactor(client);
    const { status, body } = await client.submit(step, { deed: "codes", present_password: password });
    const fresh = [...new Set<string>(recoveryCodesIn(body))];
    expect([status, fresh.length, fresh.some((one) => codes.includes(one))]).toEqual([200, 10, false]);
    expect(await login({ ...user, code: codes[0] })).toBe(401);
    expect((await deeds()).filter((deed) => deed === "recovery_codes_renewed")).toHaveLength(1);
  });

  test("is switched off for the password", async () => {
    await switchOnTwoFactor(client);
    expect(await login(user)).toBe(401);
    const off = { deed: "codes", off: "true", present_password: password };
    const { status, headers } = await client.submit(step, off);
    expect([status, headers.get("Location")]).toEqual([302, path]);
    expect(await login(user)).toBe(200);
    expect(await office.knex("two_factor_secrets").where({ user_id: user.id })).toEqual([]);
    expect(await office.knex("recovery_codes").where({ user_id: user.id })).toEqual([]);
    expect(await deeds()).toContain("two_factor_off");
  });

  test("proofs are limited like passwords", async () => {
    await switchOnTwoFactor(client);
    const answers = [];
    for (let index = 0; index < 11; index++)
      answers.push(
        (await client.submit(step, { deed: "codes", off: "true", present_password: `wrong ${index}` }))
          .status,
      );
    expect(answers).toEqual([...Array(10).fill(422), 429]);
    const right = { deed: "codes", off: "true", present_password: password };
    expect((await client.submit(step, right)).status).toBe(429);
  });

  test("what is asked of one that is off, or of none of its buttons, leads back", async () => {
    for (const fields of [{ deed: "codes", present_password: password }, { deed: "x" }, {}] as Record<
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
      .knex("audit_log")
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

  test("resets a user's second factor after a question", async () => {
    await switchOnTwoFactor(client);
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
      .knex("audit_log")
      .where({ action: "two_factor_reset" })
      .orderBy("id", "desc")
      .first();
    expect(line).toMatchObject({ username: "keeper", record_id: user.id });
    expect((await keeper.submit(`${access()}/reset`, {})).status).toBe(302);
    expect(
      await office.knex("audit_log").where({ action: "two_factor_reset", record_id: user.id }),
    ).toHaveLength(1);
  });

  test("takes the own step away only as everyone does", async () => {
    const admin = await signIn(office.url);
    const { id } = (await admin.get("/api/auth/me")).body.user;
    expect((await admin.submit(`${access(id)}/reset`, {})).status).toBe(403);
  });
});

test("none of it shows a secret in the audit log or the log", async () => {
  const { secret, codes } = await switchOnTwoFactor(client);
  await client.submit(path, {
    present_password: password,
    new_password: "Very secret 2026",
    new_password_again: "Very secret 2026",
  });
  const kept = JSON.stringify(await office.knex("audit_log")) + office.app.output();
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
    await page.getByLabel("كلمة المرور الحالية").fill(password);
    await page.getByRole("button", { name: "تفعيل" }).click();
    await page.getByRole("alert").waitFor();
    await picture(page, `set-up-refused-${screen}`);
    await page.getByLabel("الرمز الذي يعرضه التطبيق").fill(codeOf(secret));
    await page.getByLabel("كلمة المرور الحالية").fill(password);
    await page.getByRole("button", { name: "تفعيل" }).click();
    await page.getByText("لن تُعرض مرة أخرى").waitFor();
    expect(await page.locator(".recovery-codes li").count()).toBe(10);
    await picture(page, `recovery-${screen}`);
    await page.reload();
    await page.getByText("10 من 10").waitFor();
    expect(await page.locator(".recovery-codes").count()).toBe(0);
    await picture(page, `two-factor-on-${screen}`);

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

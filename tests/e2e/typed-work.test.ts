import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { answerAs, picture } from "../support/browser";
import { enter, hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

/* Typed values are not lost: leaving the page asks first, and a login brings them back. */

const { office, client, browser } = useOffice();

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
});

/** Answers each question of a page, and counts them. */
function answering(page: Page, answer: { leave: boolean }) {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(`${dialog.type()} ${dialog.message()}`);
    await answerAs(answer.leave, dialog);
  });
  return asked;
}
const leave = "confirm لم تحفظ ما كتبته في هذا النموذج. هل تريد مغادرته؟";

describe("leaving a form", () => {
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["the close button", (page) => page.getByRole("link", { name: "إغلاق" }).click()],
    ["cancelling", (page) => page.getByRole("link", { name: "إلغاء" }).click()],
    ["Back", (page) => page.goBack()],
  ];
  test.each(ways)("by %s asks before typed values go, and nothing where nothing was typed", async (_, go) => {
    const page = await browser.signedIn("/customers");
    const answer = { leave: false };
    const asked = answering(page, answer);
    const name = page.locator("#customer [name=name]");
    const open = async () => {
      await page.getByRole("link", { name: "إضافة عميل" }).first().click();
      await name.waitFor();
      await page.waitForFunction(() => document.querySelector("dialog:modal"));
    };
    await open();
    await go(page);
    await page.waitForURL("**/customers");
    expect(asked).toEqual([]);

    await open();
    await name.fill("لم يحفظ");
    await go(page);
    await expect.poll(() => asked).toEqual([leave]);
    expect(await name.inputValue()).toBe("لم يحفظ");
    await expect.poll(() => page.url()).toContain("/customers/new");
    await name.fill("");
    answer.leave = true;
    await name.fill("لم يحفظ أيضًا");
    await go(page);
    await page.waitForURL("**/customers");
    await expect.poll(() => asked).toEqual([leave, leave]);
  });

  test("by the menu asks on a page too; what was typed and taken back does not, nor what is saved", async () => {
    const page = await browser.signedIn("/settings/company");
    const asked = answering(page, { leave: false });
    const name = page.locator('input[name="name"]');
    const menu = page.locator(".menu").getByRole("link", { name: "العملاء", exact: true });
    await name.fill("وكالة");
    await page.locator(".menu summary", { hasText: "العقود والعملاء" }).click();
    await menu.click();
    await expect.poll(() => asked).toEqual([leave]);
    await name.fill("");
    await menu.click();
    await page.waitForURL("**/customers");
    await page.goBack();
    await name.fill("وكالة النور");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("تم حفظ بيانات الشركة").first().waitFor();
    await menu.click();
    await page.waitForURL("**/customers");
    expect(asked).toEqual([leave]);
  });

  test("by closing the tab asks, and of a form that came back refused as well", async () => {
    const page = await browser.signedIn("/customers/new");
    const asked = answering(page, { leave: false });
    await page.locator("#customer [name=name]").fill("ناقص");
    await page.locator("#customer").evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole("button", { name: "حفظ", exact: true }).click();
    await page.locator("#customer [role=alert]").waitFor();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked.map((one) => one.split(" ")[0])).toEqual(["beforeunload"]);
    expect(await page.locator("#customer [name=name]").inputValue()).toBe("ناقص");
  });
});

const endSessions = () => office.knex("sessions").delete();

async function logIn(page: Page, { username, password } = administrator) {
  await page.getByLabel("اسم المستخدم").fill(username);
  await page.getByLabel("كلمة المرور").fill(password);
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
}

describe.each([
  ["wide", true],
  ["phone", false],
] as const)("a session that ended (%s, JavaScript %s)", (screen, javaScript) => {
  const options = { screen, javaScript };

  test("gives the form back after the login with what was typed, to be saved once", async () => {
    const page = await browser.signedIn("/customers/new?status=active", { ...options });
    const form = page.locator("#customer");
    await form.locator("[name=name]").fill(`منتظر ${screen}`);
    await form.locator("[name=phone]").fill("0777");
    await form.locator("[name=gender]").selectOption("أنثى");
    await form.locator("[name=address]").fill("سطر\nوسطر");
    await endSessions();
    await page.getByRole("button", { name: "حفظ", exact: true }).click();
    await page.waitForURL(/\/login\?to=/);
    await page.getByText("ما كتبته باقٍ").waitFor();
    await picture(page, `typed-work/login-${screen}`);
    await logIn(page);
    await page.waitForURL("**/customers/new?status=active");
    await page.getByText("انتهت جلستك قبل أن يحفظ النموذج").waitFor();
    await picture(page, `typed-work/held-${screen}`);
    expect(await form.locator("[name=name]").inputValue()).toBe(`منتظر ${screen}`);
    expect(await form.locator("[name=gender]").inputValue()).toBe("أنثى");
    expect(await form.locator("[name=address]").inputValue()).toBe("سطر\nوسطر");
    expect(await office.knex("customers").where({ name: `منتظر ${screen}` })).toEqual([]);
    await page.getByRole("button", { name: "حفظ", exact: true }).click();
    await page.waitForURL("**/customers?status=active");
    expect(await office.knex("customers").where({ name: `منتظر ${screen}` })).toHaveLength(1);
    expect(await office.knex("held_forms").where({ path: "/customers/new?status=active" })).toEqual([]);
    await page.goto("/customers/new?status=active");
    expect(await form.locator("[name=name]").inputValue()).toBe("");
  });

  test("gives a voucher back with its customer", async () => {
    const name = `دافع ${screen}`;
    const id = await makeCustomer(office.knex, { name });
    const page = await browser.signedIn("/financial/receipts/new", { ...options });
    await page.locator("[name=customer_query]").fill(name);
    if (javaScript) await page.getByRole("option", { name }).click();
    else {
      await page.getByRole("button", { name: "بحث" }).nth(-2).click();
      await page.locator(`[name=customer_id][value="${id}"]`).check();
    }
    await page.locator("[name=amount]").fill("12.50");
    await page.locator("[name=description]").fill("دفعة أولى");
    await page.locator("[name=cash_box_id]").selectOption({ label: "الصندوق (USD)" });
    await endSessions();
    await page.getByRole("button", { name: "تسجيل السند" }).click();
    await page.waitForURL(/\/login\?to=/);
    await logIn(page);
    await page.getByText("انتهت جلستك قبل أن يحفظ النموذج").waitFor();
    expect(await page.locator("[name=amount]").inputValue()).toBe("12.50");
    await page.getByRole("button", { name: "تسجيل السند" }).click();
    await page.waitForURL("**/financial/receipts");
    expect(await office.knex("receipt_vouchers").where({ customer_id: id })).toMatchObject([
      { amount: "12.5000" },
    ]);
  });

  test("gives nothing to another who logs in there", async () => {
    const other = await createUser(office.knex, `other ${screen}`, ["manage_customers"]);
    const page = await browser.signedIn("/customers/new", { ...options });
    await page.locator("#customer [name=name]").fill("سر المدير");
    await page.locator("#customer [name=phone]").fill("0777");
    await endSessions();
    await page.getByRole("button", { name: "حفظ", exact: true }).click();
    await page.waitForURL(/\/login\?to=/);
    await logIn(page, other);
    await page.waitForURL("**/customers/new");
    await page.locator("#customer").waitFor();
    expect(await page.locator("#customer [name=name]").inputValue()).toBe("");
    expect(await page.content()).not.toContain("سر المدير");
  });
});

describe("what is held", () => {
  const cookieFrom = (headers: Headers) =>
    headers
      .getSetCookie()
      .find((one) => one.startsWith("office_held="))
      ?.split(";")[0] ?? "";
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(office.url + path, {
      method: "POST",
      redirect: "manual",
      headers,
      body: new URLSearchParams(fields),
    });
  const author = async () => hiddenField((await client.get("/customers/new")).body, "author");
  const held = () => office.knex("held_forms");
  beforeAll(async () => {
    Object.assign(client, await enter(office)); // the tests above ended its session
  });

  test("is of a form of ours alone, small, and without secrets", async () => {
    await held().delete();
    const own = await author();
    const typed = { name: "محفوظ", phone: "0777" };
    const refused: Record<string, string>[] = [
      typed,
      { ...typed, author: "1.aaaaaaaaaaaaaaaaaaaaaa" },
      { ...typed, author: own.replace(/^\d+/, "999") },
      { author: own },
      { author: own, password: "Zamzam-1448", intent: "lookup" },
      { ...typed, author: own, address: "س".repeat(40_000), notes: "س".repeat(40_000) },
    ];
    for (const fields of refused) {
      const { status, headers } = await send("/customers/new", fields);
      expect([status, cookieFrom(headers)]).toEqual([302, ""]);
    }
    expect(await held()).toEqual([]);
    const answer = await send("/settings/users/new", {
      username: "جديد",
      password: "Zamzam-1448",
      author: own,
    });
    expect(cookieFrom(answer.headers)).not.toBe("");
    expect((await held()).map(({ fields }) => fields)).toEqual([{ username: "جديد" }]);
  });

  test("is shown once, at its address, for an hour, and a request of another's is none", async () => {
    const own = await author();
    const hold = async () =>
      cookieFrom((await send("/customers/new", { name: "محفوظ هنا", author: own })).headers);
    const open = (path: string, cookie: string) =>
      fetch(office.url + path, { redirect: "manual", headers: { Cookie: `${client.cookie}; ${cookie}` } });
    const cookie = await hold();
    expect(await (await open("/agents/new", cookie)).text()).not.toContain("محفوظ هنا");
    const before = await office.knex("customers").count();
    const page = await open("/customers/new", cookie);
    expect([page.status, (await page.text()).includes('value="محفوظ هنا"')]).toEqual([200, true]);
    expect(page.headers.getSetCookie().join()).toContain("office_held=;");
    expect(await office.knex("customers").count()).toEqual(before);
    expect((await open("/customers/new", cookie)).headers.get("Location")).toBe("/customers/new");
    const isTold = async (to: string) =>
      (await (await fetch(`${office.url}/login?to=${to}`, { headers: { Cookie: cookie } })).text()).includes(
        "ما كتبته باقٍ",
      );
    expect([await isTold("/customers/new"), await isTold("/agents/new")]).toEqual([true, false]);
    const late = await hold();
    await office.knex.raw("UPDATE held_forms SET created_at = now() - interval '61 minutes'");
    expect((await open("/customers/new", late)).status).toBe(302);
    const planted = await send(
      "/customers/new",
      { name: "x" },
      { Cookie: client.cookie, "x-office-held": "x" },
    );
    expect(planted.status).toBe(422); // only the gate sets this header
    for (let turn = 0; turn < 12; turn++) await hold();
    expect(await held()).toHaveLength(10);
  });
});

import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "../support/app";
import { untilScripted, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { makeCurrency, makeCustomer } from "../support/factories";

const office = fixture();
const browser = useBrowser(office, { isFirstVisit: true });
let currencyId: number;

beforeAll(async () => {
  currencyId = await makeCurrency(office.knex, "USD", "1", { name: "دولار", symbol: "$" });
});

/** Waits until the page has drawn. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  });

test("a form sent while the line is down keeps what was typed, and is sent once when the line is back", async () => {
  const page = await browser.open();
  await page.goto("/customers/new");
  await page.getByLabel("اسم المستخدم").fill(administrator.username);
  await page.getByLabel("كلمة المرور").fill(administrator.password);
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
  await page.waitForURL("**/customers/new");
  await untilScripted(page); // the scripts run: before, the browser itself would tell
  const form = page.locator("form#customer");
  await form.getByLabel("الاسم").fill("ناجي بن صالح");
  await form.getByLabel("رقم الهاتف").fill("0777000111");

  await page.context().setOffline(true);
  await form.getByRole("button", { name: "حفظ" }).click();
  await form.getByRole("alert").waitFor();
  expect(await form.getByRole("alert").textContent()).toContain("انقطع الاتصال");
  expect(await form.getByLabel("الاسم").inputValue()).toBe("ناجي بن صالح");
  expect(await form.getByLabel("رقم الهاتف").inputValue()).toBe("0777000111");

  // The next request arrives but its answer is lost; the third request has the same key.
  await page.context().setOffline(false);
  await page.route("**/customers/new.data*", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  const lost = page.waitForEvent("requestfailed");
  await form.getByRole("button", { name: "حفظ", exact: true }).click();
  await lost;
  expect(await office.knex("customers").count().first()).toEqual({ count: "1" });
  await page.unroute("**/customers/new.data*");
  await form.getByRole("button", { name: "حفظ", exact: true }).click();
  await page.waitForURL("**/customers");
  expect(await office.knex("customers").count().first()).toEqual({ count: "1" });
});

test("a choice added in passing while the line is down keeps both forms, and is added once", async () => {
  const page = await browser.signedIn("/services/hotels/new");
  const form = page.locator("form#hotel");
  await form.getByLabel("اسم الفندق").fill("دار السلام");

  await page.context().setOffline(true);
  await form.getByRole("button", { name: "إضافة مدينة" }).click();
  const small = page.getByRole("dialog", { name: "إضافة مدينة" });
  await small.getByLabel("اسم المدينة").fill("الطائف");
  const unsent = page.waitForEvent("requestfailed");
  await small.getByRole("button", { name: "إضافة" }).click();
  await unsent;
  await small.getByText("انقطع الاتصال").waitFor();
  expect(await small.getByLabel("اسم المدينة").inputValue()).toBe("الطائف");

  await page.context().setOffline(false);
  await page.route("**/hotels/new.data*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const lost = page.waitForEvent("requestfailed");
  await small.getByRole("button", { name: "إضافة" }).click();
  await lost;
  await page.unroute("**/hotels/new.data*");
  await small.getByRole("button", { name: "إضافة" }).click();
  await small.waitFor({ state: "detached" });
  expect(await form.getByLabel("المدينة").locator("option:checked").innerText()).toBe("الطائف");
  expect(await form.getByLabel("اسم الفندق").inputValue()).toBe("دار السلام");
  expect(await office.knex("cities").where({ name: "الطائف" })).toHaveLength(1);

  // A later submission does not reopen the small dialog, however slow the connection is.
  await form.getByRole("textbox", { name: "العنوان" }).fill("شارع الستين");
  await form.getByLabel("العملة").selectOption(String(currencyId));
  let answer: (() => Promise<void>) | undefined;
  await page.route("**/services/hotels.data*", (route) => {
    answer = () => route.continue();
  });
  await form.getByRole("button", { name: "حفظ" }).click();
  await expect.poll(() => answer).toBeDefined();
  await frames(page);
  expect(await small.count()).toBe(0);
  await answer?.();
  await page.getByRole("rowheader", { name: "دار السلام" }).waitFor();
});

test("a list that cannot be fetched leaves the present one, and says so", async () => {
  const page = await browser.signedIn("/customers");
  await page.context().setOffline(true);
  await page.getByRole("search").getByRole("button").click();
  await page.getByText("انقطع الاتصال بالخادم").waitFor();
  expect(await page.getByRole("heading", { name: "العملاء", level: 1 }).count()).toBe(1);
});

test("with JavaScript too, a stale edit shows what differs and saves at the second try", async () => {
  const id = await makeCustomer(office.knex, { name: "هود" });
  const page = await browser.signedIn(`/customers/${id}/edit`);
  await office.knex("customers").where({ id }).update({ address: "سيئون" });
  const form = page.locator("form#customer");
  await form.getByLabel("العنوان").fill("تريم");
  await form.getByRole("button", { name: "حفظ" }).click();
  await form.getByText("القيمة الحالية").waitFor();
  expect(await form.locator(".now").allTextContents()).toEqual(["القيمة الحالية: سيئون"]);
  await form.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/customers");
  expect(await office.knex("customers").where({ id }).first("address")).toEqual({ address: "تريم" });
});

test("a deletion is asked and answered by keyboard; refused, it leaves the list as it is", async () => {
  const { knex } = office;
  const [box] = await knex("accounts")
    .insert({ kind: "cash_box", name: "الصندوق", currency_id: currencyId })
    .returning("id");
  const [payer] = await knex("customers").insert({ name: "دافع", phone: "0777" }).returning("id");
  await knex("receipt_vouchers").insert({
    receipt_number: "RV-2026-00001",
    date: "2026-01-01",
    customer_id: payer.id,
    amount: 1,
    currency_id: currencyId,
    payment_method: "cash",
    account_id: box.id,
    account_amount: 1,
    description: "دفعة",
    exchange_rate_at_payment: 1,
    equivalent_amount: 1,
    equivalent_currency_id: currencyId,
    received_by: (await knex("users").first("id")).id,
  });
  const page = await browser.signedIn("/customers");
  const link = page.getByRole("row", { name: "دافع" }).getByText("حذف");
  const cancel = page.getByRole("button", { name: "إلغاء" });
  const confirm = page.getByRole("button", { name: "تأكيد الحذف" });
  const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

  await link.press("Enter");
  await cancel.waitFor();
  await expect.poll(() => isFocused(cancel)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => isFocused(link)).toBe(true);

  await expect.poll(() => cancel.count()).toBe(0);
  // The focus stays on a button that the user has reached before the script moves it.
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      const answer = document.querySelector<HTMLElement>('[data-removed="false"] [data-action]');
      answer?.focus();
      if (answer) observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await link.press("Enter");
  await cancel.waitFor();
  await frames(page);
  expect(await isFocused(confirm)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("العميل مستخدم في سند القبض RV-2026-00001").waitFor();
  expect(new URL(page.url()).pathname).toBe("/customers");
  expect(await page.getByRole("row", { name: "دافع" }).count()).toBe(1);
});

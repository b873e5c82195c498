import type { Page } from "playwright";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { picture, untilScripted, useBrowser } from "../support/browser";

/* A clerk's day at the counter: by keyboard, and on a phone. */

const office = fixture({ demo: true });
const browser = useBrowser(office);
const cashier = demoLogins.find(({ username }) => username === "cashier");
const login = { username: cashier?.username ?? "", password: cashier?.password ?? "" };

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("name") ?? element?.textContent?.trim() ?? "";
  });

test("from the login to a printed receipt by keyboard, in under 40 tabs", async () => {
  const page = await browser.open({ baseURL: office.url });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  let tabs = 0;
  /** Presses Tab until the control of a name, or with a text, has the focus. */
  const tabTo = async (name: string) => {
    for (let times = 0; times < 25; times++) {
      await page.keyboard.press("Tab");
      tabs += 1;
      if ((await focused(page)) === name) return;
    }
    throw new Error(`No way by Tab to ${name}: ${await focused(page)}`);
  };
  const customer = await office
    .knex("customers")
    .where({ status: "active" })
    .orderBy("id", "desc")
    .first("name");
  const before = Number((await office.knex("receipt_vouchers").count().first())?.count);

  await page.goto("/login");
  await page.locator("[name=username]:focus").waitFor(); // a busy browser gives it the focus after the page is loaded
  await page.keyboard.type(login.username);
  await tabTo("password");
  await page.keyboard.type(login.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await untilScripted(page);
  await page.keyboard.press("Control+k");
  await page.getByText("سند قبض جديد").last().waitFor();
  expect(await page.locator(".search-dialog .keys").innerText()).toMatch(/Alt N\s+سند قبض جديد/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+n");
  await page.waitForURL("**/financial/receipts/new");

  const box = page.getByRole("combobox", { name: "العميل" });
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(customer.name);
  await page.getByRole("option", { name: customer.name }).first().waitFor();
  await page.keyboard.press("Enter");
  await tabTo("amount");
  await page.keyboard.type("10");
  await tabTo("cash_box_id");
  if (!(await page.locator("[name=cash_box_id]").inputValue())) await page.keyboard.press("ArrowDown");
  await tabTo("description");
  await page.keyboard.type("دفعة");
  await tabTo("تسجيل السند");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/financial/receipts");
  await expect.poll(() => focused(page)).toBe("طباعة السند");
  await picture(page, "counter-done-wide");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/print");
  await page.locator("[data-printed]").waitFor({ state: "attached" });
  expect(await page.locator(".print-sheet").innerText()).toContain(customer.name);
  expect(Number((await office.knex("receipt_vouchers").count().first())?.count)).toBe(before + 1);
  expect(tabs).toBeLessThan(40);
});

test("the first Tab of a page leads past the menu", async () => {
  const page = await browser.signedIn("/customers", { baseURL: office.url, login });
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("تخطي إلى المحتوى");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});

test("so does the first Tab after a login", async () => {
  const page = await browser.open({ baseURL: office.url });
  await page.goto("/login");
  await page.getByLabel("اسم المستخدم").fill(login.username);
  await page.getByLabel("كلمة المرور").fill(login.password);
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await untilScripted(page);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("تخطي إلى المحتوى");
});

test("a toast does not go along to the next page, where it would lie over the head", async () => {
  const page = await browser.signedIn("/suppliers/new", { baseURL: office.url, login: demoLogins[0] });
  await page.getByLabel("اسم المورد").fill("مورد الإشعار");
  await page.getByLabel("رقم الهاتف").fill("0510000999");
  await page.getByRole("button", { name: "حفظ" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await toast.waitFor();
  await page.getByRole("link", { name: "الحملات", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "الحملات" }).waitFor();
  await expect.poll(() => toast.count()).toBe(0);
});

test("Alt-N leaves a form that one types in alone, and is nobody's without the right", async () => {
  const page = await browser.signedIn("/contracts/new", { baseURL: office.url, login });
  await page.getByRole("combobox", { name: "العميل" }).fill("نصف");
  await page.keyboard.press("Alt+n");
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe("/contracts/new");
  const visas = demoLogins.find(({ username }) => username === "visas");
  const other = await browser.signedIn("/search", { baseURL: office.url, login: visas });
  expect(await other.locator(".keys").innerText()).not.toContain("Alt N");
});

test("after a receipt another one for the same person is a link away, with JavaScript and without", async () => {
  for (const javaScript of [true, false]) {
    const page = await browser.signedIn("/financial/receipts", { baseURL: office.url, login, javaScript });
    const { customer_id, customer } = await office
      .knex("receipt_vouchers")
      .join("customers", "customers.id", "customer_id")
      .where({ "customers.status": "active" })
      .first("customer_id", "customers.name AS customer");
    await page.goto(`/financial/receipts/new?customer=${customer_id}`);
    await page.getByLabel("المبلغ المستلم").fill("5");
    const cashBox = page.locator("[name=cash_box_id]");
    if (!(await cashBox.inputValue())) await cashBox.selectOption({ index: 1 });
    await page.getByLabel("البيان").fill("دفعة");
    await page.getByRole("button", { name: "تسجيل السند" }).click();
    await page.waitForURL("**/financial/receipts");
    await page.getByRole("link", { name: "طباعة السند" }).waitFor();
    await page.getByRole("link", { name: `سند آخر للعميل ${customer}` }).click();
    await page.waitForURL(`**/financial/receipts/new?customer=${customer_id}`);
    if (javaScript) expect(await page.getByRole("combobox", { name: "العميل" }).inputValue()).toBe(customer);
    expect(await page.locator("input[name=customer_id]").inputValue()).toBe(String(customer_id));
    await page.getByRole("status").getByText(customer).waitFor();
    await page.goto("/financial/receipts");
    expect(await page.locator(".done").count()).toBe(0);
  }
});

test.each(["/financial/receipts", "/financial/payments"])(
  "on a phone «طباعة» in %s is one tap",
  async (path) => {
    const page = await browser.signedIn(path, { baseURL: office.url, login, screen: "phone" });
    const row = page.locator("tbody tr").first();
    expect(await row.getByText("تعديل").first().isVisible()).toBe(false);
    await row.getByRole("link", { name: "طباعة" }).tap();
    await page.waitForURL("**/print");
  },
);

/** On a phone a toast lies for its four seconds over the bar, beside the menu's button. */
const bar = ":not(.topbar :is(.brand, .search-link))";

test.each(["wide", "phone"] as const)("a toast covers no heading and no button (%s)", async (screen) => {
  const page = await browser.signedIn("/customers/new", { baseURL: office.url, login, screen });
  await page.locator("dialog [name=name]").fill("صاحب الإشعار");
  await page.locator("dialog [name=phone]").fill(screen === "wide" ? "0777 222 333" : "0777 222 334");
  await page.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/customers");
  await page.locator('[data-sonner-toast][data-mounted="true"]').waitFor();
  await page.waitForTimeout(600); // its animation ends
  await picture(page, `counter-toast-${screen}`);
  const covered = await page.evaluate((bar) => {
    const toast = document.querySelector("[data-sonner-toast]")?.getBoundingClientRect() as DOMRect;
    const over = (element: Element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      return (
        width > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      );
    };
    return [...document.querySelectorAll("h1, h2, button, .button, a, input, select")]
      .filter((element) => element.matches(bar))
      .filter(
        (element) => !element.closest("[data-sonner-toaster]") && (element as HTMLElement).checkVisibility(),
      )
      .filter(over)
      .map((element) => element.outerHTML.slice(0, 80));
  }, bar);
  expect(covered).toEqual([]);
  const top = () => page.evaluate(() => document.querySelector("h1")?.getBoundingClientRect().top);
  const beside = Number(await top());
  await page.goto("/customers");
  expect(beside - Number(await top())).toBeLessThan(20); // it leaves no empty band
});

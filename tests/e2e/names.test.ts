import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { customer } from "~/features/customers/customer";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";

/* How what can be pressed and read is called (docs/decisions/heard.md). */

const office = fixture({ demo: true });
const browser = useBrowser(office);

const { labels } = customer;

const focus = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());

describe("with scripts", () => {
  let page: Page;
  const open = async (address: string) => {
    page = await browser.signedIn(address, { login: demoLogins[0] });
  };

  test("a row's actions name their row, also after a search", async () => {
    await open("/customers");
    const heading = page.locator(".list tbody th .name-link").first();
    const name = await heading.innerText();
    await page.getByRole("link", { name: `تعديل ${name}`, exact: true }).waitFor();
    await page.getByRole("link", { name: `حذف ${name}`, exact: true }).waitFor();
    const field = page.locator(".filters input[name=search]");
    const other = await page.locator(".list tbody th .name-link").nth(7).innerText();
    await field.fill(other);
    await field.press("Enter");
    await page.waitForURL(/search=/);
    await page
      .getByRole("link", { name: `حذف ${other}`, exact: true })
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole("link", { name: `حذف ${name}`, exact: true }).count()).toBe(0);
  });

  test("a card's actions name it, and an action that has a name keeps it", async () => {
    await open("/campaigns");
    const name = await page.locator(".card h2").first().innerText();
    await page
      .getByRole("link", { name: `تعديل ${name}`, exact: true })
      .first()
      .waitFor();
    await open("/settings/accounts/currencies");
    await page.getByRole("link", { name: "تعيين كافتراضية: ريال سعودي", exact: true }).waitFor();
  });

  test("Escape closes a row's menu, and gives the focus back", async () => {
    await open("/financial/receipts");
    const more = page.locator(".row-actions .more > summary").first();
    await more.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator(".more[open]").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator(".more[open]").count()).toBe(0);
    expect(await focus(page)).toContain("المزيد");
  });

  test("from an item of the menu one leaves for the content with two keys", async () => {
    await open("/customers");
    await page.locator('#menu a[href="/contracts"]').press("Enter");
    await page.waitForURL(/contracts/);
    await page.locator('#menu a[href="/contracts"][aria-current]').waitFor();
    await page.keyboard.press("Tab");
    expect(await focus(page)).toBe("إلى محتوى الصفحة");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    expect(page.url()).toMatch(/\/contracts$/);
  });

  test("a picker of customers is required as its star says, and says who was chosen", async () => {
    await open("/contracts/new");
    const box = page.getByRole("combobox", { name: "العميل", exact: true });
    expect(await box.getAttribute("aria-required")).toBe("true");
    await box.fill("محمد");
    await page.locator(".options [role=option]").first().waitFor();
    await page.keyboard.press("Enter");
    const status = page.locator("form [role=status]").first();
    await expect.poll(() => status.textContent()).toMatch(new RegExp(`^${await box.inputValue()} .*اختير`));
  });
});

describe.each([true, false])("JavaScript %s", (javaScript) => {
  const open = (address: string) => browser.signedIn(address, { login: demoLogins[0], javaScript });

  test("a star, a sign and a cross are not spoken, and a dialog is closed by a word", async () => {
    const page = await open("/customers/new");
    await page.getByRole("textbox", { name: labels.name, exact: true }).waitFor();
    await page.getByRole("link", { name: "إغلاق", exact: true }).waitFor();
    await page.goto("/contracts");
    const spoken = await page.locator("body").ariaSnapshot();
    expect(spoken.match(/[▾▸▴▲▼☰✕]/g)).toBe(null);
  });

  test("what an approval of a visa needs is said at its choice", async () => {
    const page = await open("/trips/visas/70/status");
    const choice = page.getByRole("combobox", { name: /القرار|الحالة/ });
    const described = await choice.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe(
      "يلزم لحالة «معتمدة» رقم التأشيرة وملفها.",
    );
  });

  test("a long number is read in groups, and copied without spaces", async () => {
    const [{ id, national_id }] = (await office
      .knex("customers")
      .whereRaw("national_id ~ '^[0-9]{10,}$'")
      .limit(1)) as [{ id: number; national_id: string }];
    const page = await open(`/customers/${id}`);
    const fact = page.locator(".person dd", { hasText: national_id });
    expect(await fact.innerText()).toBe(national_id);
    expect((await fact.locator("span").allInnerTexts()).slice(-2).join(" ")).toMatch(/^\d{3} \d{3}$/);
    expect(await fact.ariaSnapshot()).not.toContain(national_id);
  });
});

import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { makeCustomer } from "../support/factories";

const office = fixture();
const browser = useBrowser(office);
let second: number;

beforeAll(async () => {
  await makeCustomer(office.knex, { name: "هالة الأولى" });
  second = await makeCustomer(office.knex, { name: "هالة الثانية" });
  await makeCustomer(office.knex, { name: "هالة الثالثة" });
});

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "البحث في السجلات" });

/** The search over a page, by the keyboard of an Arabic layout. */
async function openSearch(page: Page, keys = "Control+KeyK") {
  await page.keyboard.press(keys);
  await dialogOf(page).waitFor();
  return dialogOf(page).getByRole("combobox");
}

describe("Ctrl-K", () => {
  test("finds as one types, chooses by arrows and Enter, and closes by Escape", async () => {
    const page = await browser.signedIn("/contracts");
    const link = page.getByRole("link", { name: "عقد جديد" });
    await link.focus();
    const box = await openSearch(page);
    await page.keyboard.type("هاله");
    const options = dialogOf(page).getByRole("option");
    await expect.poll(() => options.count()).toBe(3);
    expect(await options.first().innerText()).toMatch(/^هالة الثالثة\s+عميل/);
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

    await openSearch(page, "Meta+KeyK");
    await page.keyboard.type("هاله");
    await expect.poll(() => options.count()).toBe(3);
    await page.keyboard.press("ArrowDown");
    expect(await options.nth(1).getAttribute("aria-selected")).toBe("true");
    expect(await box.getAttribute("aria-activedescendant")).toBe(await options.nth(1).getAttribute("id"));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/customers/${second}`);
    await dialogOf(page).waitFor({ state: "detached" });
  });

  test("one letter asks nothing; Enter without a choice leads to all results", async () => {
    const page = await browser.signedIn("/customers/new"); // over another dialog, too
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/api/search") && asked.push(request.url()));
    await openSearch(page);
    await page.keyboard.type("ه");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=*");
    await page.getByText("اكتب حرفين على الأقل").waitFor();
    expect(asked).toEqual([]);
  });

  test("an answer that comes late is dropped, and a dead line says so", async () => {
    const page = await browser.signedIn("/contracts");
    let late = () => {};
    await page.route(/api\/search\?q=.{12}$/, async (route) => {
      await new Promise<void>((resolve) => {
        late = resolve;
      });
      await route.fulfill({ json: { results: [{ title: "قديم", detail: "", href: "/" }] } }).catch(() => {});
    });
    await openSearch(page);
    const first = page.waitForRequest(/api\/search/);
    await page.keyboard.type("ها");
    await first;
    await page.keyboard.type("لة الثانية");
    const options = dialogOf(page).getByRole("option");
    await expect.poll(() => options.allInnerTexts()).toHaveLength(1);
    late();
    expect(await options.first().innerText()).toContain("هالة الثانية");
    await page.context().setOffline(true);
    await page.keyboard.type("!");
    await dialogOf(page).getByText("تعذر البحث الآن").waitFor();
    expect(await options.count()).toBe(0);
  });
});

test("the menu scrolls to where one is, and in the drawer once it opens", async () => {
  for (const screen of ["wide", "phone"] as const) {
    const page = await browser.signedIn("/trips/visas", { screen });
    if (screen === "phone") await page.getByRole("button", { name: "القائمة" }).click();
    const current = page.locator(".menu-groups [aria-current]");
    await expect
      .poll(() => current.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight))
      .toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

describe.each([true, false])("with JavaScript: %s", (javaScript) => {
  test("the menu's groups are all seen on a low screen; what is opened stays so where scripts run", async () => {
    const page = await browser.signedIn("/services/hotels", { javaScript });
    await page.setViewportSize({ width: 1366, height: 768 });
    const last = page.locator(".menu summary").last();
    expect(await last.innerText()).toBe("التقارير");
    const foot = await page.locator(".whoami").boundingBox();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(foot?.y ?? 0);
    const reports = page.getByRole("navigation").getByRole("link", { name: "التقارير المالية" });
    expect(await reports.isVisible()).toBe(false);
    await last.click();
    await reports.waitFor();
    await page.reload();
    expect(await reports.isVisible()).toBe(javaScript);
  });

  test("what is found from a page's head opens; a view is kept, opened, renamed and deleted", async () => {
    const page = await browser.signedIn("/agents", { javaScript });
    await page.getByLabel("إيجاد سجل بالاسم أو الرقم").fill("هالة");
    await page.getByRole("button", { name: "إيجاد", exact: true }).click();
    await page.getByRole("link", { name: "عرض كل النتائج" }).click();
    await page.getByRole("rowheader", { name: "هالة الثانية" }).waitFor();

    await page.getByRole("link", { name: "حفظ في المفضلة" }).click();
    const form = page.getByRole("dialog", { name: "حفظ في المفضلة" });
    await form.getByLabel("الاسم").fill("كل هالة");
    await form.getByRole("button", { name: "حفظ" }).click();
    // A toast or a notice says so; getByText would skip the notice's noscript.
    await page.locator(javaScript ? "[data-sonner-toast]" : ".notice", { hasText: "«كل هالة»" }).waitFor();
    const kept = page.getByRole("navigation").getByRole("link", { name: "كل هالة" });
    expect(await kept.getAttribute("aria-current")).toBe("page");
    expect(await page.locator(".menu-groups [aria-current]").count()).toBe(1);
    await page.getByRole("link", { name: "محفوظ في المفضلة" }).waitFor();

    await page.getByRole("link", { name: "لوحة التحكم" }).click();
    await page.getByRole("heading", { name: "لوحة التحكم" }).waitFor();
    await kept.click();
    await page.getByRole("rowheader", { name: "هالة الثانية" }).waitFor();

    await page.getByRole("link", { name: "إدارة", exact: true }).click();
    await page.getByRole("heading", { name: "المفضلة", level: 1 }).waitFor();
    await page.getByRole("link", { name: "تعديل" }).click();
    const renaming = page.getByRole("dialog", { name: "تعديل الاسم" });
    await renaming.getByLabel("الاسم").fill("هالات");
    await renaming.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("rowheader", { name: "هالات" }).waitFor();
    page.on("dialog", (question) => question.accept());
    await page.getByRole("link", { name: "حذف" }).click();
    if (!javaScript) await page.getByRole("button", { name: "تأكيد الحذف" }).click();
    await page.getByText("لا توجد عروض محفوظة بعد").waitFor();
  });
});

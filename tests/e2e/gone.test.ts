import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { picture, takeAction } from "../support/browser";
import { makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

/* If a colleague has deleted the row, or the connection is dead, the list stays and a sentence says why (spec §8). */

const { office, client, browser } = useOffice();

async function open(
  path: string,
  { javaScript = true, screen = "wide" as "wide" | "phone" } = {},
): Promise<Page> {
  const page = await browser.signedIn(path, { javaScript, screen });
  return page;
}

const gone = 2_147_483_647;
const dialogs: [list: string, title: string, dialogs: string[]][] = [
  ["/customers", "العملاء", ["edit", "delete"]],
  ["/campaigns", "الحملات", ["edit", "delete"]],
  ["/contracts", "العقود", ["", "edit", "delete"]],
  ["/financial/receipts", "سندات القبض", ["cancel", "delete"]],
  ["/services/hotels", "الفنادق", ["edit", "delete"]],
  ["/services/transportation", "النقل", ["edit", "delete"]],
  ["/services/catering", "الإعاشة", ["edit", "delete"]],
  ["/services/other", "الخدمات الأخرى", ["edit", "delete"]],
  ["/services/packages", "الباقات المتكاملة", ["edit", "delete", "recompute"]],
  ["/settings/users", "المستخدمون", ["edit", "delete"]],
  ["/settings/accounts/banks", "الحسابات المالية", ["edit", "delete", "adjust"]],
  ["/settings/accounts/cash-boxes", "الحسابات المالية", ["edit", "delete", "adjust"]],
  ["/settings/accounts/currencies", "الحسابات المالية", ["edit", "delete", "set-default"]],
  ["/settings/accounts/expenses", "الحسابات المالية", ["edit", "delete"]],
  ["/settings/accounts/expense-categories", "الحسابات المالية", ["edit", "delete"]],
];

describe.each(dialogs)("at %s", (list, title, names) => {
  test.each(names)(
    "the dialog %j of a row that is gone lies over the list, with status 404",
    async (name) => {
      const address = `${list}/${gone}${name && `/${name}`}?search=x`;
      const answers = [await client.get(address)];
      if (!["", "edit", "adjust"].includes(name)) answers.push(await client.submit(address, {}));
      for (const { status, body } of answers) {
        expect(status).toBe(404);
        expect(body).toMatch(new RegExp(`<h1>[^<]*${title}`));
        const dialog = body.slice(body.indexOf("<dialog"), body.indexOf("</dialog>"));
        expect(dialog).toMatch(/role="alert">[^<]*(غير موجود|محذوف)/);
        expect(dialog).toContain(`href="${list}?search=x"`);
      }
      if (answers[1]) expect(answers[1].body).toMatch(/role="alert">(فشل|خطأ|حدث خطأ)[^<]*: /);
    },
  );
});

describe("with a row in the list", () => {
  let id: number;
  beforeEach(async () => {
    await office.knex("customers").delete();
    await office.knex("cities").delete();
    id = await makeCustomer(office.knex, { name: "راحل" });
    await office.knex("customers").insert({ name: "باق", phone: "0778" });
  });

  const row = (page: Page, name = "راحل") => page.locator("tbody tr", { hasText: name });
  async function remove(page: Page) {
    const button = page.getByRole("button", { name: "تأكيد الحذف" });
    await expect.poll(() => button.count()).toBe(0); // of an earlier question
    await row(page).getByText("حذف").click();
    await button.click();
  }

  test("a deletion is done once, told, and takes the row from the list", async () => {
    const page = await open("/customers");
    await remove(page);
    await page.getByText("تم حذف العميل").waitFor();
    await expect.poll(() => row(page).count()).toBe(0);
    expect(await row(page, "باق").count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/customers");
  });

  test("a deletion of what a colleague has deleted is told, and the list stays", async () => {
    const page = await open("/customers");
    await office.knex("customers").where({ id }).delete();
    await remove(page);
    await page.getByText("فشل حذف العميل: ").waitFor();
    expect([await row(page).count(), await row(page, "باق").count()]).toEqual([1, 1]);
    expect(await page.getByRole("navigation", { name: "القائمة الرئيسية" }).count()).toBe(1);
    await picture(page, "gone/delete");
  });

  test("so is one that the browser's own dialog asked for", async () => {
    const dinar = await makeCurrency(office.knex, "KWD", "3", { name: "دينار" });
    const page = await open("/settings/accounts/currencies");
    await office.knex("currencies").where({ id: dinar }).delete();
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("row", { name: "دينار" }).getByText("تعيين").click();
    await page.getByText("خطأ في تعيين العملة الافتراضية: ").waitFor();
    expect(await page.getByRole("row", { name: "دينار" }).count()).toBe(1);
  });

  test("a deletion on a dead line is told, the list stays, and it can be sent again", async () => {
    const page = await open("/customers");
    await page.context().setOffline(true);
    await remove(page);
    await page.getByText("انقطع الاتصال بالخادم").waitFor();
    expect([await row(page).count(), await row(page, "باق").count()]).toEqual([1, 1]);
    await picture(page, "gone/dead-line");
    await page.context().setOffline(false);
    await remove(page);
    await page.getByText("تم حذف العميل").waitFor();
    await expect.poll(() => row(page).count()).toBe(0);
  });

  test("a deletion whose answer is lost is told, and the list stays", async () => {
    const page = await open("/customers");
    await page.route("**/delete*", async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await remove(page);
    await page.getByText("انقطع الاتصال بالخادم").waitFor();
    expect(await row(page).count()).toBe(1);
    await page.unroute("**/delete*");
    await remove(page);
    await page.getByText("فشل حذف العميل: ").waitFor();
    expect(await row(page).count()).toBe(1);
  });

  test("a dialog is not opened on a dead line, and the list stays", async () => {
    const page = await open("/customers");
    await page.context().setOffline(true);
    await takeAction(row(page), "تعديل");
    await page.getByText("انقطع الاتصال بالخادم").waitFor();
    expect([await row(page).count(), new URL(page.url()).pathname]).toEqual([1, "/customers"]);
    await page.context().setOffline(false);
    await takeAction(row(page), "تعديل");
    await page.getByRole("dialog", { name: "تعديل العميل" }).waitFor();
  });

  test.each(["wide", "phone"] as const)(
    "a dialog of what is gone says so over the list (%s)",
    async (screen) => {
      const page = await open("/customers", { screen });
      await office.knex("customers").where({ id }).delete();
      await takeAction(row(page), "تعديل");
      const dialog = page.getByRole("dialog", { name: "السجل غير موجود" });
      await dialog.getByRole("alert").waitFor();
      expect(await dialog.getByRole("alert").textContent()).toContain("العميل غير موجود");
      expect(await row(page, "باق").count()).toBe(1);
      await picture(page, `gone/dialog-${screen}`);
      await page.keyboard.press("Escape");
      await page.waitForURL("**/customers");
      expect(await row(page, "باق").count()).toBe(1);
    },
  );

  test("without JavaScript too", async () => {
    const page = await open("/customers", { javaScript: false });
    await row(page).getByText("حذف").click();
    await office.knex("customers").where({ id }).delete();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.getByRole("button", { name: "تأكيد الحذف" }).click(),
    ]);
    expect(answer.status()).toBe(404);
    expect(await page.getByRole("alert").textContent()).toBe("فشل حذف العميل: السجل المطلوب غير موجود");
    expect(await row(page, "باق").count()).toBe(1);
    await picture(page, "gone/without-scripts");
    await page.getByText("العودة إلى القائمة").click();
    await page.waitForURL("**/customers");
    expect(await row(page, "باق").count()).toBe(1);
  });

  test("the page of a confirmation stays on a dead line, and can be sent again", async () => {
    const page = await open(`/customers/${id}/delete`);
    const dialog = page.getByRole("dialog", { name: "حذف عميل" });
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "تأكيد الحذف" }).click();
    await dialog.getByText("انقطع الاتصال بالخادم").waitFor();
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "تأكيد الحذف" }).click();
    await page.waitForURL("**/customers");
    await page.getByText("تم حذف العميل").waitFor();
    expect([await row(page).count(), await row(page, "باق").count()]).toEqual([0, 1]);
  });
});

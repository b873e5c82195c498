import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdBack, logIn, picture, takeAction, untilAnswered } from "../support/browser";
import { administrator } from "../support/database";
import { makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

/* A page of one user, while another has logged in by another tab of the same browser (docs/decisions/authors.md). */

const { office, client, browser } = useOffice();
let other: { id: number; username: string; password: string };

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  other = await createUser(office.knex, "ناصر", ["manage_customers", "manage_financials"]);
});

/** Those who are not hidden: entries name the payer of a test before. */
const customers = () => office.knex("customers").whereNull("deleted_at");

beforeEach(async () => {
  await office.knex("receipt_vouchers").delete();
  await office.knex("customers").delete();
});

const sentence = `هذا النموذج للمستخدم «${administrator.username}»، والداخل الآن «ناصر»: لم يحفظ شيء`;

describe.each([
  ["wide", true],
  ["phone", false],
] as const)("%s, JavaScript %s", (screen, javaScript) => {
  const open = (path: string) => browser.signedIn(path, { screen, javaScript });
  const change = (page: Page, login = other) => logIn(page.context(), login);
  const save = (page: Page, name = "حفظ") => page.getByRole("button", { name, exact: true }).click();

  test("a voucher comes back as it was typed, and is the other's only by a choice of its own", async () => {
    const id = await makeCustomer(office.knex, { name: "دافع" });
    const page = await open(`/financial/receipts/new?customer=${id}`);
    await page.locator("[name=amount]").fill("12.50");
    await page.locator("[name=description]").fill("دفعة أولى");
    await page.locator("[name=cash_box_id]").selectOption({ label: "الصندوق (USD)" });
    await change(page);
    for (let turn = 0; turn < 2; turn++) {
      const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
      await save(page, "تسجيل السند");
      expect((await answered).status()).toBe(409);
      await page.getByText(sentence).first().waitFor();
      expect(await page.locator("[name=amount]").inputValue()).toBe("12.50");
      expect(await page.locator("[name=description]").inputValue()).toBe("دفعة أولى");
    }
    expect(await office.knex("receipt_vouchers")).toEqual([]);
    await picture(page, `authors/voucher-${screen}`);
    await save(page, "احفظه باسمي");
    await page.waitForURL("**/financial/receipts*");
    expect(await office.knex("receipt_vouchers")).toMatchObject([
      { amount: "12.5000", received_by: other.id },
    ]);
  });

  test("a choice is not forgotten if the form is refused for another reason", async () => {
    const page = await open("/customers/new");
    await page.locator("#customer [name=name]").fill("ناجي");
    await page.locator("#customer [name=phone]").fill("ليس رقمًا");
    await change(page);
    await save(page);
    await page.getByText(sentence).first().waitFor();
    await save(page, "احفظه باسمي");
    await page.getByText(sentence).first().waitFor({ state: "detached" });
    await page.locator("#customer [name=phone]").fill("0777");
    await save(page);
    await page.waitForURL("**/customers");
    expect(await customers().pluck("name")).toEqual(["ناجي"]);
  });

  test("the same user who has logged in again saves", async () => {
    const page = await open("/customers/new");
    await page.locator("#customer [name=name]").fill("ناجي");
    await page.locator("#customer [name=phone]").fill("0777");
    await page.context().clearCookies({ name: "office_session" });
    await change(page, { id: 0, ...administrator });
    await save(page);
    await page.waitForURL("**/customers");
    expect(await customers().pluck("name")).toEqual(["ناجي"]);
  });

  test("a deletion's question is answered in nobody else's name", async () => {
    const id = await makeCustomer(office.knex, { name: "راحل" });
    const page = await open(`/customers/${id}/delete`);
    await change(page);
    await save(page, "تأكيد الحذف");
    await page.getByText(sentence).first().waitFor();
    expect(await page.getByText("تحذف معه صورته وأوراقه").count()).toBe(0); // it is not deleted
    await picture(page, `authors/question-${screen}`);
    expect(await customers().pluck("name")).toEqual(["راحل"]);
    if (javaScript) return;
    await save(page, "تابع باسمي");
    await page.waitForURL("**/customers");
    expect(await customers()).toEqual([]);
  });

  test("a form with a picture comes back too", async () => {
    const page = await open("/customers/new");
    await page.locator("#customer [name=name]").fill("مصوّر");
    await page.locator("#customer [name=phone]").fill("0777");
    await page.locator("#customer input[type=file]").setInputFiles("public/favicon.svg");
    await change(page);
    await save(page);
    await page.getByText(sentence).first().waitFor();
    expect(await page.locator("#customer [name=name]").inputValue()).toBe("مصوّر");
    expect(await customers()).toEqual([]);
  });

  test("whose rights do not open the screen reads whose form it is", async () => {
    const guest = await createUser(office.knex, `ضيف ${screen}`, []);
    const page = await open("/customers/new");
    await page.locator("#customer [name=name]").fill("ناجي");
    await page.locator("#customer [name=phone]").fill("0777");
    await change(page, guest);
    await save(page);
    await page.getByText(`والداخل الآن «ضيف ${screen}»`).first().waitFor();
    if (javaScript) expect(await page.locator("#customer [name=name]").inputValue()).toBe("ناجي");
    expect(await customers()).toEqual([]);
  });
});

test("a row is not deleted from another user's list", async () => {
  await makeCustomer(office.knex, { name: "راحل" });
  const page = await browser.signedIn("/customers");
  await logIn(page.context(), other);
  await takeAction(page.getByRole("row", { name: "راحل" }), "حذف");
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await page.getByText(sentence).first().waitFor();
  expect(await customers().pluck("name")).toEqual(["راحل"]);
  await page.reload();
  await takeAction(page.getByRole("row", { name: "راحل" }), "حذف");
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await expect.poll(() => customers()).toEqual([]);
});

test("an author that is no user's saves nothing, and harms nothing", async () => {
  const fields = { name: "ناجي", phone: "0777" };
  const { body } = await client.get("/customers/new");
  const own = body.match(/name="author" value="([^"]*)"/)?.[1] ?? "";
  for (const author of [
    "",
    "1",
    "x",
    own.replace(/^\d+/, "999"),
    `${own}x`,
    "<script>",
    "9".repeat(50_000),
  ]) {
    const answer = await client.submit("/customers/new", { ...fields, author });
    expect([author.slice(0, 20), answer.status]).toEqual([author.slice(0, 20), 409]);
    expect(answer.body).toContain("هذا النموذج لمستخدم آخر");
  }
  expect(await customers()).toEqual([]);
  expect((await client.submit("/customers/new", { ...fields, author: ["x", own] })).status).toBe(302);
});

describe("a form that was sent before the scripts ran", () => {
  const note = "customers/new"; // of an earlier form of the tab, which was refused

  async function sendEarly(path: string, fill: (page: Page) => Promise<void>, login?: typeof other) {
    const page = await browser.signedIn(path);
    await page.evaluate((from) => sessionStorage.setItem("sent-form", from), note);
    const start = await holdBack(page, "**/assets/entry.client-*.js");
    await page.goto(path);
    await fill(page);
    if (login) await logIn(page.context(), login);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page
      .locator("form[method=post]")
      .last()
      .evaluate((form) => HTMLFormElement.prototype.submit.call(form));
    await answered;
    await page.waitForLoadState("domcontentloaded");
    await start();
    await page.waitForFunction(() => Reflect.get(window, "__remixRouter")?.state.initialized);
    await page.waitForLoadState("networkidle");
    return page;
  }

  test("keeps its author and its answer when they start", async () => {
    const fill = async (page: Page) => {
      await page.locator("#customer [name=name]").fill("آمن");
      await page.locator("#customer [name=phone]").fill("0550");
    };
    const page = await sendEarly("/customers/new", fill, other);
    await page.getByText(sentence).first().waitFor();
    await page.getByRole("button", { name: "احفظه باسمي" }).waitFor();
    const refused = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.locator("#customer").getByRole("button", { name: "حفظ", exact: true }).click();
    await refused;
    await untilAnswered(page);
    await page.getByText(sentence).first().waitFor();
    expect(await customers()).toEqual([]);
    await page.getByRole("button", { name: "احفظه باسمي" }).click();
    await expect.poll(() => customers().pluck("name")).toEqual(["آمن"]);
  });

  test("of a file to import, too", async () => {
    const fill = (page: Page) =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "a.xlsx", mimeType: "text/plain", buffer: Buffer.from("hello") });
    const page = await sendEarly("/customers/import", fill);
    await page.locator("[role=alert]").first().waitFor();
    expect((await page.locator("[role=alert]").first().textContent())?.length).toBeGreaterThan(5);
  });
});

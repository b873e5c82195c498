import { beforeAll, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeAgent, makeCustomer, makeDollarAndDinar } from "../support/factories";

/* What is entered and pressed before the scripts start is as if it were entered after (docs/decisions/scripts.md). */

const office = fixture();
const browser = useBrowser();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
  await makeDollarAndDinar(office.knex);
  await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  for (const currency_code of ["USD", "KWD"])
    await client.post("/api/banks", {
      name: `بنك ${currency_code}`,
      account_number: `1${currency_code}`,
      account_name: "الوكالة",
      currency_code,
    });
  await makeCustomer(office.knex, { name: "محمد الأول", phone: "0771" });
  await makeCustomer(office.knex, { name: "محمد الثاني", phone: "0772" });
  await makeAgent(office.knex);
});

async function openHeld(path: string) {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  const startScripts = await holdBack(page, "**/assets/entry.client-*.js");
  await page.goto(path);
  return {
    page,
    async start() {
      startScripts();
      await page.waitForFunction(() => localStorage.getItem("username"));
    },
  };
}

test.each([
  ["/financial/receipts/new", "receipt_voucher"],
  ["/financial/payments/new", "payment_voucher"],
])("%s keeps the bank account that was chosen, whatever the method shows", async (path, id) => {
  const { page, start } = await openHeld(path);
  const form = page.locator(`form#${id}`);
  const bank = form.locator("[name=bank_account_id]");
  await form.locator("[name=payment_method]").selectOption("bank_transfer");
  await bank.selectOption({ label: (await bank.locator("option", { hasText: "KWD" }).innerText()).trim() });
  const choice = await bank.inputValue();
  await start();
  await form.locator("[name=cash_box_id]").waitFor({ state: "detached" });
  expect(await bank.inputValue()).toBe(choice);
  expect(await bank.locator("option:checked").innerText()).toContain("KWD");
});

test("an invoice keeps the reason for which it is paid without a voucher", async () => {
  const { page, start } = await openHeld("/invoices/agents/new");
  const reason = page.locator("[name=payment_reason]");
  await page.locator("[name=payment_status]").last().selectOption("paid");
  await reason.fill("مقاصة");
  await start();
  await page.getByRole("button", { name: "احسب الإجمالي" }).waitFor({ state: "detached" });
  expect(await reason.inputValue()).toBe("مقاصة");
});

test("each press on a step counts, and saving comes after the steps, once", async () => {
  const { page, start } = await openHeld("/services/packages/new");
  const add = page.getByRole("button", { name: "إضافة إقامة" });
  const stays = page.locator(".stays li");
  const count = await stays.count();
  await page.locator("form#package textarea").first().fill("بلا اسم");
  await page.locator("form#package").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await add.click();
  await add.click();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
  const save = page.getByRole("button", { name: "حفظ" });
  await save.click();
  await save.click({ noWaitAfter: true });
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await start();
  expect((await answer).status()).toBe(422);
  expect(await stays.count()).toBe(count + 2);
  expect(sent).toHaveLength(1);
});

test.each(["before the scripts start", "before the results come"])(
  "Enter in a type-ahead with a text sends nothing (%s)",
  async (when) => {
    const { page, start } = await openHeld("/financial/receipts/new");
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    if (when !== "before the scripts start") await start();
    const box = page.locator("[name=customer_query]");
    await box.click();
    await page.keyboard.type("محمد");
    await page.keyboard.press("Enter");
    if (when === "before the scripts start") await start();
    await page.getByRole("option", { name: "محمد الثاني" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await page.locator("input[name=customer_id]").inputValue()).not.toBe("");
    expect(posts).toEqual([]);
  },
);

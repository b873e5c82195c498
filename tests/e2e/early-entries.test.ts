import { beforeAll, expect, test } from "vitest";
import { holdBack, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { makeAgent, makeCustomer, makeDollarAndDinar } from "../support/factories";
import { useOffice } from "../support/office";

/* What is entered and pressed before the scripts start is as if it were entered after (docs/decisions/scripts.md). */

const { office, client } = useOffice();
const browser = useBrowser();

beforeAll(async () => {
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

/** A page whose scripts do not start by themselves. */
async function openHeld(path: string, screen = { width: 1280, height: 800 }) {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  await page.setViewportSize(screen);
  const startScripts = await holdBack(page, "**/assets/entry.client-*.js");
  await page.goto(path);
  return {
    page,
    startScripts,
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
  await page.getByRole("button", { name: "احسب الإجمالي" }).waitFor({ state: "hidden" });
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

/** Runs in the page: presses a button once React has drawn the page, and before its scripts have heard of what was entered. */
function pressWhenDrawn(name: string) {
  const listen = document.addEventListener;
  document.addEventListener = (type: string, ...more: [never]) => {
    listen.call(document, type, ...more);
    if (type !== "reset") return; // Conform's, at its first drawing
    document.addEventListener = listen;
    const buttons = document.querySelectorAll<HTMLButtonElement>("form[id] button");
    queueMicrotask(() => [...buttons].find(({ textContent }) => textContent === name)?.click());
  };
}

test.each([
  ["a step is done", "إضافة إقامة", ".stays li:nth-child(2)"],
  ["a refusal is told", "حفظ", "form#package [role=alert]"],
])("%s though React has just drawn the form", async (_, button, answer) => {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  await page.addInitScript(pressWhenDrawn, button);
  await page.goto("/services/packages/new");
  await page.locator(answer).waitFor();
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

/* A page changes when its scripts start: a dialog becomes modal, fields go. */

/** A form before its scripts start, scrolled to its button. */
async function openForm(path: string, form: string, screen: { width: number; height: number }) {
  const { page, start, startScripts } = await openHeld(path, screen);
  const save = page.locator(`form#${form} .form-actions [type=submit]`).first();
  await page.locator(`form#${form} [name=phone], form#${form} [name=amount]`).fill("0777");
  await save.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  return { page, start, startScripts, save };
}

test("a button that is held while the scripts start sends the form", async () => {
  const { page, startScripts, save } = await openForm("/financial/receipts/new", "receipt_voucher", {
    width: 1280,
    height: 1200,
  });
  const before = await save.boundingBox();
  await page.locator("form#receipt_voucher").evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  await page.mouse.down();
  const entry = page.waitForResponse("**/assets/entry.client-*.js");
  startScripts();
  await entry;
  await page.waitForTimeout(400); // enough for scripts that do not wait for the button
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.mouse.up();
  expect((await answer).status()).toBe(422);
  expect(await save.boundingBox()).not.toEqual(before); // else this shows nothing
});

test.each([1280, 390])(
  "a dialog stays where it was scrolled to when its scripts start (%d pixels wide)",
  async (width) => {
    const { page, start, save } = await openForm("/customers/new", "customer", { width, height: 800 });
    const before = await save.boundingBox();
    await start();
    expect(await page.locator("dialog:modal").count()).toBe(1);
    expect(await save.boundingBox()).toEqual(before);
  },
);

import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { answerAs, holdBack, picture, takeAction } from "../support/browser";
import { makeAgent, makeCurrency, makeCustomer, makeInvoice, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";

/* Paying money out, as a cashier does it in a browser. */

const { office, client, browser } = useOffice();
let invoice: number;

beforeAll(async () => {
  const { knex } = office;
  await makeCurrency(knex, "USD", "1", { is_default: true, name: "دولار أمريكي", symbol: "$" });
  await makeCurrency(knex, "SAR", "0.26666666666666666667", { name: "ريال سعودي" });
  for (const [name, currency_code] of [
    ["صندوق الدولار", "USD"],
    ["صندوق الريال", "SAR"],
  ])
    await client.post("/api/cash-boxes", { name, currency_code, balance: 5000 });
  await client.post("/api/banks", {
    name: "مصرف الراجحي",
    account_number: "SA4420000001234567891234",
    account_name: "وكالة الركب",
    currency_code: "SAR",
    balance: 80_000,
  });
  const agent = await makeAgent(knex, { name: "مكتب النور للسفريات" });
  await makeSupplier(knex, { name: "فنادق الصفوة" });
  await makeCustomer(knex, { name: "سالم بن عوض باوزير" });
  invoice = await makeInvoice(knex, { agent_id: agent }, "1875", { invoice_number: "AGT-2026-001" });
  await client.post("/api/expenses", { name: "إيجار المكتب" });
});

const open = (path: string, options: Parameters<typeof browser.signedIn>[1] = {}) =>
  browser.signedIn(path, { ...options });

const fields = (page: Page) => ({
  type: page.getByLabel("نوع المستفيد"),
  agent: page.locator("[name=agent_id]"),
  supplier: page.locator("[name=supplier_id]"),
  name: page.locator("[name=beneficiary]"),
  invoice: page.locator("[name=agent_invoice_id]"),
  amount: page.locator("[name=amount]"),
  currency: page.locator("[name=currency_id]"),
  method: page.getByLabel("طريقة الدفع"),
  box: page.locator("[name=cash_box_id]"),
  bank: page.locator("[name=bank_account_id]"),
  worth: page.locator("#payment-worth"),
});

test.each(["wide", "phone"] as const)(
  "an invoice is chosen, filled in and settled in dollars (%s)",
  async (screen) => {
    const page = await open("/financial/payments/new", { screen });
    const { type, agent, invoice: choice, amount, currency, box, worth } = fields(page);
    await type.selectOption("agent");
    await agent.selectOption({ label: "مكتب النور للسفريات" });
    await choice.selectOption(String(invoice));
    const remaining = screen === "wide" ? "1875.00" : "1500.00";
    expect(await amount.inputValue()).toBe(remaining);
    expect(await currency.locator("option:checked").textContent()).toContain("SAR");
    await currency.selectOption({ label: "دولار أمريكي (USD)" });
    await amount.fill("١٠٠");
    await expect.poll(() => worth.textContent()).toContain("375.00 SAR");
    await box.selectOption({ index: 1 });
    await picture(page, `payment-form-${screen}`);
    await page.getByRole("button", { name: "إصدار السند" }).click();
    await page.getByText("بنجاح").waitFor();
    await picture(page, `payments-${screen}`);
    const { paid_amount } = await office.knex("invoices").where({ id: invoice }).first();
    expect(Number(paid_amount)).toBe(screen === "wide" ? 375 : 750);
    await takeAction(page.locator("tbody tr").first(), "تفاصيل");
    await page.getByRole("dialog").waitFor();
    await picture(page, `payment-details-${screen}`);
  },
);

test("another type clears the reference, another method the account, also when one goes back", async () => {
  const page = await open("/financial/payments/new");
  const { type, agent, name, supplier, method, box, bank } = fields(page);
  await type.selectOption("agent");
  await agent.selectOption({ index: 1 });
  await box.selectOption({ index: 1 });
  await type.selectOption("supplier");
  expect([await agent.count(), await supplier.inputValue()]).toEqual([0, ""]);
  await type.selectOption("other");
  await name.fill("بلدية المكلا");
  await type.selectOption("agent");
  expect(await agent.inputValue()).toBe("");
  await type.selectOption("other");
  expect(await name.inputValue()).toBe("");
  await method.selectOption("cheque");
  expect([await box.count(), await bank.inputValue()]).toEqual([0, ""]);
  await bank.selectOption({ index: 1 });
  await method.selectOption("bank_transfer");
  expect(await bank.inputValue()).toBe("");
  await method.selectOption("cash");
  expect(await box.inputValue()).toBe("");
});

test("an edited voucher's own beneficiary and account do not come back either", async () => {
  const { body } = await client.post("/api/payment-vouchers", {
    beneficiary: "بلدية المكلا",
    amount: 5,
    currency_id: 1,
    payment_method: "cash",
    cash_box_id: 1,
  });
  const page = await open(`/financial/payments/${body.payment_voucher.id}/edit`);
  const { type, name, method, box } = fields(page);
  expect([await name.inputValue(), await box.inputValue()]).toEqual(["بلدية المكلا", "1"]);
  await type.selectOption("supplier");
  await type.selectOption("other");
  await method.selectOption("cheque");
  await method.selectOption("cash");
  expect([await name.inputValue(), await box.inputValue()]).toEqual(["", ""]);
  await picture(page, "payment-edit");
});

test("what was chosen before the scripts came stays", async () => {
  const page = await browser.open({
    login: { username: "manager", password: "Taiba-2026" },
  });
  const letGo = await holdBack(page, "**/assets/*.js");
  await page.goto("/financial/payments/new", { waitUntil: "commit" });
  const { type, amount, currency, method, supplier, bank } = fields(page);
  await type.selectOption("supplier");
  await amount.fill("12.5");
  await currency.selectOption({ label: "ريال سعودي (SAR)" });
  await method.selectOption("cheque");
  letGo();
  await supplier.waitFor();
  expect(await amount.inputValue()).toBe("12.5");
  expect(await currency.locator("option:checked").textContent()).toContain("SAR");
  expect(await bank.inputValue()).toBe("");
});

test("asks in the spec's words before it deletes", async () => {
  const page = await open("/financial/payments");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return answerAs(false, dialog);
  });
  await takeAction(page.locator("tbody tr").first(), "حذف");
  expect(asked).toEqual([
    expect.stringMatching(
      /^حذف سند الصرف PV-2026-\d+ \(.+، .+\)\.\nهل أنت متأكد؟ سيعاد المبلغ إلى الحساب\.$/,
    ),
  ]);
});

test.each(["wide", "phone"] as const)("looks its best without JavaScript (%s)", async (screen) => {
  const page = await open("/financial/payments/new", { screen, javaScript: false });
  await picture(page, `payment-form-html-${screen}`);
  await page.goto("/financial/payments/1/print");
  await picture(page, `payment-print-${screen}`);
});

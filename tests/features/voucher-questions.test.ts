import { describe, expect, test } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { untilAnswered, violationsOn } from "../support/browser";
import { hiddenField } from "../support/client";
import { makeInvoice } from "../support/factories";
import { useOffice } from "../support/office";
import { usePayments } from "../support/payments";
import { questionsIn } from "../support/questions";

/* The questions that a voucher's form asks before it is saved, and the dates that are refused (rulings §6). */

const { office, client, browser } = useOffice({ isBusy: true });

const { ids, voucher, pay, change, balanceOf } = usePayments(office, client);

const today = officeToday();
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const kinds = {
  receipt: {
    path: "/financial/receipts",
    address: "/api/receipt-vouchers",
    key: "receipt_voucher",
    table: "receipt_vouchers",
    own: () => ({ customer_id: ids.customer, description: "دفعة" }),
  },
  payment: {
    path: "/financial/payments",
    address: "/api/payment-vouchers",
    key: "payment_voucher",
    table: "payment_vouchers",
    own: () => ({ beneficiary_type: "other", beneficiary: "مطبعة الفجر", description: "طباعة" }),
  },
} as const;

function formOf(kind: keyof typeof kinds, changes: object = {}) {
  const money = { currency_id: ids.sar, amount: "1,000.50", payment_method: "cash", cash_box_id: ids.box };
  const all = { ...kinds[kind].own(), ...money, bank_account_id: "", date: today, ...changes };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

const count = async (table: string) => Number((await office.knex(table).count().first())?.count);

describe.each(["receipt", "payment"] as const)("a %s", (kind) => {
  const { path, address, key, table, own } = kinds[kind];
  const submit = (changes: object = {}) => client.submit(`${path}/new`, formOf(kind, changes));
  const deed = { receipt: "سيدخل المبلغ الصندوق", payment: "سيخرج المبلغ من الصندوق" }[kind];
  const intoDollars = `${deed} «صندوق USD» بعملته (دولار أمريكي): 266.80 USD مقابل 1,000.50 SAR.`;

  test("of riyals at the dollar box is asked about, with what the box will hold, and booked when told to", async () => {
    const [before, balance] = [await count(table), await balanceOf(ids.box)];
    const idempotency_key = hiddenField((await client.get(`${path}/new`)).body, "idempotency_key");
    const first = await submit({ idempotency_key });
    const { asked, confirmed } = questionsIn(first.body);
    expect([first.status, asked]).toEqual([409, [intoDollars]]);
    expect(first.body).toContain('value="1,000.50"');
    expect(await count(table)).toBe(before);

    const other = questionsIn((await submit({ idempotency_key, confirmed, amount: "1000.60" })).body);
    expect(other.asked).toEqual([intoDollars.replace("266.80", "266.83").replace("1,000.50", "1,000.60")]);
    expect(questionsIn((await submit({ idempotency_key })).body).asked).toEqual([intoDollars]);
    for (const forged of ["x", "undefined", `${confirmed}x`])
      expect((await submit({ idempotency_key, confirmed: forged })).status).toBe(409);

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submit({ idempotency_key, confirmed })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(302));
    expect(await count(table)).toBe(before + 1);
    expect(await balanceOf(ids.box)).toBeCloseTo(balance + (kind === "receipt" ? 266.8 : -266.8), 6);
  });

  test("by call is booked as before, without a question", async () => {
    const body = { ...own(), currency_id: ids.sar, amount: 10, payment_method: "cash", cash_box_id: ids.box };
    expect((await client.post(address, { ...body, date: dayFrom(20) })).status).toBe(201);
  });

  test("dated after today is asked about; both questions at once, each for its own values", async () => {
    const riyals = { cash_box_id: ids.sarBox };
    expect((await submit({ ...riyals, date: dayFrom(-40) })).status).toBe(302);
    const tomorrow = await submit({ ...riyals, date: dayFrom(1) });
    expect(questionsIn(tomorrow.body).asked).toEqual([`تاريخ السند ${dayFrom(1)} بعد اليوم (${today}).`]);
    const both = questionsIn((await submit({ date: dayFrom(1) })).body);
    expect(both.asked).toHaveLength(2);
    const later = questionsIn((await submit({ date: dayFrom(2), confirmed: both.confirmed })).body);
    expect(later.asked).toEqual([expect.stringContaining(dayFrom(2))]);
    expect((await submit({ date: dayFrom(1), confirmed: both.confirmed })).status).toBe(302);
  });

  test("that is edited is asked about only for what changes", async () => {
    const body = {
      ...own(),
      currency_id: ids.sar,
      amount: 1000.5,
      payment_method: "cash",
      cash_box_id: ids.box,
    };
    const { body: made } = await client.post(address, { ...body, date: dayFrom(3) });
    const edit = `${path}/${made[key].id}/edit`;
    const unchanged = formOf(kind, { date: dayFrom(3), description: "كلمات أخرى" });
    expect((await client.submit(edit, unchanged)).status).toBe(302);
    const { asked } = questionsIn((await client.submit(edit, { ...unchanged, amount: "900" })).body);
    expect(asked).toEqual([expect.stringContaining("240.00 USD")]);
  });

  test("of a year that was typed wrong is refused at its field, on screen and by call", async () => {
    const before = await office.knex("document_numbers").orderBy(["prefix", "year"]);
    const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
    for (const date of ["2062-11-23", "1999-12-31", "2199-01-01", "0026-11-01"]) {
      const { status, body } = await submit({ cash_box_id: ids.sarBox, date });
      expect([date, status]).toEqual([date, 422]);
      expect(body).toContain(`id="${key}-date-error"`);
      const call = {
        ...own(),
        currency_id: ids.sar,
        amount: 5,
        payment_method: "cash",
        cash_box_id: ids.box,
        date,
      };
      const refused = await client.post(address, call);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["date"]]);
      if (date !== "0026-11-01") expect(refused.body.error).toContain(`2000-01-01 إلى ${nextYear}`);
    }
    expect(await office.knex("document_numbers").orderBy(["prefix", "year"])).toEqual(before);
    for (const date of [nextYear, "2000-01-01"])
      expect(
        (
          await client.post(address, {
            ...own(),
            currency_id: ids.usd,
            amount: 5,
            payment_method: "cash",
            cash_box_id: ids.box,
            date,
          })
        ).status,
      ).toBe(201);
  });

  test("chooses the only account of its currency, and none among several", async () => {
    const chosen = (html: string, name: string) =>
      html
        .match(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s"))?.[0]
        .match(/value="(\d+)" selected/)?.[1];
    const blank = (await client.get(`${path}/new`)).body;
    expect(chosen(blank, "cash_box_id")).toBe(String(ids.box));
    expect(chosen(blank, "bank_account_id")).toBeUndefined(); // the only one is in riyals
    expect(blank).toMatch(/<optgroup label="بعملة أخرى">.*صندوق SAR/s);

    const page = await browser.signedIn(`${path}/new`);
    const [currency, box] = [page.locator("[name=currency_id]"), page.locator("[name=cash_box_id]")];
    expect(await box.inputValue()).toBe(String(ids.box));
    await currency.selectOption(String(ids.sar));
    expect(await box.inputValue()).toBe(String(ids.sarBox));
    expect(await box.locator("option").nth(1).getAttribute("value")).toBe(String(ids.sarBox));
    await currency.selectOption(String(ids.kwd));
    expect(await box.inputValue()).toBe("");
    await box.selectOption(String(ids.sarBox));
    await currency.selectOption(String(ids.sar));
    expect(await box.inputValue()).toBe(String(ids.sarBox)); // chosen already, and of this currency
  });
});

test.each([
  ["receipt", "/financial/receipts", ["customer_id", "amount", "description", "cash_box_id"]],
  ["payment", "/financial/payments", ["beneficiary_type", "amount", "cash_box_id"]],
] as const)("an empty form of a %s says all that is missing at once", async (kind, path, fields) => {
  const { status, body } = await client.submit(`${path}/new`, {
    currency_id: "1",
    payment_method: "cash",
    date: today,
  });
  expect(status).toBe(422);
  for (const field of fields)
    expect(body).toMatch(new RegExp(`id="${kind}_voucher-${field}-error"|#${kind}_voucher-${field}"`));
  const bank = await client.submit(`${path}/new`, { payment_method: "cheque", amount: "x" });
  expect(bank.body).toContain(`#${kind}_voucher-bank_account_id"`);
});

test("an invoice's date is bounded as a voucher's", async () => {
  const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "10");
  const { status, body } = await client.put(`/api/agent-invoices/${invoice}`, { invoice_date: "2062-01-01" });
  expect([status, Object.keys(body.fields)]).toEqual([422, ["invoice_date"]]);
});

test("a payment made by call after today is changed by call without a question", async () => {
  const { id } = await pay(voucher({ date: dayFrom(5) }));
  expect((await change(id, { date: dayFrom(9), currency_id: ids.sar })).status).toBe(200);
});

test.each([true, false])(
  "in a browser the question has the focus, Enter asks again, its button answers (JavaScript %s)",
  async (javaScript) => {
    const page = await browser.signedIn("/financial/payments/new", { javaScript });
    const before = await count("payment_vouchers");
    await page.getByLabel("نوع المستفيد").selectOption("other");
    if (!javaScript) await page.locator("button[value=beneficiary]").click();
    await page.locator("[name=beneficiary]").fill("مطبعة الفجر");
    await page.locator("[name=amount]").fill("1000.50");
    await page.locator("[name=currency_id]").selectOption(String(ids.sar));
    await page.locator("[name=cash_box_id]").selectOption(String(ids.box));
    await page.getByRole("button", { name: "إصدار السند" }).click();
    const question = page.locator(".questions");
    await question.getByText("266.80 USD").waitFor();
    if (javaScript) await page.locator(".questions:focus").waitFor();
    if (javaScript) expect(await violationsOn(page)).toEqual([]);
    const asked = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.locator("[name=amount]").press("Enter");
    await asked;
    if (javaScript) await untilAnswered(page);
    await question.getByText("266.80 USD").waitFor();
    expect(await count("payment_vouchers")).toBe(before);
    await question.getByRole("button", { name: "نعم" }).click();
    await page.waitForURL("**/financial/payments");
    expect(await count("payment_vouchers")).toBe(before + 1);
  },
);

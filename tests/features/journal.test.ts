import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { day, today } from "../support/closing";
import { inCash } from "../support/factories";
import { journalOf, useBooks } from "../support/journal-files";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";

/* The accountant's journal (books.md, rule 11). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { file, lines, told } = journalOf(client);
const { ids, signed, receive } = useBooks(office, client);

describe("a line of the file", () => {
  test("has the columns in their order, one side and the base", async () => {
    const { contract_number } = await signed(today, {
      name: "عمرة رجب",
      start_date: day(-30),
      end_date: day(-40),
    });
    const [customer, sales] = await lines(today, today, contract_number);
    expect(customer).toEqual({
      ...{ number: customer?.number, date: today, document: contract_number, account: "13000" },
      ...{ debit: "1000", credit: "", rate: "1", base: "1000", party: "سالم", campaign: "عمرة رجب" },
      ...{ text: "عمرة رجب", name: "العملاء", currency: "USD", baseCode: "USD", revalues: "" },
    });
    expect(sales).toMatchObject({ account: "24000", debit: "", credit: "1000", number: customer?.number });
    const [head] = (await file(today, today)).replace("\uFEFF", "").split("\r\n");
    expect(head?.split(",").slice(0, 11)).toEqual(
      "رقم القيد,اليوم,المستند,الحساب,مدين,دائن,السعر,المبلغ بالعملة الأساسية,الطرف,الحملة,البيان".split(","),
    );
  });

  test("is of every document: openings, receipts between currencies, services, invoices with taxes, expenses, transfers", async () => {
    const contract = await signed(today, { start_date: day(-30), end_date: day(-40) });
    const receipt = await receive(contract, 400, {
      ...inCash(ids.riyals, ids.sar, 400),
      exchange_rate_at_payment: 0.2,
    });
    expect(await told(today, today, receipt.receipt_number)).toEqual([
      "صندوق الريال 400 SAR",
      "العملاء -80 USD",
      "فروق العملة والتقريب -20 USD",
    ]);
    expect(await told(today, today, "صندوق الريال")).toEqual([
      "صندوق الريال 4000 SAR",
      "أرصدة افتتاحية -4000 SAR",
    ]);

    const service = await client.post("/api/receipt-vouchers", {
      ...{
        customer_id: ids.customer,
        purpose: "service",
        service_name: "كرسي متحرك",
        description: "بيع",
        date: today,
      },
      ...inCash(ids.dollars, ids.usd, 30),
    });
    expect(await told(today, today, service.body.receipt_voucher.receipt_number)).toEqual([
      "دفعات مقدمة من العملاء 30 USD",
      "صندوق الدولار 30 USD",
      "مبيعات الخدمات -30 USD",
      "دفعات مقدمة من العملاء -30 USD",
    ]);

    const invoice = { description: "غرف", invoice_date: today, due_date: today, amount: 200, tax_amount: 30 };
    const bought = await client.post("/api/purchase-invoices", {
      ...invoice,
      invoice_number: "H-1",
      supplier_id: ids.supplier,
    });
    const served = await client.post("/api/agent-invoices", {
      ...invoice,
      invoice_number: "A-1",
      agent_id: ids.agent,
    });
    expect([bought.status, served.status]).toEqual([201, 201]);
    const purchase = [
      "مشتريات الفنادق 230 SAR",
      "ضريبة المشتريات 30 SAR",
      "الموردون -230 SAR",
      "مشتريات الفنادق -30 SAR",
    ];
    expect(await told(today, today, "H-1")).toEqual(purchase);
    expect(await told(today, today, "A-1")).toContain("خدمات الوكلاء 230 SAR");
    const id = bought.body.purchase_invoice.id;
    expect((await client.put(`/api/purchase-invoices/${id}`, { amount: 190, tax_amount: 40 })).status).toBe(
      200,
    );
    expect(await told(today, today, "H-1")).toEqual([
      ...purchase,
      "مشتريات الفنادق 30 SAR",
      "ضريبة المشتريات 40 SAR",
      "ضريبة المشتريات -30 SAR",
      "مشتريات الفنادق -40 SAR",
    ]);

    const category = (await client.post("/api/expense-categories", { name: "إيجارات" })).body.category;
    ids.fees = (
      await client.post("/api/expenses", { name: "إيجار المكتب", category_id: category.id })
    ).body.expense.id;
    const rent = await client.post("/api/payment-vouchers", {
      ...{ beneficiary_type: "expense", expense_id: ids.fees, description: "إيجار", date: today },
      ...inCash(ids.dollars, ids.usd, 25),
    });
    expect(await told(today, today, rent.body.payment_voucher.payment_number)).toEqual([
      "إيجارات 25 USD",
      "صندوق الدولار -25 USD",
    ]);

    const moved = await client.post("/api/transfers", {
      ...{
        from_cash_box_id: ids.dollars,
        to_cash_box_id: ids.riyals,
        from_amount: 10,
        to_amount: 38,
        date: today,
      },
      ...{ fee_amount: 1, fee_expense_id: ids.fees },
    });
    expect((await told(today, today, moved.body.transfer.transfer_number)).sort()).toEqual([
      ...["إيجارات 1 USD", "صندوق الدولار -1 USD", "صندوق الدولار -10 USD", "صندوق الريال 38 SAR"],
      "فروق العملة والتقريب 0.5 USD",
    ]);
  });

  test("stays when its document is corrected or deleted: each has a number of its own on the document's day", async () => {
    const contract = await signed(day(3), { start_date: day(-30), end_date: day(-40) });
    const { id, receipt_number } = await receive(contract, 50, { date: day(2) });
    expect((await client.put(`/api/receipt-vouchers/${id}`, { amount: 60 })).status).toBe(200);
    expect((await client.delete(`/api/receipt-vouchers/${id}`)).status).toBe(200);
    const own = await lines(day(2), day(2), receipt_number);
    const numbers = [...new Set(own.map(({ number }) => number))];
    expect(numbers).toHaveLength(3);
    expect(await lines(today, today, receipt_number)).toEqual([]);
    const ofBox = own
      .filter(({ name }) => name === "صندوق الدولار")
      .map(({ debit, credit }) => debit || `-${credit}`);
    expect(ofBox.sort()).toEqual(["-50", "-60", "50", "60"]);
  });
});

test("contracts that are signed after the setting changed are earned at once, and no other", async () => {
  const campaign = { start_date: day(-30), end_date: day(-40) };
  const before = await signed(today, campaign);
  const save = async (fields: object) => client.submit("/settings/chart/edit", { ...fields });
  expect((await save({ sales_earned: "signing" })).status).toBe(302);
  const after = await signed(today, campaign);
  expect((await save({ sales_earned: "departure" })).status).toBe(302);
  expect(await told(today, today, before.contract_number)).toEqual([
    "العملاء 1000 USD",
    "مبيعات مؤجلة -1000 USD",
  ]);
  expect(await told(today, today, after.contract_number)).toEqual(["العملاء 1000 USD", "المبيعات -1000 USD"]);
  await client.put(`/api/contracts/${after.id}`, { discount_amount: 100, discount_reason: "قريب" });
  expect((await told(today, today, after.contract_number)).slice(2)).toEqual([
    "الخصومات 100 USD",
    "العملاء -100 USD",
  ]);
});

test("another base touches no line: each is shown apart", async () => {
  const before = await lines(day(60), day(1));
  expect((await client.post(`/api/currencies/${ids.sar}/set-default`, {})).status).toBe(200);
  expect(await lines(day(60), day(1))).toEqual(before);
  const contract = await signed(today, { start_date: day(-30), end_date: day(-40) });
  const [line] = await lines(today, today, contract.contract_number);
  expect(line).toMatchObject({
    debit: "1000",
    currency: "USD",
    rate: "4",
    base: "4000",
    baseCode: "SAR",
  });
  const page = textOf((await client.get(`/settings/chart?from=${day(60)}&to=${today}`)).body);
  expect(page).toContain("بالعملة الأساسية SAR");
  expect(page).toContain("بالعملة الأساسية USD");
  await client.post(`/api/currencies/${ids.usd}/set-default`, {});
});

test("an office that was restored into a cluster with smaller transaction numbers enters everything once", async () => {
  const before = await receive(await signed(today), 100);
  const tables = ["entries", "movements", "invoice_taxes"];
  await office.knex.transaction(async (trx) => {
    for (const table of tables) {
      await trx.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await trx(table).increment("transaction_id", 1_000_000_000);
      await trx.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    await trx("journal_state").increment("posted_before", 1_000_000_000);
  });
  const restored = await receive(await signed(today), 200);
  const mark = async () => Number((await office.knex("journal_state").first()).posted_before);
  let batches = 0; // the file of a journal enters what is there in batches; each is of one document here
  const isMore = async () =>
    (await office.knex.raw("SELECT post_journal(1) AS is_more")).rows[0].is_more as boolean;
  while (await isMore())
    expect([++batches, await mark()]).toEqual([batches, expect.toSatisfy((at) => at > 1e9)]);
  expect(await mark()).toBeLessThan(1e9);
  const later = await receive(await signed(today), 300);
  for (const { receipt_number } of [before, restored, later])
    expect(await lines(today, today, receipt_number)).toHaveLength(2);
  expect(await mark()).toBeLessThan(1e9);
});

import { describe, expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { useCancelling } from "../support/cancelling";
import { makeAgent, makeInvoice, makeReceipt, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";

/* What each document and each event enters into the ledger of what is owed (docs/decisions/ledger.md). */

const { office, client } = useOffice();
const { ids, makeCustomer, makeContract, contractOf, paidContract, receive, change, cancelled, refunded } =
  useCancelling(office, client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());

/** The entries with these values, in the order of writing: day, cause, amount and currency. */
async function entriesWith(where: object) {
  const rows = await office.knex("entries").where(where).orderBy("id");
  return rows.map(({ date, cause, amount, currency_code }) =>
    [date === today ? "today" : date, cause, Number(amount), currency_code].join(" "),
  );
}

const on = (day: string) => ({ date: day });
const pay = (body: object) =>
  client.post("/api/payment-vouchers", { payment_method: "cash", cash_box_id: ids.box, ...body });

describe("a contract", () => {
  test("enters its total, and each later change of a discount on its day", async () => {
    const id = await makeContract("1000", ids.usd);
    await office.knex("contracts").where({ id }).update({ contract_date: "2026-03-01" });
    await change(id, { discount_amount: 100, discount_reason: "قريب" });
    await change(id, { discount_amount: 30 });
    await change(id, { discount_amount: 0, discount_reason: null });
    expect(await entriesWith({ contract_id: id })).toEqual([
      "2026-01-05 contract 1000 USD",
      "2026-01-05 contract -1000 USD",
      "2026-03-01 contract 1000 USD",
      "today discount -100 USD",
      "today discount 70 USD",
      "today discount 30 USD",
    ]);
  });

  test("that is cancelled enters what it was and the fee, and the same the other way round when it stands again", async () => {
    const id = await paidContract(600);
    await cancelled(id, { cancellation_fee: 150.25 });
    await change(id, { cancellation_fee: 200 });
    await refunded(id, 400);
    expect(await entriesWith({ contract_id: id })).toEqual([
      "2026-01-05 contract 1000 USD",
      "2026-11-01 receipt -600 USD",
      "today cancelling -1000 USD",
      "today fee 150.25 USD",
      "today fee 49.75 USD",
      "today refund 400 USD",
    ]);
    const again = await paidContract(10);
    await cancelled(again, { cancellation_fee: 10 });
    await change(again, { status: "active" });
    expect((await entriesWith({ contract_id: again })).slice(2)).toEqual([
      "today cancelling -1000 USD",
      "today fee 10 USD",
      "today cancelling 1000 USD",
      "today fee -10 USD",
    ]);
    await expectBalanced(office.knex);
  });

  test("that is deleted leaves its entries, reversed on their days", async () => {
    const id = await makeContract("70", ids.usd);
    await office.knex("contracts").where({ id }).update({ contract_date: "2026-03-01" });
    await cancelled(id);
    expect((await client.delete(`/api/contracts/${id}`)).status).toBe(200);
    expect((await entriesWith({ contract_id: id })).slice(2)).toEqual([
      "2026-03-01 contract 70 USD",
      "today cancelling -70 USD",
      "2026-03-01 contract -70 USD",
      "today cancelling 70 USD",
    ]);
  });

  test("keeps the words with which it was written, and the worth of its currency then", async () => {
    const id = await makeContract("70", ids.kwd);
    const [before] = await office.knex("entries").where({ contract_id: id });
    await office.knex("campaigns").update({ name: "اسم آخر" });
    await office.knex("currencies").where({ id: ids.kwd }).update({ exchange_rate: "4" });
    await cancelled(id);
    const entries = await office.knex("entries").where({ contract_id: id }).orderBy("id");
    expect(entries[0]).toEqual(before);
    expect(entries.map(({ base_code, base_rate }) => [base_code, Number(base_rate)])).toEqual([
      ["USD", 3.25],
      ["USD", 4],
    ]);
    await office.knex("currencies").where({ id: ids.kwd }).update({ exchange_rate: "3.25" });
  });
});

describe("a receipt", () => {
  test("pays its contract in the contract's currency; one without stands on account in its own", async () => {
    const id = await makeContract("100", ids.kwd);
    const receipt = await receive({
      contract_id: id,
      amount: 65,
      currency_id: ids.usd,
      exchange_rate_at_payment: 0.25,
      ...on("2026-02-03"),
    });
    const advance = await receive({ customer_id: ids.customer, amount: 40, currency_id: ids.usd });
    expect(await entriesWith({ document: "receipt", document_id: receipt.id })).toEqual([
      "2026-02-03 receipt -16.25 KWD",
    ]);
    expect(await entriesWith({ document: "receipt", document_id: advance.id })).toEqual([
      "2026-11-01 receipt -40 USD",
    ]);
    const [entry] = await office.knex("entries").where({ document_number: receipt.receipt_number });
    expect(entry).toMatchObject({ voucher_amount: "65.0000", voucher_code: "USD", contract_id: id });
  });

  test("that is corrected is reversed on its day and written anew; cancelled, it has a day of its own", async () => {
    const { id } = await receive({
      customer_id: ids.customer,
      amount: 40,
      currency_id: ids.usd,
      ...on("2026-02-03"),
    });
    const put = (body: object) => client.put(`/api/receipt-vouchers/${id}`, body);
    await put({ amount: 50 });
    await put({ date: "2026-02-05" });
    await put({ payment_reference: "لا تغيّر شيئًا" });
    await put({ status: "cancelled" });
    await put({ status: "confirmed" });
    await put({ customer_id: await makeCustomer("سالم باوزير") });
    expect(await entriesWith({ document: "receipt", document_id: id })).toEqual([
      "2026-02-03 receipt -40 USD",
      "2026-02-03 receipt 40 USD",
      "2026-02-03 receipt -50 USD",
      "2026-02-03 receipt 50 USD",
      "2026-02-05 receipt -50 USD",
      "today receipt_cancelled 50 USD",
      "today receipt_cancelled -50 USD",
      "2026-02-05 receipt 50 USD",
      "2026-02-05 receipt -50 USD",
    ]);
    expect((await client.delete(`/api/receipt-vouchers/${id}`)).status).toBe(200);
    expect((await entriesWith({ document: "receipt", document_id: id })).at(-1)).toBe(
      "2026-02-05 receipt 50 USD",
    );
    await expectBalanced(office.knex);
  });
});

describe("what the office owes its partners", () => {
  test("an invoice, its payment, its cancelling, and that it is paid without a voucher, in riyals", async () => {
    const agent_id = await makeAgent(office.knex);
    const invoice = await makeInvoice(office.knex, { agent_id }, "500", { invoice_date: "2026-01-10" });
    const put = (body: object) => client.put(`/api/agent-invoices/${invoice}`, body);
    await put({ amount: 450 });
    await put({ payment_status: "cancelled" });
    await put({ payment_status: "pending" });
    await put({ payment_status: "paid", payment_reason: "مقاصة" });
    expect(await entriesWith({ invoice_id: invoice })).toEqual([
      "2026-01-10 invoice -500 SAR",
      "2026-01-10 invoice 500 SAR",
      "2026-01-10 invoice -450 SAR",
      "today invoice_cancelled 450 SAR",
      "today invoice_cancelled -450 SAR",
      "today paid_without_voucher 450 SAR",
    ]);
  });

  test("payments settle an invoice or stand on account; those to nobody who has entries enter nothing", async () => {
    const supplier_id = await makeSupplier(office.knex);
    const invoice = await makeInvoice(office.knex, { supplier_id }, "500");
    const common = { beneficiary_type: "supplier", supplier_id, currency_id: ids.usd };
    const settling = await pay({ ...common, amount: 50, purchase_invoice_id: invoice });
    await pay({ ...common, amount: 7 });
    const other = await pay({
      beneficiary_type: "other",
      beneficiary: "حارس",
      currency_id: ids.usd,
      amount: 3,
    });
    expect(other.status).toBe(201);
    expect(await entriesWith({ supplier_id })).toEqual([
      "2026-01-10 invoice -500 SAR",
      "today payment 187.5 SAR",
      "today payment 7 USD",
    ]);
    await client.put(`/api/payment-vouchers/${settling.body.payment_voucher.id}`, { status: "cancelled" });
    expect((await entriesWith({ supplier_id })).at(-1)).toBe("today payment_cancelled -187.5 SAR");
    await expectBalanced(office.knex);
  });
});

describe("entries", () => {
  test("are what a contract's columns follow, whoever writes a voucher, at the end of the transaction", async () => {
    const contract = await makeContract("1000");
    const { id } = await receive({ contract_id: contract, amount: 100 });
    await office.knex.transaction(async (trx) => {
      await trx.raw(
        `INSERT INTO receipt_vouchers (receipt_number, date, customer_id, contract_id, amount, currency_id, exchange_rate_at_payment,
           equivalent_amount, equivalent_currency_id, payment_method, account_id, account_amount, description, status, received_by)
         SELECT 'RV-1999-00001', date, customer_id, contract_id, 250, currency_id, 1, 250, equivalent_currency_id, payment_method,
           account_id, 250, description, 'cancelled', received_by FROM receipt_vouchers WHERE id = ?`,
        [id],
      );
      await trx("receipt_vouchers")
        .where({ receipt_number: "RV-1999-00001" })
        .update({ status: "confirmed" });
    });
    expect(await contractOf(contract)).toEqual({ paid: 350, remaining: 650 });
    await office.knex("receipt_vouchers").where({ receipt_number: "RV-1999-00001" }).delete();
    expect(await contractOf(contract)).toEqual({ paid: 100, remaining: 900 });
  });

  test("are final, but for the customer of two that are joined", async () => {
    const entry = await office.knex("entries").where("customer_id", ids.customer).first();
    const { id } = entry;
    for (const change of [
      { amount: 1 },
      { date: today },
      { description: "غيره" },
      { customer_id: null, agent_id: 1 },
    ])
      await expect(office.knex("entries").where({ id }).update(change)).rejects.toThrow();
    await expect(office.knex("entries").where({ id }).delete()).rejects.toThrow();
    const gone = await makeCustomer("سالم باوزير");
    const { receipt_number } = await receive({ customer_id: gone, amount: 5, currency_id: ids.usd });
    const before = await office.knex("entries").count();
    expect((await client.post(`/api/customers/${ids.customer}/join`, { customer_id: gone })).status).toBe(
      200,
    );
    expect(await office.knex("entries").count()).toEqual(before);
    expect(
      await office.knex("entries").where({ document_number: receipt_number }).pluck("customer_id"),
    ).toEqual([ids.customer]);
    await expectBalanced(office.knex);
  });

  test("keep the code of their currency", async () => {
    const { status, body } = await client.put(`/api/currencies/${ids.kwd}`, { code: "KWX" });
    expect([status, Object.keys(body.fields)]).toEqual([409, ["code"]]);
    await expect(office.knex("currencies").where({ id: ids.kwd }).update({ code: "KWX" })).rejects.toThrow(
      "entries",
    );
    expect((await client.put(`/api/currencies/${ids.yer}`, { code: "YEX" })).status).toBe(200);
  });

  test("settle their contract, those after its settling too", async () => {
    const id = await makeContract("1000", ids.usd);
    const paid = async (knex: typeof office.knex) =>
      Number((await knex("contracts").where({ id }).first("paid_amount")).paid_amount);
    await office.knex.transaction(async (trx) => {
      await makeReceipt(trx, id, { amount: 100, equivalent_amount: 100 });
      await trx.raw("SELECT settle_contracts(?)", [[id]]);
      expect(await paid(trx)).toBe(100);
      await makeReceipt(trx, id, { amount: 30, equivalent_amount: 30 });
      await trx("receipt_vouchers").where({ contract_id: id, amount: 100 }).delete();
    });
    expect(await paid(office.knex)).toBe(30);
    await office.knex("receipt_vouchers").where({ contract_id: id }).delete();
    expect(await paid(office.knex)).toBe(0);
  });

  test("of many at once who pay, cancel, correct and delete are what their documents say", async () => {
    const contracts = await Promise.all([makeContract("1000", ids.usd), makeContract("900", ids.kwd)]);
    await Promise.all(
      Array.from({ length: 24 }, async (_, turn) => {
        const { body } = await client.post("/api/receipt-vouchers", {
          ...{
            contract_id: contracts[turn % 2],
            customer_id: ids.customer,
            amount: 10 + turn,
            description: "دفعة",
          },
          ...{ currency_id: turn % 3 ? ids.usd : ids.kwd, payment_method: "cash", cash_box_id: ids.box },
        });
        const path = `/api/receipt-vouchers/${body.receipt_voucher?.id}`;
        if (turn % 4 === 1) await client.put(path, { status: "cancelled" });
        if (turn % 4 === 2) await client.put(path, { amount: 3 });
        if (turn % 4 === 3) await client.delete(path);
        if (turn % 6 === 0)
          await change(contracts[turn % 2] as number, { status: turn % 12 ? "active" : "cancelled" });
      }),
    );
    await expectBalanced(office.knex);
  });
});

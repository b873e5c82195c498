import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { keepBooks } from "./books";
import type { Client } from "./client";
import { inCash, makeAgent, makeCurrency, makeCustomer, makeSupplier } from "./factories";

export const address = "/api/payment-vouchers";

/** Accounts and partners of an office, and payments to them. Its books are balanced after each test. */
export function usePayments(office: ReturnType<typeof fixture>, client: Client) {
  const ids = {} as Record<
    "usd" | "sar" | "kwd" | "box" | "sarBox" | "bank" | "customer" | "agent" | "supplier" | "expense",
    number
  >;

  keepBooks(office);
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true, name: "دولار أمريكي", symbol: "$" });
    ids.sar = await makeCurrency(knex, "SAR", "0.26666666666666666667", { name: "ريال سعودي" });
    ids.kwd = await makeCurrency(knex, "KWD", "3.25", { name: "دينار كويتي" });
    ids.box = await makeBox("USD", 100_000);
    ids.sarBox = await makeBox("SAR", 100_000);
    const bank = { name: "مصرف الراجحي", account_number: "SA 44", account_name: "الوكالة" };
    ids.bank = (
      await client.post("/api/banks", { ...bank, currency_code: "SAR", balance: 50_000 })
    ).body.bank.id;
    ids.customer = await makeCustomer(knex, { name: "سالم بن عوض" });
    ids.agent = await makeAgent(knex, { name: "مكتب النور" });
    ids.supplier = await makeSupplier(knex, { name: "فنادق الصفوة" });
    ids.expense = (await client.post("/api/expenses", { name: "إيجار المكتب" })).body.expense.id;
  });

  async function makeBox(currency_code: string, balance: number) {
    const { body } = await client.post("/api/cash-boxes", {
      name: `صندوق ${currency_code}`,
      currency_code,
      balance,
    });
    return body.cash_box.id as number;
  }

  const voucher = (changes: object = {}) => ({
    beneficiary_type: "expense",
    expense_id: ids.expense,
    ...inCash(ids.box, ids.usd, 100),
    date: "2026-11-01",
    description: "إيجار نوفمبر",
    ...changes,
  });
  const toAgent = (changes: object = {}) =>
    voucher({ beneficiary_type: "agent", agent_id: ids.agent, expense_id: undefined, ...changes });
  async function pay(changes: object = {}) {
    const { status, body } = await client.post(address, voucher(changes));
    expect([status, body.message]).toEqual([201, undefined]);
    return body.payment_voucher;
  }
  const change = (id: number, body: object) => client.put(`${address}/${id}`, body);
  const find = async (id: number) => (await client.get(`${address}/${id}`)).body.payment_voucher;

  const balanceOf = async (id: number) =>
    Number((await office.knex("accounts").where({ id }).first("balance")).balance);
  const invoiceOf = async (id: number) => {
    const { paid_amount, payment_status } = await office.knex("invoices").where({ id }).first();
    return [Number(paid_amount), payment_status];
  };

  return { ids, makeBox, voucher, toAgent, pay, change, find, balanceOf, invoiceOf };
}

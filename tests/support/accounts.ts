import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";

export const tab = (path: string) => `/settings/accounts/${path}`;
export const statement = (path: string) => `/financial/statements/${path}`;

type Kind = { list: string; item: "bank" | "cash_box"; own: Record<string, string>; one: string };

/** The differences of banks and cash boxes; all else is tested on both. */
export const banks: Kind = {
  list: "banks",
  item: "bank",
  own: { account_number: "SA03 8000 0000 6080", account_name: "مؤسسة ضيوف الرحمن" },
  one: "البنك",
};
export const boxes: Kind = {
  list: "cash-boxes",
  item: "cash_box",
  own: { location: "مكة، العزيزية" },
  one: "الصندوق",
};
export const kinds = [banks, boxes];
export const key = (list: string) => list.replace("-", "_");

async function addCurrencies(client: Client) {
  for (const [code, symbol, exchange_rate] of [
    ["USD", "$", "1"],
    ["SAR", "ر.س", "0.26666666666666666667"],
    ["KWD", "د.ك", "3.25"],
    ["JPY", "¥", "0.0064"],
  ]) {
    await client.post("/api/currencies", { name: `عملة ${code}`, code, symbol, exchange_rate });
  }
}

/** Currencies, banks and cash boxes of an office, what moves in them, and receipts into them. */
export function accountsOf(office: ReturnType<typeof fixture>, client: Client) {
  beforeAll(() => addCurrencies(client));
  let made = 0;
  async function make({ list, item, own }: Kind, more: object = {}) {
    const { body } = await client.post(`/api/${list}`, {
      name: `حساب ${++made}`,
      currency_code: "SAR",
      ...own,
      ...more,
    });
    expect(body).toMatchObject({ [item]: { id: expect.any(Number) } });
    return body[item];
  }

  const movementsOf = async (id: number) =>
    (await office.knex("movements").where({ account_id: id }).orderBy("id")).map(
      ({ cause, amount, balance_after }) => [cause, Number(amount), Number(balance_after)],
    );

  /** The rule that always holds (rulings §3). */
  async function expectBalanced() {
    const { rows } = await office.knex.raw(`
    SELECT 'balance ' || id AS wrong FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT 'running balance ' || id FROM (
      SELECT id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY id) AS running FROM movements) m
    WHERE balance_after <> running`);
    expect(rows).toEqual([]);
  }

  /** Receipts of 1 into an account; gives their numbers. */
  async function receive(accountId: number, item: string, count: number): Promise<string[]> {
    const { body } = await client.post("/api/customers", { name: "سالم باوزير", phone: "777123456" });
    const currency = await office.knex("currencies").where({ code: "SAR" }).first("id");
    const numbers: string[] = [];
    for (let i = 0; i < count; i++) {
      const receipt = await client.post("/api/receipt-vouchers", {
        customer_id: body.customer.id,
        currency_id: currency.id,
        amount: 1,
        ...(item === "bank"
          ? { payment_method: "bank_transfer", bank_account_id: accountId }
          : { payment_method: "cash", cash_box_id: accountId }),
        date: "2026-11-01",
        description: "دفعة",
      });
      numbers.push(receipt.body.receipt_voucher.receipt_number);
    }
    return numbers;
  }

  return { make, movementsOf, expectBalanced, receive };
}

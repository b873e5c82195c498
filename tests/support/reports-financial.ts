import excel from "exceljs";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { inCash, makeCampaign, makeCurrency, makeCustomer, makePackage } from "./factories";

export const address = "/reports/financial";

/** Receipts and payments of an office, and its reports. */
export function useFinancialReports(office: ReturnType<typeof fixture>, client: Client) {
  const ids = {} as Record<
    "usd" | "sar" | "kwd" | "dollars" | "riyals" | "bank" | "customer" | "campaign" | "package",
    number
  >;
  let contract: number;

  beforeAll(async () => {
    const { knex } = office;
    const usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
    const sar = await makeCurrency(knex, "SAR", "0.26666666666666666667");
    const kwd = await makeCurrency(knex, "KWD", "3.25");
    const box = async (name: string, currency_code: string) =>
      (await client.post("/api/cash-boxes", { name, currency_code, balance: 5000 })).body.cash_box.id;
    const bank = { name: "البنك", currency_code: "USD", account_number: "1", account_name: "المكتب" };
    const ofPackage = await makePackage(knex, sar, "4000", { name: "الفضية", total_cost: "800.125" });
    Object.assign(ids, {
      usd,
      sar,
      kwd,
      dollars: await box("صندوق الدولار", "USD"),
      riyals: await box("صندوق الريال", "SAR"),
      bank: (await client.post("/api/banks", bank)).body.bank.id,
      customer: await makeCustomer(knex),
      package: ofPackage,
      campaign: await makeCampaign(knex, 50, [ofPackage], { name: "حملة رجب" }),
    });
    contract = await sign();
  });

  async function sign() {
    const { customer, campaign, package: of } = ids;
    const terms = { customer_id: customer, campaign_id: campaign, package_id: of };
    return (await client.post("/api/contracts", terms)).body.contract.id as number;
  }

  async function take(date: string, amount: number, more: object = {}) {
    const { status, body } = await client.post("/api/receipt-vouchers", {
      customer_id: ids.customer,
      date,
      ...inCash(ids.dollars, ids.usd, amount),
      description: "دفعة",
      ...more,
    });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.receipt_voucher as { id: number } & Record<string, unknown>;
  }

  async function pay(date: string, amount: number, more: object = {}) {
    const { status, body } = await client.post("/api/payment-vouchers", {
      beneficiary: "جهة",
      date,
      ...inCash(ids.riyals, ids.sar, amount),
      ...more,
    });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.payment_voucher as { id: number };
  }

  /** The tables of a report by their titles, as its CSV has them; the first cell names a row. */
  async function tables(query: string) {
    const { status, body } = await client.get(`${address}/export/csv?${query}`);
    expect(status).toBe(200);
    const parts = (body as string).replace("\uFEFF", "").trimEnd().split("\r\n\r\n").slice(1);
    return Object.fromEntries(
      parts.map((part) => {
        const [title = "", , ...rows] = part.split("\r\n");
        return [
          title,
          Object.fromEntries(
            rows.map((row) => {
              const [name = "", ...cells] = row.split(",");
              return [name, cells.map((cell) => (/^-?[\d.]+$/.test(cell) ? Number(cell) : cell))];
            }),
          ),
        ];
      }),
    ) as Record<string, Record<string, (number | string)[]>>;
  }

  async function workbook(query: string) {
    const path = `${office.url}${address}/export/xlsx?${query}`;
    const file = await fetch(path, { headers: { Cookie: client.cookie } });
    const book = new excel.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    return book;
  }

  /** The money of the vouchers of these days by plain SQL, cancelled since or not, grouped by an expression, in dollars. */
  async function counted(table: "receipt" | "payment", from: string, to: string, by = "'المجموع'") {
    const { rows } = await office.knex.raw(
      `SELECT ${by} AS name, round(sum(account_amount * exchange_rate), 2) AS sum FROM ${table}_vouchers voucher
     JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = accounts.currency_id
     WHERE date BETWEEN ? AND ? GROUP BY 1`,
      [from, to],
    );
    return Object.fromEntries(
      rows.map(({ name, sum }: { name: string; sum: string }) => [name, Number(sum)]),
    );
  }

  async function expectCounted(query: string, from: string, to: string) {
    const report = await tables(`report=cash&${query}`);
    const methods = "CASE payment_method WHEN 'cash' THEN 'نقدًا' ELSE 'تحويل بنكي' END";
    const parts: [title: string, by: string][] = [
      ["بحسب طريقة الدفع", methods],
      ["بحسب الحساب", "accounts.name"],
    ];
    for (const [title, by] of parts) {
      const [receipts, payments] = [
        await counted("receipt", from, to, by),
        await counted("payment", from, to, by),
      ];
      const { المجموع: total, ...rows } = report[title] ?? {};
      expect(Object.keys(rows).sort()).toEqual(
        [...new Set([...Object.keys(receipts), ...Object.keys(payments)])].sort(),
      );
      for (const [name, [received, paid]] of Object.entries(rows))
        expect([name, received, paid]).toEqual([name, receipts[name] ?? 0, payments[name] ?? 0]);
      expect(total?.slice(0, 2)).toEqual([
        (await counted("receipt", from, to)).المجموع ?? 0,
        (await counted("payment", from, to)).المجموع ?? 0,
      ]);
    }
    return report;
  }

  return { ids, contract: () => contract, sign, take, pay, tables, workbook, expectCounted };
}

import { beforeAll, expect } from "vitest";
import type { Client, Office } from "./client";
import { today } from "./closing";
import {
  inCash,
  makeAgent,
  makeCampaign,
  makeContract,
  makeCurrency,
  makeCustomer,
  makePackage,
  makeSupplier,
} from "./factories";

/** The columns of the journal's file, in the order of books.md, rule 11, with the accounts' names, currencies and bases behind them. */
const names = [
  ...[
    "number",
    "date",
    "document",
    "account",
    "debit",
    "credit",
    "rate",
    "base",
    "party",
    "campaign",
    "text",
  ],
  ...["name", "currency", "baseCode", "revalues"],
] as const;
export type Line = Record<(typeof names)[number], string>;

/** The journal of a period as its text file, read by a reader of our own: fields in quotes where they need it. */
export function journalOf(client: Client) {
  const file = async (from: string, to: string) => {
    const { status, body } = await client.get(`/reports/journal/export/csv?from=${from}&to=${to}`);
    expect(status).toBe(200);
    return body as string;
  };

  async function lines(from: string, to: string, about?: string) {
    const rows = fieldsOf(await file(from, to)).slice(1);
    const all = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Line);
    expectSound(all);
    return about ? all.filter(({ document }) => document === about) : all;
  }

  /** «account name, debit or minus credit, currency» of each line about a document. */
  async function told(from: string, to: string, about?: string) {
    const own = await lines(from, to, about);
    return own.map(({ name, debit, credit, currency }) => `${name} ${debit || `-${credit}`} ${currency}`);
  }
  return { file, lines, told };
}

const cents = (amount: string) => BigInt(Math.round(Number(amount || "0") * 1000));

/** What must hold of any file: one filled column a line, both positive, each number balanced in the base and of one day. */
export function expectSound(lines: Line[]) {
  const sums = new Map<string, bigint>();
  const days = new Map<string, string>();
  for (const { number, date, debit, credit, base } of lines) {
    expect(number).toMatch(/^J-\d{4}-\d{5,}$/);
    expect([debit, credit].filter(Boolean)).toHaveLength(1);
    expect(Number(debit || credit)).toBeGreaterThanOrEqual(0);
    expect(Number(base)).toBeGreaterThanOrEqual(0);
    sums.set(number, (sums.get(number) ?? 0n) + (debit ? cents(base) : -cents(base)));
    expect(days.get(number) ?? date).toBe(date);
    days.set(number, date);
  }
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
}

/** The records of a text with commas and quotes. */
export function fieldsOf(text: string) {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, bare, end] of text
    .replace(/^\uFEFF/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === "" && record.length === 0 && !quoted && !bare) break;
    record.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** An office with a customer, a supplier, an agent and two boxes, and deeds of an ordinary day. */
export function useBooks(office: Office, client: Client) {
  const ids = { usd: 0, sar: 0, customer: 0, supplier: 0, agent: 0, plan: 0, dollars: 0, riyals: 0, fees: 0 };
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
    ids.sar = await makeCurrency(knex, "SAR", "0.25", { symbol: "ر.س" });
    ids.customer = await makeCustomer(knex, { name: "سالم" });
    ids.supplier = await makeSupplier(knex, { name: "فندق الصفوة", service_type: "hotels" });
    ids.agent = await makeAgent(knex, { name: "مكتب الأمل" });
    ids.plan = await makePackage(knex, ids.usd, "1000");
    ids.dollars = await box("صندوق الدولار", "USD", 500);
    ids.riyals = await box("صندوق الريال", "SAR", 4000);
  });

  const box = async (name: string, currency_code: string, balance: number) =>
    (await client.post("/api/cash-boxes", { name, currency_code, balance })).body.cash_box.id;

  async function signed(contract_date = today, campaign: object = {}) {
    const campaign_id = await makeCampaign(office.knex, 50, [ids.plan], campaign);
    const customer_id = await makeCustomer(office.knex, { name: "سالم" });
    const parties = { customer_id, campaign_id, package_id: ids.plan, currency_id: ids.usd };
    const id = await makeContract(office.knex, parties, "1000", { contract_date });
    return (await client.get(`/api/contracts/${id}`)).body.contract as {
      id: number;
      contract_number: string;
      customer_id: number;
      campaign_id: number;
    };
  }

  const receive = async (
    contract: { id: number; customer_id: number },
    amount: number,
    more: object = {},
  ) => {
    const { status, body } = await client.post("/api/receipt-vouchers", {
      ...{ customer_id: contract.customer_id, contract_id: contract.id, description: "دفعة", date: today },
      ...inCash(ids.dollars, ids.usd, amount),
      ...more,
    });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.receipt_voucher;
  };
  return { ids, box, signed, receive };
}

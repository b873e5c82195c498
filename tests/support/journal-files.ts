import { expect } from "vitest";
import type { Client } from "./client";

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
  ...["name", "currency", "baseCode"],
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
function fieldsOf(text: string) {
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

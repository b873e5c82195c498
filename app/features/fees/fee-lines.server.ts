import Big from "big.js";
import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { choice, decimal, id, price, wholeNumber } from "~/domain/input.server";
import { list, mostOfForm, rows } from "~/domain/lists.server";
import { readRows } from "~/domain/rows";
import { namesOf } from "~/domain/states";
import { convert, type Decimal, fits, roundTo, shownCurrency, tooFine } from "~/features/money/money.server";
import { type Currency, readCurrencies } from "~/features/money/rates.server";
import {
  type FeeLine,
  type FeeLineKind,
  feeLineColumns,
  feeLineKinds,
  mostFeeDays,
  mostFeeLines,
  type SignedLine,
  signedLineText,
} from "./fee-lines";

/** A line as it was sent, and as the database has it; exact amounts travel in JSON as text. */
type SentLine = Omit<FeeLine, "amount"> & { amount: Decimal };
/** A line as it is read, with what its sum is in. */
export type StoredFeeLine = SentLine & { code: string | null; symbol: string | null };

const wrongPercent = "نسبة الرسم من 0 إلى 100، بخانتين عشريتين على الأكثر";
const days = wholeNumber({ max: mostFeeDays, message: `الأيام عدد صحيح من 0 إلى ${mostFeeDays}` });
const kind = choice(namesOf(feeLineKinds));
const percent = decimal({ decimals: 2, message: wrongPercent, minMessage: wrongPercent }).refine(
  (value) => Number(value) <= 100,
  wrongPercent,
);
const sum = price("الرسم مبلغ لا يكون سالبًا");
const currency = id();
const long = `لا تزيد مواعيد الرسم على ${mostFeeLines}`;

/** The lines that a contract keeps. */
export const signedLines = list(
  z.object({ days: z.number(), kind, amount: z.string().regex(/^\d+(\.\d+)?$/) }),
  mostFeeLines,
);

type Row = { [name in (typeof feeLineColumns)[number]]?: unknown };

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

/** Of a call `[{days, kind, amount, currency_id}]`, of a form the values in turn; none removes the lines. Undefined when not sent. */
export const feeLinesField = () =>
  z
    .preprocess(
      linesOfForm,
      rows(feeLineColumns, {
        most: mostFeeLines,
        long,
        wrong: "مواعيد الرسم قائمة فيها الأيام والنوع والمقدار والعملة",
        faultOf,
        read: (row): SentLine => ({
          days: days.parse(row.days),
          kind: kind.parse(row.kind),
          amount: (row.kind === "percent" ? percent : sum).parse(row.amount),
          currency_id: isBlank(row.currency_id) ? null : currency.parse(row.currency_id),
        }),
      }),
    )
    .optional();

/** A form's lines without those in which nothing was typed. */
function linesOfForm(sent: unknown) {
  const isFlat = Array.isArray(sent) && sent.length > 0 && sent.length <= mostOfForm;
  if (!isFlat || !sent.every((value) => typeof value === "string")) return sent;
  return readRows(sent, feeLineColumns)?.filter((row) => row.days || row.amount || row.currency_id) ?? sent;
}

/** All faults, each with its line. */
function faultOf(all: Row[]) {
  const seen = new Set<number>();
  const faults = all.flatMap((row, index) => {
    const of = faultsOfRow(row);
    const day = days.safeParse(row.days).data;
    if (day !== undefined && seen.has(day)) of.push("تكرر عدد الأيام");
    if (day !== undefined) seen.add(day);
    return of.map((fault) => `الموعد ${index + 1}: ${fault}`);
  });
  return faults.length ? faults.join("؛ ") : undefined;
}

function faultsOfRow(row: Row): string[] {
  const of = kind.safeParse(row.kind).data;
  const amount = of === "sum" ? sum : percent;
  return [
    isBlank(row.days) ? "اكتب عدد الأيام" : messageOf(days, row.days),
    of ? undefined : "اختر النوع: نسبة أو مبلغ",
    isBlank(row.amount) ? "اكتب مقدار الرسم" : of && messageOf(amount, row.amount),
    of && faultOfCurrency(of, row.currency_id),
  ].filter((fault) => fault !== undefined);
}

function faultOfCurrency(of: FeeLineKind, sent: unknown) {
  if (of === "percent") return isBlank(sent) ? undefined : "النسبة بلا عملة";
  if (isBlank(sent)) return "اختر عملة المبلغ";
  return currency.safeParse(sent).success ? undefined : "اختر العملة من القائمة";
}

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

/** Whose lines: a campaign's, or the office's. */
export type FeeLinesOf = { campaign_id: number } | { company_id: true };

const tableOf = (of: FeeLinesOf) => ("campaign_id" in of ? "campaign_fee_lines" : "company_fee_lines");

const linesIn = (table: string, where: string) => `(
  SELECT coalesce(json_agg(json_build_object('days', days, 'kind', kind, 'amount', trim_scale(amount)::text,
    'currency_id', currency_id, 'code', code, 'symbol', symbol) ORDER BY days DESC), '[]')
  FROM ${table} LEFT JOIN currencies ON currencies.id = currency_id WHERE ${where})`;

/** The lines of a row of `campaigns`, and those of the office, in SQL. */
export const linesOfCampaign = linesIn("campaign_fee_lines", "campaign_id = campaigns.id");
export const linesOfOffice = linesIn("company_fee_lines", "company_id");

export const toFeeLines = (lines: StoredFeeLine[]): FeeLine[] =>
  lines.map(({ amount, code: _, symbol: __, ...line }) => ({ ...line, amount: Number(amount) }));

/** Lines in words, each as a contract prints it. */
export const feeLineTexts = (lines: StoredFeeLine[]) =>
  lines.map(({ currency_id, code, symbol, ...line }) =>
    signedLineText(line, shownCurrency(currency_id ?? 0, code ?? "", symbol ?? "")),
  );

/**
 * Writes lines in place of the present ones; undefined leaves them.
 * @throws DomainError invalid for a currency that is none, or a sum with more decimals than its currency
 */
export async function writeFeeLines(trx: Transaction, of: FeeLinesOf, lines: SentLine[] | undefined) {
  if (!lines) return;
  const currencies = lines.some(({ currency_id }) => currency_id) ? await readCurrencies(trx) : new Map();
  const faults = lines.flatMap(({ currency_id, amount }, index) => {
    const code = (currencies.get(currency_id ?? 0) as Currency | undefined)?.code;
    const fault =
      currency_id && (code ? !fits(amount, code) && tooFine("الرسم", code) : "العملة المختارة لم تعد موجودة");
    return fault ? [`الموعد ${index + 1}: ${fault}`] : [];
  });
  if (faults.length) throw invalid("fee_lines", faults.join("؛ "));
  const table = tableOf(of);
  const present: SentLine[] = await trx(table).where(of).select("days", "kind", "amount", "currency_id");
  if (isSame(lines, present)) return;
  await trx(table).where(of).delete();
  if (lines.length) await trx(table).insert(lines.map((line) => ({ ...of, ...line })));
}

const isSame = (lines: SentLine[], present: SentLine[]) =>
  lines.length === present.length &&
  lines.every((line) =>
    present.some(
      (one) =>
        one.days === line.days &&
        one.kind === line.kind &&
        one.currency_id === line.currency_id &&
        Big(one.amount).eq(line.amount),
    ),
  );

/** The currencies of sums, the default one first. */
export const feeCurrencies = (db: Db): Promise<{ id: number; code: string }[]> =>
  db("currencies").select("id", "code").orderByRaw("is_default DESC, name COLLATE by_name, id");

/** What has a sum in a currency, in words. */
export async function usesInFees(db: Db, currency_id: number): Promise<string[]> {
  const uses: string[] = [];
  if (await db("campaign_fee_lines").where({ currency_id }).first("days"))
    uses.push("رسوم الإلغاء في الحملات");
  if (await db("company_fee_lines").where({ currency_id }).first("days"))
    uses.push("رسوم الإلغاء في بيانات الشركة");
  return uses;
}

/**
 * The lines with which a contract is signed now: the campaign's, or the office's where it has none. A sum is converted at the stored rates.
 * @param currencyId of the contract
 */
export async function linesToSign(
  db: Db,
  campaign_id: number,
  currencyId: number,
): Promise<SignedLine[] | undefined> {
  const both: { own: StoredFeeLine[]; office: StoredFeeLine[] } = await db("campaigns")
    .where({ id: campaign_id })
    .first({ own: db.raw(linesOfCampaign), office: db.raw(linesOfOffice) });
  const lines = both.own.length ? both.own : both.office;
  if (!lines.length) return undefined;
  const currencies = await readCurrencies(db);
  const to = currencies.get(currencyId) as Currency;
  return lines.map(({ days, kind, amount, currency_id }) => {
    const from = currency_id ? currencies.get(currency_id) : undefined;
    const sum = from && roundTo(convert(amount, from.exchange_rate, to.exchange_rate), to.code);
    return { days, kind, amount: sum ?? amount };
  });
}

import Big from "big.js";
import { db } from "~/db/knex.server";
import { formatAmount } from "~/domain/money";
import { closingOf } from "~/features/closing/closings.server";
import { salesEarnedLabels } from "~/features/company/company";
import { postJournal } from "~/features/money/journal.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { type Span, textOfSpan } from "../period";
import { spanOf } from "../period.server";
import type { Cell, Report, ReportTable } from "../report";
import { type ReadReport, reportsOf } from "../reports.server";
import { accountNames, chartRows } from "./accounts.server";
import { chart, journal } from "./journal";
import { isOpen } from "./lines.server";

type Sums = {
  account: string;
  currency_code: string;
  base_code: string;
  opening: Decimal;
  debit: Decimal;
  credit: Decimal;
  closing: Decimal;
  base_debit: Decimal;
  base_credit: Decimal;
  base_closing: Decimal;
};

/**
 * What the lines of each account sum to, per currency and base: before a period, in it, and at its end. A revaluation stands beside its currency, in the
 * base alone.
 *
 * @param isExpecting adds the lines that the closing of an open period is expected to write, as the file does
 */
async function sumsOf({ from, to }: Pick<Span, "from" | "to">, isExpecting: boolean): Promise<Sums[]> {
  const expected = isExpecting
    ? `UNION ALL SELECT :to::date, account, code, base_code, false, amount_of_line > 0 OR worth > 0, amount_of_line, worth FROM (
         SELECT currency_code, base_code, is_sale, sum(amount) AS amount, sum(base_amount) AS base_amount
         FROM earnings_until(:to) GROUP BY currency_code, base_code, is_sale, sign(amount), sign(base_amount)) AS earned,
       LATERAL lines_of_earnings(amount, base_amount, is_sale, currency_code, base_code)`
    : "";
  const { rows } = await db.raw<{ rows: Sums[] }>(
    `SELECT account, currency_code, base_code,
       coalesce(sum(amount) FILTER (WHERE NOT is_revaluation AND date < :from), 0) AS opening,
       coalesce(sum(amount) FILTER (WHERE NOT is_revaluation AND date >= :from AND is_debit), 0) AS debit,
       coalesce(-sum(amount) FILTER (WHERE NOT is_revaluation AND date >= :from AND NOT is_debit), 0) AS credit,
       coalesce(sum(amount) FILTER (WHERE NOT is_revaluation), 0) AS closing,
       coalesce(sum(base_amount) FILTER (WHERE date >= :from AND is_debit), 0) AS base_debit,
       coalesce(-sum(base_amount) FILTER (WHERE date >= :from AND NOT is_debit), 0) AS base_credit,
       sum(base_amount) AS base_closing
     FROM (
       SELECT date, account, code AS currency_code, base_code, is_revaluation, is_debit, amount, base_amount FROM journal_lines_totals WHERE date <= :to
       ${expected}) AS lines
     GROUP BY account, currency_code, base_code
     HAVING coalesce(sum(amount) FILTER (WHERE NOT is_revaluation), 0) <> 0 OR sum(base_amount) <> 0 OR bool_or(date >= :from)`,
    { from, to },
  );
  return rows;
}

/** The trial balance: of each base a table, whose rows lead to the lines of their account (books.md, rule 11). */
const trialReport: ReadReport = async ({ params }) => {
  const span = spanOf(params);
  await postJournal();
  const isExpecting = await isOpen(db, span);
  const [sums, names, closed] = await Promise.all([
    sumsOf(span, isExpecting),
    accountNames(db, span),
    closingOf(db, span.to),
  ]);
  const address = (account: string) =>
    `${journal.path}?${new URLSearchParams({ from: span.from, to: span.to, account })}`;
  const bases = [...new Set(sums.map(({ base_code }) => base_code))].sort();
  const tables = bases.map((base): ReportTable => {
    const decimals = minorUnit(base);
    const rows = sums
      .filter(({ base_code }) => base_code === base)
      .map((row) => ({ ...row, ...names(row.account, span.to) }))
      .sort(
        (a, b) =>
          order(a.number, b.number) || order(a.account, b.account) || order(a.currency_code, b.currency_code),
      );
    const total = (name: "base_debit" | "base_credit" | "base_closing") =>
      rows.reduce((sum, row) => sum.plus(row[name]), Big(0)).toNumber();
    return {
      title: `بالعملة الأساسية ${base}`,
      columns: [
        { label: "الحساب" },
        { label: "العملة", kind: "code" },
        { label: "أول المدة", kind: "amount" },
        { label: "مدين", kind: "amount" },
        { label: "دائن", kind: "amount" },
        { label: "آخر المدة", kind: "amount" },
        { label: `مدين ${base}`, kind: "amount", decimals },
        { label: `دائن ${base}`, kind: "amount", decimals },
        { label: `آخر المدة ${base}`, kind: "amount", decimals },
      ],
      rows: rows.map((row): Cell[] => {
        const own = (value: Decimal): Cell => ({
          value: Number(value),
          decimals: minorUnit(row.currency_code),
        });
        return [
          { value: `${row.number} ${row.name}`, href: address(row.account) },
          row.currency_code,
          own(row.opening),
          own(row.debit),
          own(row.credit),
          own(row.closing),
          Number(row.base_debit),
          Number(row.base_credit),
          Number(row.base_closing),
        ];
      }),
      total: [
        "المجموع",
        null,
        null,
        null,
        null,
        null,
        total("base_debit"),
        total("base_credit"),
        total("base_closing"),
      ],
    };
  });
  const figures = tables.flatMap(({ total }, index) => {
    const code = bases[index] as string;
    const shown = (place: number) => `${formatAmount(Number(total?.[place]), minorUnit(code))} ${code}`;
    return [
      { label: "مجموع المدين", value: shown(6) },
      { label: "مجموع الدائن", value: shown(7) },
    ];
  });
  return {
    span,
    lead: textOfSpan(span),
    notes: [
      ...(closed ? [closed] : []),
      ...(isExpecting
        ? [
            "الفترة مفتوحة: استحقاق مبيعات ما سافر من الرحلات محسوب كما يكتبه الإقفال، وفروق العملة يكتبها الإقفال.",
          ]
        : []),
      "الرصيد المدين موجب والدائن سالب. أرصدة البنوك والصناديق بعملتها هي ما فيها، وأرصدة العملاء والوكلاء والموردين ما في كشوفهم.",
    ],
    figures: figures.slice(0, 6),
    tables,
  };
};

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The office's account numbers. */
const accountsReport: ReadReport = async () => {
  const [rows, company] = await Promise.all([chartRows(db), db("company_info").first("sales_earned")]);
  const earned = salesEarnedLabels[company.sales_earned as keyof typeof salesEarnedLabels];
  return {
    notes: [
      `استحقاق المبيعات: ${earned}.`,
      "لكل بنك وصندوق وفئة مصروفات حسابه، ويجوز أن يكون لعدة حسابات رقم واحد.",
    ],
    figures: [],
    tables: [
      {
        title: "الحسابات",
        columns: [{ label: "الحساب" }, { label: "الرقم", kind: "code" }, { label: "لأجل" }],
        rows: rows.map(({ key, number, name }) => [name, number, purposeOf(key)]),
      },
    ],
  } satisfies Report;
};

const purposes = { account: "بنك أو صندوق", expense: "فئة مصروفات", purchases: "مشتريات" };
const purposeOf = (key: string) => {
  const [kind = ""] = key.split(":");
  return key.includes(":") && Object.hasOwn(purposes, kind)
    ? purposes[kind as keyof typeof purposes]
    : "حساب ثابت";
};

export const books = reportsOf(chart, { trial: trialReport, accounts: accountsReport });

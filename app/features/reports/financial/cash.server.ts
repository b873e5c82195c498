import { db } from "~/db/knex.server";
import { type BeneficiaryType, payment } from "~/features/financial/payments/payment";
import { receipt } from "~/features/financial/receipts/receipt";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { type PaymentMethod, paymentMethodLabels } from "~/features/money/voucher";
import { listOf } from "../figures";
import { type Span, textOfSpan } from "../period";
import { spanOf, stepsOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { difference, sumsIn } from "./money.server";

/** Confirmed receipts and payments of a period, their difference, and both by method and account. */
export const cashReport: ReadReport = async ({ params, user }) => {
  const span = spanOf(params);
  const { unit, steps, title, column: step } = stepsOf(span);
  const [sums, flows] = await Promise.all([sumsIn(db), readFlows(span, unit)]);
  const { roundSum, formatSum, column } = sums;
  const of = (by: Flow["by"]) => flows.filter((flow) => flow.by === by);
  const [whole = nothing] = of("all");
  const listLink = (of: typeof receipt | typeof payment, days: { from: string; to: string }) =>
    listOf(user, of, { status: "confirmed", ...days });
  const { from, to } = span;

  const amounts = [column("المقبوضات"), column("المدفوعات"), column("الصافي")];
  const [receipts, paid] = [roundSum(whole.receipts), roundSum(whole.payments)];
  const total = ["المجموع", receipts, paid, difference(receipts, paid)];
  const rowsOf = (rows: { name: string; flow: Sums; days?: { from: string; to: string } }[]) =>
    rows.map(({ name, flow, days }): Cell[] => {
      const [receipts, payments] = [roundSum(flow.receipts), roundSum(flow.payments)];
      return [
        name,
        { value: receipts, href: days && listLink(receipt, days) },
        { value: payments, href: days && listLink(payment, days) },
        difference(receipts, payments),
      ];
    });
  const table = (title: string, head: string, rows: [string, Flow][]): ReportTable => ({
    title,
    columns: [{ label: head }, ...amounts],
    rows: rowsOf(rows.map(([name, flow]) => ({ name, flow }))),
    total,
  });
  const byStep = new Map(of("step").map((flow) => [flow.key, flow]));
  const overTime: ReportTable = {
    title,
    columns: [step, ...amounts],
    rows: rowsOf(steps.map(({ name, key, ...days }) => ({ name, days, flow: byStep.get(key) ?? nothing }))),
    total,
    chart: { kind: "columns", of: [1, 2] },
    isFolded: true,
  };
  const one = (head: string, flows: [string, Decimal][], total: number, amount: string) => ({
    columns: [{ label: head }, column(amount)],
    rows: flows.map(([name, sum]): Cell[] => [name, roundSum(sum)]),
    total: ["المجموع", total],
    chart: { kind: "bars" as const, of: [1] },
  });

  return {
    span,
    lead: textOfSpan(span),
    notes: [sums.note],
    figures: [
      {
        label: `المقبوضات (${whole.receipt_count.toLocaleString("en-US")})`,
        value: formatSum(whole.receipts),
        href: listLink(receipt, { from, to }),
      },
      {
        label: `المدفوعات (${whole.payment_count.toLocaleString("en-US")})`,
        value: formatSum(whole.payments),
        href: listLink(payment, { from, to }),
      },
      { label: "الصافي", value: formatSum(difference(receipts, paid)) },
    ],
    tables: [
      ...(steps.length > 1 ? [overTime] : []),
      table(
        "بحسب طريقة الدفع",
        "طريقة الدفع",
        of("payment_method").map((flow) => [paymentMethodLabels[flow.key as PaymentMethod], flow]),
      ),
      table(
        "بحسب الحساب",
        "الحساب",
        of("account").map((flow) => [flow.name ?? "", flow]),
      ),
      {
        title: "بحسب العملة",
        note: "كل عملة بمبالغها، بلا تحويل.",
        columns: [
          { label: "العملة", kind: "code" },
          ...["المقبوضات", "المدفوعات", "الصافي"].map((label) => ({ label, kind: "amount" as const })),
        ],
        rows: of("currency").map(({ key, own_receipts, own_payments }) => {
          const own = (amount: Decimal) => Number(roundTo(amount, key));
          const [came, went] = [own(own_receipts), own(own_payments)];
          return [
            key,
            ...[came, went, difference(came, went)].map((value) => ({ value, decimals: minorUnit(key) })),
          ];
        }),
      },
      {
        title: "المقبوضات بحسب الحملة",
        ...one(
          "الحملة",
          of("campaign").flatMap(({ name, receipts }) =>
            Number(receipts) ? [[name ?? "بلا عقد", receipts]] : [],
          ),
          receipts,
          "المقبوضات",
        ),
      },
      {
        title: "المدفوعات بحسب فئة المصروف",
        ...one(
          "الفئة",
          of("spent_on").flatMap(({ key, name, payments }) =>
            Number(payments) ? [[name ?? spentOnLabels[key as BeneficiaryType], payments]] : [],
          ),
          paid,
          "المدفوعات",
        ),
      },
    ],
  };
};

/** The purpose of a payment without an expense category. */
const spentOnLabels: Record<BeneficiaryType, string> = {
  customer: "دفعات للعملاء",
  agent: "دفعات للوكلاء",
  supplier: "دفعات للموردين",
  expense: "مصروفات بلا فئة",
  other: "دفعات لجهة أخرى",
};

type Sums = { receipts: Decimal; payments: Decimal };

/** The sums in and out of one method, account or purpose: in the default currency and in the vouchers' own. */
type Flow = Sums & {
  by: "all" | "step" | "payment_method" | "account" | "currency" | "campaign" | "spent_on";
  key: string;
  name: string | null;
  own_receipts: Decimal;
  own_payments: Decimal;
  receipt_count: number;
  payment_count: number;
};

const nothing = { receipts: "0", payments: "0", receipt_count: 0, payment_count: 0 };

/**
 * All flows, the largest first. They come from the kept totals, which are by account and method and, separately, by a
 * receipt's campaign and a payment's purpose.
 */
async function readFlows({ from, to }: Span, unit: "day" | "month"): Promise<Flow[]> {
  const confirmed = "status = 'confirmed' AND count > 0 AND date BETWEEN :from AND :to";
  const { rows } = await db.raw<{ rows: Flow[] }>(
    `WITH flowing AS (
       SELECT true AS is_receipt, date_trunc(:unit, date::timestamp) AS step, payment_method, account_id, currency_id,
              sum(amount) AS amount, sum(count) AS count
       FROM receipt_vouchers_account_totals WHERE ${confirmed} GROUP BY 2, 3, 4, 5
       UNION ALL
       SELECT false, date_trunc(:unit, date::timestamp), payment_method, account_id, currency_id, sum(amount), sum(count)
       FROM payment_vouchers_account_totals WHERE ${confirmed} GROUP BY 2, 3, 4, 5),
     worth AS (
       SELECT is_receipt, to_char(step, :format) AS step, payment_method, account_id, code, amount, count, amount * exchange_rate AS worth
       FROM flowing JOIN currencies ON currencies.id = currency_id),
     flow AS (
       SELECT CASE 0 WHEN grouping(step) THEN 'step' WHEN grouping(payment_method) THEN 'payment_method'
                WHEN grouping(account_id) THEN 'account' WHEN grouping(code) THEN 'currency' ELSE 'all' END AS by,
              coalesce(step, payment_method, code) AS key, account_id, NULL::integer AS campaign_id, NULL::integer AS category_id,
              coalesce(sum(worth) FILTER (WHERE is_receipt), 0) AS receipts,
              coalesce(sum(worth) FILTER (WHERE NOT is_receipt), 0) AS payments,
              coalesce(sum(amount) FILTER (WHERE is_receipt), 0) AS own_receipts,
              coalesce(sum(amount) FILTER (WHERE NOT is_receipt), 0) AS own_payments,
              coalesce(sum(count) FILTER (WHERE is_receipt), 0)::bigint AS receipt_count,
              coalesce(sum(count) FILTER (WHERE NOT is_receipt), 0)::bigint AS payment_count
       FROM worth GROUP BY GROUPING SETS ((), step, payment_method, account_id, code)
       UNION ALL
       SELECT 'campaign', NULL, NULL, nullif(campaign_id, 0), NULL, sum(amount * exchange_rate), 0, sum(amount), 0, sum(count)::bigint, 0
       FROM (SELECT campaign_id, currency_id, sum(amount) AS amount, sum(count) AS count FROM receipt_vouchers_campaign_totals
             WHERE ${confirmed} GROUP BY 1, 2) campaign
       JOIN currencies ON currencies.id = currency_id GROUP BY campaign_id
       UNION ALL
       SELECT 'spent_on', beneficiary_type, NULL, NULL, category_id, 0, sum(amount * exchange_rate), 0, sum(amount), 0, sum(count)::bigint
       FROM (SELECT beneficiary_type, expense_id, currency_id, sum(amount) AS amount, sum(count) AS count
             FROM payment_vouchers_spent_totals WHERE ${confirmed} GROUP BY 1, 2, 3) spent
       JOIN currencies ON currencies.id = currency_id LEFT JOIN expenses ON expenses.id = expense_id
       GROUP BY beneficiary_type, category_id)
     SELECT flow.*, coalesce(accounts.name, campaigns.name, expense_categories.name) AS name
     FROM flow LEFT JOIN accounts ON accounts.id = account_id LEFT JOIN campaigns ON campaigns.id = campaign_id
     LEFT JOIN expense_categories ON expense_categories.id = category_id
     ORDER BY receipts DESC, payments DESC, key, name`,
    { from, to, unit, format: unit === "day" ? "YYYY-MM-DD" : "YYYY-MM" },
  );
  return rows;
}

import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { contract, contractStates, stands } from "~/features/contracts/contract";
import { ageNames, ageLabels as debtAges } from "~/features/financial/debts/debt";
import { firstDebts } from "~/features/financial/debts/debts.server";
import { debtsPath } from "~/features/financial/debts/kinds";
import type { Decimal } from "~/features/money/money.server";
import { signedByDay, signedByMonth } from "~/features/reports/signings.server";
import { listOf } from "../figures";
import { type Span, textOfSpan } from "../period";
import { spanOf, stepsOf } from "../period.server";
import type { ReportColumn, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { exactSum, sumsIn } from "./money.server";

/** The contracts signed in a period with their payments, and the age of all contracts' debts at its end. */
export const contractsReport: ReadReport = async ({ params, user }) => {
  const span = spanOf(params);
  const { unit, steps, title, column: step } = stepsOf(span);
  const [asOf = span.to] = [span.to, officeToday()].sort();
  const [{ roundSum, formatSum, column, note }, signings, { figures }] = await Promise.all([
    sumsIn(db),
    readSignings(span, unit),
    firstDebts("customers", new URLSearchParams({ on: asOf }), 0),
  ]);
  const of = (by: Signings["by"]) => signings.filter((one) => one.by === by);
  const [whole = nothing] = of("all");

  const listLink = (filters: Record<string, string>) => listOf(user, contract, filters);

  const debtsLink = (filters: Record<string, string>) =>
    listOf(user, { write: "manage_financials", path: debtsPath("customers") }, filters);

  const amounts = [column("القيمة"), column("المحصل"), column("المتبقي")];
  // each is rounded by itself, as in the list's figures and in the ageing below
  const amountsOf = ({ worth, paid, remaining }: Sums) => [worth, paid, remaining].map(roundSum);
  const wholeAmounts = amountsOf(whole);
  const table = (head: ReportColumn, rows: Row[]): Omit<ReportTable, "title"> => ({
    columns: [head, { label: "العقود", kind: "count" }, ...amounts],
    rows: rows.map(({ name, sums, filters }) => [
      name,
      { value: sums.count, href: filters && listLink(filters) },
      ...amountsOf(sums),
    ]),
    total: ["المجموع", whole.count, ...wholeAmounts],
  });
  const byStep = new Map(of("step").map((one) => [one.key, one]));
  const byStatus = new Map(of("status").map((one) => [one.key, one]));
  const { from, to } = span;
  const cancelled = byStatus.get("cancelled") ?? nothing;
  const { sums } = figures;
  const debts = agesOfReport.map(({ amount, ...one }) => ({ ...one, ...sums[amount] }));
  const debt = exactSum(debts.map(({ exact }) => exact));

  return {
    span,
    lead: textOfSpan(span),
    notes: [`${note} المحصل هو ما دفع حتى الآن من العقود الموقعة في الفترة.`],
    figures: [
      {
        label: "العقود الموقعة",
        value: whole.count.toLocaleString("en-US"),
        href: listLink({ status: "standing", from, to }),
      },
      { label: "قيمتها", value: formatSum(whole.worth) },
      { label: "المحصل منها", value: formatSum(whole.paid) },
      { label: "المتبقي منها", value: formatSum(whole.remaining) },
    ],
    tables: [
      ...(steps.length > 1
        ? [
            {
              title,
              ...table(
                step,
                steps.map(({ name, key, ...days }) => ({
                  name,
                  sums: byStep.get(key) ?? nothing,
                  filters: { status: "standing", ...days },
                })),
              ),
              chart: { kind: "columns" as const, of: [2, 3] },
              isFolded: true,
            },
          ]
        : []),
      {
        title: "بحسب الحالة",
        ...table(
          { label: "الحالة" },
          contractStates.names
            .filter((status) => stands({ status }))
            .map((status) => ({
              name: contractStates.labels[status],
              sums: byStatus.get(status) ?? nothing,
              filters: { status, from, to },
            })),
        ),
      },
      {
        title: "العقود الملغاة",
        note: "لا تدخل في ما سواها، ولا يبقى على أصحابها شيء؛ والمحصل ما قبض عليها ولم يلغ سنده.",
        columns: [{ label: "الحالة" }, { label: "العقود", kind: "count" }, ...amounts.slice(0, 2)],
        rows: [
          [
            contractStates.labels.cancelled,
            { value: cancelled.count, href: listLink({ status: "cancelled", from, to }) },
            roundSum(cancelled.worth),
            roundSum(cancelled.paid),
          ],
        ],
      },
      {
        title: "بحسب الحملة",
        ...table(
          { label: "الحملة" },
          of("campaign").map((sums) => ({ name: sums.name, sums })),
        ),
        chart: { kind: "bars", of: [2, 3] },
      },
      {
        title: "أعمار المتبقي",
        note: `ما بقي من كل العقود غير الملغاة في نهاية يوم ${asOf}، بحسب الأيام منذ موعد كل قسط، أو منذ تاريخ العقد الذي بلا جدول، وما حصل بعده كان باقيًا يومها. حالة العقد حالته اليوم: ما ألغي حتى الآن لا يعد.`,
        columns: [
          { label: "العمر" },
          { label: "الديون", kind: "count" },
          column("المتبقي"),
          { label: "من الكل", kind: "percent" },
        ],
        rows: debts.map(({ age, label, count, exact }) => [
          label,
          { value: count, href: debtsLink({ age, on: asOf }) },
          { value: roundSum(exact), href: debtsLink({ age, on: asOf }) },
          debt.eq(0) ? null : exactSum([exact]).times(100).div(debt).round(1).toNumber(),
        ]),
        total: [
          "المجموع",
          { value: sums.remaining_amount.count, href: debtsLink({ age: "all", on: asOf }) },
          roundSum(debt.toFixed()),
          null,
        ],
        chart: { kind: "bars", of: [2] },
      },
    ],
  };
};

/** The ages of the report: what is not overdue, then the bands of the list of debts. */
const agesOfReport = [
  { age: "upcoming", amount: "upcoming_amount", label: debtAges.upcoming },
  ...ageNames.map((age) => ({ age, amount: age, label: debtAges[age] })),
] as const;

type Row = { name: string | null; sums: Sums; filters?: Record<string, string> };

type Sums = { count: number; worth: Decimal; paid: Decimal; remaining: Decimal };
const nothing: Sums = { count: 0, worth: "0", paid: "0", remaining: "0" };

/** Contracts by one of these, in the default currency. Cancelled ones count only by status. */
type Signings = Sums & {
  by: "all" | "step" | "status" | "campaign";
  key: string | null;
  name: string | null;
};

async function readSignings({ from, to }: Span, unit: "day" | "month"): Promise<Signings[]> {
  const [step, signings] =
    unit === "day" ? ["day::text", signedByDay] : ["to_char(day, 'YYYY-MM')", signedByMonth()];
  const { rows } = await db.raw<{ rows: Signings[] }>(
    `WITH signed AS (
       SELECT ${step} AS step, status, stands(status) AS stands, campaign_id, currency_id,
              sum(count) AS count, sum(total_amount) AS worth, sum(paid_amount) AS paid,
              sum(remaining_amount) AS remaining
       FROM ${signings} AS signed GROUP BY 1, 2, 3, 4, 5),
     sums AS (
       SELECT CASE 0 WHEN grouping(status) THEN 'status' WHEN grouping(step) THEN 'step'
                WHEN grouping(campaign_id) THEN 'campaign' ELSE 'all' END AS by,
              coalesce(status, step) AS key, campaign_id, sum(count)::bigint AS count, sum(worth * exchange_rate) AS worth,
              sum(paid * exchange_rate) AS paid, sum(remaining * exchange_rate) AS remaining
       FROM signed JOIN currencies ON currencies.id = currency_id
       GROUP BY GROUPING SETS (status, (step, stands), (campaign_id, stands), stands)
       HAVING grouping(status) = 0 OR stands)
     SELECT sums.*, name FROM sums LEFT JOIN campaigns ON campaigns.id = campaign_id
     ORDER BY worth DESC, campaign_id DESC`,
    { from, to },
  );
  return rows;
}

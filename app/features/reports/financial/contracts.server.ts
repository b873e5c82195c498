import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { closingOf } from "~/features/closing/closings.server";
import { contract } from "~/features/contracts/contract";
import { ageNames, ageLabels as debtAges } from "~/features/financial/debts/debt";
import { firstDebts } from "~/features/financial/debts/debts.server";
import { debtsPath } from "~/features/financial/debts/kinds";
import { entryLabels } from "~/features/money/entry";
import { readRevenue } from "~/features/money/flows.server";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { inDigits, listOf } from "../figures";
import { textOfSpan } from "../period";
import { spanOf, stepsOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import {
  noSales,
  readSaleEvents,
  readSales,
  type SaleEvent,
  type Sales,
  type SalesOf,
} from "../sales.server";
import { netLabel, salesColumns, salesNote } from "../sales-columns";
import { signedContracts } from "./contracts-today.server";
import { difference, exactSum, sumsIn } from "./money.server";

/**
 * The sales of a period by the days of their entries, what was changed of sales in it, and the age of all contracts' debts at its end. A
 * contract that is cancelled later stays in its own period (docs/decisions/reports.md).
 */
export const contractsReport: ReadReport = async ({ params, user }) => {
  const span = spanOf(params);
  const { unit, steps, title, column: step } = stepsOf(span);
  const [asOf = span.to] = [span.to, officeToday()].sort();
  const [{ roundSum, formatSum, column, conversion }, sales, events, revenue, { figures }, today, closing] =
    await Promise.all([
      sumsIn(db),
      readSales(span, { unit }),
      readSaleEvents(span),
      readRevenue(span, unit),
      firstDebts("customers", new URLSearchParams({ on: asOf }), 0),
      signedContracts(db, span, user),
      closingOf(db, span.to),
    ]);
  const of = (by: SalesOf["by"]) => sales.filter((one) => one.by === by);
  const [whole = noSales] = of("all");
  const listLink = (filters: Record<string, string>) => listOf(user, contract, filters);
  const debtsLink = (filters: Record<string, string>) =>
    listOf(user, { write: "manage_financials", path: debtsPath("customers") }, filters);

  const { labels, cells } = salesColumns(sales);
  const hasCancelled = sales.some(({ cancelled_count }) => cancelled_count);
  const counts = [
    { label: "الموقعة", kind: "count" as const },
    ...(hasCancelled ? [{ label: "الملغاة", kind: "count" as const }] : []),
  ];
  const line = (one: Sales, filters?: Record<string, string>): Cell[] => [
    { value: one.signed_count, href: filters && listLink(filters) },
    ...(hasCancelled ? [one.cancelled_count] : []),
    ...cells(one, roundSum),
  ];
  const total = ["المجموع", ...line(whole)];
  const figuresOfWhole = cells(whole, roundSum);
  const [signed = 0, net = 0] = [figuresOfWhole[0], figuresOfWhole.at(-1)];
  const byStep = new Map(of("step").map((one) => [one.key, one]));
  const { from, to } = span;
  const { sums } = figures;
  const debts = agesOfReport.map(({ amount, ...one }) => ({ ...one, ...sums[amount] }));
  const debt = exactSum(debts.map(({ exact }) => exact));
  const overTime: ReportTable = {
    title,
    columns: [step, ...counts, ...labels.map(column), column(revenueLabel)],
    rows: steps.map(({ name, key, ...days }) => [
      name,
      ...line(byStep.get(key) ?? noSales, days),
      roundSum(revenue.of(key)),
    ]),
    total: [...total, roundSum(revenue.whole)],
    chart: { kind: "columns", of: [counts.length + labels.length, counts.length + labels.length + 1] },
    isFolded: true,
  };

  return {
    span,
    lead: textOfSpan(span),
    notes: [
      ...(closing ? [closing] : []),
      `${salesNote} ${revenueLabel} ما قبض من العملاء في الفترة، عن أي عقد كان، ناقصًا ما رد إليهم أو ألغي فيها. ${conversion}`,
    ],
    figures: [
      {
        label: `${labels[0]} (${inDigits(whole.signed_count)})`,
        value: formatSum(signed),
        href: listLink({ from, to }),
      },
      ...(labels.length > 1
        ? [
            { label: changesLabel, value: formatSum(difference(net, signed)), href: `#${changesId}` },
            { label: netLabel, value: formatSum(net) },
          ]
        : []),
      { label: revenueLabel, value: formatSum(revenue.whole) },
    ],
    tables: [
      ...(steps.length > 1 ? [overTime] : []),
      {
        title: "بحسب الحملة",
        columns: [{ label: "الحملة" }, ...counts, ...labels.map(column)],
        rows: of("campaign").map((one) => [one.name, ...line(one)]),
        total,
        chart: { kind: "bars", of: [counts.length + labels.length] },
      },
      {
        title: "بحسب العملة",
        note: "كل عملة بمبالغ عقودها، بلا تحويل.",
        columns: [
          { label: "العملة", kind: "code" },
          ...counts,
          ...labels.map((label) => ({ label, kind: "amount" as const })),
        ],
        rows: of("currency").map(({ key, own, ...one }) => [
          key,
          one.signed_count,
          ...(hasCancelled ? [one.cancelled_count] : []),
          ...cells(own, (amount: Decimal) => Number(roundTo(amount, key ?? ""))).map((value) => ({
            value,
            decimals: minorUnit(key ?? ""),
          })),
        ]),
      },
      ...(events.length ? [tableOfEvents(events, (search) => listLink({ search }))] : []),
      {
        title: "أعمار المتبقي",
        note: `ما بقي من كل العقود في نهاية يوم ${asOf}، بحسب الأيام منذ موعد كل قسط، أو منذ تاريخ العقد الذي بلا جدول. ما قبض بعده كان باقيًا يومها، وما ألغي بعده كان قائمًا.`,
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
      today,
    ],
  };
};

/** The ages of the report: what is not overdue, then the bands of the list of debts. */
const agesOfReport = [
  { age: "upcoming", amount: "upcoming_amount", label: debtAges.upcoming },
  ...ageNames.map((age) => ({ age, amount: age, label: debtAges[age] })),
] as const;

const revenueLabel = "صافي المقبوضات";

const changesLabel = "الخصومات والإلغاءات والرسوم";
const changesId = "changes";

/** What was changed of sales, each by its day and in its contract's currency. */
const tableOfEvents = (events: SaleEvent[], link: (number: string) => string | undefined): ReportTable => ({
  id: changesId,
  title: `${changesLabel} بيومها`,
  note: "كل مبلغ بعملة عقده: ما نقص من المبيعات سالب، وما زاد عليها موجب.",
  columns: [
    { label: "اليوم", kind: "date" },
    { label: "العملية" },
    { label: "العقد", kind: "code" },
    { label: "تاريخه", kind: "date" },
    { label: "العميل" },
    { label: "البيان" },
    { label: "المبلغ", kind: "amount" },
    { label: "العملة", kind: "code" },
  ],
  rows: events.map(({ date, cause, contract_number, contract_date, customer, description, amount, code }) => [
    date,
    entryLabels[cause][Number(amount) > 0 ? 0 : 1],
    { value: contract_number, href: link(contract_number) },
    contract_date,
    customer,
    description,
    { value: Number(amount), decimals: minorUnit(code) },
    code,
  ]),
});

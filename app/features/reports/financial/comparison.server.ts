import Big from "big.js";
import type { CampaignStatus } from "~/features/campaigns/campaign";
import { type Cell, type ReportColumn, type ReportTable, textOf } from "../report";
import { difference } from "./money.server";

/**
 * Of a campaign: the number of its contracts less the cancelled ones, their net sales, their planned costs, and its documents, exact and in one
 * currency.
 */
export type Outcome = {
  name: string;
  href: string;
  status: CampaignStatus;
  count: number;
  income: Big;
  planned: Big;
  actual: Big;
};

/** The part of a price in percent, to one decimal; null without a price. */
export const marginOf = (profit: number, price: number) =>
  price ? Big(profit).times(100).div(price).round(1).toNumber() : null;

/**
 * Planned costs beside actual ones. What is still to come is the rest of the planned cost of a campaign that has not ended.
 * @param sold of all campaigns: its income is rounded once, as each campaign's
 * @param column makes a column of amounts
 * @param round rounds to the currency's minor unit
 */
export function comparison(
  outcomes: Outcome[],
  sold: Pick<Outcome, "count" | "income" | "planned">,
  column: (label: string) => ReportColumn,
  round: (amount: Big) => number,
): ReportTable {
  const restOf = ({ status, planned, actual }: Outcome) =>
    status === "active" && planned.gt(actual) ? planned.minus(actual) : Big(0);
  /** @param rest what is still planned of the costs */
  const cells = (
    one: Pick<Outcome, "count" | "income" | "planned" | "actual">,
    rest: Big,
    href?: string,
  ): Cell[] => {
    const [income, planned, actual] = [round(one.income), round(one.planned), round(one.actual)];
    const profit = difference(income, actual);
    return [
      income,
      planned,
      marginOf(difference(income, planned), income),
      { value: actual, href },
      { value: profit, remark: remarkOf(round(rest), actual) },
      one.actual.eq(0) ? null : marginOf(profit, income),
      one.actual.eq(0) || one.count <= 0 ? null : round(Big(profit).div(one.count)),
    ];
  };
  /** What the profit does not yet have: the planned rest of the costs, with its share of all of them. */
  const remarkOf = (rest: number, actual: number) =>
    rest
      ? `لم تُخصم تكلفة مخططة ${textOf(rest, profitColumn)} (${marginOf(rest, Big(rest).plus(actual).toNumber())}% من التكلفة)`
      : undefined;
  const profitColumn = column("الربح الفعلي");
  const sum = (amounts: Big[]) => amounts.reduce((all, amount) => all.plus(amount), Big(0));
  const whole = { ...sold, actual: sum(outcomes.map(({ actual }) => actual)) };
  const wholeRest = sum(outcomes.map(restOf));
  return {
    id: "actual",
    title: "المخطط والفعلي",
    note: "الإيراد صافي المبيعات. التكلفة الفعلية فواتير غير ملغاة وسندات صرف مؤكدة نسبت إلى الحملة، بتواريخها. ما لم ينسب إليها مستند بعد لا هامش فعليًا لها. المنتظر ما بقي من التكلفة المخططة لحملة لم تنته، فربحها الفعلي ينقص به: يُذكر تحته مع نسبته من التكلفة كلها، وهي الفعلية والمنتظر معًا.",
    columns: [
      { label: "الحملة" },
      column("الإيراد"),
      column("التكلفة المخططة"),
      { label: "الهامش المخطط", kind: "percent" },
      column("الفعلية حتى اليوم"),
      profitColumn,
      { label: "الهامش الفعلي", kind: "percent" },
      column("الربح للفرد"),
      column("المنتظر من التكلفة"),
    ],
    rows: outcomes.map((outcome) => [
      outcome.name,
      ...cells(outcome, restOf(outcome), outcome.href),
      outcome.status === "active" ? round(restOf(outcome)) : null,
    ]),
    total: ["المجموع", ...cells(whole, wholeRest), round(wholeRest)],
  };
}

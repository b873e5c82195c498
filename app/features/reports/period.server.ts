import { choiceOf, filterOf, periodOf } from "~/db/list.server";
import { daysBetween, later } from "~/domain/dates";
import { latinDigits } from "~/domain/digits";
import { invalid } from "~/domain/domain-error";
import { date } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { periodSelectors } from "./address";
import {
  isShowable,
  lastOfMonth,
  type PeriodName,
  periodLabels,
  type Span,
  showable,
  spanAround,
} from "./period";
import type { ReportColumn } from "./report";

const names = Object.keys(periodLabels) as [PeriodName, ...PeriodName[]];
const aDate = date();
const mostDays = 3660;

/** Refuses days outside of the allowed range, and names the range. @throws DomainError invalid */
export function requireShowable(params: URLSearchParams) {
  for (const name of ["on", "from", "to"]) {
    const day = latinDigits(params.get(name)?.trim() ?? "");
    if (/^\d{4}-\d\d-\d\d$/.test(day) && !isShowable(day))
      throw invalid(name, `تعرض التقارير ما بين ${showable.first} و${showable.last}، اختر يومًا بينهما`);
  }
}

/** Whether an address names a period. */
export const namesPeriod = (params: URLSearchParams) =>
  periodSelectors.some((name) => params.get(name)?.trim());

/**
 * The period of an address: the one that contains the day `on` (by default today), or from `from` to `to`; by default this month.
 * @throws DomainError invalid
 */
export function spanOf(params: URLSearchParams): Span {
  requireShowable(params);
  const today = officeToday();
  const { from, to } = periodOf(params);
  const period = choiceOf(params, "period", names) ?? (from || to ? "free" : "monthly");
  if (period !== "free") return spanAround(period, filterOf(params, "on", aDate) ?? today);
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? `${last.slice(0, 7)}-01`;
  if (daysBetween(first, last) > mostDays) throw invalid("from", "المدة أطول من عشر سنوات، اختر مدة أقصر");
  return { period, on: last, from: first, to: last };
}

/** The longest period, in days, that a report splits into days. */
export const longestByDays = 62;

/**
 * The steps of a period: its days, or the months of a long one, and the heading of their column. A month that lies only partly in
 * the period is named with its days.
 */
export function stepsOf({ from, to }: Pick<Span, "from" | "to">) {
  const isByDay = daysBetween(from, to) < longestByDays;
  const steps: Step[] = [];
  for (let start = from; start <= to; ) {
    const end = isByDay ? start : lastOfMonth(start);
    const key = isByDay ? start : start.slice(0, 7);
    const last = end < to ? end : to;
    const part = isByDay ? [] : [!start.endsWith("-01") && ["من", start], last < end && ["إلى", last]];
    const days = part.flatMap((side) => (side ? [`${side[0]} ${side[1]?.slice(-2)}`] : [])).join(" ");
    steps.push({ key, name: days ? `${key} (${days})` : key, from: start, to: last });
    start = later(end, 1);
  }
  const scale: { unit: "day" | "month"; title: string; column: ReportColumn } = isByDay
    ? { unit: "day", title: "يومًا بيوم", column: { label: "اليوم", kind: "date" } }
    : { unit: "month", title: "شهرًا بشهر", column: { label: "الشهر", kind: "code" } };
  return { steps, ...scale };
}

/** `key` is the day or the month. */
type Step = { key: string; name: string; from: string; to: string };

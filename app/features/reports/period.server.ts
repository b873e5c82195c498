import { choiceOf, filterOf, periodOf } from "~/db/list.server";
import { daysBetween, later } from "~/domain/dates";
import { invalid } from "~/domain/domain-error";
import { date } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { lastOfMonth, type PeriodName, periodLabels, type Span, spanAround } from "./period";
import type { ReportColumn } from "./report";

const names = Object.keys(periodLabels) as [PeriodName, ...PeriodName[]];
const aDate = date();
const mostDays = 3660;

/**
 * The period of an address: the one that the day `on` lies in (today), or from `from` to `to`. This month where nothing is said.
 * @throws DomainError invalid
 */
export function spanOf(params: URLSearchParams): Span {
  const today = officeToday();
  const { from, to } = periodOf(params);
  const period = choiceOf(params, "period", names) ?? (from || to ? "free" : "monthly");
  if (period !== "free") return spanAround(period, filterOf(params, "on", aDate) ?? today);
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? `${last.slice(0, 7)}-01`;
  if (daysBetween(first, last) > mostDays) throw invalid("from", "المدة أطول من عشر سنوات، اختر مدة أقصر");
  return { period, on: last, from: first, to: last };
}

/** In days, a period that is told day by day. */
export const longestByDays = 62;

/**
 * A period over time: its days, or the months of a long one, and what a table of them is called. `name` is that of a step's
 * first day.
 */
export function stepsOf({ from, to }: Pick<Span, "from" | "to">) {
  const isByDay = daysBetween(from, to) < longestByDays;
  const steps: Step[] = [];
  for (let start = from; start <= to; ) {
    const end = isByDay ? start : lastOfMonth(start);
    const name = isByDay ? start : start.slice(0, 7);
    steps.push({ name, from: start, to: end < to ? end : to });
    start = later(end, 1);
  }
  const told: { unit: "day" | "month"; title: string; column: ReportColumn } = isByDay
    ? { unit: "day", title: "يومًا بيوم", column: { label: "اليوم", kind: "date" } }
    : { unit: "month", title: "شهرًا بشهر", column: { label: "الشهر", kind: "code" } };
  return { steps, ...told };
}

type Step = { name: string; from: string; to: string };

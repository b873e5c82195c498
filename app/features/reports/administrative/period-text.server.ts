import { type Period, periodOf } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { requireShowable } from "~/features/reports/period.server";

/** The period of an address. Without either end it is this year up to today. @throws DomainError invalid */
export function periodOfAddress(params: URLSearchParams): Period {
  requireShowable(params);
  if (params.has("from") || params.has("to")) return periodOf(params);
  const today = officeToday();
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}

export function textOfPeriod({ from, to }: Period) {
  if (from) return to ? `من ${from} إلى ${to}` : `منذ ${from}`;
  return to ? `حتى ${to}` : "كل المدة";
}

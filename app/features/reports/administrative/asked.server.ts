import { type Period, periodOf } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";
import { requireShowable } from "../period.server";

/** The period that an address asks for: this year so far where it says nothing of either end. @throws DomainError invalid */
export function askedPeriod(params: URLSearchParams): Period {
  requireShowable(params);
  if (params.has("from") || params.has("to")) return periodOf(params);
  const today = officeToday();
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}

export function textOfPeriod({ from, to }: Period) {
  if (from) return to ? `من ${from} إلى ${to}` : `منذ ${from}`;
  return to ? `حتى ${to}` : "كل المدة";
}

/** The ends of a period as SQL compares dates with them: an open end lies beyond every day. */
export const endsOf = ({ from = "-infinity", to = "infinity" }: Period) => ({ from, to });

/** The address of the list whose filters let through just what a figure counts, for who may open it. */
export function listOf(
  user: SessionUser,
  { write, path }: { write: Permission; path: string },
  filters: Record<string, string | number | boolean | undefined> = {},
) {
  if (!holdsAny(user, [write])) return undefined;
  const known = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return known.length ? `${path}?${new URLSearchParams(known)}` : path;
}

export const inDigits = (count: number) => count.toLocaleString("en-US");

/** A part of a whole in percent, to one decimal; null of nothing. */
export const share = (part: number, whole: number) => (whole ? Math.round((part * 1000) / whole) / 10 : null);

/** The sum of what rows have in a column. */
export const sumOf = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  rows.reduce((sum, row) => sum + row[name], 0);

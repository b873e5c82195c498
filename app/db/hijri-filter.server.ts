import type { Knex } from "knex";
import { hijriMonths, hijriPeriods, hijriYears } from "~/domain/hijri";
import { wholeNumber } from "~/domain/input.server";
import { filterOf } from "./list.server";

const aYear = wholeNumber({ min: hijriYears.first, max: hijriYears.last });
const aMonth = wholeNumber({ min: 1, max: hijriMonths.length });

/**
 * Lets through what lies in the Hijri month (`hijri_month`) and year (`hijri_year`) of an address; a month alone is that of
 * every year. What has two dates lies in each month that it touches.
 * @returns whether the address names either
 * @throws DomainError invalid
 */
export function whereHijri(query: Knex.QueryBuilder, params: URLSearchParams, first: string, last = first) {
  const year = filterOf(params, "hijri_year", aYear);
  const month = filterOf(params, "hijri_month", aMonth);
  if (!year && !month) return false;
  query.where((any) => {
    for (const { from, to } of hijriPeriods({ year, month }))
      any.orWhere((period) => period.where(first, "<=", to).where(last, ">=", from));
  });
  return true;
}

import type { Knex } from "knex";
import { hijriMonths, hijriPeriods, hijriYears } from "~/domain/hijri";
import { wholeNumber } from "~/domain/input.server";
import { filterOf } from "./list.server";

const aYear = wholeNumber({ min: hijriYears.first, max: hijriYears.last });
const aMonth = wholeNumber({ min: 1, max: hijriMonths.length });

/**
 * The days of the Hijri month (`hijri_month`) and year (`hijri_year`) of an address. A month without a year gives that month of
 * every year. Undefined if the address names neither.
 * @throws DomainError invalid
 */
export function hijriPeriodsOf(params: URLSearchParams) {
  const year = filterOf(params, "hijri_year", aYear);
  const month = filterOf(params, "hijri_month", aMonth);
  return year || month ? hijriPeriods({ year, month }) : undefined;
}

/** Keeps the rows whose dates overlap one of these periods. Without periods it keeps all rows. */
export function whereHijri(
  query: Knex.QueryBuilder,
  periods: ReturnType<typeof hijriPeriodsOf>,
  first: string,
  last = first,
) {
  if (!periods) return;
  query.where((any) => {
    for (const { from, to } of periods)
      any.orWhere((period) => period.where(first, "<=", to).where(last, ">=", from));
  });
}

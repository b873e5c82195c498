/* Sums of the contracts signed in a period, in SQL. */

const sums =
  "status, is_owing, campaign_id, package_id, currency_id, count, total_amount, paid_amount, remaining_amount, package_cost";
const rowsSince = (from: string, day: string) =>
  `SELECT ${day} AS day, status, remaining_amount > 0 AS is_owing, campaign_id, package_id, currency_id, 1::bigint AS count,
          total_amount, paid_amount, remaining_amount, package_cost
   FROM contracts WHERE contract_date >= ${from}`;

/** Day by day from the contracts themselves, for a short period with the parameters `:from` and `:to`. */
export const signedByDay = `(${rowsSince(":from", "contract_date")} AND contract_date <= :to)`;

/**
 * Month by month, each with its first day in the period. Whole months come from the kept totals, and the
 * rest at either end from the contracts.
 */
export function signedByMonth(from = ":from", to = ":to") {
  const firstMonth = `date_trunc('month', ${from}::date + interval '1 month' - interval '1 day')::date`;
  const afterLastMonth = `greatest(date_trunc('month', ${to}::date + 1)::date, ${firstMonth})`;
  return `(
    SELECT month AS day, ${sums} FROM contracts_monthly_totals
    WHERE count > 0 AND month >= ${firstMonth} AND month < ${afterLastMonth}
    UNION ALL ${rowsSince(from, `${from}::date`)} AND contract_date < least(${firstMonth}, ${to}::date + 1)
    UNION ALL ${rowsSince(from, `greatest(date_trunc('month', contract_date)::date, ${from}::date)`)}
      AND contract_date >= ${afterLastMonth} AND contract_date <= ${to})`;
}

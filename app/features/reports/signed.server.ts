/* The contracts signed in a period, summed; SQL, where its ends are bound as `:from` and `:to`. */

const firstMonth = "date_trunc('month', :from::date + interval '1 month' - interval '1 day')::date";
const afterLastMonth = `greatest(date_trunc('month', :to::date + 1)::date, ${firstMonth})`;

const sums = "status, campaign_id, package_id, currency_id, count, total_amount, paid_amount, package_cost";
const rows = (day: string) =>
  `SELECT ${day} AS day, ${sums.replace("count", "1::bigint AS count")} FROM contracts WHERE contract_date >= :from`;

/** Day by day, from the contracts themselves: for a short period. */
export const signedByDay = `(${rows("contract_date")} AND contract_date <= :to)`;

/**
 * Month by month, each told by its first day in the period: whole months from the totals that the writes keep, and what is
 * left at either end from the contracts.
 */
export const signedByMonth = `(
  SELECT month AS day, ${sums} FROM contracts_monthly_totals
  WHERE count > 0 AND month >= ${firstMonth} AND month < ${afterLastMonth}
  UNION ALL ${rows(":from::date")} AND contract_date < least(${firstMonth}, :to::date + 1)
  UNION ALL ${rows("greatest(date_trunc('month', contract_date)::date, :from::date)")}
    AND contract_date >= ${afterLastMonth} AND contract_date <= :to)`;

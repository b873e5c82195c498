/*
 * The rates to the default currency of a period with the parameters `:from` and `:to`, in SQL, either of which may be infinite: a closed day has
 * those of its closing, an open one today's (docs/decisions/closing.md). A closing that did not know a currency gives today's too.
 */

/** `spans` are the runs of days that one closing holds, or none: `first`, `last` and `closing_id`. */
const spans = `
  spans AS MATERIALIZED (
    SELECT coalesce(lag(last) OVER (ORDER BY last) + 1, :from::date) AS first, last, closing_of(last) AS closing_id
    FROM (SELECT closed_until AS last FROM period_closings WHERE closed_until >= :from AND closed_until < :to UNION SELECT :to::date) AS ends)`;

const rateOf = (closing: string) =>
  `coalesce((${closing}.rates ->> code)::numeric / (${closing}.rates ->> (SELECT code FROM currencies WHERE is_default))::numeric, exchange_rate)`;

/** `rates` has the worth of a unit of each currency in each of the `spans`. */
export const ratesOfDays = `${spans},
  rates AS MATERIALIZED (
    SELECT first, last, closing_id, currencies.id AS currency_id, code, ${rateOf("closings")} AS rate
    FROM spans LEFT JOIN period_closings AS closings ON closings.id = closing_id CROSS JOIN currencies)`;

/** The rate of a row of currencies on a day; both in SQL. */
export const rateOn = (day: string) =>
  `coalesce((SELECT ${rateOf("closings")} FROM period_closings AS closings WHERE id = closing_of(${day})), exchange_rate)`;

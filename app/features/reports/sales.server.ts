import { db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { entriesByTurn } from "~/features/money/event-turns.server";
import type { Decimal } from "~/features/money/money.server";
import { ratesOfDays } from "~/features/money/rates-of-days.server";
import { type SaleName, saleNames } from "./sales-columns";

/*
 * What was sold: the entries of contracts by their days (docs/decisions/reports.md). A contract that is cancelled or discounted later stays in
 * its own period as it was signed, and the change is in the period of its day.
 */

/** Signed amounts in the default currency, which sum to the net; `cost` is that of the packages of what was signed less what was cancelled. */
export type Sales = Record<SaleName | "cost", Decimal> & {
  signed_count: number;
  /** Less those that stand again. */
  cancelled_count: number;
};

export const noSales: Sales = {
  signed: "0",
  discounts: "0",
  cancelled: "0",
  fees: "0",
  cost: "0",
  signed_count: 0,
  cancelled_count: 0,
};

/** The sales of one step of the period, campaign, package or currency; `own` are the amounts in that currency. */
export type SalesOf = Sales & {
  by: "all" | "step" | "campaign" | "package" | "currency";
  /** The day, the month such as 2026-11, or the currency's code. */
  key: string | null;
  id: number | null;
  name: string | null;
  own: Record<SaleName, Decimal>;
};

/** Of a short period, from the rows themselves. */
const byDay = `
  SELECT contract_date AS day, rate, code, campaign_id, package_id, 'contract' AS cause, 1 AS count, 0 AS amount, package_cost AS cost
  FROM contracts JOIN rates ON rates.currency_id = contracts.currency_id AND contract_date BETWEEN first AND last
  WHERE contract_date BETWEEN :from AND :to
  UNION ALL
  SELECT date, rate, code, campaign_id, package_id, cause, count, amount, cost
  FROM sales JOIN rates ON code = currency_code AND date BETWEEN first AND last WHERE date BETWEEN :from AND :to`;

/**
 * Of a long period: whole months from the kept totals, and the days at either end of each run of rates from the rows. OFFSET has them looked up
 * by index day by day: how few days there are is not known when PostgreSQL plans.
 */
const byMonth = `
  SELECT month AS day, rate, code, campaign_id, package_id, 'contract' AS cause, count, 0 AS amount, package_cost AS cost
  FROM contracts_monthly_totals JOIN rates USING (currency_id) JOIN bounds USING (first) WHERE month >= whole_from AND month < whole_to
  UNION ALL
  SELECT month, rate, code, campaign_id, package_id, cause, count, amount, cost
  FROM sales_monthly_totals JOIN rates ON code = currency_code JOIN bounds USING (first) WHERE month >= whole_from AND month < whole_to
  UNION ALL
  SELECT day, rate, code, campaign_id, package_id, 'contract', 1, 0, package_cost
  FROM ends, LATERAL (SELECT * FROM contracts WHERE contract_date = day OFFSET 0) AS contracts JOIN rates USING (currency_id)
  WHERE rates.first = ends.first
  UNION ALL
  SELECT day, rate, code, campaign_id, package_id, cause, count, amount, cost
  FROM ends, LATERAL (SELECT * FROM sales WHERE date = day OFFSET 0) AS sales JOIN rates ON code = currency_code
  WHERE rates.first = ends.first`;

/** What was signed for nothing and cancelled, which has no entry. */
const cancelledForNothing = `
  SELECT cancelled_on, rate, code, campaign_id, package_id, 'cancelling', -1, 0, -package_cost
  FROM contracts JOIN rates ON rates.currency_id = contracts.currency_id AND cancelled_on BETWEEN first AND last
  WHERE total_amount = 0 AND NOT stands(status)`;

const sum = (figure: string, cause: string) =>
  `coalesce(sum(${figure}) FILTER (WHERE cause = '${cause}'), 0)`;
const sums = Object.entries(saleNames).map(
  ([name, cause]) => `${sum("amount * rate", cause)} AS ${name}, ${sum("amount", cause)} AS own_${name}`,
);

/**
 * The sales of a period, which may be open, in all and by each of `SalesOf`, the largest first. Closed days are at the rates of their
 * closings, open ones at today's.
 * @param unit of the steps; days for a short period only
 * @param campaign all campaigns if left out
 */
export async function readSales(
  period: Period,
  { unit, campaign }: { unit: "day" | "month"; campaign?: number },
): Promise<SalesOf[]> {
  type Row = Omit<SalesOf, "own"> & Record<`own_${SaleName}`, Decimal>;
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH ${ratesOfDays},
     whole AS (SELECT first, last, date_trunc('month', first + interval '1 month' - interval '1 day')::date AS whole_from FROM spans),
     bounds AS MATERIALIZED (SELECT *, greatest(date_trunc('month', last + 1)::date, whole_from) AS whole_to FROM whole),
     ends AS MATERIALIZED (
       SELECT first, day::date FROM bounds, LATERAL (
         SELECT generate_series(first, least(whole_from - 1, last), interval '1 day') WHERE isfinite(first)
         UNION ALL SELECT generate_series(whole_to, last, interval '1 day') WHERE isfinite(last)) AS days (day)),
     sold AS (
       SELECT to_char(day, :format) AS step, rate, code, campaign_id, package_id, cause,
              sum(count) AS count, sum(amount) AS amount, sum(cost) AS cost
       FROM (${unit === "day" ? byDay : byMonth} UNION ALL ${cancelledForNothing}) AS sold
       WHERE :campaign::integer IS NULL OR campaign_id = :campaign GROUP BY 1, 2, 3, 4, 5, 6),
     sums AS (
       SELECT CASE 0 WHEN grouping(step) THEN 'step' WHEN grouping(campaign_id) THEN 'campaign' WHEN grouping(package_id) THEN 'package'
                WHEN grouping(code) THEN 'currency' ELSE 'all' END AS by,
              coalesce(step, code) AS key, coalesce(campaign_id, package_id) AS id, ${sums},
              ${sum("count", "contract")}::bigint AS signed_count, -${sum("count", "cancelling")}::bigint AS cancelled_count,
              -- a cost was divided by a rate, and comes back a hair beside what it was
              coalesce(round(sum(cost * rate), 15), 0) AS cost
       FROM sold GROUP BY GROUPING SETS ((), step, campaign_id, package_id, code))
     SELECT sums.*, coalesce(campaigns.name, packages.name) AS name
     FROM sums LEFT JOIN campaigns ON by = 'campaign' AND campaigns.id = sums.id LEFT JOIN packages ON by = 'package' AND packages.id = sums.id
     ORDER BY signed + discounts + cancelled + fees DESC, sums.id DESC, key`,
    { ...endsOf(period), campaign: campaign ?? null, format: unit === "day" ? "YYYY-MM-DD" : "YYYY-MM" },
  );
  const names = Object.keys(saleNames) as SaleName[];
  const isSold = (row: Row) =>
    row.signed_count || row.cancelled_count || names.some((name) => Number(row[name]));
  return rows
    .filter((row) => row.by === "all" || isSold(row))
    .map(({ own_signed, own_discounts, own_cancelled, own_fees, ...row }) => ({
      ...row,
      own: { signed: own_signed, discounts: own_discounts, cancelled: own_cancelled, fees: own_fees },
    }));
}

/** What changed a sale after its signing, in the currency of the contract. */
export type SaleEvent = {
  date: string;
  cause: (typeof saleNames)[SaleName];
  contract_number: string;
  contract_date: string;
  customer: string;
  description: string | null;
  amount: Decimal;
  code: string;
};

const isChange = "cause <> 'contract' AND date BETWEEN :from AND :to";

/** By day, each as it was written. What a correction of the contract took away is none. */
export async function readSaleEvents(period: Period): Promise<SaleEvent[]> {
  const { rows } = await db.raw<{ rows: SaleEvent[] }>(
    `SELECT date::text, cause, contract_number, contract_date::text, name AS customer, description, amount, code
     FROM (
       SELECT date, document_id, cause, currency_code AS code, sum(amount) AS amount, max(id) AS id,
              (array_agg(description ORDER BY id DESC))[1] AS description
       FROM (${entriesByTurn(`document = 'contract' AND document_id IN (
         SELECT document_id FROM entries WHERE document = 'contract' AND ${isChange})`)}) AS entries
       WHERE ${isChange} GROUP BY 1, 2, 3, 4, turn HAVING sum(amount) <> 0) AS events
     JOIN contracts ON contracts.id = document_id JOIN customers ON customers.id = customer_id
     ORDER BY date, events.id`,
    endsOf(period),
  );
  return rows;
}

import { db } from "~/db/knex.server";
import { type Cause, isLine } from "./ledger.server";
import type { Decimal } from "./money.server";
import { ratesOfDays } from "./rates-of-days.server";

/*
 * What moved in the accounts by day (docs/decisions/reports.md): a document's money on its own day, and what an event took back on
 * the event's day.
 */

type Days = { from: string; to: string };

/** In the default currency. `events` is signed: what cancelled vouchers took out of accounts or put back. */
export type Sums = { receipts: Decimal; payments: Decimal; events: Decimal };

/** The sums of one method, account, currency or purpose: in the default currency and in the accounts' own. */
export type Flow = Sums & {
  by: "all" | "step" | "payment_method" | "account" | "currency" | "campaign" | "spent_on";
  key: string;
  name: string | null;
  own_receipts: Decimal;
  own_payments: Decimal;
  own_events: Decimal;
  receipt_count: number;
  payment_count: number;
};

export const nothing = { receipts: "0", payments: "0", events: "0", receipt_count: 0, payment_count: 0 };

/** All flows, the largest first, from the kept totals. Accounts and campaigns have the name that they had last in the period. */
export async function readFlows({ from, to }: Days, unit: "day" | "month"): Promise<Flow[]> {
  const { rows } = await db.raw<{ rows: Flow[] }>(
    `WITH ${ratesOfDays},
     purposes AS (
       SELECT first, account_id, purpose, campaign_id, campaign_name, expense_id, sum(amount) AS amount, max(date) AS date
       FROM movements_purpose_totals JOIN spans ON date BETWEEN first AND last
       WHERE purpose <> '' AND NOT is_event AND date BETWEEN :from AND :to GROUP BY 1, 2, 3, 4, 5, 6),
     moved AS (
       SELECT to_char(date_trunc(:unit, date::timestamp), :format) AS step, payment_method, account_id, code, amount, amount * rate AS worth,
              line_count, is_event, is_incoming
       FROM movements_account_totals JOIN accounts ON accounts.id = account_id JOIN rates ON rates.currency_id = accounts.currency_id AND date BETWEEN first AND last
       WHERE payment_method <> '' AND date BETWEEN :from AND :to),
     flow AS (
       SELECT CASE 0 WHEN grouping(step) THEN 'step' WHEN grouping(payment_method) THEN 'payment_method'
                WHEN grouping(account_id) THEN 'account' WHEN grouping(code) THEN 'currency' ELSE 'all' END AS by,
              coalesce(step, payment_method, code) AS key,
              (SELECT account_name FROM movements_account_totals WHERE account_id = moved.account_id AND date BETWEEN :from AND :to
               ORDER BY date DESC, account_name LIMIT 1) AS name,
              sum(worth) FILTER (WHERE is_incoming AND NOT is_event) AS receipts,
              -sum(worth) FILTER (WHERE NOT is_incoming AND NOT is_event) AS payments,
              sum(worth) FILTER (WHERE is_event) AS events,
              sum(amount) FILTER (WHERE is_incoming AND NOT is_event) AS own_receipts,
              -sum(amount) FILTER (WHERE NOT is_incoming AND NOT is_event) AS own_payments,
              sum(amount) FILTER (WHERE is_event) AS own_events,
              sum(line_count) FILTER (WHERE is_incoming AND NOT is_event)::bigint AS receipt_count,
              sum(line_count) FILTER (WHERE NOT is_incoming AND NOT is_event)::bigint AS payment_count
       FROM moved GROUP BY GROUPING SETS ((), step, payment_method, account_id, code)
       UNION ALL
       SELECT CASE WHEN is_received THEN 'campaign' ELSE 'spent_on' END, nullif(purpose, 'receipt'),
              CASE WHEN is_received THEN (array_agg(nullif(campaign_name, '') ORDER BY date DESC, campaign_name))[1] ELSE category END,
              CASE WHEN is_received THEN sum(amount * rate) END, CASE WHEN is_received THEN NULL ELSE -sum(amount * rate) END,
              NULL, NULL, NULL, NULL, NULL, NULL
       FROM (
         SELECT date, account_id, purpose, purpose IN ('receipt', 'income', 'partner') AS is_received, campaign_id, campaign_name, amount, rate, CASE WHEN expense_id > 0 THEN
             CASE WHEN closing_id IS NULL THEN expense_categories.name ELSE period_closings.expense_categories ->> expense_id::text END END AS category
         FROM purposes JOIN accounts ON accounts.id = account_id JOIN rates USING (currency_id, first)
         LEFT JOIN period_closings ON period_closings.id = closing_id
         LEFT JOIN expenses ON expenses.id = expense_id LEFT JOIN expense_categories ON expense_categories.id = category_id) AS spent
       GROUP BY purpose, is_received, campaign_id, category)
     SELECT by, key, name, coalesce(receipts, 0) AS receipts, coalesce(payments, 0) AS payments, coalesce(events, 0) AS events,
       coalesce(own_receipts, 0) AS own_receipts, coalesce(own_payments, 0) AS own_payments, coalesce(own_events, 0) AS own_events,
       coalesce(receipt_count, 0) AS receipt_count, coalesce(payment_count, 0) AS payment_count
     FROM flow ORDER BY coalesce(receipts, 0) DESC, coalesce(payments, 0) DESC, key, name`,
    { from, to, unit, format: unit === "day" ? "YYYY-MM-DD" : "YYYY-MM" },
  );
  return rows;
}

/** A voucher that was cancelled or confirmed again in a period, in its account's currency. */
export type Event = {
  date: string;
  cause: Cause;
  number: string;
  account: string;
  party: string | null;
  is_return: true | null;
  code: string;
  amount: Decimal;
  voucher_date: string | null;
};

/** By day, as they were written. What a cancelled transfer moved back is neither income nor spending, but its fee is. */
export async function readEvents({ from, to }: Days): Promise<Event[]> {
  const { rows } = await db.raw<{ rows: Event[] }>(
    `SELECT movements.date::text, document_number AS number, cause,
       movements.account_name AS account, party, is_return, code, amount, voucher.date::text AS voucher_date
     FROM movements JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = currency_id
     LEFT JOIN LATERAL voucher_of(document_number) AS voucher ON true
     WHERE is_event AND payment_method IS NOT NULL AND ${isLine} AND movements.date BETWEEN :from AND :to ORDER BY movements.date, movements.id`,
    { from, to },
  );
  return rows;
}

/**
 * What customers paid in these days, less what was taken back or given back to them in them, in the default currency (`books.md`,
 * "Revenue of the month"): in all, and by day or month.
 */
export async function readRevenue({ from, to }: Days, unit: "day" | "month") {
  const { rows } = await db.raw<{ rows: { step: string | null; revenue: Decimal }[] }>(
    `WITH ${ratesOfDays},
     paid AS (
       SELECT first, account_id, date, sum(amount) AS amount FROM movements_purpose_totals JOIN spans ON date BETWEEN first AND last
       WHERE purpose IN ('receipt', 'customer') AND date BETWEEN :from AND :to GROUP BY 1, 2, 3),
     moved AS (
       SELECT to_char(date, :format) AS step, amount * rate AS worth
       FROM paid JOIN accounts ON accounts.id = account_id JOIN rates USING (currency_id, first))
     SELECT step, coalesce(sum(worth), 0) AS revenue FROM moved GROUP BY GROUPING SETS ((), step)`,
    { from, to, format: unit === "day" ? "YYYY-MM-DD" : "YYYY-MM" },
  );
  const of = new Map(rows.map(({ step, revenue }) => [step, revenue]));
  return { whole: of.get(null) ?? "0", of: (step: string) => of.get(step) ?? "0" };
}

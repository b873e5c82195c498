import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { daysBetween } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { type Decimal, shownCurrency } from "./money.server";

/** Days in a row at whose end an account was below zero, and its lowest balance on them, in its own currency. */
export type DaysBelowZero = { from: string; to: string; lowest: Decimal };

/** An account with such days, the earliest first. */
export type BelowZero = {
  id: number;
  name: string;
  is_deleted: boolean;
  code: string;
  symbol: string;
  spans: DaysBelowZero[];
};

/**
 * The accounts that were below zero at the end of a day of a period, by the days of their movements, from the kept totals of days. A
 * day without movements has the balance of the day before. Days after today count up to the last movement.
 * @param of one account by its id, or all of a kind, deleted ones too
 */
export async function belowZero(
  db: Db,
  of: { id: number } | { kind: "cash_box" },
  period: Period,
): Promise<BelowZero[]> {
  const [column, value] = Object.entries(of)[0] as [string, number | string];
  const { rows } = await db.raw<{ rows: BelowZero[] }>(
    `WITH moved AS (
       SELECT account_id, greatest(date, :from::date - 1) AS date, sum(amount) AS amount FROM movements_account_totals
       WHERE date <= :to AND account_id IN (SELECT id FROM accounts WHERE :column: = :value) GROUP BY 1, 2),
     ends AS (
       SELECT account_id, date, coalesce(lead(date) OVER account - 1, greatest(date, least(:to::date, :today))) AS until,
         sum(amount) OVER account AS balance
       FROM moved WINDOW account AS (PARTITION BY account_id ORDER BY date)),
     turns AS (
       SELECT *, count(*) FILTER (WHERE balance >= 0) OVER (PARTITION BY account_id ORDER BY date) AS turn FROM ends),
     spans AS (
       SELECT account_id, greatest(min(date), :from) AS first, max(until) AS last, min(balance) AS lowest
       FROM turns WHERE balance < 0 AND until >= :from GROUP BY account_id, turn)
     SELECT accounts.id, accounts.name, deleted_at IS NOT NULL AS is_deleted, code, symbol,
       json_agg(json_build_object('from', first, 'to', last, 'lowest', lowest::text) ORDER BY first) AS spans
     FROM spans JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = currency_id
     GROUP BY accounts.id, currencies.id ORDER BY accounts.id`,
    { ...endsOf(period), column, value, today: officeToday() },
  );
  return rows;
}

const countOf = (spans: DaysBelowZero[]) =>
  spans.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0);

const mostNamed = 3;
const others = countNoun("يوم آخر", "يومان آخران", "أيام أخرى", "يومًا آخر", "يوم آخر");

/** How many days these are, and the first of them with the balance: «…، عددها 5: 2026-10-05 برصيد ‎-500.00 ر.س، و4 أيام أخرى». */
export function belowZeroText({ id, code, symbol, spans }: BelowZero) {
  const currency = shownCurrency(id, code, symbol);
  const parts = spans.slice(0, mostNamed).map(({ from, to, lowest }) => {
    const balance = formatMoney(Number(lowest), currency);
    return from === to ? `${from} برصيد ${balance}` : `من ${from} إلى ${to} برصيد أدناه ${balance}`;
  });
  const rest = countOf(spans.slice(mostNamed));
  const list = [...parts, ...(rest ? [`و${countPhrase(rest, others)}`] : [])].join("، ");
  return `أيام انتهت برصيد تحت الصفر، عددها ${countOf(spans).toLocaleString("en-US")}: ${list}.`;
}

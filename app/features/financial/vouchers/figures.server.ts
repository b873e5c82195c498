import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { type Decimal, minorUnit, roundTo } from "../money.server";

/**
 * The tiles: confirmed vouchers in all and of this month, each sum in the default currency at the stored rates.
 * @param totals the table that `keep_totals()` maintains for the vouchers' own, by currency, month and status
 */
export async function voucherFigures(db: Db, totals: `${"receipt" | "payment"}_vouchers_totals`) {
  const { rows } = await db.raw<{
    rows: { total: Decimal; month: Decimal; count: number; code: string | null; symbol: string | null }[];
  }>(
    `SELECT coalesce(sum(amount * exchange_rate), 0) AS total,
            coalesce(sum(amount * exchange_rate) FILTER (WHERE month = ?::date), 0) AS month,
            coalesce(sum(count), 0)::bigint AS count,
            (SELECT code FROM currencies WHERE is_default),
            (SELECT symbol FROM currencies WHERE is_default)
     FROM ?? JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
    [`${officeToday().slice(0, 7)}-01`, totals],
  );
  const { total = "0", month = "0", count = 0, code: base, symbol } = rows[0] ?? {};
  const code = base ?? "USD";
  const currency = { code, symbol: symbol ?? "$", decimals: minorUnit(code) };
  return { total: Number(roundTo(total, code)), month: Number(roundTo(month, code)), count, currency };
}

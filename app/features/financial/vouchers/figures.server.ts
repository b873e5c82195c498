import type { readFilters } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { keptCount, totalsOf } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";

/**
 * The tiles: the confirmed vouchers of a list in all and of this month, each sum in the default currency at the stored rates.
 * @param list its kept totals are by currency, status and day or month
 */
export async function voucherFigures<Voucher>(db: Db, list: List<Voucher>) {
  const { rows } = await db.raw<{
    rows: { total: Decimal; month: Decimal; count: number; code: string | null; symbol: string | null }[];
  }>(
    `SELECT coalesce(sum(amount * exchange_rate), 0) AS total,
            coalesce(sum(amount * exchange_rate) FILTER (WHERE date_trunc('month', date) = ?::date), 0) AS month,
            coalesce(sum(count), 0)::bigint AS count,
            (SELECT code FROM currencies WHERE is_default),
            (SELECT symbol FROM currencies WHERE is_default)
     FROM ? JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
    [`${officeToday().slice(0, 7)}-01`, totalsOf(list, ["currency_id", "status", "date"], ["amount"])],
  );
  const { total = "0", month = "0", count = 0, code: base, symbol } = rows[0] ?? {};
  const code = base ?? "USD";
  const currency = { code, symbol: symbol ?? "$", decimals: minorUnit(code) };
  return { total: Number(roundTo(total, code)), month: Number(roundTo(month, code)), count, currency };
}

/** The kept totals of a list by status alone: number and sums by month. Of other filters the vouchers are added up. */
export function keptVouchers(
  table: "receipt_vouchers" | "payment_vouchers",
  selection: ReturnType<typeof readFilters>,
): Pick<List<unknown>, "total" | "totals"> {
  if (!selection.isOnlyBy(["status"])) return {};
  const columns = ["currency_id", "status", "month AS date", "count", "amount"];
  return {
    total: selection.narrow(keptCount(table)),
    totals: selection.narrow(db(`${table}_totals`)).select(columns),
  };
}

import type { Db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, flagOf, totalsOf } from "~/db/list.server";
import type { ShownCurrency } from "~/domain/money";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { type Contract, contractFilters } from "./contract";

/**
 * The tiles: the number of a list's contracts that are not cancelled, and their total, paid and remaining amounts in the
 * default currency at the stored rates (rulings §3). For a list of cancelled or refundable ones they count these.
 */
export async function contractFigures(db: Db, list: List<Contract>, params: URLSearchParams) {
  const ofCancelled = choiceOf(params, "status", contractFilters) === "cancelled";
  const counts: "standing" | "cancelled" | "all" = ofCancelled
    ? "cancelled"
    : flagOf(params, "refundable")
      ? "all"
      : "standing";
  const { rows } = await db.raw<{
    rows: (Record<"total" | "paid" | "remaining", Decimal> & {
      count: number;
      code: string | null;
      symbol: string | null;
    })[];
  }>(
    `SELECT coalesce(sum(count), 0)::bigint AS count, ${worth("total_amount")} AS total,
            ${worth("paid_amount")} AS paid, ${worth("remaining_amount")} AS remaining,
            (SELECT code FROM currencies WHERE is_default),
            (SELECT symbol FROM currencies WHERE is_default)
     FROM ? JOIN currencies ON currencies.id = currency_id WHERE stands(status) IN (?, ?)`,
    [
      totalsOf(list, ["currency_id", "status"], ["total_amount", "paid_amount", "remaining_amount"]),
      counts !== "cancelled",
      counts === "standing",
    ],
  );
  const { total = "0", paid = "0", remaining = "0", count = 0, code: base, symbol } = rows[0] ?? {};
  const code = base ?? "USD";
  const currency: ShownCurrency = { code, symbol: symbol ?? "$", decimals: minorUnit(code) };
  const round = (amount: Decimal) => Number(roundTo(amount, code));
  const sums = { total: round(total), paid: round(paid), remaining: round(remaining) };
  return { counts, count, ...sums, currency };
}

const worth = (amount: string) => `coalesce(sum((${amount}) * exchange_rate), 0)`;

import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { currencyOfSums } from "~/features/currencies/currencies.server";
import { readRevenue } from "~/features/money/flows.server";
import { roundTo } from "~/features/money/money.server";

/** The number of active campaigns (spec §3, Campaign stats). */
export async function campaignStats(db: Db) {
  const [found] = await db("campaigns").where({ status: "active" }).count();
  return { active_campaigns: Number(found?.count) };
}

/** The number of active contracts with something left to pay (rulings §4). */
export async function contractStats(db: Db) {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    "SELECT coalesce(sum(count), 0)::bigint AS count FROM contracts_owing_totals WHERE status = 'active' AND is_owing",
  );
  return { pending_contracts: rows[0]?.count };
}

/** What customers paid this month in the default currency, with the month's days in the office's time zone. */
export async function monthlyRevenue(db: Db) {
  const from = `${officeToday().slice(0, 7)}-01`;
  const end = new Date(`${from}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  const days = { from, to: end.toISOString().slice(0, 10) };
  const [currency, revenue] = await Promise.all([currencyOfSums(db), readRevenue(days, "month")]);
  return { monthly_revenue: Number(roundTo(revenue.whole, currency.code)), currency, ...days };
}

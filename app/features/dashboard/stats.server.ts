import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { listReceipts } from "~/features/financial/receipts/receipts.server";
import { voucherFigures } from "~/features/financial/vouchers/figures.server";

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

/** This month's confirmed receipts in the default currency (rulings §4), with the month's days in the office's time zone. */
export async function monthlyRevenue(db: Db) {
  const { month, currency } = await voucherFigures(db, listReceipts(new URLSearchParams()));
  const from = `${officeToday().slice(0, 7)}-01`;
  const end = new Date(`${from}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return { monthly_revenue: month, currency, from, to: end.toISOString().slice(0, 10) };
}

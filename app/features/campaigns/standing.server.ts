import type { Db } from "~/db/knex.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import type { Standing } from "./standing";

/**
 * Whether a contract stands in a cancelled campaign, in SQL. It is owed until it is cancelled, and nobody asks for it
 * (docs/decisions/cancelling.md).
 */
export const inCancelledCampaign =
  "(stands(contracts.status) AND contracts.campaign_id IN (SELECT id FROM campaigns WHERE NOT stands(status)))";

/** By campaign: its standing contracts and what is paid of them, for those of these campaigns that are cancelled and have any. */
export async function standingContracts(db: Db, campaignIds: number[]): Promise<Record<number, Standing>> {
  const rows: Row[] = await db("contracts")
    .join("currencies", "currencies.id", "contracts.currency_id")
    .whereIn("campaign_id", campaignIds)
    .whereRaw(inCancelledCampaign)
    .groupBy("campaign_id", "currencies.id", "code", "symbol")
    .orderBy("code")
    .select("campaign_id", "currencies.id", "code", "symbol", {
      count: db.raw("count(*)"),
      paid: db.raw("sum(paid_amount - refunded_amount)"),
    });
  const standing: Record<number, Standing> = {};
  for (const { campaign_id, id, code, symbol, count, paid } of rows) {
    const of = standing[campaign_id] ?? { count: 0, paid: [] };
    standing[campaign_id] = {
      count: of.count + count,
      paid: Number(paid)
        ? [...of.paid, { amount: Number(paid), currency: shownCurrency(id, code, symbol) }]
        : of.paid,
    };
  }
  return standing;
}

type Row = { campaign_id: number; id: number; code: string; symbol: string; count: number; paid: Decimal };

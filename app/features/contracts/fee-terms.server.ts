import type { Db } from "~/db/knex.server";
import type { FeeTerms } from "~/features/fees/fee-lines";
import { signedLines } from "~/features/fees/fee-lines.server";
import { departure } from "~/features/journey/days.server";

/**
 * What contracts say of the fee of a cancelling, each with the departure that is known now: that of the customer's group in the campaign, else the
 * campaign's first day. Contracts that say nothing of it are left out.
 */
export async function feeTermsOf(db: Db, contractIds: number[]): Promise<Map<number, FeeTerms>> {
  const rows: { id: number; lines: unknown; departure: string }[] = await db("contracts")
    .join("contract_contents", "contract_contents.id", "contents_id")
    .join("campaigns", "campaigns.id", "contracts.campaign_id")
    .leftJoin("group_members", (on) =>
      on
        .on("group_members.customer_id", "contracts.customer_id")
        .andOn("group_members.campaign_id", "contracts.campaign_id")
        .andOnVal("group_members.travels", true),
    )
    .leftJoin("groups", "groups.id", "group_members.group_id")
    .leftJoin("trips", "trips.id", "groups.trip_id")
    .whereRaw("contracts.id = ANY(?)", [contractIds])
    .whereRaw("contents -> 'fee_lines' IS NOT NULL")
    .select("contracts.id", {
      lines: db.raw("contents -> 'fee_lines'"),
      departure: db.raw(departure),
    });
  return new Map(
    rows.flatMap(({ id, lines, departure }) => {
      const { data } = signedLines.safeParse(lines);
      return data ? [[id, { lines: data, departure }]] : [];
    }),
  );
}

import type { Db, Transaction } from "~/db/knex.server";
import { lockMemberships, onOwnContracts } from "~/features/journey/membership.server";

/* The groups from which the customers of moved contracts come, and those to which they may go. */

/**
 * Locks the groups of the contracts' customers in the old campaigns and the new one, and the one that they join.
 * @returns the memberships of the old campaigns
 */
export async function lockGroupsOf(
  trx: Transaction,
  contractIds: number[],
  { campaign_id, group_id }: { campaign_id: number; group_id?: number | null },
) {
  const own = trx("contracts").whereIn("contracts.id", contractIds);
  await trx("groups")
    .where((one) =>
      one
        .whereIn(
          "id",
          trx("group_members")
            .join("contracts", onOwnContracts)
            .whereIn("contracts.id", contractIds)
            .select("group_id"),
        )
        .orWhereIn(
          "id",
          trx("group_members")
            .where({ campaign_id })
            .whereIn("customer_id", own.clone().select("customer_id"))
            .select("group_id"),
        )
        .orWhere("id", group_id ?? 0),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id");
  return lockMemberships(trx, (members) =>
    members.join("contracts", onOwnContracts).whereIn("contracts.id", contractIds),
  );
}

/** As many contracts as the page of a group's move lists. */
const mostListed = 200;

/** The standing contracts of a group's members in its campaign, by id. */
export const contractsOfGroup = (db: Db, group_id: number): Promise<number[]> =>
  db("group_members")
    .join("contracts", onOwnContracts)
    .where({ group_id })
    .whereRaw("stands(contracts.status)")
    .orderBy("contracts.id")
    .limit(mostListed)
    .pluck("contracts.id");

type Settled = { contract_number: string; group: string; day: string };

/** The first of contracts whose customer has departed with his group by the contract's `day`, in which a cancelling changes nothing any more. */
export async function settledFor(
  db: Db,
  contracts: { id: number; day: string }[],
): Promise<Settled | undefined> {
  const { rows } = await db.raw<{ rows: Settled[] }>(
    `SELECT contract_number, groups.name AS group, settled_of(groups.id) AS day
     FROM jsonb_to_recordset(?::jsonb) AS moved (id integer, day date)
     JOIN contracts ON contracts.id = moved.id
     JOIN group_members ON group_members.customer_id = contracts.customer_id AND group_members.campaign_id = contracts.campaign_id
     JOIN groups ON groups.id = group_members.group_id
     WHERE travels AND settled_of(groups.id) <= moved.day ORDER BY contracts.id LIMIT 1`,
    [JSON.stringify(contracts.map(({ id, day }) => ({ id, day })))],
  );
  return rows[0];
}

import type { Knex } from "knex";
import type { Db, Transaction } from "~/db/knex.server";
import { aboutEach } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Detail, Question } from "~/domain/question";
import type { LeftGroup } from "./left-group";

/*
 * A customer's place in a group of a campaign, as his contracts there are signed, cancelled, or stand again: whether he travels is
 * kept by the database (migrations/077_travellers.ts).
 */

type Membership = { id: number; travels: boolean; group: LeftGroup };

/**
 * Locks the groups of memberships, before their customers' contracts and the campaign (docs/decisions/locks.md).
 * @param which narrows `group_members`
 */
export async function lockMemberships(
  trx: Transaction,
  which: (members: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Membership[]> {
  const rows: { id: number; travels: boolean; group_id: number; name: string }[] = await which(
    trx("group_members"),
  )
    .join("groups", "groups.id", "group_members.group_id")
    .orderBy("groups.id")
    .forNoKeyUpdate("groups")
    .select("group_members.id", "travels", "group_id", "groups.name");
  return rows.map(({ id, travels, group_id, name }) => ({ id, travels, group: { id: group_id, name } }));
}

/** Joins a member and his contracts of the group's campaign. */
export const onOwnContracts = (on: Knex.JoinClause) =>
  on
    .on("contracts.customer_id", "group_members.customer_id")
    .andOn("contracts.campaign_id", "group_members.campaign_id");

/** Joins a member and his seat in the group's buses. */
export const onOwnSeat = {
  "bus_seats.group_id": "group_members.group_id",
  "bus_seats.customer_id": "group_members.customer_id",
};

/** Whether the departure of a group has not settled yet who travels, in SQL. */
export const isUnsettled = "coalesce(settled_of(group_members.group_id) > office_day(now()), true)";

/** The same for the customer of a contract in its campaign: one, or none. */
export const lockMembershipsOf = (trx: Transaction, contractId: number) =>
  lockMemberships(trx, (members) =>
    members.join("contracts", onOwnContracts).where({ "contracts.id": contractId }),
  );

const idsOf = (memberships: Membership[]) => memberships.map(({ id }) => id);

/** Takes who does not travel any more out of his group. */
export const leaveUntravelling = (trx: Transaction, memberships: Membership[]) =>
  trx("group_members").whereIn("id", idsOf(memberships)).where({ travels: false }).delete();

/** Takes who has no contract in the campaign out of its group, unless its departure has settled who travelled. */
export const leaveWithoutContract = (trx: Transaction, memberships: Membership[]) =>
  trx("group_members")
    .whereIn("id", idsOf(memberships))
    .whereRaw(isUnsettled)
    .whereNotExists(
      trx("contracts").whereRaw(
        "contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id",
      ),
    )
    .delete();

/** A customer who does not travel any more, since a departure that settled it is taken back or comes later (journey.md, rule 1). */
export type Stopped = { id: number; name: string };

/** Does a change of groups' days. @returns what it gives, and whose travelling it ends */
export async function withStopped<Result>(
  trx: Transaction,
  groupIds: number[],
  change: () => Promise<Result>,
): Promise<[Result, Stopped[]]> {
  const before: number[] = await trx("group_members")
    .whereRaw("group_id = ANY(?)", [groupIds])
    .where({ travels: true })
    .pluck("id");
  const result = await change();
  const stopped: Stopped[] = await trx("group_members")
    .join("customers", "customers.id", "customer_id")
    .whereRaw("group_members.id = ANY(?)", [before])
    .where({ travels: false })
    .orderBy("group_members.id")
    .select("customers.id", "customers.name");
  return [result, stopped];
}

/** Whose travelling would end if the groups of a trip were in none. */
export const stoppedWithoutTrip = (db: Db, trip_id: number): Promise<Stopped[]> =>
  db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .join("customers", "customers.id", "customer_id")
    .where({ trip_id, travels: true })
    .whereRaw(
      `NOT (SELECT coalesce(bool_or(travels_with(contracts, settled_on(groups, NULL))), true) FROM contracts
         WHERE contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id)`,
    )
    .orderBy("group_members.id")
    .select("customers.id", "customers.name");

/** Names them; nothing without any. */
export const stoppedDetails = (stopped: Stopped[]): Detail[] =>
  aboutEach(
    "ألغي عقده بعد المغادرة، فلا يسافر إن لم تغادر المجموعة، ويفرغ سريره ومقعده",
    stopped.map(({ id, name }) => ({ label: quote(name), href: `/customers/${id}` })),
    { most: 20 },
  );

/** What a form asks about them; nothing without any. */
export const stoppedQuestion = (stopped: Stopped[]): Question[] =>
  stopped.length
    ? [
        {
          text: "تتغير المغادرة التي ثبت بها من سافر.",
          about: ["travels", stopped.map(({ id }) => id)],
          details: stoppedDetails(stopped),
        },
      ]
    : [];

/** The groups of these memberships that are no more. */
export async function leftGroups(trx: Transaction, memberships: Membership[]): Promise<LeftGroup[]> {
  if (!memberships.length) return [];
  const kept: number[] = await trx("group_members").whereIn("id", idsOf(memberships)).pluck("id");
  return memberships.filter(({ id }) => !kept.includes(id)).map(({ group }) => group);
}

/** The seats that the members of a group would take in another campaign, where they may have other contracts. */
export async function seatsIn(trx: Transaction, group_id: number, campaign_id: number): Promise<number> {
  const { seats } = await trx("group_members")
    .where({ group_id })
    .whereRaw("travels_by_contracts(group_id, ?, customer_id)", [campaign_id])
    .whereRaw("takes_seat(traveller_by_contracts(group_id, ?, customer_id))", [campaign_id])
    .first({ seats: trx.raw("count(*)") });
  return seats;
}

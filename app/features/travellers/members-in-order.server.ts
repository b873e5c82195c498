import type { Knex } from "knex";
import { db } from "~/db/knex.server";
import { departure } from "~/features/journey/days.server";
import { ageRank } from "./by-age.server";
import type { Scope } from "./scope.server";
import { travellersOf } from "./travellers.server";

/** Who leads a family, by their relation to it. */
const heads = ["husband", "father", "wife", "mother"];

/**
 * The order of people on every paper, after what a list orders by itself: families together, in the order in which the first of each
 * joined. A family's adults stand before its children, and its infants are last; its head is first.
 */
const inFamilies = (members: Knex.QueryBuilder) =>
  members
    .joinRaw(
      `CROSS JOIN LATERAL (
         SELECT ? AS age_rank FROM customers CROSS JOIN campaigns LEFT JOIN trips ON trips.id = groups.trip_id
         WHERE customers.id = group_members.customer_id AND campaigns.id = groups.campaign_id) AS on_departure`,
      [ageRank(db.raw(departure))],
    )
    .orderByRaw(
      `min(group_members.id) OVER (PARTITION BY group_members.group_id, coalesce(fold(family), group_members.id::text)),
       age_rank, array_position(?::text[], relation), group_members.id`,
      [heads],
    );

/**
 * The memberships of who travels of a group or trip, as numbers: all that is held of a long list. Groups follow each other by departure.
 * @param order puts those of a group in the list's order, before families
 */
export async function membersInOrder(scope: Scope, order = (members: Knex.QueryBuilder) => members) {
  const members = travellersOf(scope).orderByRaw(
    "departure_date NULLS LAST, groups.name COLLATE by_name, groups.id",
  );
  return Int32Array.from(await inFamilies(order(members)).pluck("group_members.id"));
}

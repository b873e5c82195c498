import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { searchOf } from "~/db/list.server";
import { byName } from "~/db/order.server";
import { lockRow, requireRows } from "~/db/rows.server";
import { wherePerson, whereSearch } from "~/db/search.server";
import type { By } from "~/db/store.server";
import { aboutEach } from "~/domain/details";
import { conflicting, notFound } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { missingSentence, quote } from "~/domain/nouns";
import type { Group } from "~/features/groups/group";
import { type GroupRow, groupRows, groups, toGroup, whereAvailable } from "~/features/groups/groups.server";
import { daysOfGroup, hasDeparted } from "~/features/journey/days.server";
import { stoppedQuestion, withStopped } from "~/features/journey/membership.server";
import { papersPrinted } from "~/features/links/printed.server";
import { notTravelling } from "~/features/moving/moved";
import { lockDeparted } from "~/features/moving/moving.server";
import { keepDepartures } from "./departed.server";

/*
 * The groups of a trip, with their buses and people. A group is in one trip at most, and joins it before it has departed (rulings
 * §4).
 */

type TripGroupRow = GroupRow & { name: string; trip_id: number | null };

const byDeparture = [{ column: "departure_date", nulls: "last" as const }, "groups.name", "groups.id"];

/** The groups of a trip that match a search, in the order of their departure. */
export async function groupsOf(db: Db, tripId: number, search = ""): Promise<Group[]> {
  const ofTrip = groupRows(db).where({ trip_id: tripId }).orderBy(byDeparture);
  return (await whereSearch(ofTrip, "groups.search", search)).map(toGroup);
}

export const mostOffered = 50;

/** The groups that can join a trip: in no trip and not departed. Only the first that match the search. */
export async function offeredGroups(db: Db, params: URLSearchParams): Promise<Group[]> {
  const available = whereAvailable(groupRows(db)).orderBy(byDeparture).limit(mostOffered);
  return (await whereSearch(available, "groups.search", searchOf(params, "group"))).map(toGroup);
}

export const linkSchema = z.object({ group_id: id() });

/**
 * Asks the user of a form if the group departs on a day outside the trip (journey.md, rule 4).
 * @throws DomainError not_found, invalid, conflict
 */
export async function linkGroup(
  trx: Transaction,
  tripId: number,
  { group_id }: z.output<typeof linkSchema>,
  ask?: By["ask"],
) {
  const trip = await trx("trips").where({ id: tripId }).forKeyShare().first("start_date", "end_date");
  if (!trip) throw notFound(missingSentence("trips"));
  await requireRows(trx, { group_id }, { group_id: "groups" });
  const group = await lockRow<TripGroupRow>(trx, "groups", group_id);
  const { name, trip_id, departure_date } = group;
  if (trip_id === tripId) throw conflicting("group_id", `المجموعة ${quote(name)} في هذه الرحلة من قبل`);
  if (trip_id) throw conflicting("group_id", `المجموعة ${quote(name)} في رحلة أخرى`);
  if (hasDeparted(group)) throw conflicting("group_id", `المجموعة ${quote(name)} غادرت، فلا تربط برحلة`);
  const { start_date, end_date } = trip;
  if (departure_date && (departure_date < start_date || departure_date > end_date))
    ask?.([
      {
        text: `مغادرة المجموعة ${quote(name)} في ${departure_date}، خارج أيام الرحلة: من ${start_date} إلى ${end_date}.`,
        about: [tripId, group_id],
      },
    ]);
  return setTrip(trx, group_id, tripId);
}

/**
 * Takes a group out of a trip. One that has departed keeps its departure. Asks the user of a form about its return, and about who travelled
 * only by the departure that the trip gave the group.
 * @throws DomainError not_found if the group is not in this trip
 */
export async function unlinkGroup(trx: Transaction, tripId: number, groupId: number, ask?: By["ask"]) {
  const trip = await trx("trips").where({ id: tripId }).forKeyShare().first("start_date");
  const group = await trx("groups").where({ id: groupId, trip_id: tripId }).forNoKeyUpdate().first("id");
  if (!trip || !group) throw notFound("المجموعة ليست في هذه الرحلة");
  const departed = await lockDeparted(trx, (groups) => groups.where({ id: groupId }));
  await keepDepartures(trx, trip, departed);
  const before = await daysOfGroup(trx, groupId);
  const [unlinked, stopped] = await withStopped(trx, [groupId], () => setTrip(trx, groupId, null));
  if (ask) {
    const after = await daysOfGroup(trx, groupId);
    const isLater = departed.length > 0 && after.return !== before.return;
    ask([
      ...(isLater ? [await returnQuestion(trx, unlinked, before, after)] : []),
      ...stoppedQuestion(stopped),
    ]);
  }
  return { ...unlinked, ...notTravelling(stopped) };
}

type Days = { departure: string; return: string };

const returnQuestion = async (trx: Transaction, { id, name }: Group, before: Days, after: Days) => ({
  text: `غادرت المجموعة ${quote(name)}: تبقى مغادرتها في ${after.departure}، وتصبح عودتها في ${after.return} بدل ${before.return}.`,
  about: [id, before, after],
  details: aboutEach("طبع بالأيام القديمة، فاطبعه من جديد", await papersPrinted(trx, [id]), { most: 20 }),
});

async function setTrip(trx: Transaction, id: number, trip_id: number | null): Promise<Group> {
  await trx("groups").where({ id }).update({ trip_id });
  return groups.find(trx, id);
}

/** Takes all groups out of a trip before it is deleted. */
export const releaseGroups = (trx: Transaction, trip_id: number) =>
  trx("groups").where({ trip_id }).update({ trip_id: null });

/** A bus of a trip with its groups. */
export type Bus = {
  id: number;
  company_name: string;
  route: string | null;
  capacity: number;
  groups: string[];
  members: number;
  /** The number of buses of this kind, since each group has its own. */
  needed: number;
};

export const busesOf = (db: Db, tripId: number): Promise<Bus[]> =>
  db("groups")
    .join("transportations", "transportations.id", "transportation_id")
    .where({ trip_id: tripId })
    .groupBy("transportations.id")
    .select("transportations.id", "company_name", "route", "transportations.capacity", {
      groups: db.raw("array_agg(groups.name ORDER BY groups.name COLLATE by_name)"),
      members: db.raw("sum(members)"),
      needed: db.raw("sum(ceil((members - infants)::numeric / transportations.capacity))::bigint"),
    })
    .orderByRaw(byName("company_name", "transportations.id"));

/** A pilgrim on a trip. */
type Traveller = {
  id: number;
  name: string;
  passport_number: string | null;
  phone: string;
  gender: string | null;
  group_id: number;
  group_name: string;
};

/** The people who travel on a trip, the last added first. The search finds name, phone, national id and passport. */
export function travellersOf(tripId: number, params: URLSearchParams): List<Traveller> {
  const matching = db("group_members")
    .join("groups", "groups.id", "group_id")
    .join("customers", "customers.id", "customer_id")
    .where({ trip_id: tripId, travels: true })
    .select("group_members.id");
  return {
    table: "group_members",
    matching: wherePerson(matching, "customers.search", searchOf(params)),
    rows: (db) =>
      db("group_members")
        .join("groups", "groups.id", "group_id")
        .join("customers", "customers.id", "customer_id")
        .select("group_members.id", "customers.name", "passport_number", "phone", "gender", "group_id", {
          group_name: "groups.name",
        }),
    toRow: (row: Traveller) => row,
  };
}

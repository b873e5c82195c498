import type { Db } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { groupBy } from "~/domain/group-by";
import { knownDeparture } from "./days.server";

/** A stay of a package with its dates for one group; they are null while its departure is not known. */
export type DatedStay = {
  package_id: number;
  package: string;
  /** From 1. */
  place: number;
  hotel_id: number;
  hotel: string;
  hotel_latin: string | null;
  city_id: number;
  city: string;
  city_latin: string | null;
  nights: number;
  check_in: string | null;
  check_out: string | null;
  /** Whether a clerk has typed the dates. */
  is_shifted: boolean;
};

type Dates = { check_in: string; check_out: string };

/** What a stay's dates follow from. `input`: the dates that a clerk has typed; a missing one is computed. */
type DatableStay = { nights: number; input?: Partial<{ [date in keyof Dates]: string | null }> };

/**
 * The dates of one package's stays, in order: the first begins on the day of departure, each other one when the one before it
 * ends. A check-in that was typed moves those behind it along.
 */
export function datesOf(stays: DatableStay[], departure: string | null) {
  let next = departure;
  return stays.map(({ nights, input }) => {
    const usual = next;
    const check_in = input?.check_in ?? usual;
    const check_out = input?.check_out ?? (check_in && later(check_in, nights));
    next = check_out;
    const is_shifted = check_in !== usual || check_out !== (usual && later(usual, nights));
    return { check_in, check_out, is_shifted };
  });
}

/** The stays that end after the last day of the journey, if that is known. */
export const lateStays = <Stay extends Pick<DatedStay, "check_out">>(stays: Stay[], lastDay: string | null) =>
  stays.filter(({ check_out }) => lastDay && check_out && check_out > lastDay);

type StayRow = DatedStay & Partial<Dates>;

const stayColumns = `packages.id AS package_id, packages.name AS package, stays.place, stays.hotel_id, hotels.name AS hotel,
  hotels.name_latin AS hotel_latin, city_id, cities.name AS city, cities.name_latin AS city_latin, nights, check_in, check_out`;
const withHotels = "JOIN hotels ON hotels.id = stays.hotel_id JOIN cities ON cities.id = city_id";

/** The stays of these packages for a group, which keeps those that it departed with, or for none. */
async function stayRows(db: Db, packageIds: number[], groupId: number | null): Promise<StayRow[]> {
  const { rows } = await db.raw(
    `SELECT ${stayColumns} FROM packages CROSS JOIN LATERAL stays_of(:groupId, packages.id) AS stays
     ${withHotels} WHERE packages.id = ANY(:packageIds) ORDER BY packages.name COLLATE by_name, packages.id, stays.place`,
    { groupId, packageIds },
  );
  return rows;
}

/** The stays of packages, each with its dates for the group of these pilgrims. */
async function datedStays(db: Db, packageIds: number[], group: GroupOfStays | undefined) {
  const rows = packageIds.length ? await stayRows(db, packageIds, group?.id ?? null) : [];
  return inDays(rows, group?.departure ?? null);
}

/** Stays with their dates. */
const inDays = (rows: StayRow[], departure: string | null) =>
  packagesOf(rows).flatMap((stays): DatedStay[] => {
    const datable = stays.map((stay) => ({ nights: stay.nights, input: stay }));
    return datesOf(datable, departure).map((dates, index) => ({ ...(stays[index] as DatedStay), ...dates }));
  });

/** Rows by their package, in their order. */
export const packagesOf = <Row extends { package_id: number }>(rows: Row[]): Row[][] => [
  ...groupBy(rows, ({ package_id }) => package_id).values(),
];

/** The stays of the packages that who travels with a group has signed for in its campaign. */
export const staysOfGroup = async (db: Db, groupId: number): Promise<DatedStay[]> =>
  (await staysOfGroups(db, [groupId])).get(groupId) ?? [];

/** The same of many groups, by group; a group without any is left out. */
export async function staysOfGroups(db: Db, ids: number[]): Promise<Map<number, DatedStay[]>> {
  const { rows } = await db.raw<{ rows: (StayRow & { group_id: number; departure: string | null })[] }>(
    `WITH days AS MATERIALIZED (
       SELECT groups.id, ${knownDeparture} AS departure
       FROM groups LEFT JOIN trips ON trips.id = trip_id WHERE groups.id = ANY(:ids)),
     signed AS ( -- the ids stand here too: joined to days alone, the view would be read whole
       SELECT DISTINCT group_id, package_id FROM packages_of_members WHERE group_id = ANY(:ids))
     SELECT group_id, departure, ${stayColumns} FROM signed JOIN days ON days.id = group_id
     JOIN packages ON packages.id = signed.package_id CROSS JOIN LATERAL stays_of(group_id, packages.id) AS stays
     ${withHotels} ORDER BY group_id, packages.name, packages.id, stays.place`,
    { ids },
  );
  const groups = groupBy(rows, ({ group_id }) => group_id);
  return new Map(
    [...groups].map(([id, ofGroup]) => [
      id,
      inDays(
        ofGroup.map(({ group_id: _, departure: __, ...stay }) => stay),
        ofGroup[0]?.departure ?? null,
      ),
    ]),
  );
}

/** The stays of the package that a pilgrim has signed for, with the dates of their group in that campaign, if they are in one. */
export async function staysOfContract(db: Db, contract: ContractOfStays): Promise<DatedStay[]> {
  return datedStays(db, [contract.package_id], await groupOf(db, contract));
}

/** The day from which the stays of a group are computed. */
export async function departureOfStays(db: Db, groupId: number): Promise<string | null> {
  return (await groupsOfStays(db).where("groups.id", groupId).first()).departure;
}

type ContractOfStays = Record<"customer_id" | "campaign_id" | "package_id", number>;
type SignedStay = Pick<DatedStay, "place" | "hotel_id" | "nights">;

/** The stays that a contract says, with the dates of the pilgrim's group. A date that was typed counts for its hotel. */
export async function datesOfContract<Stay extends SignedStay>(
  db: Db,
  contract: ContractOfStays,
  stays: Stay[],
) {
  const group = await groupOf(db, contract);
  const shifted: (SignedStay & Dates)[] = await db("group_stays")
    .where({ group_id: group?.id ?? 0, package_id: contract.package_id })
    .select("place", "hotel_id", "check_in", "check_out");
  const datable = stays.map(({ place, hotel_id, nights }) => ({
    nights,
    input: shifted.find((one) => one.place === place && one.hotel_id === hotel_id),
  }));
  const dates = datesOf(datable, group?.departure ?? null);
  return stays.map((stay, index) => ({ ...stay, ...(dates[index] as (typeof dates)[number]) }));
}

/** The group of a contract's pilgrim in its campaign. */
const groupOf = (db: Db, { customer_id, campaign_id }: ContractOfStays): Promise<GroupOfStays | undefined> =>
  groupsOfStays(db)
    .join("group_members", "group_id", "groups.id")
    .where({ customer_id, "group_members.campaign_id": campaign_id })
    .first();

type GroupOfStays = { id: number; departure: string | null };

/** Groups with their departure. A campaign's first day dates no stay: its groups depart on several days. */
const groupsOfStays = (db: Db) =>
  db("groups")
    .leftJoin("trips", "trips.id", "trip_id")
    .select("groups.id", { departure: db.raw(knownDeparture) });

import type { Db } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { groupBy } from "~/domain/group-by";
import { knownDeparture } from "./days.server";
import { onOwnContracts } from "./membership.server";

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

/** The stays of these packages for a group, which keeps those that it departed with, or for none. */
async function stayRows(
  db: Db,
  packageIds: number[],
  groupId: number | null,
): Promise<(DatedStay & Partial<Dates>)[]> {
  const { rows } = await db.raw(
    `SELECT packages.id AS package_id, packages.name AS package, stays.place, stays.hotel_id, hotels.name AS hotel,
            hotels.name_latin AS hotel_latin, city_id, cities.name AS city, cities.name_latin AS city_latin,
            nights, check_in, check_out
     FROM packages CROSS JOIN LATERAL stays_of(:groupId, packages.id) AS stays
     JOIN hotels ON hotels.id = stays.hotel_id JOIN cities ON cities.id = city_id
     WHERE packages.id = ANY(:packageIds) ORDER BY packages.name COLLATE by_name, packages.id, stays.place`,
    { groupId, packageIds },
  );
  return rows;
}

/** The stays of packages, each with its dates for the group of these pilgrims. */
async function datedStays(db: Db, packageIds: number[], group: GroupOfStays | undefined) {
  const rows = packageIds.length ? await stayRows(db, packageIds, group?.id ?? null) : [];
  return packagesOf(rows).flatMap((stays): DatedStay[] => {
    const datable = stays.map((stay) => ({ nights: stay.nights, input: stay }));
    return datesOf(datable, group?.departure ?? null).map((dates, index) => ({
      ...(stays[index] as DatedStay),
      ...dates,
    }));
  });
}

/** Rows by their package, in their order. */
export const packagesOf = <Row extends { package_id: number }>(rows: Row[]): Row[][] => [
  ...groupBy(rows, ({ package_id }) => package_id).values(),
];

/** The stays of the packages that who travels with a group has signed for in its campaign. */
export async function staysOfGroup(db: Db, groupId: number): Promise<DatedStay[]> {
  const group: GroupOfStays | undefined = await groupsOfStays(db).where("groups.id", groupId).first();
  const packageIds: number[] = await db("group_members")
    .join("contracts", onOwnContracts)
    .where({ group_id: groupId, travels: true })
    .whereRaw("travels_with(contracts, settled_of(group_id))")
    .distinct()
    .pluck("package_id");
  return datedStays(db, packageIds, group);
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

import type { Knex } from "knex";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { optional, wholeNumber } from "~/domain/input.server";
import { isLatin } from "~/domain/latin-name.server";
import { quote } from "~/domain/nouns";
import { takesSeat } from "~/domain/travellers";
import { group } from "~/features/groups/group";
import { type GroupRow, groups } from "~/features/groups/groups.server";
import { onOwnSeat } from "~/features/journey/membership.server";
import { listTitles } from "~/features/links/handed-papers";
import { listedMembers, sexInEnglish, type Translations } from "~/features/travellers/lists.server";
import { Refusals, type Sent } from "~/features/travellers/member-fields.server";
import { latinOr } from "~/features/travellers/scope.server";
import { travellersOf } from "~/features/travellers/travellers.server";
import { busColumns, englishBusColumns, fleetOf, isBeyond, type ListRider, type Rider } from "./bus";
import { seatRiders } from "./seat-plan";

/* The seats of a group's members. Changes of seats lock the group's row, as changes of its members do. */

/** The members of a group who travel and take a seat, with their seats, in the order in which they joined, and its buses. */
export async function ridersOf(db: Db, groupId: number) {
  const groupRow = await groups.find(db, groupId);
  const riders: Rider[] = await db("group_members")
    .leftJoin("bus_seats", onOwnSeat)
    .join("customers", "customers.id", "group_members.customer_id")
    .where({ "group_members.group_id": groupId, travels: true })
    .whereRaw("takes_seat(traveller)")
    .orderBy("group_members.id")
    .select(
      "customers.id",
      "customers.name",
      "customers.name_latin",
      "phone",
      "gender",
      "family",
      "bus",
      "seat",
      {
        kin: db.raw("fold(family)"),
      },
    );
  const fleet = fleetOf(groupRow, Math.max(0, ...riders.map(({ bus }) => bus ?? 0)));
  return { group: groupRow, riders, fleet };
}

export const seatFields = {
  seat: optional(wholeNumber({ min: 1, max: 9999 })),
  bus: optional(wholeNumber({ min: 1, max: 9999 })),
};

/** A member's seat in the form in which a form sends it back. */
export const wasOf = ({ bus, seat }: Pick<Rider, "bus" | "seat">) => (seat ? `${bus}-${seat}` : "");

/**
 * Sets members' seats, or removes them if none is sent; without a bus it is the first. Only fields that the sender changed are
 * stored.
 * @returns the number of changes
 * @throws DomainError conflict, at each member whose seat is not possible
 */
export async function saveSeats(
  trx: Transaction,
  groupId: number,
  sent: Sent<{ seat?: number | null; bus?: number | null }>[],
) {
  await lockRow<GroupRow>(trx, "groups", groupId);
  const { riders, fleet } = await ridersOf(trx, groupId);
  const members = new Map(riders.map((rider) => [rider.id, rider]));
  const refusals = new Refusals();
  const moves: { id: number; bus: number; seat: number | null }[] = [];
  for (const { id, seat = null, bus, was } of sent) {
    const rider = members.get(id);
    const place = { seat, bus: bus ?? 1 };
    const readSeat = was ?? (rider ? wasOf(rider) : "");
    if (wasOf(place) === readSeat) continue;
    if (!rider) refusals.hasLeft(id);
    else if (wasOf(rider) !== wasOf(place)) {
      const now = { seat: rider.seat, bus: rider.bus, was: wasOf(rider) };
      if (now.was !== readSeat) refusals.changedMeanwhile(id, "seat", now);
      moves.push({ id, ...place });
    }
  }
  const movedIds = new Set(moves.map(({ id }) => id));
  const holders = new Map(
    riders.filter(({ id }) => !movedIds.has(id)).map((rider) => [wasOf(rider), rider.name]),
  );
  for (const { id, bus, seat } of moves) {
    if (!seat) continue;
    const place = wasOf({ bus, seat });
    const holder = holders.get(place);
    if (seat > fleet.seats || bus > fleet.buses)
      refusals.add(`seat_${id}`, `مقاعد الحافلة من 1 إلى ${fleet.seats}`);
    else if (holder !== undefined) refusals.add(`seat_${id}`, `المقعد ${seat} لـ${quote(holder)}`);
    holders.set(place, members.get(id)?.name ?? "");
  }
  await refusals.refuse(trx);
  await trx("bus_seats")
    .where({ group_id: groupId })
    .whereRaw("customer_id = ANY(?)", [[...movedIds]])
    .delete();
  await insertSeats(trx, groupId, moves);
  return moves.length;
}

/** The group must be locked. */
async function insertSeats(
  trx: Transaction,
  group_id: number,
  seats: { id: number; bus: number; seat: number | null }[],
) {
  const rows = seats.flatMap(({ id, bus, seat }) => (seat ? [{ group_id, customer_id: id, bus, seat }] : []));
  if (rows.length) await trx.batchInsert("bus_seats", rows, 1000);
}

/** Gives a seat to each member of a locked group without one, or with one that the present bus lacks. @returns their number */
export async function seatTheRest(trx: Transaction, groupId: number) {
  const { riders, fleet } = await ridersOf(trx, groupId);
  await trx("bus_seats").where({ group_id: groupId }).where("seat", ">", fleet.seats).delete();
  const stay = riders.map((rider) => (isBeyond(rider, fleet) ? { ...rider, bus: null, seat: null } : rider));
  const assignments = seatRiders(stay, fleet);
  await insertSeats(trx, groupId, assignments);
  return assignments.length;
}

/** Removes all seats of a group. @returns their number */
export async function clearSeats(trx: Transaction, groupId: number) {
  await lockRow<GroupRow>(trx, "groups", groupId);
  return trx("bus_seats").where({ group_id: groupId }).delete();
}

/** Joins memberships and their groups with the group's bus and its seats: see `fleetOf`. */
const joinBus = (members: Knex.QueryBuilder) =>
  members
    .leftJoin("transportations", "transportations.id", "transportation_id")
    .leftJoin("bus_seats", (on) =>
      on
        .on("bus_seats.customer_id", "group_members.customer_id")
        .andOn("bus_seats.group_id", "group_members.group_id")
        .andOn("seat", "<=", db.raw("coalesce(transportations.capacity, groups.capacity)")),
    );

/** The number of a group's travellers who need a seat and have none in its present bus, as a query. */
export const unseatedCount = (id: number) =>
  joinBus(travellersOf({ of: group, id }))
    .whereNull("seat")
    .whereRaw("takes_seat(traveller)")
    .count();

const bySeat = (members: Knex.QueryBuilder) =>
  joinBus(members).orderByRaw("bus NULLS LAST, NOT takes_seat(traveller), seat NULLS LAST");

/** Bus by bus, in the order of the seats; who has none comes last. */
export const busList: Translations<ListRider> = {
  ar: {
    title: listTitles.buses.ar,
    columns: busColumns,
    order: bySeat,
    rows: (db) => joinBus(listedMembers(db)).select("bus", "seat", "traveller", { company: "company_name" }),
    part({ bus, company, group_name, traveller }, { of }) {
      const where = bus ? `الحافلة ${bus}` : takesSeat(traveller) ? "بلا مقعد" : "رضع لا مقعد لهم";
      return of === group ? where : [group_name, bus && company, where].filter(Boolean).join(" · ");
    },
  },
  en: {
    title: "Bus list",
    columns: englishBusColumns,
    order: bySeat,
    rows: (db) =>
      joinBus(listedMembers(db)).select("bus", "seat", "traveller", {
        company: db.raw("coalesce(transportations.name_latin, company_name)"),
        group_id: "groups.id",
        group_latin: "groups.name_latin",
      }),
    toRow: ({ group_id, group_latin, ...row }: ListRider & Partial<InLatin>) => ({
      ...row,
      company: row.company && isLatin(row.company) ? row.company : null,
      group_name: latinOr(group_latin ?? row.group_name, "Group", group_id as number),
      gender: sexInEnglish(row.gender),
    }),
    part({ bus, company, group_name, traveller }, { of }) {
      const where = bus ? `Bus ${bus}` : takesSeat(traveller) ? "No seat yet" : "Infants without a seat";
      return of === group ? where : [group_name, bus && company, where].filter(Boolean).join(" · ");
    },
    nameGap: ({ name_latin }) => (name_latin ? undefined : "missing"),
  },
};

type InLatin = { group_id: number; group_latin: string | null };

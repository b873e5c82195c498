import { type Db, db } from "~/db/knex.server";
import type { ListOrRows } from "~/db/list";
import { readPage } from "~/db/list.server";
import { readersOf } from "~/domain/entity";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { type Contract, contract } from "~/features/contracts/contract";
import { contracts } from "~/features/contracts/writes.server";
import { customers } from "~/features/customers/customers.server";
import { mostNotes, type Note, note } from "~/features/customers/note";
import { notes } from "~/features/customers/notes.server";
import { listPapers, photoAddress } from "~/features/customers/papers.server";
import { type Allocation, allocation } from "~/features/financial/allocations/allocation";
import { allocations } from "~/features/financial/allocations/writes.server";
import type { Reminder } from "~/features/financial/debts/reminder";
import { type Payment, payment } from "~/features/financial/payments/payment";
import { payments } from "~/features/financial/payments/writes.server";
import { type Receipt, receipt } from "~/features/financial/receipts/receipt";
import { receipts } from "~/features/financial/receipts/writes.server";
import { reminders } from "~/features/financial/reminders/reminders.server";
import { partnerStatement } from "~/features/financial/statements/partners.server";
import { group } from "~/features/groups/group";
import { type Bed, bedsOf } from "~/features/journey/beds.server";
import { knownDeparture } from "~/features/journey/days.server";
import type { RoomKind } from "~/features/journey/strangers.server";
import type { Relation } from "~/features/lodging/family";
import { chequesInHandOf } from "~/features/money/cheques-in-hand.server";
import { onAccountOf } from "~/features/money/on-account.server";
import { type Offer, offer } from "~/features/offers/offer";
import { offers } from "~/features/offers/writes.server";
import { readinessOfPerson } from "~/features/readiness/readiness.server";
import { type Visa, visa } from "~/features/visas/visa";
import { visas } from "~/features/visas/visas.server";

/** As many rows of each kind as the page shows; the lists have the others. */
const most = 10;

/** A group of a person, with the trip and the places there. */
export type Journey = {
  /** The group's. */
  id: number;
  name: string;
  campaign: string;
  departure_date: string | null;
  travels: boolean;
  trip_id: number | null;
  trip: string | null;
  /** The first of the rooms. */
  room: string | null;
  room_kind: RoomKind | null;
  /** Where the person sleeps, with the room in each hotel. */
  stays: Bed[];
  bus: number | null;
  seat: number | null;
  family: string | null;
  relation: Relation | null;
};

/** Another member of a person's family in a group. */
export type Relative = { group_id: number; id: number; name: string; relation: Relation | null };

/**
 * All that the office knows of a person, each part for who may read it; a part that the user may not read is undefined. Of long
 * parts come the newest rows and how many there are.
 * @param allNotes whether all notes come
 * @throws DomainError not_found
 */
export async function overviewOf(user: SessionUser, id: number, { allNotes = false } = {}) {
  const customer = await customers.find(db, id);
  const ifMay = async <Part>(entity: Parameters<typeof readersOf>[0], read: () => Promise<Part>) =>
    holdsAny(user, readersOf(entity)) ? await read() : undefined;
  const newest = async <Row>(list: (params: URLSearchParams) => ListOrRows<Row>, perPage = most) => {
    const params = new URLSearchParams({ customer_id: String(id), per_page: String(perPage) });
    const { rows, total } = await readPage<Row>(list(params), params);
    return { rows, total };
  };
  const trips = { write: group.write };
  const [
    photo,
    papers,
    noted,
    signed,
    received,
    paid,
    allocated,
    onAccount,
    inHand,
    reminded,
    applied,
    journeys,
    relatives,
    readiness,
    sums,
    offered,
  ] = await Promise.all([
    photoOf(id),
    listPapers(id),
    ifMay(note, () => newest<Note>(notes(id).list, allNotes ? mostNotes : most)),
    ifMay(contract, () => newest<Contract>(contracts.list)),
    ifMay(receipt, () => newest<Receipt>(receipts.list)),
    ifMay(payment, () => newest<Payment>(payments.list)),
    ifMay(allocation, () => newest<Allocation>(allocations.list)),
    ifMay(allocation, () => onAccountOf(db, "customers", id)),
    ifMay(receipt, () => chequesInHandOf(db, id)),
    ifMay(receipt, () => newest<Reminder>(reminders(id).list)),
    ifMay(visa, () => newest<Visa>(visas.list)),
    ifMay(trips, () => journeysOf(db, id)),
    ifMay(trips, () => relativesOf(db, id)),
    ifMay(trips, () => readinessOfPerson(id, most)),
    ifMay(receipt, async () => (await partnerStatement(db, user, "customers", id, statementPage)).sums),
    ifMay(offer, () => newest<Offer>(offers.list)),
  ]);
  return {
    customer,
    photo,
    papers,
    notes: noted,
    contracts: signed,
    offers: offered,
    receipts: received,
    payments: paid,
    allocations: allocated,
    on_account: onAccount,
    cheques_in_hand: inHand,
    reminders: reminded,
    visas: applied,
    journeys,
    relatives,
    readiness,
    sums,
  };
}

export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** The sums of a statement come with any page of it. */
const statementPage = { page: 1, perPage: 1, oldestFirst: false };

async function photoOf(id: number): Promise<string | null> {
  const row = await db("customers")
    .where({ id })
    .first({ photo: db.raw(photoAddress) });
  return row?.photo ?? null;
}

/** The newest first. */
async function journeysOf(db: Db, customer_id: number): Promise<Journey[]> {
  const rows: Omit<Journey, "room" | "room_kind" | "stays">[] = await journeyRows(db, customer_id);
  const memberOf = ({ id }: { id: number }) => ({ customer_id, group_id: id });
  const stays = await bedsOf(db, rows.map(memberOf));
  return rows.map((row) => {
    const beds = stays(memberOf(row));
    const first = beds.find(({ room }) => room);
    return { ...row, room: first?.room ?? null, room_kind: first?.kind ?? null, stays: beds };
  });
}

const journeyRows = (db: Db, customer_id: number) =>
  db("group_members as mine")
    .join("groups", "groups.id", "mine.group_id")
    .join("campaigns", "campaigns.id", "mine.campaign_id")
    .leftJoin("trips", "trips.id", "groups.trip_id")
    .leftJoin("bus_seats", {
      "bus_seats.group_id": "mine.group_id",
      "bus_seats.customer_id": "mine.customer_id",
    })
    .where({ "mine.customer_id": customer_id })
    .orderBy("mine.id", "desc")
    .limit(most)
    .select("groups.id", "groups.name", "travels", "bus", "seat", "family", "relation", {
      campaign: "campaigns.name",
      departure_date: db.raw(knownDeparture),
      trip_id: "trips.id",
      trip: "trips.name",
    });

/** More of a family than one page shows. */
const mostRelatives = 50;

const relativesOf = (db: Db, customer_id: number): Promise<Relative[]> =>
  db("group_members as mine")
    .join("group_members as others", (on) =>
      on
        .on("others.group_id", "mine.group_id")
        .on(db.raw("fold(others.family) = fold(mine.family)"))
        .on(db.raw("others.customer_id <> mine.customer_id")),
    )
    .join("customers", "customers.id", "others.customer_id")
    .where({ "mine.customer_id": customer_id })
    .whereNotNull("mine.family")
    .orderBy(["others.group_id", "others.id"])
    .limit(mostRelatives)
    .select("others.group_id", "customers.id", "customers.name", "others.relation");

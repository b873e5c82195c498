import { renderSVG } from "uqr";
import type { Db } from "~/db/knex.server";
import { pageOf } from "~/db/list.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { mostFormFields } from "~/domain/form-values";
import { ids } from "~/domain/lists.server";
import { type RoomName, sharing, type Traveller } from "~/domain/travellers";
import { findCompany } from "~/features/company/company.server";
import type { Supervisor } from "~/features/groups/supervisor.server";
import { roomsOfMembers } from "~/features/journey/beds.server";
import { knownDeparture, withJourney } from "~/features/journey/days.server";
import { type LodgingKey, withVisits } from "~/features/journey/lodgings.server";
import { onOwnContracts } from "~/features/journey/membership.server";
import { type DatedStay, staysOfContract, staysOfGroup } from "~/features/journey/stay-dates.server";
import type { RoomKind } from "~/features/journey/strangers.server";
import { contentsOf, type PackageContents } from "~/features/services/packages/contents.server";

/** As many as sign together, and as fit on one page. */
const mostGuests = 20;
/** Of a group, as many as one page of the address has. */
const vouchersPerPage = 50;

type Guest = {
  id: number;
  contract_number: string;
  customer_id: number;
  campaign_id: number;
  package_id: number;
  room: RoomName | null;
  traveller: Traveller | null;
  name: string;
  name_latin: string | null;
  passport_number: string | null;
  /** As search folds it; null where nobody asked for it. */
  kin: string | null;
  /** The last day of their journey. */
  return: string;
};

/** The journey of a group's member, or of who is in no group yet. */
export type Journey = {
  campaign: string;
  /** The campaign's. */
  start_date: string;
  end_date: string;
  group_id: number | null;
  group: string | null;
  group_latin: string | null;
  /** The group's departure, or the first day of its trip; while it is not known, the campaign's days are written. */
  departure: string | null;
  flights: string | null;
  /** What carries the group. */
  bus: Bus | null;
  supervisor: Supervisor;
};

type Bus = NonNullable<PackageContents["transportation"]>;

/** What guests of one package get. */
type Services = Omit<PackageContents, "stays"> & { stays: (DatedStay & { visit: number })[] };

/** A room of guests, as the hotel has it. */
type HousedRoom = { name: string; kind: RoomKind; beds: number };

/** A stay of a voucher, with the rooms of its guests there, by their numbers. */
type HousedStay = Services["stays"][number] & { rooms: HousedRoom[] };

/** The service voucher (قسيمة خدمات) of one pilgrim or of a family. */
export type Voucher = {
  guests: Guest[];
  /** The last day of their journeys: who has another package may return on another day. */
  return: string;
  services: (Omit<Services, "stays"> & {
    stays: HousedStay[];
    /** For how many the rooms are that its guests' contracts say. */
    sold_rooms: number[];
    guests: string[];
  })[];
  /** SVG of the contracts' numbers. */
  qr: string;
};

const idsIn = (params: URLSearchParams, name: string) => {
  const { data = [] } = ids(mostFormFields).safeParse((params.get(name) ?? "").split(","));
  return data;
};

/** The group whose members an address names: all of them where it names none. */
export const groupIn = (params: URLSearchParams) => idsIn(params, "group")[0];
export const isOfWholeGroup = (params: URLSearchParams) =>
  groupIn(params) !== undefined && !params.has("customers");

/** Whether a member travels with a contract's package: not with one that was signed after his group departed instead of another. */
const givesStays = `EXISTS (SELECT FROM packages_of_members AS own WHERE own.group_id = group_members.group_id
  AND own.customer_id = group_members.customer_id AND own.package_id = contracts.package_id)`;

/**
 * The contracts that an address names: `contracts=7,8`; `group=3&customers=1,2`, whose contracts in the group's campaign they
 * are; or `group=3`, all of its members'. Those that are cancelled give no services, unless the departure came before.
 * @throws DomainError not_found, conflict if none of them has a contract that stands
 */
async function guestsOf(db: Db, params: URLSearchParams): Promise<Guest[]> {
  const contracts = db("contracts")
    .join("customers", "customers.id", "contracts.customer_id")
    .join("campaigns", "campaigns.id", "contracts.campaign_id")
    .leftJoin("group_members", onOwnContracts)
    .leftJoin("groups", "groups.id", "group_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .joinRaw(withJourney("contracts.customer_id"));
  const group = groupIn(params);
  if (group) contracts.where({ group_id: group });
  if (!group) contracts.whereIn("contracts.id", idsIn(params, "contracts"));
  else if (!isOfWholeGroup(params)) contracts.whereIn("contracts.customer_id", idsIn(params, "customers"));
  const rows: (Guest & { travels: boolean })[] = await contracts
    .orderBy(group ? ["group_members.id", "contracts.id"] : ["contracts.id"])
    .select(
      "contracts.id",
      "contract_number",
      "contracts.customer_id",
      "contracts.campaign_id",
      "package_id",
      "room",
      "contracts.traveller",
      {
        name: "customers.name",
        name_latin: "customers.name_latin",
        passport_number: "customers.passport_number",
        travels: db.raw(
          `travels_with(contracts, settled_of(group_members.group_id))${group ? ` AND ${givesStays}` : ""}`,
        ),
        kin: db.raw("fold(family)"),
        return: "journey.return",
      },
    );
  const guests = rows.filter(({ travels }) => travels);
  if (!rows.length && !(group && (await hasMembers(db, group, params)))) throw notFound("العقد غير موجود");
  if (guests.length) return guests;
  if (!rows.length)
    throw new DomainError("conflict", "لا عقود لهم في حملة المجموعة بعد، فلا قسيمة خدمات لهم");
  const [only, ...others] = rows;
  const sentence = others.length
    ? "العقود ملغاة، فلا قسيمة خدمات لها"
    : `العقد ${only?.contract_number} ملغي، فلا قسيمة خدمات له`;
  throw new DomainError("conflict", sentence);
}

/** Whether an address names a group, or members of one. */
async function hasMembers(db: Db, group_id: number, params: URLSearchParams) {
  if (isOfWholeGroup(params)) return Boolean(await db("groups").where({ id: group_id }).first("id"));
  return Boolean(await membersIn(db, group_id, params).first("group_members.id"));
}

const membersIn = (db: Db, group_id: number, params: URLSearchParams) => {
  const members = db("group_members").where({ group_id });
  return isOfWholeGroup(params) ? members : members.whereIn("customer_id", idsIn(params, "customers"));
};

/** Who travels with the group that an address names and has no contract with which he does: no voucher has his name. */
async function withoutContract(db: Db, params: URLSearchParams): Promise<{ id: number; name: string }[]> {
  const group = groupIn(params);
  if (!group) return [];
  return membersIn(db, group, params)
    .join("customers", "customers.id", "customer_id")
    .where({ travels: true })
    .whereNotExists(
      db("contracts").whereRaw(
        `contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id
         AND travels_with(contracts, settled_of(group_members.group_id)) AND ${givesStays}`,
      ),
    )
    .orderBy("group_members.id")
    .select("customers.id", "customers.name");
}

/** The guests of each voucher: each family of a group together, at most twenty, everybody else alone. */
function partiesOf(guests: Guest[]): Guest[][] {
  const parties = new Map<string, Guest[]>();
  for (const guest of guests) {
    const kin = guest.kin ?? `customer ${guest.customer_id}`;
    const party = parties.get(kin);
    if (party) party.push(guest);
    else parties.set(kin, [guest]);
  }
  return [...parties.values()].flatMap(inParts);
}

/** As even parts as there are pages. */
function inParts(party: Guest[]) {
  const count = Math.ceil(party.length / mostGuests);
  const most = Math.ceil(party.length / count);
  return Array.from({ length: count }, (_, part) => party.slice(part * most, (part + 1) * most));
}

/** The journey of a guest. */
async function journeyOf(db: Db, { customer_id, campaign_id }: Guest): Promise<Journey> {
  return db("campaigns")
    .leftJoin("group_members", (on) =>
      on.on("group_members.campaign_id", "campaigns.id").andOnVal("group_members.customer_id", customer_id),
    )
    .leftJoin("groups", "groups.id", "group_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .leftJoin("transportations", "transportations.id", "transportation_id")
    .leftJoin("bus_types", "bus_types.id", "bus_type_id")
    .leftJoin("users", "users.id", "supervisor_id")
    .where({ "campaigns.id": campaign_id })
    .first("campaigns.start_date", "campaigns.end_date", "group_id", "flights", {
      campaign: "campaigns.name",
      group: "groups.name",
      group_latin: "groups.name_latin",
      departure: db.raw(knownDeparture),
      bus: db.raw(`CASE WHEN transportations.id IS NOT NULL THEN json_build_object('id', transportations.id,
        'company_name', company_name, 'name_latin', transportations.name_latin, 'bus_type', bus_types.name) END`),
      supervisor:
        db.raw(`json_build_object('login', username, 'name', full_name, 'name_latin', full_name_latin,
        'phone', supervisor_phone)`),
    });
}

/**
 * The vouchers that an address names, a page of a group's. All are of the first guest's campaign and journey: who travels in another
 * has a voucher of their own.
 * @throws DomainError not_found, conflict, invalid
 */
export async function readVouchers(db: Db, params: URLSearchParams) {
  const all = await guestsOf(db, params);
  const [first] = all as [Guest];
  const guests = all.filter(({ campaign_id }) => campaign_id === first.campaign_id);
  const parties = isOfWholeGroup(params) ? partiesOf(guests) : inParts(guests);
  const { page } = pageOf(params);
  const partiesOfPage = parties.slice((page - 1) * vouchersPerPage, page * vouchersPerPage);
  const packageIds = [...new Set(partiesOfPage.flat().map(({ package_id }) => package_id))];
  const journey = await journeyOf(db, first);
  const [services, { emergency_phone, phone }, unsigned] = await Promise.all([
    servicesOf(db, packageIds, guests, groupIn(params) ?? journey.group_id),
    findCompany(db),
    withoutContract(db, params),
  ]);
  const memberOf = ({ customer_id }: Guest) => ({ customer_id, group_id: journey.group_id ?? 0 });
  const roomOf = await roomsOfMembers(db, partiesOfPage.flat().map(memberOf));
  const roomsIn = (stay: LodgingKey, guests: Guest[]): HousedRoom[] => {
    const rooms = guests.flatMap((guest) => roomOf(memberOf(guest), stay) ?? []);
    const byName = new Map(rooms.map((room) => [room.name, room]));
    return [...byName.values()].sort((one, other) => one.place - other.place);
  };
  const vouchers = partiesOfPage.map((guests): Voucher => {
    const numbers = guests.map(({ contract_number }) => contract_number);
    const own = services.flatMap((part) => {
      const takers = guests.filter(({ package_id }) => package_id === part.id);
      if (!takers.length) return [];
      const stays = part.stays.map((stay) => ({ ...stay, rooms: roomsIn(stay, takers) }));
      const sold = takers.map(({ room }) => (room ? sharing[room] : part.room_occupancy_basis));
      const numbers = takers.map(({ contract_number }) => contract_number);
      return [{ ...part, stays, sold_rooms: [...new Set(sold)], guests: numbers }];
    });
    return {
      guests,
      return: guests
        .map((guest) => guest.return)
        .toSorted()
        .at(-1) as string,
      services: own,
      qr: renderSVG(numbers.join("\n"), { border: 1, pixelSize: 1 }),
    };
  });
  return {
    vouchers,
    journey,
    unsigned,
    emergency: emergency_phone ?? phone,
    count: guests.length,
    total: parties.length,
    page,
    perPage: vouchersPerPage,
  };
}

/** What each package gives its guests, with the lodgings of the group, or the dates of who is in none. */
async function servicesOf(db: Db, packageIds: number[], guests: Guest[], group: number | null) {
  const contents = await contentsOf(db, packageIds);
  const ofGroup = group ? withVisits(await staysOfGroup(db, group)) : [];
  return Promise.all(
    packageIds.map(async (id): Promise<Services> => {
      const guest = guests.find(({ package_id }) => package_id === id) as Guest;
      const own = ofGroup.filter(({ package_id }) => package_id === id);
      const stays = own.length ? own : withVisits(await staysOfContract(db, guest));
      return { ...(contents.get(id) as PackageContents), stays };
    }),
  );
}

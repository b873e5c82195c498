import type { Transaction } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import type { Group } from "../groups/group";
import { type Filling, propose } from "./proposal";
import type { Lodger } from "./room";
import { lodgersOf, moveTo, nameFamilies } from "./rooming.server";
import { roomsByName } from "./rooms.server";

/** As many members as may share a phone number and be taken for a family: more of them share an agent's. */
const mostKin = 6;

/** The beds of a room where nobody of the group has a contract that says (spec §9). */
const usualBeds = 4;

/**
 * Puts those of a locked group who have no room into rooms, adding rooms as needed, and names the families that it takes
 * them for.
 * @returns how many have a room now, how many rooms were added, the families that no room holds, and who was left: their sex is
 * not known
 */
export async function proposeRooms(trx: Transaction, group: Pick<Group, "id" | "campaign_id">) {
  const guessed = familiesByPhone(await lodgersOf(trx, group.id), await surnamesOf(trx, group.id));
  await nameFamilies(
    trx,
    group.id,
    [...guessed].map(([id, family]) => ({ id, family })),
  );
  const lodgers = await lodgersOf(trx, group.id);
  const beds = await bedsOf(trx, group);
  const present = await roomsByName(trx, group.id);
  const guests = lodgers.map(({ id, gender, room_id, kin }) => {
    return { id, gender, room_id, kin, beds: beds.of.get(id) ?? beds.usual };
  });
  const before = present.map(({ id, kind, beds }): Filling => {
    return { id, kind, beds, guests: guests.filter(({ room_id }) => room_id === id) };
  });
  const { rooms, left, large } = propose(
    guests.filter(({ room_id }) => !room_id),
    before,
  );
  const added = rooms.filter(({ id }) => !id);
  const numbers = freeNumbers(new Set(present.map(({ name }) => name)), added.length);
  const stored: { id: number }[] = added.length
    ? await trx("rooms")
        .insert(
          added.map(({ kind, beds }, index) => ({ group_id: group.id, name: numbers[index], kind, beds })),
        )
        .returning("id")
    : [];
  for (const [index, room] of added.entries()) room.id = stored[index]?.id;
  const unplaced = new Set(guests.filter(({ room_id }) => !room_id).map(({ id }) => id));
  const moved = rooms.flatMap(({ id: room_id = null, guests }) =>
    guests.filter(({ id }) => unplaced.has(id)).map(({ id }) => ({ id, room_id })),
  );
  await moveTo(trx, group.id, moved);
  const ofLeft = new Set(left.map(({ id }) => id));
  return {
    placed: moved.length,
    added: added.length,
    guessed: guessed.size,
    large: [...large].flatMap((name) => lodgers.find(({ kin }) => kin === name)?.family ?? []),
    left: lodgers.filter(({ id }) => ofLeft.has(id)).map(({ name }) => name),
  };
}

/** The beds of the room that each member's package has, and what is most usual in the group. */
async function bedsOf(trx: Transaction, { id, campaign_id }: Pick<Group, "id" | "campaign_id">) {
  const signed: { customer_id: number; beds: number }[] = await trx("contracts")
    .join("packages", "packages.id", "package_id")
    .where({ campaign_id })
    .whereNot("contracts.status", "cancelled")
    .whereIn("customer_id", trx("group_members").where({ group_id: id }).select("customer_id"))
    .orderBy("contracts.id")
    .select("customer_id", { beds: "room_occupancy_basis" });
  const of = new Map(signed.map(({ customer_id, beds }) => [customer_id, beds]));
  const counts = new Map<number, number>();
  for (const beds of of.values()) counts.set(beds, (counts.get(beds) ?? 0) + 1);
  const [usual = usualBeds] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { of, usual };
}

/**
 * The office knows no kinship. Of what it knows, only a shared phone number tells families from strangers: whole quarters
 * share an address. So those without a room or a family who have the same number are taken for one, and the clerk is told.
 * @returns the family of each, by the customer's id
 */
function familiesByPhone(lodgers: Lodger[], surnames: Map<number, Surname>) {
  const byPhone = new Map<string, Lodger[]>();
  for (const lodger of lodgers) {
    const number = latinDigits(lodger.phone).replace(/\D/g, "").slice(-9); // with or without the country's code
    byPhone.set(number, [...(byPhone.get(number) ?? []), lodger]);
  }
  const taken = new Set(lodgers.map(({ kin }) => kin));
  const guessed = new Map<number, string>();
  for (const kin of byPhone.values()) {
    const nameless = kin.filter(({ family, room_id }) => !family && !room_id);
    const given = new Map(kin.flatMap(({ kin, family }) => (kin && family ? [[kin, family]] : [])));
    if (kin.length < 2 || kin.length > mostKin || given.size > 1) continue;
    const [name = newName(surnames.get(kin[0]?.id ?? 0), taken)] = given.values();
    for (const { id } of nameless) guessed.set(id, name);
  }
  return guessed;
}

type Surname = { id: number; surname: string; kin: string };

/** The last of each member's names, also as search folds it. */
async function surnamesOf(trx: Transaction, group_id: number) {
  const surname = "left(substring(name FROM '\\S+$'), 50)";
  const rows: Surname[] = await trx("customers")
    .join("group_members", "customer_id", "customers.id")
    .where({ group_id })
    .select("customers.id", { surname: trx.raw(surname), kin: trx.raw(`fold(${surname})`) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** «الزهراني», the next «الزهراني 2». */
function newName({ surname = "", kin = "" }: Partial<Surname> = {}, taken: Set<string | null>) {
  let suffix = "";
  for (let number = 2; taken.has(kin + suffix); number++) suffix = ` ${number}`;
  taken.add(kin + suffix);
  return surname + suffix;
}

function freeNumbers(taken: Set<string>, count: number) {
  const numbers: string[] = [];
  for (let number = 1; numbers.length < count; number++)
    if (!taken.has(String(number))) numbers.push(String(number));
  return numbers;
}

import type { Db, Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { conflicting } from "~/domain/domain-error";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { departedGroup } from "./days.server";
import { roomInHotel } from "./lodgings.server";

/* Men and women share a room only within a family (rulings §4; docs/decisions/families.md). */

/** By kind of room: the sex that it does not take, as customers store it. */
export const otherSex = { men: "أنثى", women: "ذكر", family: null };
export type RoomKind = keyof typeof otherSex;

/**
 * Locks a group and its members' records: until the commit nobody else changes its rooms' lodgers or their sex.
 * @throws DomainError not_found
 */
export async function lockLodgers(trx: Transaction, groupId: number) {
  await lockRow(trx, "groups", groupId);
  await lockMembers(trx, groupId);
}

/** A shared lock, so that work on rooms of two groups does not wait for one another. */
const lockMembers = (trx: Transaction, group_id: number) =>
  trx("customers")
    .whereIn("id", trx("group_members").where({ group_id }).select("customer_id"))
    .orderBy("id")
    .forShare()
    .select("id");

/** A room with lodgers that it may not have. */
type Unfit = {
  room: string;
  kind: RoomKind;
  group: string;
  /** Whether it has men and women who are not of one family; otherwise it has lodgers of the wrong sex. */
  is_mixed: boolean;
  /** Its lodgers' customer ids. */
  ids: number[];
};

/**
 * The rooms with lodgers that they may not have.
 * @param which a condition on `rooms` and `groups`, in SQL
 * @param values its parameters; the customers `changed` count with the sex `gender`
 */
async function unfitRooms(
  db: Db,
  which: string,
  values: { changed?: number[]; gender?: string | null } & Record<string, unknown>,
) {
  const { rows } = await db.raw<{ rows: Unfit[] }>(
    `SELECT * FROM (
       SELECT rooms.id, ${roomInHotel} AS room, kind, groups.name AS group, array_agg(lodgers.id) AS ids,
         count(DISTINCT sex) > 1 AND (count(DISTINCT fold(family)) > 1 OR bool_or(family IS NULL)) AS is_mixed,
         bool_or(sex = CASE kind WHEN 'men' THEN :notMen WHEN 'women' THEN :notWomen END) AS is_of_others
       FROM room_members JOIN group_members USING (group_id, customer_id)
         JOIN rooms ON rooms.id = room_id
         JOIN groups ON groups.id = rooms.group_id
         JOIN (SELECT id, CASE WHEN id = ANY(:changed) THEN :gender ELSE gender END AS sex FROM customers) AS lodgers
           ON lodgers.id = customer_id
       WHERE ${which} GROUP BY rooms.id, groups.id) AS unfit
     WHERE is_mixed OR is_of_others ORDER BY id`,
    { changed: [], gender: null, notMen: otherSex.men, notWomen: otherSex.women, ...values },
  );
  return rows;
}

/** The group's customers in mixed rooms of more than one family, with their room's name. */
export async function mixedRooms(trx: Transaction, groupId: number) {
  const rooms = await unfitRooms(trx, "groups.id = :groupId", { groupId });
  return new Map(
    rooms.filter(({ is_mixed }) => is_mixed).flatMap(({ room, ids }) => ids.map((id) => [id, room] as const)),
  );
}

/** The rooms of groups that have not departed that could not keep these customers if they had this sex. */
export const roomsAgainst = (db: Db, changed: number[], gender: string | null) =>
  unfitRooms(
    db,
    `${departedGroup} IS NOT TRUE AND rooms.id IN (SELECT room_id FROM room_members WHERE customer_id = ANY(:changed))`,
    { changed, gender, today: officeToday() },
  );

/**
 * Checks a change of a customer's sex; the customer is locked.
 * @throws DomainError conflict at `gender` if their room, of a group that has not departed, could not keep them
 */
export async function refuseInRoom(trx: Transaction, customerId: number, gender: string | null) {
  const [found] = await roomsAgainst(trx, [customerId], gender);
  if (found)
    throw conflicting(
      "gender",
      `يسكن العميل الغرفة ${quote(found.room)} من المجموعة ${quote(found.group)}، ولا تصلح له بعد تغيير الجنس: أخرجه منها أولًا`,
    );
}

/**
 * Checks the rooms of a locked group that returns from its departure: meanwhile its members' sexes could be changed freely.
 * @throws DomainError conflict at `field`, with the names of rooms with wrong lodgers
 */
export async function refuseStrangers(trx: Transaction, groupId: number, field: string) {
  await lockMembers(trx, groupId);
  const rooms = await unfitRooms(trx, "groups.id = :groupId", { groupId });
  if (!rooms.length) return;
  const sentences = rooms
    .slice(0, mostNamed)
    .map(({ room, kind, is_mixed }) =>
      is_mixed ? mixedRoom(room) : `الغرفة ${quote(room)} ${notTheirs[kind]}`,
    );
  throw conflicting(field, `${sentences.join("؛ ")}. غيّر توزيع الغرف أولًا`);
}

const notTheirs: Record<RoomKind, string> = {
  men: "للرجال وفيها من ليس منهم",
  women: "للنساء وفيها من ليس منهن",
  family: "",
};

/** The most rooms that a sentence names. */
const mostNamed = 5;

export const mixedRoom = (room: string) => `في الغرفة ${quote(room)} رجال ونساء ليسوا من عائلة واحدة`;

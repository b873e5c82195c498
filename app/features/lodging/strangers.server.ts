import type { Db, Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { conflicting } from "~/domain/domain-error";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { departedGroup } from "./departure.server";

/* Men and women who are not of one family share no room (rulings §4; docs/decisions/families.md). */

/** Whom a room does not take: as customers hold it. */
export const otherSex = { men: "أنثى", women: "ذكر", family: null };
export type RoomKind = keyof typeof otherSex;

/**
 * Locks a group and its members' records: until the end nobody else changes who is in its rooms, nor their sex.
 * @throws DomainError not_found
 */
export async function lockLodgers(trx: Transaction, groupId: number) {
  await lockRow(trx, "groups", groupId);
  await lockMembers(trx, groupId);
}

/** Shared, since who is in rooms of two groups stands in nobody's way. */
const lockMembers = (trx: Transaction, group_id: number) =>
  trx("customers")
    .whereIn("id", trx("group_members").where({ group_id }).select("customer_id"))
    .orderBy("id")
    .forShare()
    .select("id");

/** A room that does not take those who are in it. */
type Unfit = {
  room: string;
  kind: RoomKind;
  group: string;
  /** Whether men and women are in it who are not of one family; else somebody of the sex that it is not for. */
  is_mixed: boolean;
  /** The customers who are in it. */
  ids: number[];
};

/**
 * The rooms that do not take those who are in them.
 * @param which a condition of `rooms` and `groups`
 * @param values what is bound in it; the customers `changed` count as of the sex `gender`
 */
async function unfitRooms(
  db: Db,
  which: string,
  values: { changed?: number[]; gender?: string | null } & Record<string, unknown>,
) {
  const { rows } = await db.raw<{ rows: Unfit[] }>(
    `SELECT * FROM (
       SELECT rooms.id, rooms.name AS room, kind, groups.name AS group, array_agg(lodgers.id) AS ids,
         count(DISTINCT sex) > 1 AND (count(DISTINCT fold(family)) > 1 OR bool_or(family IS NULL)) AS is_mixed,
         bool_or(sex = CASE kind WHEN 'men' THEN :notMen WHEN 'women' THEN :notWomen END) AS is_of_others
       FROM room_members JOIN group_members USING (group_id, customer_id)
         JOIN rooms ON rooms.id = room_id
         JOIN groups ON groups.id = rooms.group_id
         JOIN (SELECT id, CASE WHEN id = ANY(:changed) THEN :gender ELSE gender END AS sex FROM customers) AS lodgers
           ON lodgers.id = customer_id
       WHERE ${which} GROUP BY rooms.id, groups.id) AS unfit
     WHERE is_mixed OR is_of_others ORDER BY id`,
    { changed: [], gender: null, notMen: otherSex.men, notWomen: otherSex.women, ...values } as never,
  );
  return rows;
}

/** Of a group: the number of their room, of each in a room with men and women who are not all of one family. */
export async function mixedRooms(trx: Transaction, groupId: number) {
  const rooms = await unfitRooms(trx, "groups.id = :groupId", { groupId });
  return new Map(
    rooms.filter(({ is_mixed }) => is_mixed).flatMap(({ room, ids }) => ids.map((id) => [id, room] as const)),
  );
}

/** The rooms, of groups that have not departed, that would not take these customers any more if they were of this sex. */
export const roomsAgainst = (db: Db, changed: number[], gender: string | null) =>
  unfitRooms(
    db,
    `${departedGroup} IS NOT TRUE AND rooms.id IN (SELECT room_id FROM room_members WHERE customer_id = ANY(:changed))`,
    { changed, gender, today: officeToday() },
  );

/**
 * Of a customer who is locked and whose sex changes.
 * @throws DomainError conflict at `gender` where a room that they are in, of a group that has not departed, does not take them so
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
 * Of a group that is locked and comes back from its departure: while it was gone, its members' sexes were only corrected.
 * @throws DomainError conflict at `field`, naming the rooms that do not take who is in them
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

/** As many rooms as a sentence has room for. */
const mostNamed = 5;

export const mixedRoom = (room: string) => `في الغرفة ${quote(room)} رجال ونساء ليسوا من عائلة واحدة`;

import type { Knex } from "knex";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { fold } from "~/domain/fold";
import { choice, id, optional, text } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { takesBed } from "~/domain/travellers";
import { group } from "~/features/groups/group";
import { isExpectedIn, type LodgingKey, lodgingOf, type Place } from "~/features/journey/lodgings.server";
import { lockLodgers, mixedRoom, mixedRooms, otherSex } from "~/features/journey/strangers.server";
import { Refusals, type Sent } from "~/features/travellers/member-fields.server";
import { travellersOf } from "~/features/travellers/travellers.server";
import { type Relation, relationNames } from "./family";
import { familyQuestions } from "./family-questions";
import { type Lodger, type Relative, type Room, roomKindLabels } from "./room";
import { roomsByName } from "./room-rows.server";

/* The rooms of a group's members. */

/** Joins memberships with their beds in a lodging. */
export const joinBeds = (members: Knex.QueryBuilder, lodging: LodgingKey) =>
  members.leftJoin("room_members", (on) =>
    on
      .on("room_members.customer_id", "group_members.customer_id")
      .andOn("room_members.group_id", "group_members.group_id")
      .andOnVal("room_members.lodging", lodgingOf(lodging)),
  );

/** The members of a group who travel, with their rooms in a place, in the order in which they joined. */
export const lodgersOf = (db: Db, groupId: number, place: Place): Promise<Lodger[]> =>
  housedIn(db, groupId, place).select({ is_expected: isExpectedIn(db, place) });

const housedIn = (db: Db, groupId: number, lodging: LodgingKey): Knex.QueryBuilder =>
  joinBeds(relativesOf(db, groupId), lodging).select("room_id");

/** The members of a group who travel, in the order in which they joined. */
export const relativesOf = (db: Db, groupId: number): Promise<Relative[]> & Knex.QueryBuilder =>
  db("group_members")
    .join("customers", "customers.id", "group_members.customer_id")
    .where({ "group_members.group_id": groupId, travels: true })
    .orderBy("group_members.id")
    .select(
      "customers.id",
      "customers.name",
      "customers.name_latin",
      "phone",
      "gender",
      "family",
      "relation",
      "traveller",
      {
        kin: db.raw("fold(family)"),
      },
    );

/** The number of a group's travellers who are expected in one of these places, take a bed and have none there, as a query. */
export const unplacedCount = (id: number, places: Place[]) =>
  travellersOf({ of: group, id })
    .whereRaw("takes_bed(traveller)")
    .where((members) => {
      for (const place of places)
        members.orWhereRaw(
          `(? AND NOT EXISTS (SELECT FROM room_members AS beds
            WHERE beds.group_id = group_members.group_id AND beds.customer_id = group_members.customer_id AND beds.lodging = ?))`,
          [isExpectedIn(db, place), lodgingOf(place)],
        );
    })
    .count();

/** The number of families in a group, as a query. Names that fold to the same are one family. */
export const familyTotal = (id: number) =>
  travellersOf({ of: group, id }).select(db.raw("count(DISTINCT fold(family))"));

/**
 * The schema of a family's name. It must have letters that folding keeps: otherwise two strangers with «ـ» would be one family.
 */
export const familyName = () => text(60).refine((name) => fold(name) !== "", "اكتب اسمًا فيه حروف أو أرقام");

/** The name of a member's family; null removes it. */
export const familyField = optional(familyName());

export const roomingFields = { room: optional(id()), family: familyField };
export const kinshipFields = { family: familyField, relation: optional(choice(relationNames)) };

type Choices = Sent<{ room?: number | null; family?: string | null; relation?: Relation | null }>;

/** A member's values in the form in which a form sends them back. */
export const wasOf = ({ room_id, family, relation }: Housed) =>
  `${room_id ?? ""}|${relation ?? ""}|${family ?? ""}`;

/** A member in a form with rooms, or without them. */
type Housed = Relative & Partial<Pick<Lodger, "room_id">>;

/**
 * Sets members' rooms in a place, families and relations. Only fields that the sender changed are stored; a field
 * that is not sent stays.
 * @param place null where no rooms are sent
 * @returns the number of changed members
 * @throws DomainError conflict, at each member whose room or family is not possible
 */
export async function saveRooming(
  trx: Transaction,
  groupId: number,
  place: LodgingKey | null,
  sent: Choices[],
  ask: NonNullable<By["ask"]>,
) {
  await lockLodgers(trx, groupId);
  const present: Housed[] = await (place ? housedIn(trx, groupId, place) : relativesOf(trx, groupId));
  const members = new Map(present.map((member) => [member.id, member]));
  const rooms = place ? await roomsByName(trx, groupId, place) : [];
  const refusals = new Refusals();
  const moves: { member: Housed; room_id: number | null }[] = [];
  const kinships: { member: Housed; family: string | null; relation: Relation | null }[] = [];
  for (const { id, room, family, relation, was } of sent) {
    const member = members.get(id);
    const read = partsOf(was ?? (member ? wasOf(member) : ""));
    const isMoved = room !== undefined && room !== read.room;
    const isRenamed = family !== undefined && family !== read.family;
    const isRelated = relation !== undefined && relation !== read.relation;
    if (!isMoved && !isRenamed && !isRelated) continue;
    if (!member) {
      refusals.hasLeft(id);
      continue;
    }
    const { family: present, relation: presentRelation } = member;
    const { room_id = null } = member;
    const now = { room: room_id, family: present, relation: presentRelation, was: wasOf(member) };
    if (isMoved && room !== room_id) {
      if (room_id !== read.room) refusals.changedMeanwhile(id, "room", now);
      moves.push({ member, room_id: room });
    }
    const kinship = {
      family: isRenamed ? family : present,
      relation: isRelated ? relation : presentRelation,
    };
    if (kinship.family === present && kinship.relation === presentRelation) continue;
    if (isRenamed && present !== read.family) refusals.changedMeanwhile(id, "family", now);
    if (isRelated && presentRelation !== read.relation) refusals.changedMeanwhile(id, "relation", now);
    if (isRelated && relation && !kinship.family) refusals.add(`family_${id}`, "اكتب اسم العائلة أولًا");
    kinships.push({ member, ...kinship });
  }
  checkRooms(rooms, moves, refusals);
  await refusals.refuse(trx);
  if (place)
    await moveTo(
      trx,
      groupId,
      place,
      moves.map(({ member, room_id }) => ({ id: member.id, room_id })),
    );
  const families = kinships.map(({ member, ...kinship }) => ({ id: member.id, ...kinship }));
  await sayFamilies(trx, groupId, families);
  const mixed = await mixedRooms(trx, groupId);
  const refuseMixed = (name: string, { id }: Housed) => {
    const room = mixed.get(id);
    if (room) refusals.add(`${name}_${id}`, mixedRoom(room));
  };
  for (const { member } of moves) refuseMixed("room", member);
  for (const { member } of kinships) refuseMixed("family", member);
  await refusals.refuse(trx);
  const renames = kinships.filter(({ member, family }) => family !== member.family);
  ask(
    familyQuestions(
      [...members.values()],
      renames.map(({ member, family }) => ({ id: member.id, family })),
    ),
  );
  return new Set([...moves, ...kinships].map(({ member }) => member.id)).size;
}

/** The room, the family and the relation in a value of `wasOf`. */
function partsOf(was: string) {
  const [room = "", relation = "", ...family] = was.split("|");
  return { room: Number(room) || null, relation: relation || null, family: family.join("|") || null };
}

/** Checks that each room exists, has a bed for each newcomer who takes one, and takes their sex. */
function checkRooms(rooms: Room[], moves: { member: Housed; room_id: number | null }[], refusals: Refusals) {
  const free = new Map(rooms.map(({ id, beds, occupants }) => [id, beds - occupants]));
  const add = (room: number, beds: number) => free.set(room, (free.get(room) ?? 0) + beds);
  const bedsOf = ({ traveller }: Housed) => (takesBed(traveller) ? 1 : 0);
  for (const { member } of moves) if (member.room_id) add(member.room_id, bedsOf(member));
  for (const { member, room_id } of moves) {
    if (!room_id) continue;
    const room = rooms.find(({ id }) => id === room_id);
    const refuse = (sentence: string) => refusals.add(`room_${member.id}`, sentence);
    if (!room) refuse("الغرفة المختارة لم تعد موجودة");
    else if (member.gender !== null && member.gender === otherSex[room.kind])
      refuse(`الغرفة ${quote(room.name)} لل${roomKindLabels[room.kind]}`);
    else if ((free.get(room_id) ?? 0) < bedsOf(member)) refuse(`الغرفة ${quote(room.name)} مكتملة`);
    else add(room_id, -bedsOf(member));
  }
}

/** The group must be locked. Members who move leave their rooms of the lodging first, so that two can swap places. */
export async function moveTo(
  trx: Transaction,
  groupId: number,
  lodging: LodgingKey,
  moves: { id: number; room_id: number | null }[],
) {
  const group_id = groupId;
  if (!moves.length) return;
  await trx("room_members")
    .where({ group_id, lodging: lodgingOf(lodging) })
    .whereRaw("customer_id = ANY(?)", [moves.map(({ id }) => id)])
    .delete();
  const coming = moves.flatMap(({ id, room_id }) =>
    room_id ? [{ group_id, customer_id: id, room_id }] : [],
  );
  if (coming.length) await trx.batchInsert("room_members", coming, 1000);
}

/** The group must be locked. A member who leaves a family also loses the relation. */
export async function sayFamilies(
  trx: Transaction,
  group_id: number,
  families: { id: number; family: string | null; relation: Relation | null }[],
) {
  if (!families.length) return;
  await trx.raw(
    `UPDATE group_members SET family = said.family,
       relation = CASE WHEN said.family IS NOT NULL THEN said.relation END
     FROM jsonb_to_recordset(?) AS said (id integer, family text, relation text)
     WHERE group_id = ? AND customer_id = said.id`,
    [JSON.stringify(families), group_id],
  );
}

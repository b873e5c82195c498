import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import { choice, ids } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { lockLodgers, mixedRoom, mixedRooms } from "~/features/lodging/strangers.server";
import { familyName, lodgersOf, sayFamilies } from "../rooms/room-members.server";
import { type Family, type Relation, relationNames } from "./family";

/* Who of a group is a family: what a clerk says, and nothing else (docs/decisions/families.md). */

const relation = choice(relationNames);

/** What a call says of a family: `relations` by the customers' ids. */
export const familySchema = z.object({
  name: familyName(),
  customer_ids: ids(),
  relations: z.record(z.string(), relation).optional(),
});

/** What a call says of a member of a family; null takes the relation away. */
export const relationSchema = z.object({ relation: relation.nullable() });

/** The families of a group in the order in which their first members joined; those of one name as search folds it are one. */
export async function listFamilies(db: Db, groupId: number): Promise<Family[]> {
  const families = new Map<string, Family>();
  for (const { id, name, family, kin, relation } of await lodgersOf(db, groupId)) {
    if (family === null || kin === null) continue;
    const group = families.get(kin) ?? { name: family, members: [] };
    families.set(kin, group);
    group.members.push({ id, name, relation });
  }
  return [...families.values()];
}

/** What a clerk says is a family, the relations where they are said, and the field to blame where it cannot be. */
type FamilyChoice = { name: string; ids: number[]; relations?: Record<string, Relation>; field: string };

/**
 * Says who of a group is a family. Who has another one is not taken out of it. A relation that is not said is that of the last
 * group in which two of them were a family.
 * @throws DomainError not_found; conflict, with a sentence at each family that cannot be
 */
export async function saveFamilies(trx: Transaction, groupId: number, choices: FamilyChoice[]) {
  await lockLodgers(trx, groupId);
  const members = new Map((await lodgersOf(trx, groupId)).map((member) => [member.id, member]));
  const fields: FieldErrors = {};
  for (const { name, ids, field } of choices) {
    const others = ids.flatMap((id) => {
      const member = members.get(id);
      if (!member) return ["من المختارين من ليس في المجموعة"];
      const isOther = member.family !== null && member.family !== name;
      return isOther ? [`${quote(member.name)} من عائلة ${quote(member.family as string)}`] : [];
    });
    if (others.length) fields[field] = [...new Set(others)].join("، ");
  }
  refuse(fields);
  const families = [];
  for (const { name, ids, relations = {} } of choices) {
    const past = await pastRelations(trx, groupId, ids);
    for (const id of ids) {
      const relation = relations[id] ?? members.get(id)?.relation ?? past.get(id) ?? null;
      families.push({ id, family: name, relation });
    }
  }
  await sayFamilies(trx, groupId, families);
  const mixedBefore = await mixedRooms(trx, groupId);
  for (const { ids, field } of choices) {
    const room = ids.map((id) => mixedBefore.get(id)).find(Boolean);
    if (room) fields[field] = mixedRoom(room);
  }
  refuse(fields);
}

/** What each of these customers was to the others in the last other group in which they were a family. */
export async function pastRelations(db: Db, groupId: number, ids: number[]) {
  const { rows } = await db.raw<{ rows: { id: number; relation: Relation }[] }>(
    `SELECT DISTINCT ON (past.customer_id) past.customer_id AS id, past.relation
     FROM group_members past JOIN group_members kin ON kin.group_id = past.group_id
       AND kin.customer_id <> past.customer_id AND fold(kin.family) = fold(past.family)
     WHERE past.customer_id = ANY(:ids) AND kin.customer_id = ANY(:ids) AND past.group_id <> :groupId
       AND past.relation IS NOT NULL
     ORDER BY past.customer_id, past.group_id DESC`,
    { ids, groupId },
  );
  return new Map(rows.map(({ id, relation }) => [id, relation]));
}

function refuse(fields: FieldErrors) {
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("conflict", sentence, { fields });
}

/** @throws DomainError not_found for who is of no family in the group */
async function lockedRelative(trx: Transaction, groupId: number, id: number) {
  await lockLodgers(trx, groupId);
  const member = (await lodgersOf(trx, groupId)).find((one) => one.id === id);
  if (!member?.family) throw notFound("ليس من عائلة في هذه المجموعة");
  return { id, family: member.family };
}

/** Says what a member is to their family; null says nothing. @throws DomainError not_found */
export async function relate(trx: Transaction, groupId: number, id: number, relation: Relation | null) {
  await sayFamilies(trx, groupId, [{ ...(await lockedRelative(trx, groupId, id)), relation }]);
}

/**
 * Takes a member out of their family.
 * @throws DomainError not_found; conflict where their room would have men and women who are not of one family then
 */
export async function leaveFamily(trx: Transaction, groupId: number, id: number) {
  await lockedRelative(trx, groupId, id);
  await sayFamilies(trx, groupId, [{ id, family: null, relation: null }]);
  const room = (await mixedRooms(trx, groupId)).get(id);
  if (room) throw new DomainError("conflict", mixedRoom(room));
}

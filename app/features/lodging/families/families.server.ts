import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import { fold } from "~/domain/fold";
import { choice } from "~/domain/input.server";
import { ids, record } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import type { Question } from "~/domain/question";
import { lockLodgers, mixedRoom, mixedRooms } from "~/features/journey/strangers.server";
import { type Family, type Relation, relationNames } from "../family";
import { familyQuestions } from "../family-questions";
import { familyName, relativesOf, sayFamilies } from "../room-members.server";

/* The families of a group. Only a clerk decides who is a family (docs/decisions/families.md). */

const relation = choice(relationNames);

/** A call's family: `relations` are by the customers' ids. */
export const familySchema = z.object({
  name: familyName(),
  customer_ids: ids(),
  relations: record(relation, 200).optional(),
});

/** A call's change of a member's relation; null removes it. */
export const relationSchema = z.object({ relation: relation.nullable() });

/** The families of a group in the order in which their first members joined. Names that fold to the same are one family. */
export async function listFamilies(db: Db, groupId: number): Promise<Family[]> {
  const families = new Map<string, Family>();
  for (const { id, name, name_latin, family, kin, relation } of await relativesOf(db, groupId)) {
    if (family === null || kin === null) continue;
    const group = families.get(kin) ?? { name: family, members: [] };
    families.set(kin, group);
    group.members.push({ id, name, name_latin, relation });
  }
  return [...families.values()];
}

/** A clerk's choice of a family, its known relations, and the field to blame if it is impossible. */
type FamilyChoice = {
  name: string;
  ids: number[];
  relations?: Record<string, Relation>;
  field: string;
  /** Whether the clerk typed the name, and did not take the proposed one. */
  isTyped?: boolean;
  /** Whether the clerk chose that they join the family of this name. */
  joins?: boolean;
};

/**
 * Stores who in a group is a family. Members of another family stay in that one. A relation that is not sent is taken from the
 * last group in which two of them were a family.
 * @param ask for the questions before two families become one; a call is not asked
 * @throws DomainError not_found; conflict, with a sentence at each impossible family
 */
export async function saveFamilies(
  trx: Transaction,
  groupId: number,
  choices: FamilyChoice[],
  ask: NonNullable<By["ask"]> = () => {},
) {
  await lockLodgers(trx, groupId);
  const members = new Map((await relativesOf(trx, groupId)).map((member) => [member.id, member]));
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
  const typed = choices.filter(({ isTyped }) => isTyped);
  ask([
    ...familyQuestions(
      [...members.values()],
      typed.flatMap(({ ids, name }) => ids.map((id) => ({ id, family: name }))),
    ),
    ...sameNameQuestions(choices.filter(({ joins }) => !joins)),
  ]);
}

/** The questions before several choices get one name: they would become one family. */
function sameNameQuestions(choices: FamilyChoice[]): Question[] {
  const alike = new Map<string, FamilyChoice[]>();
  for (const one of choices) alike.set(fold(one.name), [...(alike.get(fold(one.name)) ?? []), one]);
  return [...alike.values()]
    .filter(({ length }) => length > 1)
    .map((same) => ({
      text: `كتبت الاسم ${quote(same[0]?.name ?? "")} لأكثر من عائلة مقترحة: هل أفرادها كلهم عائلة واحدة؟ وإلا فاكتب لكل عائلة اسمًا.`,
      about: same.map(({ ids }) => ids),
    }));
}

/** The relations of these customers in the last other group in which they were a family. */
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

/** @throws DomainError not_found for a customer without a family in the group */
async function lockedRelative(trx: Transaction, groupId: number, id: number) {
  await lockLodgers(trx, groupId);
  const member = (await relativesOf(trx, groupId)).find((one) => one.id === id);
  if (!member?.family) throw notFound("ليس من عائلة في هذه المجموعة");
  return { id, family: member.family };
}

/** Sets a member's relation to their family; null removes it. @throws DomainError not_found */
export async function relate(trx: Transaction, groupId: number, id: number, relation: Relation | null) {
  await sayFamilies(trx, groupId, [{ ...(await lockedRelative(trx, groupId, id)), relation }]);
}

/**
 * Takes a member out of their family.
 * @throws DomainError not_found; conflict if their room would then have men and women who are not of one family
 */
export async function leaveFamily(trx: Transaction, groupId: number, id: number) {
  await lockedRelative(trx, groupId, id);
  await sayFamilies(trx, groupId, [{ id, family: null, relation: null }]);
  const room = (await mixedRooms(trx, groupId)).get(id);
  if (room) throw new DomainError("conflict", mixedRoom(room));
}

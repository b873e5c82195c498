import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import { ids } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { lockLodgers, mixedRoom, mixedRooms } from "~/features/lodging/strangers.server";
import { familyName, lodgersOf, nameFamilies } from "../rooms/room-members.server";
import type { Family } from "./family";

/* Who of a group is a family: what a clerk says, and nothing else (docs/decisions/families.md). */

export const familySchema = z.object({ name: familyName(), customer_ids: ids() });

/** The families of a group in the order in which their first members joined; those of one name as search folds it are one. */
export async function listFamilies(db: Db, groupId: number): Promise<Family[]> {
  const families = new Map<string, Family>();
  for (const { id, name, family, kin } of await lodgersOf(db, groupId)) {
    if (family === null || kin === null) continue;
    const group = families.get(kin) ?? { name: family, members: [] };
    families.set(kin, group);
    group.members.push({ id, name });
  }
  return [...families.values()];
}

/** What a clerk says is a family, and the field to blame where it cannot be. */
type FamilyChoice = { name: string; ids: number[]; field: string };

/**
 * Says who of a group is a family. Who has another one is not taken out of it.
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
  await nameFamilies(
    trx,
    groupId,
    choices.flatMap(({ name, ids }) => ids.map((id) => ({ id, family: name }))),
  );
  const mixedBefore = await mixedRooms(trx, groupId);
  for (const { ids, field } of choices) {
    const room = ids.map((id) => mixedBefore.get(id)).find(Boolean);
    if (room) fields[field] = mixedRoom(room);
  }
  refuse(fields);
}

function refuse(fields: FieldErrors) {
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("conflict", sentence, { fields });
}

/**
 * Takes a member out of their family.
 * @throws DomainError not_found; conflict where their room would have men and women who are not of one family then
 */
export async function leaveFamily(trx: Transaction, groupId: number, id: number) {
  await lockLodgers(trx, groupId);
  const member = (await lodgersOf(trx, groupId)).find((one) => one.id === id);
  if (!member?.family) throw notFound("ليس من عائلة في هذه المجموعة");
  await nameFamilies(trx, groupId, [{ id, family: null }]);
  const room = (await mixedRooms(trx, groupId)).get(id);
  if (room) throw new DomainError("conflict", mixedRoom(room));
}

import type { Db } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { type FamilyProposal, type KinReason, mostKin } from "../family";
import type { Relative } from "../room";
import { relativesOf } from "../room-members.server";
import { pastRelations } from "./families.server";

type Member = Relative & Surname;
type Surname = { surname: string; folded: string };

/**
 * Proposes families in a group, for a clerk to confirm (rulings §4): members who were a family in another group, who signed
 * contracts together, who share a telephone number that few share, one that many share together with the surname, or the surname
 * alone. If some of them are a family already, the others may belong to it; if some are two families, the others may be a third.
 * Members with a family are in no proposal, and nobody is in two.
 * @returns the proposals, and the surnames that too many have, with the number of those for whom nothing is proposed
 */
export async function readProposals(db: Db, groupId: number) {
  const surnames = await surnamesOf(db, groupId);
  const before = await pastFamilies(db, groupId);
  const contracts = await sharedContracts(db, groupId);
  const members: Member[] = (await relativesOf(db, groupId)).map((lodger) => {
    return { ...lodger, ...(surnames.get(lodger.id) as Surname) };
  });
  const taken = new Set(members.map(({ kin }) => kin));
  const offeredIds = new Set<number>();
  const proposals: FamilyProposal[] = [];
  const isFree = ({ id, family }: Member) => family === null && !offeredIds.has(id);
  const offer = (
    alike: Member[],
    reasons: KinReason[],
    { most = mostKin, called }: { most?: number; called?: Surname } = {},
  ) => {
    const free = alike.filter(isFree);
    const familyOf = new Map(alike.flatMap(({ kin, family }) => (kin && family ? [[kin, family]] : [])));
    const [only] = familyOf.size === 1 ? familyOf.values() : [];
    if (free.length > most || free.length < (only ? 1 : 2)) return;
    const isShared = called !== undefined || free.every(({ folded }) => folded === free[0]?.folded);
    const own = newName(called ?? surnameOf(free), taken);
    for (const { id } of free) offeredIds.add(id);
    proposals.push({
      name: only ?? own,
      shared_name: isShared ? own : null,
      joins: only
        ? { name: only, members: alike.filter(({ family }) => family).map(({ name }) => name) }
        : null,
      reasons,
      members: free.map(({ id, name, name_latin, phone, gender }) => {
        return { id, name, name_latin, phone, gender, relation: null };
      }),
    });
  };
  const named = (ids: number[]) => members.filter(({ id }) => ids.includes(id));
  for (const { ids, family, kin } of before)
    offer(named(ids), ["before"], { most: ids.length, called: { surname: family, folded: kin } });
  for (const ids of contracts) offer(named(ids), ["contract"], { most: ids.length });
  for (const alike of groupedBy(members, phoneOf)) {
    const parts = groupedBy(alike, ({ folded }) => folded);
    if (parts.length === 1) offer(alike, ["phone", "surname"]);
    else if (alike.filter(isFree).length <= mostKin) offer(alike, ["phone"]);
    else for (const part of parts) offer(part, ["phone", "surname"]);
  }
  const common: { surname: string; count: number }[] = [];
  for (const alike of groupedBy(members, ({ folded }) => folded)) {
    offer(alike, ["surname"]);
    const { length } = alike.filter(isFree);
    if (length > mostKin) common.push({ surname: surnameOf(alike).surname, count: length });
  }
  const relations = await pastRelations(db, groupId, [...offeredIds]);
  for (const { members } of proposals)
    for (const member of members) member.relation = relations.get(member.id) ?? null;
  return { proposals, common };
}

export const proposedFamilies = async (db: Db, groupId: number) =>
  (await readProposals(db, groupId)).proposals;

const surnameOf = ([first]: Member[]) => first as Surname;

/** The members of a group who were one family in another group, the newest group first. */
async function pastFamilies(db: Db, groupId: number) {
  const { rows } = await db.raw<{ rows: { ids: number[]; family: string; kin: string }[] }>(
    `SELECT array_agg(past.customer_id) AS ids, min(past.family) AS family, fold(past.family) AS kin
     FROM group_members present JOIN group_members past USING (customer_id)
     WHERE present.group_id = ? AND present.travels AND past.group_id <> present.group_id AND past.family IS NOT NULL
     GROUP BY past.group_id, fold(past.family) HAVING count(*) > 1 ORDER BY past.group_id DESC, min(past.id)`,
    [groupId],
  );
  return rows;
}

/** The members of a group whose contracts of its campaign were signed together. */
async function sharedContracts(db: Db, groupId: number) {
  const { rows } = await db.raw<{ rows: { ids: number[] }[] }>(
    `SELECT array_agg(DISTINCT customer_id) AS ids
     FROM group_members JOIN contracts USING (campaign_id, customer_id)
     WHERE group_id = ? AND travels AND stands(status)
     GROUP BY coalesce(signed_with, contracts.id) HAVING count(DISTINCT customer_id) > 1
     ORDER BY coalesce(signed_with, contracts.id)`,
    [groupId],
  );
  return rows.map(({ ids }) => ids);
}

/**
 * Names the choices of families that have no name yet after who is ticked first of each; no family of the group is called so.
 * @param choices of members' ids
 */
export async function nameFamilies<Choice extends { name: string; ids: number[] }>(
  db: Db,
  groupId: number,
  choices: Choice[],
): Promise<Choice[]> {
  if (choices.every(({ name }) => name)) return choices;
  const surnames = await surnamesOf(db, groupId);
  const kins = (await relativesOf(db, groupId)).map(({ kin }) => kin);
  const taken = new Set([...kins, ...choices.map(({ name }) => fold(name))]);
  return choices.map((choice) => {
    const surname = surnames.get(choice.ids[0] as number);
    return choice.name || !surname ? choice : { ...choice, name: newName(surname, taken) };
  });
}

/** The last digits of a number, which are the same with and without the country's code. */
const phoneOf = ({ phone }: Relative) => latinDigits(phone).replace(/\D/g, "").slice(-9);

function groupedBy(members: Member[], keyOf: (member: Member) => string) {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group) group.push(member);
    else groups.set(keyOf(member), [member]);
  }
  return [...groups.values()];
}

/** The last word of each member's name, and its folded form. */
async function surnamesOf(db: Db, group_id: number) {
  const surname = "left(substring(name FROM '\\S+$'), 50)";
  const rows: ({ id: number } & Surname)[] = await db("customers")
    .join("group_members", "customer_id", "customers.id")
    .where({ group_id })
    .select("customers.id", { surname: db.raw(surname), folded: db.raw(`fold(${surname})`) });
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** A name that is not taken: «الزهراني», the next «الزهراني 2». */
function newName({ surname, folded }: Surname, taken: Set<string | null>) {
  let suffix = "";
  for (let number = 2; taken.has(folded + suffix); number++) suffix = ` ${number}`;
  taken.add(folded + suffix);
  return surname + suffix;
}

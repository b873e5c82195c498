import type { Db } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import type { Lodger } from "../rooms/room";
import { lodgersOf } from "../rooms/room-members.server";
import type { FamilyProposal, KinReason } from "./family";

/** As many members as may share a phone number or a surname and be thought a family: more of them share an agent's, or a tribe's. */
const mostKin = 6;

type Member = Lodger & Surname;
type Surname = { surname: string; folded: string };

/**
 * Who of a group may be a family, for a clerk to confirm (rulings §4): by a telephone number that few share, by one that many
 * share together with the surname, and by the surname alone. Where some of them are of one family already, the others may
 * belong to it. Who has a family is in no proposal, and nobody is in two.
 */
export async function proposedFamilies(db: Db, groupId: number): Promise<FamilyProposal[]> {
  const surnames = await surnamesOf(db, groupId);
  const members: Member[] = (await lodgersOf(db, groupId)).map((lodger) => {
    return { ...lodger, ...(surnames.get(lodger.id) as Surname) };
  });
  const taken = new Set(members.map(({ kin }) => kin));
  const offeredIds = new Set<number>();
  const proposals: FamilyProposal[] = [];
  const offer = (alike: Member[], reasons: KinReason[]) => {
    const free = alike.filter(({ id, family }) => family === null && !offeredIds.has(id));
    const familyOf = new Map(alike.flatMap(({ kin, family }) => (kin && family ? [[kin, family]] : [])));
    if (alike.length > mostKin || familyOf.size > 1 || free.length + familyOf.size < 2 || !free.length)
      return;
    const [name = newName(free[0] as Member, taken)] = familyOf.values();
    for (const { id } of free) offeredIds.add(id);
    proposals.push({
      name,
      reasons,
      members: free.map(({ id, name, phone, gender }) => ({ id, name, phone, gender })),
    });
  };
  for (const alike of groupedBy(members, phoneOf)) {
    const parts = groupedBy(alike, ({ folded }) => folded);
    if (parts.length === 1) offer(alike, ["phone", "surname"]);
    else if (alike.length <= mostKin) offer(alike, ["phone"]);
    else for (const part of parts) offer(part, ["phone", "surname"]);
  }
  for (const alike of groupedBy(members, ({ folded }) => folded)) offer(alike, ["surname"]);
  return proposals;
}

/** The end of a number, with or without the country's code. */
const phoneOf = ({ phone }: Lodger) => latinDigits(phone).replace(/\D/g, "").slice(-9);

function groupedBy(members: Member[], keyOf: (member: Member) => string) {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group) group.push(member);
    else groups.set(keyOf(member), [member]);
  }
  return [...groups.values()];
}

/** The last of each member's names, also as search folds it. */
async function surnamesOf(db: Db, group_id: number) {
  const surname = "left(substring(name FROM '\\S+$'), 50)";
  const rows: ({ id: number } & Surname)[] = await db("customers")
    .join("group_members", "customer_id", "customers.id")
    .where({ group_id })
    .select("customers.id", { surname: db.raw(surname), folded: db.raw(`fold(${surname})`) });
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** «الزهراني», the next «الزهراني 2». */
function newName({ surname, folded }: Surname, taken: Set<string | null>) {
  let suffix = "";
  for (let number = 2; taken.has(folded + suffix); number++) suffix = ` ${number}`;
  taken.add(folded + suffix);
  return surname + suffix;
}

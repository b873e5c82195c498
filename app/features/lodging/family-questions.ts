import { fold } from "~/domain/fold";
import { quote } from "~/domain/nouns";
import type { Question } from "~/domain/question";
import type { Relative } from "./room";

type FamilyName = { id: number; family: string | null };

/**
 * The questions before members get a family name: two families with one name would become one, and strangers could share a room.
 * A user who names a member of the family together with the new ones has answered it.
 */
export function familyQuestions(members: Relative[], familyNames: FamilyName[]): Question[] {
  const kinOf = (family: string | null) => family && fold(family);
  const kinById = new Map(familyNames.map(({ id, family }) => [id, kinOf(family)]));
  const kinds = new Set([...kinById.values()].filter((kin) => kin !== null));
  return [...kinds].flatMap((kin) => {
    const relatives = members.filter(({ family }) => kinOf(family) === kin);
    const coming = members.filter((member) => !relatives.includes(member) && kinById.get(member.id) === kin);
    if (!relatives.length || !coming.length || relatives.some(({ id }) => kinById.get(id) === kin)) return [];
    const family = relatives[0]?.family ?? "";
    return [
      {
        text: `في المجموعة عائلة ${quote(family)} من قبل، ومنها ${namesOf(relatives)}: هل ينضم إليها ${namesOf(coming)}؟ وإن كانوا عائلة أخرى فاكتب لهم اسمًا آخر.`,
        about: [kin, relatives.map(({ id }) => id), coming.map(({ id }) => id)],
      },
    ];
  });
}

const mostNames = 4;
const namesOf = (members: Relative[]) =>
  members
    .slice(0, mostNames)
    .map(({ name }) => quote(name))
    .join(" و") + (members.length > mostNames ? " وغيرهم" : "");

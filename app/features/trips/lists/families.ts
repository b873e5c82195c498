/**
 * Those of a family together, the others each alone, in the order of the first of them. `kin` is the family's name as search
 * folds it, so that «آل سالم» and «ال سالم» are one.
 */
export function familiesOf<Member extends { id: number; kin: string | null }>(members: Member[]) {
  const families = new Map<string | number, Member[]>();
  for (const member of members) {
    const key = member.kin ?? member.id;
    const family = families.get(key);
    if (family) family.push(member);
    else families.set(key, [member]);
  }
  return [...families.values()];
}

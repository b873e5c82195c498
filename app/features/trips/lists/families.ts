/** Those of a family together, the others each alone, in the order of the first of them. */
export function familiesOf<Member extends { id: number; family: string | null }>(members: Member[]) {
  const families = new Map<string | number, Member[]>();
  for (const member of members) {
    const key = member.family ?? member.id;
    const family = families.get(key);
    if (family) family.push(member);
    else families.set(key, [member]);
  }
  return [...families.values()];
}

/**
 * Groups members by family; members without a family stand alone. The order is that of the first member of each. `kin` is the
 * family's folded name, so that «آل سالم» and «ال سالم» are one.
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

/** Whether two are a man and a woman who are not of one family (rulings §4): they share no room, and do not sit side by side. */
export const areStrangers = (
  one: { gender: string | null; kin: string | null },
  other: { gender: string | null; kin: string | null },
) =>
  one.gender !== null &&
  other.gender !== null &&
  one.gender !== other.gender &&
  (one.kin === null || one.kin !== other.kin);

import { db } from "~/db/knex.server";
import { group } from "~/features/groups/group";
import { namesOf } from "./list";

/*
 * Who travels: the members of a group, but for those whose contracts of its campaign are all cancelled (the view `memberships`). Papers
 * that leave the office name nobody else.
 */

type Of = { of: object; id: number };

/** The members of a group or trip who travel, or who do not, joined with their groups. */
const membersOf = ({ of, id }: Of, travels: boolean) =>
  db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .join("memberships", (on) =>
      on.on("memberships.id", "group_members.id").andOn("memberships.group_id", "group_members.group_id"),
    )
    .where({ travels, ...(of === group ? { "groups.id": id } : { trip_id: id }) });

export const travellersOf = (scope: Of) => membersOf(scope, true);

/** Names for the clerk the members who do not travel. */
export async function othersNote(scope: Of): Promise<{ text: string }[]> {
  const names: string[] = await membersOf(scope, false)
    .join("customers", "customers.id", "group_members.customer_id")
    .orderBy("group_members.id")
    .pluck("customers.name");
  return names.length ? [{ text: `لا يسافر من ألغي عقده، فليس في القائمة: ${namesOf(names)}` }] : [];
}

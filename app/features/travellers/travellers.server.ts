import { db } from "~/db/knex.server";
import { group } from "~/features/groups/group";
import { namesOf } from "./list";

/*
 * Who travels: the members of a group, but for those whose contracts of its campaign are all cancelled (`group_members.travels`, which
 * the database keeps). Papers that leave the office name nobody else.
 */

type Of = { of: object; id: number };

/** The members of a group or trip who travel, or who do not, joined with their groups. */
const membersOf = ({ of, id }: Of, travels: boolean) =>
  db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .where({ travels, ...(of === group ? { "groups.id": id } : { trip_id: id }) });

export const travellersOf = (scope: Of) => membersOf(scope, true);

/** The members who do not travel, in the order in which they joined. */
export const othersOf = (scope: Of): Promise<{ id: number; name: string }[]> =>
  membersOf(scope, false)
    .join("customers", "customers.id", "group_members.customer_id")
    .orderBy("group_members.id")
    .select("customers.id", "customers.name");

/** Names them for the clerk. */
export async function othersNote(scope: Of): Promise<{ text: string }[]> {
  const names = (await othersOf(scope)).map(({ name }) => name);
  return names.length ? [{ text: `لا يسافر من ألغي عقده، فليس في القائمة: ${namesOf(names)}` }] : [];
}

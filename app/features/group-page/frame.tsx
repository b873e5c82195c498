import { Outlet } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { dayOf } from "~/domain/hijri";
import { holdsAny, type Permission } from "~/domain/permissions";
import { customer } from "~/features/customers/customer";
import { group } from "~/features/groups/group";
import { type GroupFrame, type GroupScreen, groupScreens } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { daysOfGroup } from "~/features/journey/days.server";
import { othersOf } from "~/features/travellers/travellers.server";
import { trip } from "~/features/trips/trip";
import { idParam, screen } from "~/http/screen.server";
import { statesOf } from "./states.server";

/**
 * Reads what all screens of a group show. Each of them draws it (groups/group-page.tsx), so that its dialogs make it inert. Where there
 * is no such group, the screen says so, once it has seen who asks.
 */
export const loader = screen(
  [group.write, customer.write],
  async ({ params, user }): Promise<GroupFrame | null> => {
    const of = await groupOf(params.group);
    if (!of) return null;
    const [days, tripRow, others, states] = await Promise.all([
      daysOfGroup(db, of.id),
      of.trip_id && db("trips").where({ id: of.trip_id }).first("name"),
      othersOf({ of: group, id: of.id }),
      statesOf(of),
    ]);
    return {
      group: of,
      days: { departure: dayOf(days.departure), return: dayOf(days.return) },
      trip: tripRow ? { name: tripRow.name, href: `${trip.path}/${of.trip_id}` } : null,
      tabs: (Object.keys(groupScreens) as GroupScreen[])
        .filter((name) => holdsAny(user, [rightOf(name)]))
        .map((name) => ({ screen: name, state: states[name] ?? null })),
      others,
    };
  },
);

async function groupOf(param: string | undefined) {
  try {
    return await groups.find(db, idParam(param));
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

const rightOf = (name: GroupScreen): Permission => (name === "papers" ? customer.write : group.write);

export default Outlet;

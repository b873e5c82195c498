import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { entityCalls } from "~/http/resource.server";
import { allow, idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { group } from "../group";
import { groups } from "../groups.server";
import { membersOf } from "../member";
import { memberStore } from "./members.server";

/** The calls of the address's group. */
function callsOf({ params }: Visit) {
  const groupId = idParam(params.group);
  return entityCalls(membersOf(groupId), memberStore(groupId));
}

export const loader = allow([group.write], async (visit) => {
  await groups.find(db, idParam(visit.params.group));
  return callsOf(visit).loader(visit);
});
export const action = allow([group.write], (visit) =>
  callsOf(visit).action(visit as unknown as ActionFunctionArgs),
);

import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { entityCalls } from "~/http/resource.server";
import { allow, idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { roomsOf } from "../room";
import { rooms } from "../rooms.server";

/** The calls of the address's group: /groups/{id}/rooms and /groups/{id}/rooms/{room}. */
function callsOf({ params }: Visit) {
  const groupId = idParam(params.group);
  return entityCalls(roomsOf(groupId), rooms(groupId));
}

export const loader = allow([group.write], async (visit) => {
  await groups.find(db, idParam(visit.params.group));
  return callsOf(visit).loader(visit);
});
export const action = allow([group.write], (visit) =>
  callsOf(visit).action(visit as unknown as ActionFunctionArgs),
);

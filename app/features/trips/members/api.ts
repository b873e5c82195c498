import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { entityCalls } from "~/http/resource.server";
import { call, idParam, type Visit } from "~/http/screen.server";
import { group } from "../groups/group";
import { groups } from "../groups/groups.server";
import { membersOf } from "./member";
import { memberStore } from "./members.server";

/** The calls of the group that the address names. */
async function callsOf({ params }: Visit) {
  const { id } = await groups.find(db, idParam(params.group));
  return entityCalls(membersOf(id), memberStore(id));
}

export const loader = call([group.write], async (visit) => (await callsOf(visit)).loader(visit));
export const action = call([group.write], async (visit) =>
  (await callsOf(visit)).action(visit as unknown as ActionFunctionArgs),
);

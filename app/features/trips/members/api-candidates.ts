import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { group } from "../groups/group";
import { groups } from "../groups/groups.server";
import { searchCandidates } from "./members.server";

/** GET /groups/{id}/candidates?q=: what the type-ahead of a group asks. */
export const loader = call([group.write], async ({ request, params, url }) => {
  const { id } = await groups.find(db, idParam(params.group));
  return json(request, { customers: await searchCandidates(db, id, searchOf(url.searchParams, "q")) });
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

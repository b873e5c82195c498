import { db } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { group } from "../group";
import { groups } from "../groups.server";
import { searchCandidates } from "./members.server";

/** GET /groups/{id}/candidates?q=: the matches for a group's type-ahead. */
const calls = call({
  GET: allow([group.write], async ({ request, params, url }) => {
    const { id } = await groups.find(db, idParam(params.group));
    return json(request, { customers: await searchCandidates(db, id, searchOf(url.searchParams, "q")) });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

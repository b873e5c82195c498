import { db } from "~/db/knex.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { groupStats } from "./groups.server";

/** GET /groups/stats (spec §7) */
const calls = call({
  GET: allow([], async ({ request }) => json(request, await groupStats(db))),
});

export const loader = calls.loader;
export const action = calls.action;

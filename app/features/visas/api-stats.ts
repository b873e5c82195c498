import { db } from "~/db/knex.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { visaStats } from "./expiry.server";
import { visa } from "./visa";

/** GET /visas/stats, a bare object (rulings §1). */
const calls = call({
  GET: allow([visa.write], async ({ request }) => json(request, await visaStats(db))),
});

export const loader = calls.loader;
export const action = calls.action;

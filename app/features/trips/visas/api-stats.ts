import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { visaStats } from "./expiry.server";
import { visa } from "./visa";

/** GET /visas/stats, a bare object (rulings §1). */
export const loader = call([visa.write], async ({ request }) => json(request, await visaStats(db)));

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

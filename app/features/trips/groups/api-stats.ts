import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { groupStats } from "./groups.server";

/** GET /groups/stats (spec §7) */
export const loader = call([], async ({ request }) => json(request, await groupStats(db)));

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

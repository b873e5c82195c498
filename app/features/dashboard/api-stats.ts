import type { ActionFunctionArgs } from "@remix-run/node";
import { type Db, db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { campaignStats, contractStats, monthlyRevenue } from "./stats.server";

const stats = new Map<string, (db: Db) => Promise<object>>([
  ["monthly-revenue", monthlyRevenue],
  ["campaigns", campaignStats],
  ["contracts", contractStats],
]);

/** GET /stats/monthly-revenue, /stats/campaigns, /stats/contracts (spec §7), each a bare object. */
export const loader = call([], async ({ request, params }) => {
  const read = stats.get(params.of ?? "");
  if (!read) throw notFound("العنوان غير موجود");
  return json(request, await read(db));
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

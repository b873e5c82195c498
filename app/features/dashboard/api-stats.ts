import { type Db, db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { campaignStats, contractStats, monthlyRevenue } from "./stats.server";

const stats = new Map<string, (db: Db) => Promise<object>>([
  ["monthly-revenue", monthlyRevenue],
  ["campaigns", campaignStats],
  ["contracts", contractStats],
]);

/** GET /stats/monthly-revenue, /stats/campaigns, /stats/contracts (spec §7). Each answers a bare object. */
const calls = call({
  GET: allow([], async ({ request, params }) => {
    const read = stats.get(params.of ?? "");
    if (!read) throw notFound("العنوان غير موجود");
    return json(request, await read(db));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

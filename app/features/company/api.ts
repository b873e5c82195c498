import { db, transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { readAtOf } from "~/http/writes.server";
import { company } from "./company";
import { companySchema, findCompany, saveCompany } from "./company.server";

/** GET and POST /company-info (spec §7). It answers the bare object. A change keeps the fields that are left out. */
const calls = call({
  GET: allow([], async ({ request }) => json(request, await findCompany(db))),
  POST: allow([company.write], async ({ request, user }) => {
    const body = await readJson(request);
    const change = parse(companySchema, body, company.labels);
    const readAt = readAtOf(body);
    return json(request, await transact(user, (trx) => saveCompany(trx, change, { readAt })));
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { db, transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { company } from "./company";
import { companySchema, findCompany, saveCompany } from "./company.server";

/** GET and POST /company-info (spec §7): the bare object; what is left out of a change stays as it is. */
export const loader = call([], async ({ request }) => json(request, await findCompany(db)));

export const action = call([company.write], async ({ request, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["GET", "POST"]);
  const body = await readJson(request);
  const change = parse(companySchema, body, company.labels);
  const readAt = typeof body.updated_at === "string" ? body.updated_at : undefined;
  return json(request, await transact(user, (trx) => saveCompany(trx, change, { readAt })));
});

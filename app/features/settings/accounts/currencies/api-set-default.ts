import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { setDefaultCurrency } from "./currencies.server";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/** Answers with all currencies, each at its new rate (spec §7). */
export const action = call(["manage_financials"], async ({ request, params, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  return json(request, {
    currencies: await transact(user, (trx) => setDefaultCurrency(trx, idParam(params.id))),
  });
});

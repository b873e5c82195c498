import { transact } from "~/db/knex.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { setDefaultCurrency } from "./currencies.server";

/** Answers all currencies with their new rates (spec §7). */
const calls = call({
  POST: allow(["manage_financials"], async ({ request, params, user }) => {
    return json(request, {
      currencies: await transact(user, (trx) => setDefaultCurrency(trx, idParam(params.id))),
    });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

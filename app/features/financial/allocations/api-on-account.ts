import { db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { onAccountOf } from "~/features/money/on-account.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { allocation } from "./allocation";
import { partyIn } from "./choices.server";

/** GET /allocations/on-account?customer_id=, agent_id= or supplier_id=: what a party has on account by currency, `on_account`. */
const calls = call({
  GET: allow([allocation.write], async ({ request, url: { searchParams } }) => {
    const party = partyIn((name) => searchParams.get(name));
    if (!party) throw invalid("customer_id", "حدد العميل أو الوكيل أو المورد");
    return json(request, { on_account: await onAccountOf(db, party.kind, party.id) });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

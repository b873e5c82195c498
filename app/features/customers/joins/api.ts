import { parse } from "~/domain/input.server";
import { customer } from "~/features/customers/customer";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { joinCustomers, joinSchema } from "./joins.server";

/**
 * POST /customers/:id/join with `customer_id`: that record is deleted, and the address's record stays and takes over its
 * references.
 */
const calls = call({
  POST: allow([customer.write], async ({ request, params, user }) => {
    const { customer_id } = parse(joinSchema, await readJson(request), { customer_id: "السجل الآخر" });
    const targetId = idParam(params.id);
    const joined = await writeOnce({ user, key: keyOf(request) }, { join: [targetId, customer_id] }, (trx) =>
      joinCustomers(trx, targetId, customer_id, { user }),
    );
    return json(request, { [customer.item]: joined });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

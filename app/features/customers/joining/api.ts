import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { customer } from "../customer";
import { joinCustomers, joinSchema } from "./joining.server";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/** POST /customers/:id/join with `customer_id`: that record goes, and the one of the address stays with all that it had. */
export const action = call([customer.write], async ({ request, params, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const { customer_id } = parse(joinSchema, await readJson(request), { customer_id: "السجل الآخر" });
  const kept = idParam(params.id);
  const joined = await transact(user, (trx) =>
    once(trx, user.id, request.headers.get("Idempotency-Key"), { join: [kept, customer_id] }, () =>
      joinCustomers(trx, kept, customer_id, { user }),
    ),
  );
  return json(request, { [customer.item]: joined });
});

import { readersOf } from "~/domain/entity";
import { customer } from "~/features/customers/customer";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { overviewOf } from "./overview.server";

/** GET /customers/{id}/overview: a person with papers, contracts, receipts, visas and groups, each part for who may read it. */
const calls = call({
  GET: allow(readersOf(customer), async ({ request, params, user }) =>
    json(request, await overviewOf(user, idParam(params.customer))),
  ),
});

export const loader = calls.loader;
export const action = calls.action;

import { db } from "~/db/knex.server";
import { pageOf } from "~/db/list.server";
import { parse } from "~/domain/input.server";
import { agents } from "~/features/agents/agents.server";
import { commissionOf } from "~/features/commissions/commissions.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { invoiceKinds } from "../invoice";
import { commissionSchema, issueCommission } from "./issue.server";
import { commissionRows } from "./rows.server";

const { write, labels, item } = invoiceKinds.agent;

/** /agents/{id}/commission: GET gives the sums in riyals and a page of the contracts; POST makes the invoice of what is not invoiced. */
const calls = call({
  GET: allow([write], async ({ request, params, url }) => {
    const { id } = await agents.find(db, idParam(params.id));
    const { rows, total, page, perPage } = await commissionRows(db, id, pageOf(url.searchParams));
    return json(request, {
      commission: await commissionOf(db, id),
      contracts: rows,
      total,
      page,
      per_page: perPage,
    });
  }),
  POST: allow([write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const input = parse(commissionSchema, await readJson(request), labels);
    const invoice = await writeOnce({ user, key: keyOf(request) }, { commission: id, ...input }, (trx) =>
      issueCommission(trx, id, input, { user }),
    );
    return json(request, { [item]: invoice }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import { invalid } from "~/domain/domain-error";
import { payableInvoices } from "~/features/invoices/settlement.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { payment } from "./payment";

/** GET ?agent_id= or ?supplier_id=: a partner's invoices that a payment voucher may settle, for the voucher's form. */
const calls = call({
  GET: allow([payment.write], async ({ request, url: { searchParams } }) => {
    const agent_id = idOf(searchParams, "agent_id", payment.labels);
    const supplier_id = idOf(searchParams, "supplier_id", payment.labels);
    if (!agent_id && !supplier_id) throw invalid("agent_id", "حدد الوكيل أو المورد");
    const partner = agent_id ? { agent_id } : { supplier_id: supplier_id as number };
    return json(request, { invoices: await payableInvoices(db, partner) });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

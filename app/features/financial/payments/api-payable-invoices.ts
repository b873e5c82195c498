import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import { invalid } from "~/domain/domain-error";
import { payableInvoices } from "~/features/invoices/settlement.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { refundsOf } from "./choices.server";
import { payment } from "./payment";

/**
 * What a payment voucher may settle, for its form: GET ?agent_id= or ?supplier_id= a partner's `invoices`, ?customer_id= the `contracts` of
 * which something may be given back to a customer.
 */
const calls = call({
  GET: allow([payment.write], async ({ request, url: { searchParams } }) => {
    const agent_id = idOf(searchParams, "agent_id", payment.labels);
    const supplier_id = idOf(searchParams, "supplier_id", payment.labels);
    const customer_id = idOf(searchParams, "customer_id", payment.labels);
    if (customer_id) return json(request, { contracts: await refundsOf(db, customer_id) });
    if (!agent_id && !supplier_id) throw invalid("agent_id", "حدد الوكيل أو المورد أو العميل");
    const partner = agent_id ? { agent_id } : { supplier_id: supplier_id as number };
    return json(request, { invoices: await payableInvoices(db, partner) });
  }),
});

export const loader = calls.loader;
export const action = calls.action;

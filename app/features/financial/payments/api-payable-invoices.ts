import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import { invalid } from "~/domain/domain-error";
import { payableInvoices } from "~/features/invoices/settlement.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { payment } from "./payment";

/** GET ?agent_id= or ?supplier_id=: the invoices of a partner that a payment voucher may settle, for its form. */
export const loader = call([payment.write], async ({ request, url: { searchParams } }) => {
  const agent_id = idOf(searchParams, "agent_id");
  const supplier_id = idOf(searchParams, "supplier_id");
  if (!agent_id && !supplier_id) throw invalid("agent_id", "حدد الوكيل أو المورد");
  const partner = agent_id ? { agent_id } : { supplier_id: supplier_id as number };
  return json(request, { invoices: await payableInvoices(db, partner) });
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);

import { listCall } from "~/http/resource.server";
import { invoiceKinds } from "./invoice";
import { invoices } from "./invoices.server";

/** /agent-invoices/by-agent/{id} and /agent-invoices/by-status/{status} (spec §7). */
const lists = listCall(invoiceKinds.agent, invoices.agent, ({ params: { agent, status } }) =>
  status === undefined ? { agent_id: agent } : { payment_status: status },
);

export const loader = lists.loader;
export const action = lists.action;

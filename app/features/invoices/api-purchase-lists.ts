import { listCall } from "~/http/resource.server";
import { invoiceKinds } from "./invoice";
import { invoices } from "./invoices.server";

/** /purchase-invoices/by-supplier/{id} and /purchase-invoices/by-status/{status} (spec §7). */
const lists = listCall(invoiceKinds.purchase, invoices.purchase, ({ params: { supplier, status } }) =>
  status === undefined ? { supplier_id: supplier } : { payment_status: status },
);

export const loader = lists.loader;
export const action = lists.action;

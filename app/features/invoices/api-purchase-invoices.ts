import { entityCalls } from "~/http/resource.server";
import { invoiceKinds } from "./invoice";
import { invoices } from "./invoices.server";

const calls = entityCalls(invoiceKinds.purchase, invoices.purchase);

export const loader = calls.loader;
export const action = calls.action;

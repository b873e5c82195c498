import { actionsByKind } from "~/http/by-kind.server";
import { kindOf } from "./invoice";

/** The action of a screen that agents' and purchases' invoices share. */
export const byKind = actionsByKind(["agent", "purchase"], kindOf);

import { actionsByKind } from "~/http/by-kind.server";
import { kindOf } from "./account";

/** The action of a screen that banks and cash boxes share. */
export const byKind = actionsByKind(["bank", "cash_box"], kindOf);

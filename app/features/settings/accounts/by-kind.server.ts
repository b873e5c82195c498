import type { ActionFunctionArgs } from "@remix-run/node";
import { asPage } from "~/http/screen.server";
import { type AccountKind, kindOf } from "./account";

type Action = (args: ActionFunctionArgs) => Promise<unknown>;

/** The action of a screen that banks and cash boxes share, for the kind that the address names. */
export function byKind(actionOf: (kind: AccountKind) => Action): Action {
  const actions = { bank: actionOf("bank"), cash_box: actionOf("cash_box") };
  return async (args) => {
    try {
      return await actions[kindOf(args.params)](args);
    } catch (error) {
      throw asPage(error);
    }
  };
}

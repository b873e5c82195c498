import { entityCalls } from "~/http/resource.server";
import { accountKinds } from "./account";
import { accounts } from "./accounts.server";

const calls = entityCalls(accountKinds.cash_box, accounts.cash_box);

export const loader = calls.loader;
export const action = calls.action;

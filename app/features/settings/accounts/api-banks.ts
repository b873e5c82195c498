import { entityCalls } from "~/http/resource.server";
import { accountKinds } from "./account";
import { accounts } from "./accounts.server";

const calls = entityCalls(accountKinds.bank, accounts.bank);

export const loader = calls.loader;
export const action = calls.action;

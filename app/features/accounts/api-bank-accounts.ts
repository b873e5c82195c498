import { listCall } from "~/http/resource.server";
import { accountKinds } from "./account";
import { accounts } from "./accounts.server";

/** The banks at a second address, for the accounts' choice in vouchers (spec §7, Lookups). */
const lists = listCall({ ...accountKinds.bank, key: "bank_accounts" }, accounts.bank, () => ({}));

export const loader = lists.loader;
export const action = lists.action;

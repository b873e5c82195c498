import { accountResource } from "./account-resource.server";

const banks = accountResource("bank", "banks");

export const loader = banks.loader;
export const action = banks.action;

import { entityCalls } from "~/http/resource.server";
import { currencies } from "./currencies.server";
import { currency } from "./currency";

const calls = entityCalls(currency, currencies);

export const loader = calls.loader;
export const action = calls.action;

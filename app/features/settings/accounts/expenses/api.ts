import { entityCalls } from "~/http/resource.server";
import { expense } from "./expense";
import { expenses } from "./expenses.server";

const calls = entityCalls(expense, expenses);

export const loader = calls.loader;
export const action = calls.action;

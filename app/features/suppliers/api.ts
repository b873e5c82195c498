import { entityCalls } from "~/http/resource.server";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

const calls = entityCalls(supplier, suppliers);

export const loader = calls.loader;
export const action = calls.action;

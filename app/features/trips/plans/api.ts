import { entityCalls } from "~/http/resource.server";
import { plan } from "./plan";
import { plans } from "./plans.server";

const calls = entityCalls(plan, plans);

export const loader = calls.loader;
export const action = calls.action;

import { entityCalls } from "~/http/resource.server";
import { catering } from "./catering";
import { caterings } from "./caterings.server";

const calls = entityCalls(catering, caterings);

export const loader = calls.loader;
export const action = calls.action;

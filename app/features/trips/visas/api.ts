import { entityCalls } from "~/http/resource.server";
import { visa } from "./visa";
import { visas } from "./visas.server";

const calls = entityCalls(visa, visas);

export const loader = calls.loader;
export const action = calls.action;

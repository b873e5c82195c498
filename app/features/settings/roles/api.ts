import { entityCalls } from "~/http/resource.server";
import { role } from "./role";
import { roles } from "./roles.server";

const calls = entityCalls(role, roles);

export const loader = calls.loader;
export const action = calls.action;

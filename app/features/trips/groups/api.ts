import { entityCalls } from "~/http/resource.server";
import { group } from "./group";
import { groups } from "./groups.server";

const calls = entityCalls(group, groups);

export const loader = calls.loader;
export const action = calls.action;

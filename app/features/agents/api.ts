import { entityCalls } from "~/http/resource.server";
import { agent } from "./agent";
import { agents } from "./agents.server";

const calls = entityCalls(agent, agents);

export const loader = calls.loader;
export const action = calls.action;

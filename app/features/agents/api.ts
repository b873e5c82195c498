import { entityCalls } from "~/http/resource.server";
import { agent } from "./agent";
import { agents } from "./agents.server";

export const { loader, action } = entityCalls(agent, agents);

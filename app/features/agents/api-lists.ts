import { listCall } from "~/http/resource.server";
import { agent } from "./agent";
import { agents } from "./agents.server";

/** /agents/by-type/{type} and /agents/active (spec §7). */
const lists = listCall(agent, agents, ({ params: { type } }) =>
  type === undefined ? { is_active: "true" } : { type },
);

export const loader = lists.loader;
export const action = lists.action;

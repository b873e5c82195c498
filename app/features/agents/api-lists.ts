import { listCall } from "~/http/resource.server";
import { agent } from "./agent";
import { agents } from "./agents.server";

/** /agents/by-type/{type} and /agents/active (spec §7). */
export const { loader, action } = listCall(agent, agents, ({ params: { type } }) =>
  type === undefined ? { is_active: "true" } : { type },
);

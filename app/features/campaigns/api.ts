import { entityCalls } from "~/http/resource.server";
import { campaign } from "./campaign";
import { campaigns } from "./campaigns.server";

const calls = entityCalls(campaign, campaigns);

export const loader = calls.loader;
export const action = calls.action;

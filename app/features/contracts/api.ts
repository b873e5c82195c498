import { entityCalls } from "~/http/resource.server";
import { contract } from "./contract";
import { contracts } from "./contracts.server";

const calls = entityCalls(contract, contracts);

export const loader = calls.loader;
export const action = calls.action;

import { entityCalls } from "~/http/resource.server";
import { receipt } from "./receipt";
import { receipts } from "./recording.server";

const calls = entityCalls(receipt, receipts);

export const loader = calls.loader;
export const action = calls.action;

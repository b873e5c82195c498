import { entityCalls } from "~/http/resource.server";
import { payment } from "./payment";
import { payments } from "./recording.server";

const calls = entityCalls(payment, payments);

export const loader = calls.loader;
export const action = calls.action;

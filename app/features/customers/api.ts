import { entityCalls } from "~/http/resource.server";
import { customer } from "./customer";
import { customers, photoOf } from "./customers.server";

const calls = entityCalls(customer, customers, { file: photoOf });

export const loader = calls.loader;
export const action = calls.action;

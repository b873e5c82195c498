import { entityCalls } from "~/http/resource.server";
import { integratedPackage } from "./package";
import { packages } from "./packages.server";

/** A total_cost or total_price that is sent is only what a screen showed (rulings §3); the schema drops it. */
const calls = entityCalls(integratedPackage, packages);

export const loader = calls.loader;
export const action = calls.action;

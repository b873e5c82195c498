import { entityCalls } from "~/http/resource.server";
import { trip } from "./trip";
import { trips } from "./trips.server";

const calls = entityCalls(trip, trips);

export const loader = calls.loader;
export const action = calls.action;

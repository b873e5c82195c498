import { entityCalls } from "~/http/resource.server";
import { hotel } from "./hotel";
import { hotels } from "./hotels.server";

const calls = entityCalls(hotel, hotels);

export const loader = calls.loader;
export const action = calls.action;

import { entityCalls } from "~/http/resource.server";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

const calls = entityCalls(transportation, transportations);

export const loader = calls.loader;
export const action = calls.action;

import { entityCalls } from "~/http/resource.server";
import { otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const calls = entityCalls(otherService, otherServices);

export const loader = calls.loader;
export const action = calls.action;

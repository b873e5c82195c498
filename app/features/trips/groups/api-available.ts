import { listCall } from "~/http/resource.server";
import { group } from "./group";
import { availableGroups } from "./groups.server";

/** /groups/available (spec §7): for a trip. */
const lists = listCall(group, { list: availableGroups }, () => ({}));

export const loader = lists.loader;
export const action = lists.action;

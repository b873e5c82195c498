import { listCall } from "~/http/resource.server";
import { group } from "./group";
import { availableGroups } from "./groups.server";

/** /groups/available (spec §7): the groups that a trip can take. */
const lists = listCall(group, { list: availableGroups }, () => ({}));

export const loader = lists.loader;
export const action = lists.action;

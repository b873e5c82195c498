import { StateBadge } from "~/ui/page/status-badge";
import type { Group } from "./group";
import { groupStates } from "./group";

export const GroupBadge = ({ status }: Pick<Group, "status">) => (
  <StateBadge of={groupStates} state={status} />
);

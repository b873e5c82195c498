import { Badge } from "~/ui/page";
import { type Group, groupStatusLabels, groupStatusTones } from "./group";

export const GroupBadge = ({ status }: Pick<Group, "status">) => (
  <Badge tone={groupStatusTones[status]}>{groupStatusLabels[status]}</Badge>
);

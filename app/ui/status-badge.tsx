import { Badge } from "./page";
import { activityLabels, type Status, statusTones } from "./status";

export function StatusBadge({
  status,
  labels = activityLabels,
}: {
  status: Status;
  labels?: Record<Status, string>;
}) {
  return <Badge tone={statusTones[status]}>{labels[status]}</Badge>;
}

/** Of what says so by a flag. */
export const ActiveBadge = ({ active }: { active: boolean }) => (
  <StatusBadge status={active ? "active" : "inactive"} />
);

import { Badge, type Tone } from "./page";
import { activityLabels, type Status, statusTones } from "./status";
import type { Column } from "./table";

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

/** The column of a list that says whether a row is in use. */
export const statusColumn = (labels = activityLabels): Column<{ status: Status }> => ({
  label: "الحالة",
  cell: ({ status }) => <StatusBadge status={status} labels={labels} />,
});

type States<Name extends string> = { labels: Record<Name, string>; tones: Record<Name, Tone> };

/** @param of see ui/page/states.ts */
export const StateBadge = <Name extends string>({ of, state }: { of: States<Name>; state: Name }) => (
  <Badge tone={of.tones[state]}>{of.labels[state]}</Badge>
);

export const stateColumn = <Name extends string>(
  label: string,
  of: States<Name>,
): Column<{ status: Name }> => ({ label, cell: ({ status }) => <StateBadge of={of} state={status} /> });

import type { Tone } from "~/domain/states";
import { activityLabels, type Status, statusTones } from "~/domain/status";
import { Badge } from "./page";
import type { Column } from "./table";

type States<Name extends string> = { labels: Record<Name, string>; tones: Record<Name, Tone> };

/** @param of see domain/states.ts */
export const StateBadge = <Name extends string>({ of, state }: { of: States<Name>; state: Name }) => (
  <Badge tone={of.tones[state]}>{of.labels[state]}</Badge>
);

export const stateColumn = <Name extends string>(
  label: string,
  of: States<Name>,
): Column<{ status: Name }> => ({ label, cell: ({ status }) => <StateBadge of={of} state={status} /> });

type InUse = { status: Status; labels?: Record<Status, string> };

/** Whether a row is active. */
export const StatusBadge = ({ status, labels = activityLabels }: InUse) => (
  <StateBadge of={{ labels, tones: statusTones }} state={status} />
);

/** Whether a row with a boolean flag is active. */
export const ActiveBadge = ({ active }: { active: boolean }) => (
  <StatusBadge status={active ? "active" : "inactive"} />
);

export const statusColumn = (labels = activityLabels) =>
  stateColumn("الحالة", { labels, tones: statusTones });

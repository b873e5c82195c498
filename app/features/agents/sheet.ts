import { activeLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Agent, agent, agentTypeLabels } from "./agent";
import { agents } from "./agents.server";

const { labels } = agent;

const columns: SheetColumn<Agent>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.phone, width: 18, cell: ({ phone }) => phone },
  { head: labels.email, width: 28, cell: ({ email }) => email },
  { head: labels.type, cell: ({ type }) => agentTypeLabels[type] },
  { head: labels.commission_rate, kind: "number", cell: ({ commission_rate }) => commission_rate },
  { head: labels.address, width: 30, cell: ({ address }) => address },
  { head: labels.notes, width: 30, cell: ({ notes }) => notes },
  {
    head: labels.is_active,
    cell: ({ is_active }) => activeLabels[String(is_active) as keyof typeof activeLabels],
  },
];

export const loader = exportingList(agent, agents, columns);

export { refuseWrites as action } from "~/files/download.server";

import { hijri } from "~/domain/hijri";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Group, group, groupStatusLabels } from "./group";
import { groups } from "./groups.server";

const { labels } = group;

const columns: SheetColumn<Group>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.campaign_id, width: 26, cell: ({ campaign }) => campaign },
  { head: labels.capacity, kind: "number", cell: ({ capacity }) => capacity },
  { head: "الأعضاء", kind: "number", cell: ({ currentMembers }) => currentMembers },
  { head: "الشاغرة", kind: "number", cell: ({ capacity, currentMembers }) => capacity - currentMembers },
  { head: labels.transportation_id, width: 26, cell: ({ busNumber }) => busNumber },
  { head: labels.supervisor_id, cell: ({ supervisor }) => supervisor },
  { head: labels.supervisorPhone, width: 18, cell: ({ supervisorPhone }) => supervisorPhone },
  { head: labels.departureDate, kind: "date", cell: ({ departureDate }) => departureDate },
  { head: "المغادرة بالهجري", width: 20, cell: ({ departureDate }) => departureDate && hijri(departureDate) },
  { head: labels.status, cell: ({ status }) => groupStatusLabels[status] },
];

export const loader = exportingList(group, groups, columns);

export { refuseWrites as action } from "~/http/download.server";

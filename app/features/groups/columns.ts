import { hijri } from "~/domain/hijri";
import { fieldColumns } from "~/http/field-columns.server";
import { type Group, group, takenSeatsOf } from "./group";

export const columns = fieldColumns<Group>(group, {
  campaign_id: { cell: ({ campaign }) => campaign },
  capacity: {
    behind: [
      { head: "الأعضاء", kind: "number", cell: ({ currentMembers }) => currentMembers },
      {
        head: "الشاغرة",
        kind: "number",
        cell: (row) => row.capacity - takenSeatsOf(row),
      },
    ],
  },
  transportation_id: { cell: ({ busNumber }) => busNumber },
  supervisor_id: { cell: ({ supervisor, supervisorName }) => supervisorName ?? supervisor },
  departureDate: {
    behind: [
      {
        head: "المغادرة بالهجري",
        width: 20,
        cell: ({ departureDate }) => departureDate && hijri(departureDate),
      },
    ],
  },
});

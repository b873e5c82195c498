import { hijri } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { fieldColumns } from "~/http/field-columns.server";
import { listExportLoader } from "~/http/sheets.server";
import { stateOf, trip } from "./trip";
import { type TripWithFigures, tripsWithFigures } from "./trips.server";

const columns = fieldColumns<TripWithFigures>(trip, {
  start_date: {
    behind: [{ head: "البداية بالهجري", width: 20, cell: ({ start_date }) => hijri(start_date) }],
  },
  end_date: {
    behind: [
      { head: "النهاية بالهجري", width: 20, cell: ({ end_date }) => hijri(end_date) },
      { head: "الحالة", cell: (row) => stateOf(row, officeToday()).label },
    ],
  },
  plan_id: {
    cell: ({ plan }) => plan,
    behind: [
      { head: "المراحل", kind: "number", cell: ({ stages }) => stages },
      { head: "المجموعات", kind: "number", cell: ({ groups }) => groups },
      { head: "المسافرون", kind: "number", cell: ({ members }) => members },
    ],
  },
});

export const loader = listExportLoader(trip, { list: tripsWithFigures }, columns);

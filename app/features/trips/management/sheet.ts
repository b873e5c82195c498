import { hijri } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { stateOf, trip } from "./trip";
import { type TripWithFigures, tripsWithFigures } from "./trips.server";

const { labels } = trip;

const columns: SheetColumn<TripWithFigures>[] = [
  { head: labels.name, width: 32, cell: ({ name }) => name },
  { head: labels.start_date, kind: "date", cell: ({ start_date }) => start_date },
  { head: "البداية بالهجري", width: 20, cell: ({ start_date }) => hijri(start_date) },
  { head: labels.end_date, kind: "date", cell: ({ end_date }) => end_date },
  { head: "النهاية بالهجري", width: 20, cell: ({ end_date }) => hijri(end_date) },
  { head: "الحالة", cell: (row) => stateOf(row, officeToday()).label },
  { head: labels.plan_id, width: 26, cell: ({ plan }) => plan },
  { head: "المراحل", kind: "number", cell: ({ stages }) => stages },
  { head: "المجموعات", kind: "number", cell: ({ groups }) => groups },
  { head: "المسافرون", kind: "number", cell: ({ members }) => members },
];

export const loader = exportingList(trip, { list: tripsWithFigures }, columns);

export { refuseWrites as action } from "~/http/download.server";

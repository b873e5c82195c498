import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { plan, planTypeLabels, type TripPlan } from "./plan";
import { plans } from "./plans.server";

const { labels } = plan;

const columns: SheetColumn<TripPlan>[] = [
  { head: labels.name, width: 32, cell: ({ name }) => name },
  { head: labels.type, cell: ({ type }) => planTypeLabels[type] },
  { head: "عدد المراحل", kind: "number", cell: ({ stages }) => stages.length },
  {
    head: "المراحل",
    width: 80,
    cell: ({ stages }) =>
      stages.map(({ name, day_offset }) => `${name} (اليوم ${day_offset + 1})`).join("، "),
  },
];

export const loader = exportingList(plan, plans, columns);

export { refuseWrites as action } from "~/http/download.server";

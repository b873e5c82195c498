import { activityLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Transportation, transportation } from "./transportation";
import { transportations } from "./transportations.server";

const { labels } = transportation;

const columns: SheetColumn<Transportation>[] = [
  { head: labels.company_name, width: 30, cell: ({ company_name }) => company_name },
  { head: labels.bus_type_id, cell: ({ bus_type }) => bus_type.name },
  { head: labels.capacity, kind: "number", cell: ({ capacity }) => capacity },
  { head: labels.price_per_person, kind: "number", cell: ({ price_per_person }) => price_per_person },
  { head: "العملة", width: 10, cell: ({ currency }) => currency.code },
  { head: labels.route, width: 40, cell: ({ route }) => route },
  { head: labels.features, width: 40, cell: ({ features }) => features },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(transportation, transportations, columns);

export { refuseWrites as action } from "~/files/download.server";

import { activityLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Catering, catering } from "./catering";
import { caterings } from "./caterings.server";

const { labels } = catering;

const columns: SheetColumn<Catering>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.catering_type_id, cell: (row) => row.catering_type.name },
  { head: labels.price_per_day, kind: "number", cell: ({ price_per_day }) => price_per_day },
  { head: "العملة", width: 10, cell: ({ currency }) => currency.code },
  {
    head: `${labels.meals_per_day} (0 = مفتوح)`,
    kind: "number",
    width: 24,
    cell: ({ meals_per_day }) => meals_per_day,
  },
  { head: labels.description, width: 40, cell: ({ description }) => description },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(catering, caterings, columns);

export { refuseWrites as action } from "~/files/download.server";

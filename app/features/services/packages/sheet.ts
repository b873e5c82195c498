import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { activityLabels } from "~/ui/status";
import { integratedPackage, type Package } from "./package";
import { packages } from "./packages.server";

const { labels } = integratedPackage;

const columns: SheetColumn<Package>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.type, width: 8, cell: ({ type }) => type },
  { head: labels.duration, kind: "number", cell: ({ duration }) => duration },
  { head: labels.hotel_id, width: 26, cell: ({ hotel }) => hotel?.name },
  {
    head: labels.room_occupancy_basis,
    kind: "number",
    cell: ({ room_occupancy_basis }) => room_occupancy_basis,
  },
  { head: labels.transportation_id, width: 26, cell: (row) => row.transportation?.company_name },
  { head: labels.catering_id, width: 26, cell: (row) => row.catering?.name },
  {
    head: labels.other_service_ids,
    width: 40,
    cell: (row) => row.other_services.map(({ name }) => name).join("، "),
  },
  { head: labels.profit_margin, kind: "number", cell: ({ profit_margin }) => profit_margin },
  {
    head: `${labels.total_cost} (بالعملة الافتراضية)`,
    kind: "number",
    cell: ({ total_cost }) => total_cost,
  },
  { head: labels.total_price, kind: "number", cell: ({ total_price }) => total_price },
  { head: labels.currency_id, width: 10, cell: ({ currency }) => currency.code },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(integratedPackage, packages, columns);

export { refuseWrites as action } from "~/http/download.server";

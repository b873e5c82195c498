import { activityLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type OtherService, otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const { labels } = otherService;

const columns: SheetColumn<OtherService>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.category_id, cell: ({ category }) => category.name },
  { head: labels.price, kind: "number", cell: ({ price }) => price },
  { head: "العملة", width: 10, cell: ({ currency }) => currency.code },
  { head: labels.description, width: 40, cell: ({ description }) => description },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(otherService, otherServices, columns);

export { refuseWrites as action } from "~/files/download.server";

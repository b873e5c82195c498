import { activityLabels } from "~/features/status";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Hotel, hotel } from "./hotel";
import { hotels } from "./hotels.server";

const { labels } = hotel;

const columns: SheetColumn<Hotel>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.city_id, cell: ({ city }) => city.name },
  { head: labels.address, width: 30, cell: ({ address }) => address },
  { head: labels.rating_id, kind: "number", cell: ({ rating }) => rating?.value },
  { head: labels.single_room_price, kind: "number", cell: ({ single_room_price }) => single_room_price },
  { head: labels.double_room_price, kind: "number", cell: ({ double_room_price }) => double_room_price },
  { head: labels.triple_room_price, kind: "number", cell: ({ triple_room_price }) => triple_room_price },
  { head: labels.quad_room_price, kind: "number", cell: ({ quad_room_price }) => quad_room_price },
  { head: "العملة", width: 10, cell: ({ currency }) => currency.code },
  { head: labels.description, width: 40, cell: ({ description }) => description },
  { head: labels.status, cell: ({ status }) => activityLabels[status] },
];

export const loader = exportingList(hotel, hotels, columns);

export { refuseWrites as action } from "~/files/download.server";

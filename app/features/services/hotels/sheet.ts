import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { hotel } from "./hotel";
import { hotels } from "./hotels.server";

export const loader = exportingList(hotel, hotels, fieldColumns(hotel));

export { refuseWrites as action } from "~/http/download.server";

import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

export const loader = exportingList(supplier, suppliers, fieldColumns(supplier));

export { refuseWrites as action } from "~/http/download.server";

import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { customer } from "./customer";
import { customers } from "./customers.server";

export const loader = exportingList(customer, customers, fieldColumns(customer));

export { refuseWrites as action } from "~/http/download.server";

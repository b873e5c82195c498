import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

export const loader = exportingList(transportation, transportations, fieldColumns(transportation));

export { refuseWrites as action } from "~/http/download.server";

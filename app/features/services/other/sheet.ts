import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { otherService } from "./other-service";
import { otherServices } from "./other-services.server";

export const loader = exportingList(otherService, otherServices, fieldColumns(otherService));

export { refuseWrites as action } from "~/http/download.server";

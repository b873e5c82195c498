import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { catering } from "./catering";
import { caterings } from "./caterings.server";

export const loader = exportingList(
  catering,
  caterings,
  fieldColumns(catering, {
    meals_per_day: { head: `${catering.labels.meals_per_day} (0 = مفتوح)` },
  }),
);

export { refuseWrites as action } from "~/http/download.server";

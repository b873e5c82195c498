import { fieldColumns } from "~/http/field-columns.server";
import { integratedPackage, type Package } from "./package";

export const columns = fieldColumns<Package>(integratedPackage, {
  total_cost: { head: `${integratedPackage.labels.total_cost} (بالعملة الافتراضية)` },
});

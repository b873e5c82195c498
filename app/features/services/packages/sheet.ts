import { listExportLoader } from "~/http/sheets.server";
import { columns } from "./columns";
import { integratedPackage } from "./package";
import { packagesWithHotels } from "./packages.server";

/** The packages as a file, which names the hotels of all stays. */
export const loader = listExportLoader(integratedPackage, { list: packagesWithHotels }, columns);

import { listExportLoader } from "~/http/sheets.server";
import { campaign } from "./campaign";
import { campaignsInWords } from "./campaigns.server";
import { columns } from "./columns";

/** The campaigns as a file, with their fee lines in words. */
export const loader = listExportLoader(campaign, { list: campaignsInWords }, columns);

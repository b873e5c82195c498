import { fieldColumns } from "~/http/field-columns.server";
import { exportingList } from "~/http/sheets.server";
import { agent } from "./agent";
import { agents } from "./agents.server";

export const loader = exportingList(agent, agents, fieldColumns(agent));

export { refuseWrites as action } from "~/http/download.server";

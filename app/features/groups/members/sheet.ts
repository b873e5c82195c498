import { db } from "~/db/knex.server";
import { idParam } from "~/http/screen.server";
import { exportLoader } from "~/http/sheets.server";
import { group } from "../group";
import { groups } from "../groups.server";
import { memberStore } from "./members.server";
import { memberColumns } from "./sheet-columns";

/** The members of one group. */
export const loader = exportLoader([group.write], async ({ params, url }) => {
  const { id, name } = await groups.find(db, idParam(params.group));
  const rows = memberStore(id).list(url.searchParams);
  return { title: `أعضاء ${name}`, columns: memberColumns, of: "customers", rows };
});

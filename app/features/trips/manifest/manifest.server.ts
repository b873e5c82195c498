import { nationalityName } from "~/features/customers/nationalities.server";
import { group } from "../groups/group";
import { type HandedList, listedMembers } from "../lists/lists.server";
import { visaTypeOfCampaign, whereStatus } from "../visas/expiry.server";
import { manifestColumns, type Passenger } from "./manifest";

/** Members in the order in which they joined, so that a number stays whose it is. */
export const manifest: HandedList<Passenger> = {
  title: "كشف الركاب",
  columns: manifestColumns,
  order: (members) => members,
  rows: (db) =>
    listedMembers(db)
      .join("campaigns", "campaigns.id", "groups.campaign_id")
      .select("nationality", "date_of_birth", {
        visa_number: whereStatus(
          db("visas").whereRaw(`visas.customer_id = customers.id AND visa_type = ${visaTypeOfCampaign}`),
          "approved",
        )
          .orderBy([
            { column: "approval_date", order: "desc" },
            { column: "id", order: "desc" },
          ])
          .limit(1)
          .select("visa_number"),
      }),
  toRow: (row) => ({ ...row, nationality_name: row.nationality && nationalityName(row.nationality) }),
  part: ({ group_name }, { of }) => (of === group ? null : group_name),
};

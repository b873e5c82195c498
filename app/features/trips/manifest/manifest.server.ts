import type { Db } from "~/db/knex.server";
import { nationalityName } from "~/domain/countries.server";
import { officeToday } from "~/domain/office-day.server";
import { group } from "../groups/group";
import { type HandedList, listedMembers } from "../lists/lists.server";
import { departure, visaUntil } from "../readiness/checks.server";
import { goodOn, statusToday, visaTypeOfCampaign } from "../visas/expiry.server";
import { manifestColumns, type Passenger } from "./manifest";

/** In the order in which members joined, so that a member's number does not change. */
export const manifest: HandedList<Passenger> = {
  title: "كشف الركاب",
  columns: manifestColumns,
  order: (members) => members,
  rows: (db) =>
    listedMembers(db)
      .join("campaigns", "campaigns.id", "groups.campaign_id")
      .leftJoin("trips", "trips.id", "groups.trip_id")
      .select("nationality", "date_of_birth", "family", { visa_number: visaNumber(db) }),
  toRow: (row) => ({ ...row, nationality_name: row.nationality && nationalityName(row.nationality) }),
  part: ({ group_name }, { of }) => (of === group ? null : group_name),
};

const visaNumber = (db: Db) =>
  db.raw(
    `(SELECT visa_number FROM visas
      WHERE visas.customer_id = customers.id AND visa_type = ${visaTypeOfCampaign}
        AND (:status = 'approved' OR ${goodOn(departure)})
      ORDER BY ${goodOn(departure, visaUntil)} DESC, ${goodOn(departure)} DESC, approval_date DESC, id DESC LIMIT 1)`,
    { today: officeToday(), status: statusToday(db) as never },
  );

import type { Db } from "~/db/knex.server";
import type { FirstSteps } from "./first-step";

/** Which of the records that a first receipt needs exist. */
export async function readFirstSteps(db: Db): Promise<FirstSteps> {
  const { rows } = await db.raw<{ rows: [FirstSteps] }>(
    `SELECT
       EXISTS (SELECT FROM company_info WHERE name <> '') AS company,
       EXISTS (SELECT FROM currencies) AS currency,
       EXISTS (SELECT FROM accounts WHERE kind = 'cash_box' AND deleted_at IS NULL) AS cash_box,
       EXISTS (SELECT FROM hotels) OR EXISTS (SELECT FROM transportations)
         OR EXISTS (SELECT FROM catering_services) OR EXISTS (SELECT FROM other_services) AS service,
       EXISTS (SELECT FROM packages) AS package,
       EXISTS (SELECT FROM campaigns) AS campaign,
       EXISTS (SELECT FROM customers WHERE deleted_at IS NULL) AS customer`,
  );
  return rows[0];
}

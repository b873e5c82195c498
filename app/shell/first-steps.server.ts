import type { Db } from "~/db/knex.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { type FirstSteps, firstSteps } from "./first-step";

/** Which of the records that a first receipt needs exist, and whether there is a receipt. */
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
       EXISTS (SELECT FROM customers WHERE deleted_at IS NULL) AS customer,
       EXISTS (SELECT FROM contracts) AS contract,
       EXISTS (SELECT FROM receipt_vouchers) AS receipt`,
  );
  return rows[0];
}

/** The lists to which the forms of steps lead; each kind of service has one. */
const lists = new Set(firstSteps.map(({ href }) => listOf(href)));

function listOf(path: string) {
  const list = path.toLowerCase().replace(/\/new$/, "");
  return /^\/services\/(transportation|catering|other)$/.test(list) ? "/services/hotels" : list;
}

/**
 * The next step of an office that has no receipt yet, after a step was saved.
 * @param to the path to which the saved form led
 * @returns the first step that is open and that the user may do; null after the first receipt
 */
export async function readNextStep(db: Db, user: Pick<SessionUser, "permissions">, to: string) {
  if (!lists.has(listOf(to)) || (await db("receipt_vouchers").first("id"))) return null; // an office at work asks no more
  const done = await readFirstSteps(db);
  const next = firstSteps.find(({ name, permission }) => !done[name] && holdsAny(user, [permission]));
  return next ? { href: next.href, label: next.label } : null;
}

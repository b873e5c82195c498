import type { Knex } from "knex";
import { type Document, documents, enteringOf } from "./055_entries_by_triggers";
import { closedAtUpdate, corrections, replace } from "./062_events_of_closed_periods";
import { receiptColumns } from "./065_payers";
import { linesOfReceipts, renewConstraint } from "./067_returned_cheques";

/**
 * A receipt of a closed day that is marked as the price of a service (`books.md`, rule 10): the service is sold on the day of the marking,
 * by an event, and nothing of the closed day changes (docs/decisions/payers.md). Where the mark is taken away, an event of that day does it.
 *
 * The release before this one marks no such receipt, and its corrections of one keep the mark or end it.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE receipt_vouchers ADD sold_on date;
    COMMENT ON COLUMN receipt_vouchers.sold_on IS 'the day on which a receipt of a closed day was marked as the price of its service';

    CREATE FUNCTION end_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.sold_on := NULL;
      RETURN NEW;
    END $$;
    CREATE TRIGGER end_mark BEFORE UPDATE ON receipt_vouchers FOR EACH ROW
      WHEN (OLD.sold_on IS NOT NULL AND num_nonnulls(NEW.service_name, NEW.other_service_id) = 0) EXECUTE FUNCTION end_mark();

    -- The service that a receipt sells on its own day. Another one there is a correction.
    CREATE FUNCTION service_of_day(receipt_vouchers) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN $1.sold_on IS NULL THEN coalesce($1.service_name, $1.other_service_id::text) END
    $$`);
  await renewConstraint(knex, "entries", "entries_cause_check", "ARRAY[", `ARRAY['${cause}'::text, `);
  await knex.raw(linesWithMarks);
  await knex.raw(ofItsDay(triggers));
}

const cause = "service_marked";

/** A mark that is taken away is a line of nothing; a correction since then takes away what both entered. */
const linesWithMarks = linesOfReceipts
  .replace(
    "(false, voucher.date, sold, 'service', words)",
    `(false, voucher.date, CASE WHEN voucher.sold_on IS NULL THEN sold ELSE 0 END, 'service', words),
      (true, voucher.sold_on, CASE WHEN voucher.sold_on IS NOT NULL THEN sold WHEN before.sold_on IS NOT NULL THEN 0 END, '${cause}', words)`,
  )
  .replace(
    "(false, voucher.date, -1, 'receipt', words)",
    "(false, voucher.date, -1, 'receipt', CASE WHEN voucher.sold_on IS NULL THEN words ELSE voucher.description END)",
  )
  .replace(
    "num_nonnulls(contracts.id, voucher.customer_id) > 0;",
    "num_nonnulls(contracts.id, voucher.customer_id) > 0 AND sign IS NOT NULL;",
  );

const { own, ...document } = documents.receipt_vouchers as Document;
const { day = "", columns = "" } = corrections.receipt_vouchers ?? {};

/** What enters the lines of receipts, and what refuses corrections of closed days. */
const triggers = `
  ${replace(enteringOf("receipt_vouchers", { ...document, own: [...own, ...receiptColumns.entered] }).entering)}
  ${closedAtUpdate("receipt_vouchers", day, columns + receiptColumns.all)}`;

const ofItsDay = (sql: string) =>
  sql.replace(/(OLD|NEW)\.service_name, ?\1\.other_service_id/g, "service_of_day($1)");

/** @throws Error while there are entries that the schema before cannot hold, naming their receipts */
export async function down(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { document_number: string }[] }>(
    "SELECT DISTINCT document_number FROM entries WHERE cause = ? ORDER BY 1 LIMIT 50",
    [cause],
  );
  if (rows.length)
    throw new Error(
      `The schema before holds no service that was marked later: ${rows.map((row) => row.document_number).join(", ")}`,
    );
  await knex.raw(triggers);
  await knex.raw(linesOfReceipts);
  await renewConstraint(knex, "entries", "entries_cause_check", `'${cause}'::text, `);
  await knex.raw(`
    ALTER TABLE entries VALIDATE CONSTRAINT entries_cause_check;
    DROP FUNCTION service_of_day(receipt_vouchers);
    DROP TRIGGER end_mark ON receipt_vouchers;
    DROP FUNCTION end_mark();
    ALTER TABLE receipt_vouchers DROP sold_on`);
}

import type { Knex } from "knex";
import { lines } from "./065_payers";

/**
 * A cheque that the bank returns (docs/decisions/cheques.md). Its voucher is cancelled by an event with words of its own, and a receipt may
 * have a charge that its payer owes. The money leaves the bank even where that takes it below zero; nothing else does.
 *
 * The release before this one cancels and confirms such vouchers without these columns: a voucher that is confirmed is no returned one.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE receipt_vouchers ADD cheque_state text, ADD return_reason text, ADD charge_amount numeric(20, 4) NOT NULL DEFAULT 0,
      ADD CONSTRAINT receipt_vouchers_cheque ${isCancelledCheque} NOT VALID,
      ADD CONSTRAINT receipt_vouchers_charge CHECK (charge_amount >= 0 AND charge_amount <> 'NaN') NOT VALID;
    ALTER TABLE payment_vouchers ADD cheque_state text, ADD return_reason text,
      ADD CONSTRAINT payment_vouchers_cheque ${isCancelledCheque} NOT VALID;
    COMMENT ON COLUMN receipt_vouchers.charge_amount IS 'what the payer owes for returned cheques, in currency_id';

    CREATE FUNCTION end_return() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.cheque_state := NULL;
      NEW.return_reason := NULL;
      RETURN NEW;
    END $$;
    ${tables
      .map(
        (table) => `
    CREATE TRIGGER end_return BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (OLD.cheque_state IS NOT NULL AND NEW.status = 'confirmed') EXECUTE FUNCTION end_return();`,
      )
      .join("")}`);
  await replaceCauses(knex, "ARRAY[", `ARRAY[${ownCauses}, `);
  await knex.raw(linesOfReceipts);
  await knex.raw(linesOfPayments);
  await knex.raw(`
    CREATE TRIGGER enter_charge AFTER UPDATE ON receipt_vouchers FOR EACH ROW
      WHEN (OLD.charge_amount <> NEW.charge_amount AND OLD.status = NEW.status) EXECUTE FUNCTION enter_receipt_vouchers();`);
  await knex.raw(words);
  await knex.raw(overdraft);
}

const tables = ["receipt_vouchers", "payment_vouchers"];

const isCancelledCheque = `CHECK (CASE WHEN cheque_state IS NULL THEN return_reason IS NULL
  ELSE cheque_state = 'returned' AND payment_method = 'cheque' AND status = 'cancelled' END)`;

const ownCauses = "'cheque_returned'::text, 'payment_cheque_returned'::text, 'charge'::text";

/** Adds a constraint anew, which holds for new rows only, with a text in the place of another. */
export async function renewConstraint(knex: Knex, table: string, name: string, before = "", after = "") {
  const { rows } = await knex.raw<{ rows: { definition: string }[] }>(
    "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = ?",
    [name],
  );
  const definition = rows[0]?.definition.replace(before, after).replace(" NOT VALID", "");
  await knex.raw(
    `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${definition} NOT VALID`,
  );
}

/** The constraint on the causes of entries, which other migrations change too. */
const replaceCauses = (knex: Knex, before: string, after: string) =>
  renewConstraint(knex, "entries", "entries_cause_check", before, after);

/**
 * The day of what happened to a voucher that is entered first: by the movement that gave the money back, by the audit log, or that of its
 * last change. Otherwise the day on which it is written.
 */
const firstDay = (table: string, number: string) =>
  `CASE WHEN before IS NULL AND NOT stands(voucher.status)
     THEN greatest(voucher.date, day_of_status('${table}', voucher.id, voucher.${number}, voucher.updated_at)) END`;

/** What a cancelling takes back and a returned cheque, each 0 where it is the other or neither. */
const ends = (sign: 1 | -1, cancelled: string, returned: string) => `
      (true, day, ${sign} * undone, '${cancelled}', words),
      (true, day, CASE WHEN voucher.cheque_state = 'returned' THEN ${sign} ELSE 0 END, '${returned}', concat_ws('، ', words, voucher.return_reason))`;

/** Of a service only the payment is taken back by a returned cheque: it stays sold, or given back. */
export const told = `
    LATERAL (SELECT service_of(voucher.service_name, voucher.other_service_id) AS service,
      (NOT stands(voucher.status) AND voucher.cheque_state IS NULL)::integer AS undone) AS told,
    LATERAL (SELECT (service IS NOT NULL)::integer AS sold, nullif(concat_ws('، ', service, voucher.description), '') AS words) AS saying`;

/** The charge is its payer's, on account, in the currency of the receipt. */
export const linesOfReceipts = `
  CREATE OR REPLACE FUNCTION lines_of(voucher receipt_vouchers, before receipt_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$
  DECLARE
    day date := ${firstDay("receipt_vouchers", "receipt_number")};
  BEGIN
    RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), NULL::integer, NULL::integer,
      CASE WHEN contracts.id IS NULL THEN own.code ELSE equivalents.code END,
      sign * CASE WHEN contracts.id IS NULL THEN voucher.amount ELSE voucher.equivalent_amount END, cause,
      voucher.receipt_number, line.description, contracts.id, NULL::integer, contract_number,
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    JOIN currencies AS equivalents ON equivalents.id = voucher.equivalent_currency_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id,${told},
    LATERAL (VALUES
      (false, voucher.date, sold, 'service', words),
      (false, voucher.date, -1, 'receipt', words),${ends(1, "receipt_cancelled", "cheque_returned")},
      (true, day, -undone * sold, 'service_cancelled', words)) AS line (is_event, date, sign, cause, description)
    WHERE own.id = voucher.currency_id AND num_nonnulls(contracts.id, voucher.customer_id) > 0;
    RETURN QUERY
    SELECT true, day, voucher.customer_id, voucher.agent_id, voucher.supplier_id, code, voucher.charge_amount, 'charge',
      voucher.receipt_number, concat_ws('، ', voucher.description, voucher.return_reason), NULL::integer, NULL::integer, NULL::text,
      NULL::numeric, NULL::text, NULL::numeric
    FROM currencies WHERE id = voucher.currency_id AND voucher.payer_type <> 'other';
  END $$;`;

const linesOfPayments = `
  CREATE OR REPLACE FUNCTION lines_of(voucher payment_vouchers, before payment_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$
  DECLARE
    day date := ${firstDay("payment_vouchers", "payment_number")};
  BEGIN
    RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), voucher.agent_id, voucher.supplier_id,
      CASE WHEN invoices.id IS NULL THEN coalesce(owed.code, own.code) ELSE 'SAR' END,
      sign * coalesce(voucher.settled_amount, voucher.amount), cause,
      voucher.payment_number, line.description, contracts.id, invoices.id, coalesce(contract_number, invoice_number),
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    LEFT JOIN invoices ON invoices.id = voucher.invoice_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id
    LEFT JOIN currencies AS owed ON owed.id = contracts.currency_id,${told},
    LATERAL (VALUES
      (false, voucher.date, -sold, 'service_returned', words),
      (false, voucher.date, 1, CASE WHEN contracts.id IS NULL THEN 'payment' ELSE 'refund' END, words),${ends(-1, "payment_cancelled", "payment_cheque_returned")},
      (true, day, undone * sold, 'service_returned_cancelled', words)) AS line (is_event, date, sign, cause, description)
    WHERE own.id = voucher.currency_id AND num_nonnulls(voucher.customer_id, voucher.agent_id, voucher.supplier_id) = 1;
  END $$;`;

/** The movement of a returned cheque says so, on statements and in reports. */
const words = `
  ALTER TABLE movements ADD is_return boolean;
  COMMENT ON COLUMN movements.is_return IS 'true where the bank returned a cheque; otherwise null';
  CREATE FUNCTION returned_cheque(number text, OUT reason text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT return_reason FROM receipt_vouchers WHERE receipt_number = number AND cheque_state = 'returned'
    UNION ALL SELECT return_reason FROM payment_vouchers WHERE payment_number = number AND cheque_state = 'returned'
  $$;
  CREATE FUNCTION describe_return() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    returned record;
  BEGIN
    FOR returned IN SELECT * FROM returned_cheque(NEW.document_number) LOOP
      NEW.is_return := true;
      NEW.description := concat_ws('، ', NEW.description, returned.reason);
    END LOOP;
    RETURN NEW;
  END $$;
  -- after \`describe\`, by its name
  CREATE TRIGGER describe_return BEFORE INSERT ON movements FOR EACH ROW WHEN (NEW.is_event AND is_reversal(NEW.cause))
    EXECUTE FUNCTION describe_return();`;

/**
 * A bank falls below zero by a returned cheque alone. From below zero a transaction may take what it has put in: a correction of a
 * receipt there takes it back and writes it anew. The check is made when the movement is written, at the end of its statement.
 */
const overdraft = `
  ALTER TABLE accounts DROP CONSTRAINT accounts_balance_check,
    ADD CONSTRAINT accounts_balance_check CHECK (balance <> 'NaN' AND (balance >= 0 OR kind = 'bank'));
  CREATE FUNCTION refuse_overdraft() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    last movements;
  BEGIN
    SELECT * INTO last FROM movements WHERE account_id = NEW.id ORDER BY created_at DESC, id DESC LIMIT 1;
    IF last.cause = 'receipt_reversal' AND EXISTS (SELECT FROM returned_cheque(last.document_number)) OR (
      SELECT sum(amount) >= 0 FROM movements
      WHERE account_id = NEW.id AND created_at >= now() - interval '1 second' AND xmin = pg_current_xact_id()::xid) THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION 'a bank falls below zero' USING ERRCODE = 'check_violation', TABLE = 'accounts', CONSTRAINT = 'accounts_balance_check';
  END $$;
  CREATE TRIGGER refuse_overdraft AFTER UPDATE ON accounts FOR EACH ROW
    WHEN (NEW.balance < 0 AND NEW.balance < OLD.balance) EXECUTE FUNCTION refuse_overdraft();`;

/**
 * What was returned and confirmed again is a cancelling and its end, and a charge that was waived is none.
 * @throws Error while the schema before cannot hold what there is, naming it
 */
export async function down(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    SELECT receipt_number AS name FROM receipt_vouchers WHERE cheque_state IS NOT NULL OR charge_amount <> 0
    UNION SELECT payment_number FROM payment_vouchers WHERE cheque_state IS NOT NULL
    UNION SELECT name FROM accounts WHERE balance < 0 ORDER BY 1 LIMIT 50`);
  if (rows.length)
    throw new Error(
      `The schema before holds no returned cheque and no bank below zero: ${rows.map(({ name }) => name).join(", ")}`,
    );
  await knex.raw(`
    DROP TRIGGER refuse_overdraft ON accounts;
    DROP FUNCTION refuse_overdraft();
    ALTER TABLE accounts DROP CONSTRAINT accounts_balance_check,
      ADD CONSTRAINT accounts_balance_check CHECK (balance >= 0 AND balance <> 'NaN');
    DROP TRIGGER describe_return ON movements;
    DROP FUNCTION describe_return();
    ALTER TABLE movements DROP is_return;
    DROP FUNCTION returned_cheque(text);
    DROP TRIGGER enter_charge ON receipt_vouchers;
    ALTER TABLE entries DISABLE TRIGGER USER;
    DELETE FROM entries WHERE cause = 'charge';
    UPDATE entries SET cause = replace(replace(cause, 'payment_cheque_returned', 'payment_cancelled'), 'cheque_returned', 'receipt_cancelled')
      WHERE cause IN ('cheque_returned', 'payment_cheque_returned');
    ALTER TABLE entries ENABLE TRIGGER USER`);
  await knex.raw(lines);
  await replaceCauses(knex, `${ownCauses}, `, "");
  await knex.raw("ALTER TABLE entries VALIDATE CONSTRAINT entries_cause_check");
  await knex.raw(`
    ${tables.map((table) => `DROP TRIGGER end_return ON ${table};`).join("")}
    DROP FUNCTION end_return();
    ALTER TABLE receipt_vouchers DROP cheque_state, DROP return_reason, DROP charge_amount;
    ALTER TABLE payment_vouchers DROP cheque_state, DROP return_reason`);
}

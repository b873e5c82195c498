import type { Knex } from "knex";
import { dropTotals, rightsOn } from "./002_totals";
import { renewConstraint } from "./067_returned_cheques";
import { reword } from "./071_hidden_parties";

/**
 * Credit notes of agents and suppliers, and money from them (books.md, rule 5; docs/decisions/credit-notes.md). A credit note is a row of invoices: what of
 * it its invoice still owed is settled at once, the rest is on account. A partner's receipt without a contract takes from what is on account; what
 * nothing stood against is a credit note that goes with it.
 *
 * The release before this one writes none of the new columns: its documents are invoices, and its receipts of partners pay contracts. The next
 * migration checks the receipts that an office has.
 */
export async function up(knex: Knex) {
  const rights = await rightsOn(knex, ["invoices_totals"]);
  await knex.raw(`
    ALTER TABLE invoices ADD document_type text NOT NULL DEFAULT 'invoice' CHECK (document_type IN ('invoice', 'credit_note')),
      ADD credited_invoice_id integer REFERENCES invoices,
      ADD receipt_id integer REFERENCES receipt_vouchers ON DELETE CASCADE,
      ADD settled_amount numeric(20, 2) NOT NULL DEFAULT 0,
      ADD credited_amount numeric(20, 2) NOT NULL DEFAULT 0 CHECK (credited_amount >= 0),
      DROP CONSTRAINT invoices_not_overpaid,
      ADD CONSTRAINT invoices_not_overpaid CHECK (paid_amount + credited_amount <= amount + tax_amount),
      ADD CONSTRAINT invoices_credit_note CHECK (CASE document_type
        WHEN 'invoice' THEN num_nonnulls(credited_invoice_id, receipt_id) = 0 AND settled_amount = 0
        ELSE payment_status IN ('paid', 'cancelled') AND num_nonnulls(due_date, paid_on) = 0 AND amount + tax_amount > 0
          AND paid_amount = 0 AND credited_amount = 0 AND settled_amount BETWEEN 0 AND amount + tax_amount
          AND (settled_amount = 0 OR credited_invoice_id IS NOT NULL) END);
    COMMENT ON COLUMN invoices.credited_amount IS 'what credit notes took off it';
    COMMENT ON COLUMN invoices.settled_amount IS 'of a credit note: what of it is taken off its invoice; the rest is on account';
    COMMENT ON COLUMN invoices.receipt_id IS 'the receipt that made a credit note and that it goes with';
    ALTER TABLE receipt_vouchers ADD money_back boolean NOT NULL DEFAULT false,
      ADD credited_invoice_id integer REFERENCES invoices DEFERRABLE, -- its note refers to it: a restore loads one of both first
      ADD converted_amount numeric(20, 4), ADD settled_amount numeric(20, 4),
      ADD CONSTRAINT receipt_vouchers_partner ${ofPartners} NOT VALID;
    COMMENT ON COLUMN receipt_vouchers.money_back IS 'whether a partner gives money back, for which a credit note is made where nothing stands against it';
    COMMENT ON COLUMN receipt_vouchers.converted_amount IS 'what of a partner''s receipt is set against riyals';
    COMMENT ON COLUMN receipt_vouchers.settled_amount IS 'the same in riyals'`);
  await knex.raw(numbering);
  await renewConstraint(knex, "entries", "entries_cause_check", "ARRAY[", `ARRAY[${causes}`);
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
  for (const { table, name, from, to } of triggers) await knex.raw(rewordTrigger(table, name, from, to));
  await dropTotals(knex, "invoices_totals");
  await knex.raw(`
    SELECT keep_totals('invoices', '{"kind": "kind", "document_type": "document_type", "payment_status": "payment_status"}',
      '{total_amount,paid_amount,credited_amount}')`);
  for (const right of rights) await knex.raw(right);
}

const ofPartners = `CHECK (CASE WHEN contract_id IS NULL AND payer_type IN ('agent', 'supplier')
  THEN (credited_invoice_id IS NULL OR money_back) AND num_nonnulls(converted_amount, settled_amount) <> 1
    AND coalesce(converted_amount BETWEEN 0 AND amount AND settled_amount > 0, true)
  ELSE NOT money_back AND num_nonnulls(credited_invoice_id, converted_amount, settled_amount) = 0 END)`;

/** A receipt makes its credit note by one statement, which travels with the others (docs/decisions/round-trips.md). */
const numbering = `
  -- The number of the kind's invoices plus 1 or, where that is taken, the next free one.
  CREATE FUNCTION free_invoice_number(of_kind text, prefix text) RETURNS text LANGUAGE sql STABLE AS $$
    WITH RECURSIVE places (place, number) AS (
      SELECT place, prefix || lpad(place::text, greatest(3, length(place::text)), '0')
      FROM (SELECT coalesce(sum(count), 0)::bigint + 1 AS place FROM invoices_totals WHERE kind = of_kind) AS first
      UNION ALL
      SELECT place + 1, prefix || lpad((place + 1)::text, greatest(3, length((place + 1)::text)), '0') FROM places
      WHERE EXISTS (SELECT FROM invoices WHERE kind = of_kind AND upper(invoice_number) = number))
    SELECT number FROM places ORDER BY place DESC LIMIT 1
  $$;

  -- Inserts an invoice under the next free number. If another transaction takes the number at the same moment, this waits for it and takes the next one.
  CREATE FUNCTION insert_invoice(sent jsonb, prefix text) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    names text := (SELECT string_agg(quote_ident(name), ', ') FROM jsonb_object_keys(sent) AS name);
    inserted integer;
  BEGIN
    WHILE inserted IS NULL LOOP
      EXECUTE format('INSERT INTO invoices (invoice_number, %1$s) SELECT $2, %1$s FROM jsonb_populate_record(NULL::invoices, $1)
        ON CONFLICT (kind, upper(invoice_number)) DO NOTHING RETURNING id', names)
        INTO inserted USING sent, free_invoice_number(sent ->> 'kind', prefix);
    END LOOP;
    RETURN inserted;
  END $$`;

const causes = "'credit_note'::text, 'credit_note_cancelled'::text, ";

/** A trigger with a text in the place of another. */
const rewordTrigger = (table: string, name: string, from: string, to: string) => `
  DO $reword$ DECLARE
    definition text := (SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND tgname = '${name}');
  BEGIN
    IF strpos(definition, $words$${from}$words$) = 0 THEN RAISE EXCEPTION '${name} of ${table} says something else'; END IF;
    DROP TRIGGER ${name} ON ${table};
    EXECUTE replace(definition, $words$${from}$words$, $words$${to}$words$);
  END $reword$`;

const isChanged = (column: string) => `(old.${column} IS DISTINCT FROM new.${column})`;

/** A trigger that also looks at these columns. */
const withColumns = (table: string, name: string, after: string, columns: string[]) => ({
  table,
  name,
  from: isChanged(after),
  to: [after, ...columns].map(isChanged).join(" OR "),
});

const ofReceipt = ["agent_id", "supplier_id", "converted_amount", "settled_amount"];
const ofNote = ["credited_invoice_id", "settled_amount"];

const triggers = [
  withColumns("invoices", "enter_update", "invoice_number", [...ofNote, "credited_amount"]),
  withColumns("invoices", "closed_period_at_update", "invoice_number", ["credited_invoice_id"]),
  withColumns("receipt_vouchers", "enter_update", "receipt_number", ofReceipt),
  withColumns("receipt_vouchers", "closed_period_at_update", "receipt_number", [
    "money_back",
    "credited_invoice_id",
  ]),
];

/** A function that enters a document when more of its columns are corrected. */
const corrected = (table: string, after: string, columns: string[]) =>
  ["OLD", "NEW"].map((row) => ({
    of: `enter_${table}()`,
    from: `${row}.${after},`,
    to: [after, ...columns].map((column) => `${row}.${column},`).join(""),
  }));

/** What functions say before and after. */
const rewordings = [
  ...corrected("invoices", "invoice_number", ofNote),
  ...corrected("receipt_vouchers", "receipt_number", ofReceipt),
  {
    of: "lines_of(invoices, invoices)",
    from: "AS $function$ BEGIN RETURN QUERY\n",
    to: `AS $function$ BEGIN
    IF invoice.document_type = 'credit_note' THEN
      RETURN QUERY
      SELECT event.is_event, CASE WHEN NOT event.is_event THEN invoice.invoice_date WHEN before IS NULL AND NOT stands(invoice.payment_status)
          THEN greatest(invoice.invoice_date, day_of_status('invoices', invoice.id, NULL, invoice.updated_at)) END,
        NULL::integer, invoice.agent_id, invoice.supplier_id, 'SAR',
        CASE WHEN NOT event.is_event THEN part.amount WHEN stands(invoice.payment_status) THEN 0 ELSE -part.amount END,
        CASE WHEN event.is_event THEN 'credit_note_cancelled' ELSE 'credit_note' END, invoice.invoice_number, invoice.description,
        NULL::integer, part.invoice_id, part.number, NULL::numeric, NULL, NULL::numeric
      FROM (VALUES (false), (true)) AS event (is_event), (
        SELECT invoice.settled_amount AS amount, invoice.credited_invoice_id AS invoice_id,
          (SELECT invoice_number FROM invoices WHERE id = invoice.credited_invoice_id) AS number
        WHERE invoice.credited_invoice_id IS NOT NULL
        UNION ALL SELECT invoice.total_amount - invoice.settled_amount, NULL, NULL) AS part
      ORDER BY event.is_event;
      RETURN;
    END IF;
    RETURN QUERY\n`,
  },
  {
    of: "lines_of(invoices, invoices)",
    from: "invoice.total_amount - invoice.paid_amount ELSE 0",
    to: "invoice.total_amount - invoice.paid_amount - invoice.credited_amount ELSE 0",
  },
  {
    of: "invoice_cancelled_on(integer, text)",
    from: "invoice_id = $1 AND cause = 'invoice_cancelled'",
    to: "document IN ('agent', 'purchase') AND document_id = $1 AND cause IN ('invoice_cancelled', 'credit_note_cancelled')",
  },
  ...[
    {
      from: "coalesce(contracts.customer_id, voucher.customer_id), NULL::integer, NULL::integer,",
      to: `coalesce(contracts.customer_id, voucher.customer_id),
      CASE WHEN contracts.id IS NULL THEN voucher.agent_id END, CASE WHEN contracts.id IS NULL THEN voucher.supplier_id END,`,
    },
    {
      from: "contracts.id IS NULL THEN voucher.amount ELSE",
      to: "contracts.id IS NULL THEN voucher.amount - coalesce(voucher.converted_amount, 0) ELSE",
    },
    {
      from: "num_nonnulls(contracts.id, voucher.customer_id) > 0",
      to: "num_nonnulls(contracts.id, voucher.customer_id, voucher.agent_id, voucher.supplier_id) > 0",
    },
    {
      from: "    IF before IS NULL AND voucher.charge_amount = 0 THEN RETURN; END IF;",
      to: `    IF voucher.settled_amount IS NOT NULL OR before.settled_amount IS NOT NULL THEN
      RETURN QUERY
      SELECT is_event, line.date, NULL::integer, voucher.agent_id, voucher.supplier_id, 'SAR', sign * coalesce(voucher.settled_amount, 0), cause,
        voucher.receipt_number, line.description, NULL::integer, NULL::integer, NULL::text,
        voucher.converted_amount, code, round(voucher.settled_amount / nullif(voucher.converted_amount, 0), 8)
      FROM currencies, LATERAL (VALUES
        (false, voucher.date, -1, 'receipt', words),
        (true, day, 1 * undone, 'receipt_cancelled', words),
        (true, day, CASE WHEN voucher.cheque_state = 'returned' THEN 1 ELSE 0 END, 'cheque_returned', concat_ws('، ', words, voucher.return_reason)))
        AS line (is_event, date, sign, cause, description)
      WHERE currencies.id = voucher.currency_id;
    END IF;
    IF before IS NULL AND voucher.charge_amount = 0 THEN RETURN; END IF;`,
    },
  ].map((words) => ({ of: "lines_of(receipt_vouchers, receipt_vouchers)", ...words })),
  {
    of: "with_words(movements)",
    from: "CASE WHEN receipts.payer_type = 'other' AND receipts.contract_id IS NULL THEN 'income' ELSE 'receipt' END",
    to: "CASE WHEN receipts.contract_id IS NOT NULL OR receipts.payer_type = 'customer' THEN 'receipt' WHEN receipts.payer_type = 'other' THEN 'income' ELSE 'partner' END",
  },
];

/** @throws Error while there are documents that the schema before cannot hold, naming them; entries and movements are final */
export async function down(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { number: string }[] }>(`
    SELECT invoice_number AS number FROM invoices WHERE document_type = 'credit_note'
    UNION SELECT document_number FROM entries WHERE cause LIKE 'credit_note%'
    UNION SELECT document_number FROM entries WHERE document = 'receipt' AND customer_id IS NULL AND cause <> 'charge'
    UNION SELECT document_number FROM movements WHERE purpose = 'partner' ORDER BY 1 LIMIT 50`);
  if (rows.length)
    throw new Error(
      `The schema before holds no credit notes and no money from partners: ${rows.map(({ number }) => number).join(", ")}`,
    );
  const rights = await rightsOn(knex, ["invoices_totals"]);
  await dropTotals(knex, "invoices_totals");
  for (const { table, name, from, to } of triggers.toReversed())
    await knex.raw(rewordTrigger(table, name, to, from));
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
  await renewConstraint(knex, "entries", "entries_cause_check", causes);
  await knex.raw(`
    DROP FUNCTION insert_invoice(jsonb, text);
    DROP FUNCTION free_invoice_number(text, text);
    ALTER TABLE entries VALIDATE CONSTRAINT entries_cause_check;
    ALTER TABLE receipt_vouchers DROP money_back, DROP credited_invoice_id, DROP converted_amount, DROP settled_amount;
    ALTER TABLE invoices DROP document_type, DROP credited_invoice_id, DROP receipt_id, DROP settled_amount, DROP credited_amount,
      ADD CONSTRAINT invoices_not_overpaid CHECK (paid_amount <= amount + tax_amount);
    SELECT keep_totals('invoices', '{"kind": "kind", "payment_status": "payment_status"}', '{total_amount,paid_amount}')`);
  for (const right of rights) await knex.raw(right);
}

import type { Knex } from "knex";

/**
 * Each document enters what it says: `lines_of` has its lines, a trigger gives them to `keep_entries`. The line of the document itself
 * comes first, then those of its events, which are 0 where there is none.
 */
export async function up(knex: Knex) {
  await knex.raw(dayOfStatus);
  await knex.raw(linesOfContracts);
  await knex.raw(linesOfVouchers);
  await knex.raw(linesOfInvoices);
  for (const [table, document] of Object.entries(documents)) {
    const { entering, atUpdate } = enteringOf(table, document);
    await knex.raw(`${entering}
      CREATE TRIGGER enter AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION enter_${table}();
      ${atUpdate}`);
  }
}

/** What was signed stays as it was signed. What a discount, a cancelling and a fee change of it has its own day. */
export const linesOfContracts = `
  CREATE FUNCTION lines_of(contract contracts, before contracts) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, contract.customer_id, NULL::integer, NULL::integer, code, line.amount, cause,
      contract.contract_number, line.description, contract.id, NULL::integer, contract.contract_number, NULL::numeric, NULL, NULL::numeric
    FROM currencies, campaigns, LATERAL (
      SELECT coalesce(
        (SELECT sum(amount) FROM entries
         WHERE document = 'contract' AND document_id = contract.id AND entries.cause = 'contract' HAVING count(*) > 0),
        contract.total_amount + CASE WHEN contract.discounted_on > contract.contract_date THEN contract.discount_amount ELSE 0 END
      ) AS amount) AS signed,
    LATERAL (VALUES
      (false, contract.contract_date, signed.amount, 'contract', concat(campaigns.name, '، بعد خصم ' || round(
        nullif(CASE WHEN signed.amount = contract.total_amount THEN contract.discount_amount END, 0), minor_unit(code)) || ' ' || code)),
      (true, CASE WHEN before IS NULL OR before.discounted_on IS DISTINCT FROM contract.discounted_on THEN contract.discounted_on END,
        contract.total_amount - signed.amount, 'discount', concat_ws('، ', campaigns.name, contract.discount_reason)),
      (true, CASE WHEN before IS NULL OR before.cancelled_on IS DISTINCT FROM contract.cancelled_on
          THEN coalesce(contract.cancelled_on, CASE WHEN before IS NULL AND NOT stands(contract.status) THEN greatest(contract.contract_date, day_of_status('contracts', contract.id, NULL, contract.updated_at)) END) END,
        CASE WHEN stands(contract.status) THEN 0 ELSE -contract.total_amount END, 'cancelling', concat_ws('، ', campaigns.name, contract.cancellation_reason)),
      (true, CASE WHEN before IS NULL OR before.cancelled_on IS DISTINCT FROM contract.cancelled_on THEN contract.cancelled_on END,
        contract.cancellation_fee, 'fee', concat_ws('، ', campaigns.name, contract.cancellation_reason))
    ) AS line (is_event, date, amount, cause, description)
    WHERE currencies.id = contract.currency_id AND campaigns.id = contract.campaign_id;
  END $$;`;

/** The day on which a document without such a day got its status: by the movement that gave its money back, by the audit log, or that of its last change. */
export const dayOfStatus = `
  CREATE FUNCTION day_of_status(name text, id integer, number text, changed_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT office_day(coalesce(
      (SELECT max(created_at) FROM movements WHERE document_number = $3 AND cause LIKE '%_reversal'),
      (SELECT max(at) FROM audit_log WHERE kind = $1 AND record_id = $2 AND action = 'update' AND jsonb_exists_any(changes, ARRAY['status', 'payment_status'])),
      changed_at))
  $$;`;

/** A receipt or payment for a contract counts in the contract's currency, that of an invoice in riyals, and others in their own. */
export const linesOfVouchers = `
  CREATE FUNCTION lines_of(voucher receipt_vouchers, before receipt_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), NULL::integer, NULL::integer,
      CASE WHEN contracts.id IS NULL THEN own.code ELSE equivalents.code END,
      sign * CASE WHEN contracts.id IS NULL THEN voucher.amount ELSE voucher.equivalent_amount END, cause,
      voucher.receipt_number, voucher.description, contracts.id, NULL::integer, contract_number,
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    JOIN currencies AS equivalents ON equivalents.id = voucher.equivalent_currency_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id,
    LATERAL (VALUES
      (false, voucher.date, -1, 'receipt'),
      (true, CASE WHEN before IS NULL AND NOT stands(voucher.status)
          THEN greatest(voucher.date, day_of_status('receipt_vouchers', voucher.id, voucher.receipt_number, voucher.updated_at)) END,
        CASE WHEN stands(voucher.status) THEN 0 ELSE 1 END, 'receipt_cancelled')) AS line (is_event, date, sign, cause)
    WHERE own.id = voucher.currency_id;
  END $$;

  CREATE FUNCTION lines_of(voucher payment_vouchers, before payment_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), voucher.agent_id, voucher.supplier_id,
      CASE WHEN invoices.id IS NULL THEN coalesce(owed.code, own.code) ELSE 'SAR' END,
      sign * coalesce(voucher.settled_amount, voucher.amount), cause,
      voucher.payment_number, voucher.description, contracts.id, invoices.id, coalesce(contract_number, invoice_number),
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    LEFT JOIN invoices ON invoices.id = voucher.invoice_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id
    LEFT JOIN currencies AS owed ON owed.id = contracts.currency_id,
    LATERAL (VALUES
      (false, voucher.date, 1, CASE WHEN contracts.id IS NULL THEN 'payment' ELSE 'refund' END),
      (true, CASE WHEN before IS NULL AND NOT stands(voucher.status)
          THEN greatest(voucher.date, day_of_status('payment_vouchers', voucher.id, voucher.payment_number, voucher.updated_at)) END,
        CASE WHEN stands(voucher.status) THEN 0 ELSE -1 END, 'payment_cancelled')) AS line (is_event, date, sign, cause)
    WHERE own.id = voucher.currency_id AND num_nonnulls(voucher.customer_id, voucher.agent_id, voucher.supplier_id) = 1;
  END $$;`;

const linesOfInvoices = `
  CREATE FUNCTION lines_of(invoice invoices, before invoices) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, NULL::integer, invoice.agent_id, invoice.supplier_id, 'SAR', line.amount, cause,
      invoice.invoice_number, line.description, NULL::integer, invoice.id, invoice.invoice_number, NULL::numeric, NULL, NULL::numeric
    FROM (VALUES
      (false, invoice.invoice_date, -invoice.total_amount, 'invoice', invoice.description),
      (true, CASE WHEN before IS NULL AND NOT stands(invoice.payment_status)
          THEN greatest(invoice.invoice_date, day_of_status('invoices', invoice.id, NULL, invoice.updated_at)) END,
        CASE WHEN stands(invoice.payment_status) THEN 0 ELSE invoice.total_amount END, 'invoice_cancelled', invoice.description),
      (true, CASE WHEN before IS NULL THEN coalesce(invoice.paid_on, invoice.invoice_date)
          WHEN before.paid_on IS DISTINCT FROM invoice.paid_on THEN invoice.paid_on END,
        CASE invoice.payment_status WHEN 'paid' THEN invoice.total_amount - invoice.paid_amount ELSE 0 END,
        'paid_without_voucher', invoice.payment_reason)
    ) AS line (is_event, date, amount, cause, description);
  END $$;`;

/** Columns by their names, which blanks part. */
const columns = (names: string) => names.trim().split(/\s+/);

/** A document's kind in SQL, its own columns, whose change is a correction, and those of its events. */
export type Document = { kind: (row: string) => string; own: string[]; status: string; events?: string[] };

export const documents: Record<string, Document> = {
  contracts: {
    kind: () => "'contract'",
    own: columns("contract_date currency_id"),
    status: "status",
    events: columns("customer_id total_amount discount_amount cancellation_fee"),
  },
  receipt_vouchers: {
    kind: () => "'receipt'",
    own: columns(`date customer_id contract_id amount currency_id equivalent_amount equivalent_currency_id
      exchange_rate_at_payment description receipt_number`),
    status: "status",
  },
  payment_vouchers: {
    kind: () => "'payment'",
    own: columns(`date customer_id agent_id supplier_id contract_id invoice_id amount currency_id
      settled_amount exchange_rate_at_payment description payment_number`),
    status: "status",
  },
  invoices: {
    kind: (row) => `${row}.kind`,
    own: columns("invoice_date agent_id supplier_id amount tax_amount invoice_number description"),
    status: "payment_status",
    events: ["paid_amount"],
  },
};

const isChanged = (columns: string[]) =>
  `(${columns.map((column) => `OLD.${column}`)}) IS DISTINCT FROM (${columns.map((column) => `NEW.${column}`)})`;

/**
 * A row that has no entries yet gets those of what it was first: the next migration has not come to it. A contract's customer changes
 * only when two customers are joined, which moves entries.
 */
export function enteringOf(table: string, { kind: kindOf, own, status, events = [] }: Document) {
  const kind = kindOf("document");
  const entering = `
  CREATE FUNCTION enter_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE document ${table} := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM keep_entries(${kind}, document.id, ARRAY(SELECT lines_of(document, NULL::${table})), true, document.created_at);
      RETURN NULL;
    END IF;
    IF NOT EXISTS (SELECT FROM entries WHERE entries.document = ${kind} AND document_id = document.id) THEN
      PERFORM keep_entries(${kind}, document.id, ARRAY(SELECT lines_of(OLD, NULL::${table})), true, document.created_at);
    END IF;${
      table === "contracts"
        ? `
    UPDATE entries SET customer_id = document.customer_id WHERE contract_id = document.id AND customer_id <> document.customer_id;`
        : ""
    }
    IF TG_OP = 'UPDATE' THEN
      IF ${isChanged(own)} AND ${isChanged([status])} THEN -- first the correction
        document.${status} := OLD.${status};
        PERFORM keep_entries(${kind}, document.id, ARRAY(SELECT lines_of(document, OLD)), true, clock_timestamp());
      END IF;
      PERFORM keep_entries(${kind}, document.id, ARRAY(SELECT lines_of(NEW, OLD)), ${isChanged(own)}, clock_timestamp());
    ELSE
      PERFORM keep_entries(${kind}, document.id, '{}', true, clock_timestamp());
    END IF;
    RETURN NULL;
  END $$;`;
  const atUpdate = `
  CREATE TRIGGER enter_update AFTER UPDATE ON ${table} FOR EACH ROW
    WHEN (${isChanged([...own, status, ...events])}) EXECUTE FUNCTION enter_${table}();`;
  return { entering, atUpdate };
}

export async function down(knex: Knex) {
  for (const table of Object.keys(documents))
    await knex.raw(`
      DROP TRIGGER enter ON ${table};
      DROP TRIGGER enter_update ON ${table};
      DROP FUNCTION enter_${table}();
      DROP FUNCTION lines_of(${table}, ${table})`);
  await knex.raw("DROP FUNCTION day_of_status(text, integer, text, timestamptz)");
}

import type { Knex } from "knex";
import { keepEntries } from "./054_entries";

/**
 * An event of an open day goes through though its document is of a closed period (docs/decisions/closing.md): a status, a discount, a fee.
 * What is no money is free. A correction of the document is refused, and nothing is entered or moved on a closed day.
 *
 * The day of an event is the transaction's `office.event_date`, otherwise today, and not before the document's own day.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION event_day(day date, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
      SELECT greatest(day, coalesce(nullif(current_setting('office.event_date', true), '')::date, office_day(at)))
    $$`);
  await knex.raw(keepEntriesOfEvents);
  await knex.raw(`
    -- The day on which a voucher or an invoice was cancelled; null where it stands.
    CREATE FUNCTION voucher_cancelled_on(number text, status text) RETURNS date LANGUAGE sql STABLE AS $$
      SELECT date FROM movements WHERE NOT stands(status) AND document_number = number AND is_event AND is_reversal(cause) ORDER BY id DESC LIMIT 1
    $$;
    CREATE FUNCTION invoice_cancelled_on(id integer, status text) RETURNS date LANGUAGE sql STABLE AS $$
      SELECT max(date) FROM entries WHERE NOT stands(status) AND invoice_id = $1 AND cause = 'invoice_cancelled'
    $$;

    CREATE FUNCTION refuse_closed_day() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM refuse_closed_period((to_jsonb(NEW) ->> TG_ARGV[0])::date);
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_closed_day BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse_closed_day('date');
    CREATE TRIGGER refuse_closed_day BEFORE INSERT ON movements FOR EACH ROW EXECUTE FUNCTION refuse_closed_day('date');
    ${Object.entries(corrections)
      .map(([table, { day, columns }]) => closedAtUpdate(table, day, columns))
      .join("")}

    -- The agent of a contract whose share is invoiced.
    CREATE FUNCTION keep_closed_share() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM commission_parts WHERE contract_id = OLD.id) THEN PERFORM refuse_closed_period(OLD.contract_date); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER closed_share BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN ((OLD.agent_id, OLD.commission_rate) IS DISTINCT FROM (NEW.agent_id, NEW.commission_rate)) EXECUTE FUNCTION keep_closed_share();

    DROP TRIGGER closed_cancellation ON contracts;
    CREATE TRIGGER closed_cancellation BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (NEW.cancelled_on IS DISTINCT FROM OLD.cancelled_on) EXECUTE FUNCTION refuse_closed_day('cancelled_on');
    CREATE TRIGGER closed_discount BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (NEW.discounted_on IS DISTINCT FROM OLD.discounted_on) EXECUTE FUNCTION refuse_closed_day('discounted_on');
    DROP TRIGGER closed_decision_at_update ON invoices;
    CREATE TRIGGER closed_decision_at_update BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN (NEW.paid_on IS DISTINCT FROM OLD.paid_on) EXECUTE FUNCTION refuse_closed_day('paid_on')`);
}

/** The statements that create functions, as they replace them. */
export const replace = (create: string) => create.replaceAll("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION");

/** keep_entries, where events have the transaction's day. */
export const keepEntriesOfEvents = replace(keepEntries).replace(
  "office_day(at)",
  "event_day(lines[1].date, at)",
);

/** Refuses a correction of a closed day's document. */
export const closedAtUpdate = (table: string, day: string, columns: string) => `
    DROP TRIGGER closed_period_at_update ON ${table};
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (${row("OLD", columns)} IS DISTINCT FROM ${row("NEW", columns)}) EXECUTE FUNCTION keep_period_closed('${day}');`;

/** By table: the day of its documents, and the columns whose change is a correction. */
export const corrections: Record<string, { day: string; columns: string }> = {
  contracts: {
    day: "contract_date",
    columns: "contract_date currency_id customer_id campaign_id package_id",
  },
  invoices: {
    day: "invoice_date",
    columns: "invoice_date invoice_number agent_id supplier_id amount tax_amount description campaign_id",
  },
  receipt_vouchers: {
    day: "date",
    columns: `date receipt_number customer_id contract_id amount currency_id exchange_rate_at_payment equivalent_amount equivalent_currency_id
      payment_method payment_reference account_id account_amount description received_by`,
  },
  payment_vouchers: {
    day: "date",
    columns: `date payment_number beneficiary_type customer_id agent_id supplier_id expense_id beneficiary campaign_id contract_id invoice_id
      amount currency_id settled_amount exchange_rate_at_payment payment_method payment_reference account_id account_amount description paid_by`,
  },
};

const row = (of: "OLD" | "NEW", columns: string) =>
  `(${columns
    .trim()
    .split(/\s+/)
    .map((column) => `${of}.${column}`)
    .join(", ")})`;

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TRIGGER closed_decision_at_update ON invoices;
    CREATE TRIGGER closed_decision_at_update BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN ((OLD.paid_on, OLD.amount, OLD.tax_amount, OLD.paid_amount)
        IS DISTINCT FROM (NEW.paid_on, NEW.amount, NEW.tax_amount, NEW.paid_amount))
      EXECUTE FUNCTION keep_closed_decision();
    DROP TRIGGER closed_discount ON contracts;
    DROP TRIGGER closed_cancellation ON contracts;
    CREATE TRIGGER closed_cancellation BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN ((OLD.cancelled_on, OLD.cancellation_fee) IS DISTINCT FROM (NEW.cancelled_on, NEW.cancellation_fee))
      EXECUTE FUNCTION keep_period_closed('cancelled_on');
    DROP TRIGGER closed_share ON contracts;
    DROP FUNCTION keep_closed_share();
    DROP TRIGGER refuse_closed_day ON movements;
    DROP TRIGGER refuse_closed_day ON entries;
    DROP FUNCTION refuse_closed_day();
    DROP FUNCTION invoice_cancelled_on(integer, text);
    DROP FUNCTION voucher_cancelled_on(text, text);
    DROP TRIGGER closed_period_at_update ON contracts;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount AND OLD.refunded_amount = NEW.refunded_amount
        AND (OLD.schedule IS NOT DISTINCT FROM NEW.schedule OR
        (OLD.status, OLD.total_amount, OLD.currency_id, OLD.contract_date, OLD.customer_id, OLD.campaign_id, OLD.package_id) IS DISTINCT FROM
        (NEW.status, NEW.total_amount, NEW.currency_id, NEW.contract_date, NEW.customer_id, NEW.campaign_id, NEW.package_id)))
      EXECUTE FUNCTION keep_period_closed('contract_date');
    DROP TRIGGER closed_period_at_update ON invoices;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount) EXECUTE FUNCTION keep_period_closed('invoice_date');
    ${["receipt_vouchers", "payment_vouchers"]
      .map(
        (table) => `
    DROP TRIGGER closed_period_at_update ON ${table};
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION keep_period_closed('date');`,
      )
      .join("")}`);
  await knex.raw(replace(keepEntries));
  await knex.raw(`
    CREATE OR REPLACE FUNCTION event_day(day date, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$ SELECT greatest(day, office_day(at)) $$`);
}

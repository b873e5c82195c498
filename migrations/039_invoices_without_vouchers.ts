import type { Knex } from "knex";

/**
 * A user's decision that an invoice is paid without a voucher: its day, its user and the reason. They are null for all other
 * invoices, and for decisions from before this migration. A decision of a closed period stays as it is.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE invoices ADD paid_on date, ADD paid_by integer REFERENCES users, ADD payment_reason text,
      ADD CONSTRAINT invoices_paid_on CHECK (paid_on IS NULL OR payment_status = 'paid');
    CREATE INDEX ON invoices (paid_on) WHERE paid_on IS NOT NULL;
    CREATE FUNCTION keep_closed_decision() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refuse_closed_period(least(OLD.paid_on, NEW.paid_on));
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$;
    CREATE TRIGGER closed_decision BEFORE INSERT OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_closed_decision();
    CREATE TRIGGER closed_decision_at_update BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN ((OLD.paid_on, OLD.amount, OLD.tax_amount, OLD.paid_amount)
        IS DISTINCT FROM (NEW.paid_on, NEW.amount, NEW.tax_amount, NEW.paid_amount))
      EXECUTE FUNCTION keep_closed_decision()`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TRIGGER closed_decision ON invoices;
    DROP TRIGGER closed_decision_at_update ON invoices;
    DROP FUNCTION keep_closed_decision();
    ALTER TABLE invoices DROP COLUMN paid_on, DROP COLUMN paid_by, DROP COLUMN payment_reason`);
}

import type { Knex } from "knex";

/**
 * Up to the day on which a period was closed no voucher, invoice, contract or adjustment is made, changed, cancelled or
 * deleted (rulings §3, docs/decisions/closing.md). Of period_closings the newest row holds; null opens everything.
 * refuse_closed_period(day) raises OP001 with the date as its detail. Whoever writes a document holds the lock shared
 * until the commit, who closes holds it alone: what was under way is finished first, what comes later sees the date.
 *
 *     SELECT keep_closed(<table>, <its date>, <true where vouchers pay it: what they pay changes no document>)
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE period_closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      deed text NOT NULL DEFAULT 'close' CHECK (deed IN ('close', 'reopen')),
      closed_until date,
      reason text,
      closed_by integer NOT NULL REFERENCES users,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE TRIGGER keep_as_it_is BEFORE UPDATE OR DELETE OR TRUNCATE ON period_closings
      FOR EACH STATEMENT EXECUTE FUNCTION keep_as_it_is();
    SELECT keep_trail('period_closings', 'closed_until');

    CREATE FUNCTION refuse_closed_period(day date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      until date;
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtext('period_closings'));
      SELECT closed_until INTO until FROM period_closings ORDER BY id DESC LIMIT 1;
      IF day <= until THEN
        RAISE EXCEPTION 'the period up to % is closed', until USING ERRCODE = 'OP001', DETAIL = until;
      END IF;
    END $$;

    CREATE FUNCTION keep_period_closed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM refuse_closed_period(least((to_jsonb(OLD) ->> TG_ARGV[0])::date, (to_jsonb(NEW) ->> TG_ARGV[0])::date));
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$;

    CREATE FUNCTION keep_closed(kept text, day text, paid boolean) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('CREATE TRIGGER closed_period BEFORE INSERT OR DELETE ON %I
        FOR EACH ROW EXECUTE FUNCTION keep_period_closed(%L)', kept, day);
      EXECUTE format('CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON %I
        FOR EACH ROW %s EXECUTE FUNCTION keep_period_closed(%L)',
        kept, CASE WHEN paid THEN 'WHEN (OLD.paid_amount = NEW.paid_amount)' ELSE '' END, day);
    END $$;

    SELECT keep_closed('receipt_vouchers', 'date', false);
    SELECT keep_closed('payment_vouchers', 'date', false);
    SELECT keep_closed('invoices', 'invoice_date', true);
    SELECT keep_closed('contracts', 'contract_date', true)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION keep_closed(text, text, boolean);
    DROP FUNCTION keep_period_closed() CASCADE;
    DROP FUNCTION refuse_closed_period(date);
    DROP TABLE period_closings`);
}

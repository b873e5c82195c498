import type { Knex } from "knex";

/**
 * What all documents (vouchers, invoices, contracts) share: their numbers, and the closing of periods.
 *
 * next_number(kind, day) gives the next number of a kind and year, such as `RV-2026-00001`: none is given twice, none is
 * left out. It is a counter row, since count + 1 gives a number twice. Whoever else wants a number of the series waits
 * until the commit, so the statement that inserts the document asks for it (docs/decisions/round-trips.md).
 *
 * Up to the day on which a period was closed no document or adjustment is made, changed, cancelled or deleted
 * (rulings §3, docs/decisions/closing.md). The newest row of period_closings counts; a null day opens everything.
 * refuse_closed_period(day) raises OP001 with the date as its detail. Whoever writes a document holds the lock shared until
 * the commit; who closes holds it alone. So the closing waits for what is under way, and what comes later sees the date.
 *
 *     SELECT keep_closed(<table>, <its date>, <true where vouchers pay it: what they pay changes no document>)
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE document_numbers (
      prefix text NOT NULL,
      year integer NOT NULL,
      last integer NOT NULL,
      PRIMARY KEY (prefix, year)
    );
    CREATE FUNCTION next_number(kind text, day date) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      given integer;
    BEGIN
      INSERT INTO document_numbers AS kept (prefix, year, last) VALUES (kind, extract(year FROM day), 1)
        ON CONFLICT (prefix, year) DO UPDATE SET last = kept.last + 1 RETURNING last INTO given;
      RETURN format('%s-%s-%s', kind, extract(year FROM day), lpad(given::text, greatest(5, length(given::text)), '0'));
    END $$;

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
    SELECT keep_audit_log('period_closings', 'closed_until');

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
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION keep_closed(text, text, boolean);
    DROP FUNCTION keep_period_closed();
    DROP FUNCTION refuse_closed_period(date);
    DROP TABLE period_closings;
    DROP FUNCTION next_number(text, date);
    DROP TABLE document_numbers`);
}

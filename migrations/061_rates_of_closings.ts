import type { Knex } from "knex";

/**
 * A closing keeps the rates and the categories of expenses of its day, so that a report of a closed period stays as it was.
 * Closings that an office has take those of the migration's day.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE period_closings ADD rates jsonb, ADD expense_categories jsonb;
    COMMENT ON COLUMN period_closings.rates IS 'the worth of one unit by currency code; of the base it is 1';
    COMMENT ON COLUMN period_closings.expense_categories IS 'the category''s name by expense id';
    DROP TRIGGER audit_log ON period_closings;
    SELECT keep_audit_log('period_closings', 'closed_until', '{rates,expense_categories}');

    CREATE FUNCTION keep_rates() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.rates := (SELECT jsonb_object_agg(code, exchange_rate) FROM currencies);
      NEW.expense_categories := (SELECT coalesce(jsonb_object_agg(expenses.id, expense_categories.name), '{}') FROM expenses
        JOIN expense_categories ON expense_categories.id = category_id);
      RETURN NEW;
    END $$;
    CREATE TRIGGER keep_rates BEFORE INSERT OR UPDATE ON period_closings FOR EACH ROW WHEN (NEW.deed = 'close') EXECUTE FUNCTION keep_rates();
    ALTER TABLE period_closings DISABLE TRIGGER keep_as_it_is;
    UPDATE period_closings SET rates = '{}' WHERE deed = 'close';
    ALTER TABLE period_closings ENABLE TRIGGER keep_as_it_is;
    DROP TRIGGER keep_rates ON period_closings;
    CREATE TRIGGER keep_rates BEFORE INSERT ON period_closings FOR EACH ROW WHEN (NEW.deed = 'close') EXECUTE FUNCTION keep_rates();

    -- The closing that a day is closed by: the first one that holds it and was not taken back for it. Null for an open day.
    CREATE FUNCTION closing_of(day date) RETURNS integer LANGUAGE sql STABLE AS $$
      SELECT min(id) FROM period_closings AS closing WHERE deed = 'close' AND closed_until >= day AND NOT EXISTS (
        SELECT FROM period_closings AS later WHERE later.id > closing.id AND later.deed = 'reopen' AND coalesce(later.closed_until, '-infinity') < day)
    $$`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION closing_of(date);
    DROP TRIGGER keep_rates ON period_closings;
    DROP FUNCTION keep_rates();
    DROP TRIGGER audit_log ON period_closings;
    ALTER TABLE period_closings DROP rates, DROP expense_categories;
    SELECT keep_audit_log('period_closings', 'closed_until')`);
}

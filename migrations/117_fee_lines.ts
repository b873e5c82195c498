import type { Knex } from "knex";
import { copyRights } from "./002_totals";

/**
 * The fee of a cancelling by the days that are left before the departure (docs/decisions/fee-calendar.md): the lines of a campaign, and those of the
 * office for campaigns without any. From so many days before the departure on the office keeps a percentage of the contract's total, or a sum in a
 * currency. A contract keeps its lines with what else it says (contract_contents), and why its fee is another one than they give.
 */
export async function up(knex: Knex) {
  for (const { table, column, type, owner } of tables) {
    await knex.raw(`
      CREATE TABLE ${table} (
        ${column} ${type} NOT NULL REFERENCES ${owner} ON DELETE CASCADE,
        days integer NOT NULL CHECK (days BETWEEN 0 AND 3650),
        kind text NOT NULL CHECK (kind IN ('percent', 'sum')),
        amount numeric(20,4) NOT NULL CHECK (amount >= 0 AND amount <> 'NaN'),
        currency_id integer REFERENCES currencies,
        PRIMARY KEY (${column}, days),
        CONSTRAINT ${table}_kind CHECK (CASE kind WHEN 'sum' THEN currency_id IS NOT NULL ELSE currency_id IS NULL AND amount <= 100 END)
      );
      CREATE INDEX ON ${table} (currency_id) WHERE currency_id IS NOT NULL`);
    await copyRights(knex, "campaigns", table);
  }
  await knex.raw(`
    CREATE FUNCTION write_fee_lines_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      owned record;
    BEGIN
      FOR owned IN EXECUTE format(
        $lines$SELECT owner.id::text AS id, owner.name, jsonb_agg(jsonb_build_object('days', days, 'kind', kind,
           'amount', trim_scale(amount)::text, 'code', code) ORDER BY days DESC) AS lines
         FROM changed JOIN %I AS owner ON owner.id = changed.%I LEFT JOIN currencies ON currencies.id = currency_id
         GROUP BY owner.id, owner.name ORDER BY owner.id$lines$, TG_ARGV[1], TG_ARGV[0])
      LOOP
        INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
        VALUES (acting_user(), acting_username(), 'update', TG_ARGV[1],
          CASE WHEN owned.id ~ '^\\d+$' THEN owned.id::integer END, owned.name,
          jsonb_build_object('fee_lines', CASE TG_OP WHEN 'INSERT' THEN jsonb_build_array(NULL, owned.lines)
                                                     ELSE jsonb_build_array(owned.lines, NULL) END));
      END LOOP;
      RETURN NULL;
    END $$`);
  for (const { table, column, owner } of tables)
    await knex.raw(`
      CREATE TRIGGER audit_log_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION write_fee_lines_audit_log('${column}', '${owner}');
      CREATE TRIGGER audit_log_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION write_fee_lines_audit_log('${column}', '${owner}')`);
  await knex.raw("ALTER TABLE contracts ADD fee_reason text");
}

const tables = [
  { table: "campaign_fee_lines", column: "campaign_id", type: "integer", owner: "campaigns" },
  { table: "company_fee_lines", column: "company_id", type: "boolean", owner: "company_info" },
];

/** The lines that contracts were signed with stay among what they say. */
export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE contracts DROP fee_reason");
  for (const { table } of tables) await knex.raw(`DROP TABLE ${table}`);
  await knex.raw("DROP FUNCTION write_fee_lines_audit_log");
}

import type { Knex } from "knex";

/**
 * Entries refer to their parties, and a customer, agent or supplier whom entries name is hidden instead of deleted (docs/decisions/ledger.md).
 *
 * A trigger hides, whoever deletes: the release before this one knows no `deleted_at`. It gives up what is one party's alone. While a
 * document names the party, its foreign key refuses as before. A document names no hidden party, as it names no deleted one.
 *
 * The next migration checks the entries that an office has.
 */
export async function up(knex: Knex) {
  await knex.raw(hideParty);
  for (const [table, { column }] of Object.entries(parties)) await knex.raw(refuseHidden(table, column));
  for (const { referrer, party } of await referencesOf(knex)) {
    const { column } = parties[party];
    await knex.raw(`
      CREATE TRIGGER refuse_hidden_${party} BEFORE INSERT OR UPDATE OF ${column} ON ${referrer} FOR EACH ROW
        WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION refuse_hidden_${party}()`);
  }
  for (const [table, { column, givesUp }] of Object.entries(parties))
    await knex.raw(`
      ALTER TABLE entries ADD CONSTRAINT ${keyOf(column)} FOREIGN KEY (${column}) REFERENCES ${table} NOT VALID;
      ALTER TABLE ${table} ADD deleted_at timestamptz(3);
      COMMENT ON COLUMN ${table}.deleted_at IS 'a deleted row stays for the entries that name it, and appears nowhere';
      CREATE TRIGGER hide BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION hide_party('${column}', '${givesUp}')`);
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
}

type Party = "customers" | "agents" | "suppliers";

/** The column that names a party, and the unique columns (and files) that a hidden one gives up. */
export const parties: Record<Party, { column: string; givesUp: string }> = {
  customers: { column: "customer_id", givesUp: "{passport_number,national_id,image}" },
  agents: { column: "agent_id", givesUp: "{}" },
  suppliers: { column: "supplier_id", givesUp: "{}" },
};

export const keyOf = (column: string) => `entries_${column}_fkey`;

/** Every table whose rows name a party. */
async function referencesOf(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { referrer: string; party: Party }[] }>(
    `SELECT conrelid::regclass::text AS referrer, confrelid::regclass::text AS party FROM pg_constraint
     WHERE contype = 'f' AND confrelid = ANY (?::regclass[]) AND conrelid <> 'entries'::regclass ORDER BY 1, 2`,
    [Object.keys(parties)],
  );
  return rows;
}

/** Returning null skips the deletion. The row is locked as for one, so that nobody refers to it meanwhile. */
const hideParty = `
  CREATE FUNCTION hide_party() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    own text := TG_ARGV[0];
    given text := (SELECT string_agg(format(', %I = NULL', name), '') FROM unnest(TG_ARGV[1]::text[]) AS name);
    referrer record;
    is_named boolean;
  BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM entries WHERE %I = $1)', own) INTO is_named USING OLD.id;
    IF NOT is_named THEN RETURN OLD; END IF;
    FOR referrer IN
      SELECT conrelid::regclass AS name, confdeltype = 'c' AS cascades FROM pg_constraint
      WHERE contype = 'f' AND confrelid = TG_RELID AND conrelid <> 'entries'::regclass ORDER BY cascades
    LOOP
      IF referrer.cascades THEN EXECUTE format('DELETE FROM %s WHERE %I = $1', referrer.name, own) USING OLD.id;
      ELSE
        EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I = $1)', referrer.name, own) INTO is_named USING OLD.id;
        IF is_named THEN RETURN OLD; END IF;
      END IF;
    END LOOP;
    EXECUTE format('UPDATE %I SET deleted_at = now()%s WHERE id = $1 AND deleted_at IS NULL', TG_TABLE_NAME, given) USING OLD.id;
    RETURN NULL;
  END $$`;

/** Refuses a hidden party as a foreign key refuses a missing one. It waits for whoever is deleting the party. */
const refuseHidden = (table: string, column: string) => `
  CREATE FUNCTION refuse_hidden_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_hidden boolean;
  BEGIN
    SELECT deleted_at IS NOT NULL INTO is_hidden FROM ${table} WHERE id = NEW.${column} FOR KEY SHARE;
    IF is_hidden THEN
      RAISE EXCEPTION '% of % is deleted', '${column}', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NEW;
  END $$`;

const totalsAt = (event: string, side: string) => ({
  of: `keep_customers_totals_at_${event}()`,
  from: `FROM ${side}`,
  to: `FROM ${side} WHERE deleted_at IS NULL`,
});

/** What functions say before and after. A row that is hidden is deleted: in the audit log, and in the totals of customers. */
const rewordings = [
  totalsAt("insert", "added"),
  totalsAt("update", "added"),
  totalsAt("update", "removed"),
  totalsAt("delete", "removed"),
  {
    of: "write_audit_log()",
    from: "changes jsonb;\n    BEGIN",
    to: `changes jsonb;
    BEGIN
      IF stored ->> 'deleted_at' IS NOT NULL AND (TG_OP <> 'UPDATE' OR to_jsonb(OLD) ->> 'deleted_at' IS NULL) THEN
        IF TG_OP = 'UPDATE' THEN
          before := to_jsonb(OLD);
          INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
          VALUES (acting_user(), acting_username(), 'delete', TG_TABLE_NAME, (stored ->> 'id')::integer,
            before ->> TG_ARGV[0], jsonb_strip_nulls(before - TG_ARGV[1]::text[]));
        END IF;
        RETURN NULL;
      END IF;`,
  },
];

/** A function with a text in the place of another. */
export const reword = (signature: string, from: string, to: string) => `
  DO $reword$ DECLARE
    definition text := pg_get_functiondef('${signature}'::regprocedure);
  BEGIN
    IF strpos(definition, $words$${from}$words$) = 0 THEN RAISE EXCEPTION '${signature} says something else'; END IF;
    EXECUTE replace(definition, $words$${from}$words$, $words$${to}$words$);
  END $reword$`;

/** Hidden parties go, and leave their entries without a party, as the release before did. */
export async function down(knex: Knex) {
  for (const { referrer, party } of await referencesOf(knex))
    await knex.raw(`DROP TRIGGER refuse_hidden_${party} ON ${referrer}`);
  for (const [table, { column }] of Object.entries(parties))
    await knex.raw(`
      ALTER TABLE entries DROP CONSTRAINT ${keyOf(column)};
      DROP TRIGGER hide ON ${table};
      DELETE FROM ${table} WHERE deleted_at IS NOT NULL;
      DROP FUNCTION refuse_hidden_${table}()`);
  await knex.raw("DROP FUNCTION hide_party()");
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
  for (const table of Object.keys(parties)) await knex.raw(`ALTER TABLE ${table} DROP deleted_at`);
}

import type { Knex } from "knex";

/**
 * keep_totals(table, keys, sums, totals) makes a table of counts and sums which the table's own writes keep, in their
 * transaction (docs/decisions/totals.md). Each kind of write has one trigger for the whole statement; it locks the totals in
 * the order of their keys. `keys` are the columns of the totals, each with the expression that gives it; `sums` are columns
 * of the table; `totals` is the name of the new table, `<table>_totals` when left out.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION keep_totals(counted text, keys jsonb, sums text[] DEFAULT '{}', totals text DEFAULT NULL) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      names text := (SELECT string_agg(quote_ident(key), ', ') FROM jsonb_each_text(keys));
      key_columns text := (SELECT string_agg(format('%s AS %I', value, key), ', ') FROM jsonb_each_text(keys));
      figures text[] := '{count}'::text[] || sums;
      change text;
      event text;
    BEGIN
      totals := coalesce(totals, counted || '_totals');
      EXECUTE format('CREATE TABLE %I AS SELECT %s, count(*) AS count %s FROM %I GROUP BY %s', totals, key_columns,
        (SELECT coalesce(string_agg(format(', sum(%I) AS %I', f, f), ''), '') FROM unnest(sums) f), counted, names);
      EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (%s)', totals, names);
      EXECUTE format('ALTER TABLE %I %s', totals,
        (SELECT string_agg(format('ALTER COLUMN %I SET NOT NULL', f), ', ') FROM unnest(figures) f));
      FOREACH event IN ARRAY '{insert,update,delete}'::text[] LOOP
        change := (SELECT string_agg(
            format('SELECT %s, %s1 AS count %s FROM %I', key_columns, sign,
              (SELECT coalesce(string_agg(format(', %s%I AS %I', sign, f, f), ''), '') FROM unnest(sums) f), side),
            ' UNION ALL ')
          FROM (VALUES ('added', '', 'insert'), ('added', '', 'update'),
                       ('removed', '-', 'update'), ('removed', '-', 'delete')) sides (side, sign, of_event)
          WHERE of_event = event);
        EXECUTE format($body$
          CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $trigger$
          BEGIN
            INSERT INTO %I AS kept (%s, %s)
            SELECT %s, %s FROM (%s) change
            GROUP BY %s HAVING %s ORDER BY %s
            ON CONFLICT (%s) DO UPDATE SET %s;
            RETURN NULL;
          END $trigger$ $body$,
          'keep_' || totals || '_at_' || event, totals, names, array_to_string(figures, ', '), names,
          (SELECT string_agg(format('sum(%I)', f), ', ') FROM unnest(figures) f), change, names,
          (SELECT string_agg(format('sum(%I) <> 0', f), ' OR ') FROM unnest(figures) f), names, names,
          (SELECT string_agg(format('%1$I = kept.%1$I + excluded.%1$I', f), ', ') FROM unnest(figures) f));
        EXECUTE format(
          'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
          'keep_' || totals || '_at_' || event, event, counted,
          CASE event WHEN 'insert' THEN 'NEW TABLE AS added' WHEN 'delete' THEN 'OLD TABLE AS removed'
            ELSE 'NEW TABLE AS added OLD TABLE AS removed' END,
          'keep_' || totals || '_at_' || event);
      END LOOP;
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION keep_totals(text, jsonb, text[], text)");
}

/**
 * Removes what keep_totals has made.
 *
 * @param names of the tables of totals
 */
export async function dropTotals(knex: Knex, ...names: string[]) {
  for (const name of names) {
    for (const event of ["insert", "update", "delete"])
      await knex.raw(`DROP FUNCTION keep_${name}_at_${event}() CASCADE`);
    await knex.raw(`DROP TABLE ${name}`);
  }
}

/** The rights that roles have on these relations besides their owner, as statements: they are given again to what takes their place. */
export async function rightsOn(knex: Knex, names: string[]): Promise<string[]> {
  const { rows } = await knex.raw(
    `SELECT format('GRANT %s ON %I TO %s', privilege_type, relname, grantee::regrole) AS statement
     FROM pg_class, aclexplode(relacl) WHERE relname = ANY (?) AND grantee NOT IN (relowner, 0)`,
    [names],
  );
  return rows.map(({ statement }: { statement: string }) => statement);
}

/** Gives each role the rights on new tables that it has on another one: a server that runs uses them at once, and not only after its next start. */
export async function copyRights(knex: Knex, from: string, ...tables: string[]) {
  for (const right of await rightsOn(knex, [from]))
    for (const table of tables) await knex.raw(right.replace(` ON ${from} TO `, ` ON ${table} TO `));
}

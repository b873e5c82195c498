import type { Knex } from "knex";

/**
 * grant_to_application(role) gives a role what the office's server needs and no more: it reads and writes rows, owns
 * nothing, and of the trail, the permissions and the migrations it only reads (docs/decisions/trail.md). To be called
 * again after a migration that makes a table.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION grant_to_application(application text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      readable text;
    BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema, application);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', current_schema, application);
      EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema, application);
      FOREACH readable IN ARRAY '{trail,permissions,knex_migrations,knex_migrations_lock}'::text[] LOOP
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM %I', readable, application);
      END LOOP;
    END $$;
    REVOKE EXECUTE ON FUNCTION grant_to_application(text) FROM PUBLIC`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION grant_to_application(text)");
}

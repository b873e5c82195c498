import type { Knex } from "knex";

/**
 * The audit log: who did what to which record, and what changed from what to what. The database itself writes it, in the
 * transaction that changes (docs/decisions/audit-log.md). A table joins by one line:
 *
 *     SELECT keep_audit_log(<table>, <column that names a row>, <columns that are secrets>)
 *     SELECT keep_link_audit_log(<links>, <owner's column>, <owner>, <its name>, <other column>, <other>, <its name>)
 *
 * `office.user_id` and `office.username`, set for the transaction, say who acts. User names are kept as text and nothing
 * refers to a row, so that the audit log outlives both. Secrets and generated columns are left out. The functions that write
 * have a search path of their own, so that no caller's temporary table takes the audit log's place.
 *
 * note_in_audit_log writes what no row tells, such as a login. note_list_in_audit_log writes that a whole list left the office: it
 * looks like a row that was made, `{"rows": 8000, "status": "active"}`.
 *
 * grant_to_application(role) gives a role what the office's server needs and no more: it owns nothing, and it only reads the
 * audit log, the permissions and the migrations. Call it again after a migration that makes a table.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      user_id integer,
      username text,
      address text,
      action text NOT NULL,
      kind text NOT NULL,
      record_id integer,
      record_name text,
      changes jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX ON audit_log (kind, record_id);
    CREATE INDEX ON audit_log (fold(record_name));
    CREATE INDEX audit_log_by_time ON audit_log (at DESC, id DESC);
    CREATE INDEX audit_log_by_kind ON audit_log (kind, at DESC, id DESC);
    CREATE INDEX audit_log_by_deed ON audit_log (action, at DESC, id DESC);
    CREATE INDEX audit_log_by_person ON audit_log (lower(username), at DESC, id DESC);
    CREATE INDEX audit_log_logins ON audit_log (user_id, at) WHERE action = 'login';
    -- Some actions belong to some kinds: without this PostgreSQL takes a rare pair for a frequent one and reads to the end.
    CREATE STATISTICS audit_log_deeds (mcv) ON action, kind FROM audit_log;
    CREATE TRIGGER keep_as_it_is BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION keep_as_it_is();

    CREATE FUNCTION acting_user() RETURNS integer LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('office.user_id', true), '')::integer $$;
    CREATE FUNCTION acting_username() RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('office.username', true), '') $$;

    CREATE FUNCTION write_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      hidden text[] := TG_ARGV[1]::text[];
      stored jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
      before jsonb;
      changes jsonb := stored - hidden;
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        before := to_jsonb(OLD) - hidden;
        IF before = changes THEN RETURN NULL; END IF;
        SELECT jsonb_object_agg(key, jsonb_build_array(before -> key, value)) INTO changes
        FROM jsonb_each(changes) WHERE value <> before -> key;
      END IF;
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      VALUES (nullif(current_setting('office.user_id', true), '')::integer,
        nullif(current_setting('office.username', true), ''), lower(TG_OP), TG_TABLE_NAME,
        CASE jsonb_typeof(stored -> 'id') WHEN 'number' THEN (stored ->> 'id')::integer END,
        stored ->> TG_ARGV[0], jsonb_strip_nulls(changes));
      RETURN NULL;
    END $$;

    CREATE FUNCTION keep_audit_log(kept text, name_column text, secrets text[] DEFAULT '{}') RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format(
        'CREATE TRIGGER audit_log AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION write_audit_log(%L, %L)',
        kept, name_column, '{id,created_at,updated_at}'::text[] || secrets || ARRAY(
          SELECT attname::text FROM pg_attribute WHERE attrelid = kept::regclass AND attgenerated <> ''));
    END $$;

    CREATE FUNCTION write_link_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      EXECUTE format($statement$
        INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
        SELECT acting_user(), acting_username(), 'update', %2$L, owned.id, owner.%3$I,
          jsonb_build_object(%5$L, CASE WHEN $1 THEN jsonb_build_array(NULL, owned.names)
                                   ELSE jsonb_build_array(owned.names, NULL) END)
        FROM (SELECT changed.%1$I AS id, jsonb_agg(other.%6$I ORDER BY other.id) AS names
              FROM changed JOIN %5$I other ON other.id = changed.%4$I GROUP BY 1) owned
        JOIN %2$I owner ON owner.id = owned.id ORDER BY owned.id
      $statement$, VARIADIC TG_ARGV) USING TG_OP = 'INSERT';
      RETURN NULL;
    END $$;

    CREATE FUNCTION keep_link_audit_log(links text, owner_column text, owner text, owner_name text,
      other_column text, other text, other_name text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      event text;
    BEGIN
      FOREACH event IN ARRAY '{insert,delete}'::text[] LOOP
        EXECUTE format(
          'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION '
          'write_link_audit_log(%L, %L, %L, %L, %L, %L)', 'audit_log_' || event, event, links,
          CASE event WHEN 'insert' THEN 'NEW' ELSE 'OLD' END,
          owner_column, owner, owner_name, other_column, other, other_name);
      END LOOP;
    END $$;

    CREATE FUNCTION note_in_audit_log(deed text, whose integer, whose_name text, from_address text DEFAULT NULL)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, address)
      VALUES (coalesce(acting_user(), whose), coalesce(acting_username(), whose_name), deed, 'users',
        whose, whose_name, from_address)
    $$;

    CREATE FUNCTION note_list_in_audit_log(deed text, of_kind text, list_name text, facts jsonb, from_address text)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF deed NOT IN ('exported', 'printed', 'listed') THEN
        RAISE EXCEPTION 'no such deed: %', deed USING ERRCODE = 'invalid_parameter_value';
      END IF;
      INSERT INTO audit_log (user_id, username, action, kind, record_name, changes, address)
      VALUES (acting_user(), acting_username(), deed, of_kind, list_name, facts, from_address);
    END $$;

    CREATE FUNCTION grant_to_application(application text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      readable text;
    BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema, application);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', current_schema, application);
      EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema, application);
      FOREACH readable IN ARRAY '{audit_log,permissions,knex_migrations,knex_migrations_lock}'::text[] LOOP
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM %I', readable, application);
      END LOOP;
    END $$;
    REVOKE EXECUTE ON FUNCTION grant_to_application(text) FROM PUBLIC`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION grant_to_application(text);
    DROP FUNCTION note_list_in_audit_log(text, text, text, jsonb, text);
    DROP FUNCTION note_in_audit_log(text, integer, text, text);
    DROP FUNCTION keep_link_audit_log(text, text, text, text, text, text, text);
    DROP FUNCTION keep_audit_log(text, text, text[]);
    DROP FUNCTION write_link_audit_log(), write_audit_log(), acting_username(), acting_user();
    DROP TABLE audit_log`);
}

import type { Knex } from "knex";

/**
 * The trail: who did what to which record, and what changed from what to what; written by the database itself, in the
 * transaction that changes (docs/decisions/trail.md). A table joins by one line:
 *
 *     SELECT keep_trail(<table>, <column that names a row>, <columns that are secrets>)
 *     SELECT keep_link_trail(<links>, <owner's column>, <owner>, <its name>, <other column>, <other>, <its name>)
 *
 * Who acts is told by `office.user_id` and `office.username`, set for the transaction. User names are kept as text and
 * nothing refers to a row, so that the trail outlives both. What is generated or a secret is left out. The functions that
 * write look into no schema of the caller's own, such as that of temporary tables.
 */
const named: [table: string, name: string, secrets?: string][] = [
  ["accounts", "name"],
  ["agents", "name"],
  ["bus_types", "name"],
  ["campaigns", "name"],
  ["catering_services", "name"],
  ["catering_types", "name"],
  ["cities", "name"],
  ["company_info", "name"],
  ["contracts", "contract_number"],
  ["currencies", "code"],
  ["customers", "name"],
  ["expense_categories", "name"],
  ["expenses", "name"],
  ["hotels", "name"],
  ["movements", "id"],
  ["other_services", "name"],
  ["packages", "name"],
  ["permissions", "name"],
  ["ratings", "value"],
  ["receipt_vouchers", "receipt_number"],
  ["roles", "name"],
  ["service_categories", "name"],
  ["suppliers", "name"],
  ["transportations", "company_name"],
  ["users", "username", "{password_hash}"],
];

const links = [
  ["role_permissions", "role_id", "roles", "name", "permission_id", "permissions", "name"],
  ["user_roles", "user_id", "users", "username", "role_id", "roles", "name"],
  ["campaign_packages", "campaign_id", "campaigns", "name", "package_id", "packages", "name"],
  ["package_other_services", "package_id", "packages", "name", "other_service_id", "other_services", "name"],
];

export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE trail (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      user_id integer,
      username text,
      action text NOT NULL,
      kind text NOT NULL,
      record_id integer,
      record_name text,
      changes jsonb NOT NULL DEFAULT '{}',
      address text
    );
    CREATE INDEX ON trail (kind, record_id);
    CREATE INDEX ON trail (fold(record_name));
    CREATE INDEX ON trail (lower(username));
    CREATE INDEX ON trail USING brin (at);
    CREATE INDEX trail_logins ON trail (user_id, at) WHERE action = 'login';

    CREATE FUNCTION keep_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER keep_as_it_is BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
      FOR EACH STATEMENT EXECUTE FUNCTION keep_as_it_is();

    CREATE FUNCTION acting_user() RETURNS integer LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('office.user_id', true), '')::integer $$;
    CREATE FUNCTION acting_username() RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('office.username', true), '') $$;

    CREATE FUNCTION write_trail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
      INSERT INTO trail (user_id, username, action, kind, record_id, record_name, changes)
      VALUES (nullif(current_setting('office.user_id', true), '')::integer,
        nullif(current_setting('office.username', true), ''), lower(TG_OP), TG_TABLE_NAME,
        CASE jsonb_typeof(stored -> 'id') WHEN 'number' THEN (stored ->> 'id')::integer END,
        stored ->> TG_ARGV[0], jsonb_strip_nulls(changes));
      RETURN NULL;
    END $$;

    CREATE FUNCTION keep_trail(kept text, name_column text, secrets text[] DEFAULT '{}') RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format(
        'CREATE TRIGGER trail AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION write_trail(%L, %L)',
        kept, name_column, '{id,created_at,updated_at}'::text[] || secrets || ARRAY(
          SELECT attname::text FROM pg_attribute WHERE attrelid = kept::regclass AND attgenerated <> ''));
    END $$;

    CREATE FUNCTION write_link_trail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      EXECUTE format($statement$
        INSERT INTO trail (user_id, username, action, kind, record_id, record_name, changes)
        SELECT acting_user(), acting_username(), 'update', %2$L, owned.id, owner.%3$I,
          jsonb_build_object(%5$L, CASE WHEN $1 THEN jsonb_build_array(NULL, owned.names)
                                   ELSE jsonb_build_array(owned.names, NULL) END)
        FROM (SELECT changed.%1$I AS id, jsonb_agg(other.%6$I ORDER BY other.id) AS names
              FROM changed JOIN %5$I other ON other.id = changed.%4$I GROUP BY 1) owned
        JOIN %2$I owner ON owner.id = owned.id ORDER BY owned.id
      $statement$, VARIADIC TG_ARGV) USING TG_OP = 'INSERT';
      RETURN NULL;
    END $$;

    CREATE FUNCTION keep_link_trail(links text, owner_column text, owner text, owner_name text,
      other_column text, other text, other_name text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      event text;
    BEGIN
      FOREACH event IN ARRAY '{insert,delete}'::text[] LOOP
        EXECUTE format(
          'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION '
          'write_link_trail(%L, %L, %L, %L, %L, %L)', 'trail_' || event, event, links,
          CASE event WHEN 'insert' THEN 'NEW' ELSE 'OLD' END,
          owner_column, owner, owner_name, other_column, other, other_name);
      END LOOP;
    END $$;

    CREATE FUNCTION note_in_trail(deed text, whose integer, whose_name text, from_address text DEFAULT NULL)
    RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO trail (user_id, username, action, kind, record_id, record_name, address)
      VALUES (coalesce(acting_user(), whose), coalesce(acting_username(), whose_name), deed, 'users',
        whose, whose_name, from_address)
    $$`);
  for (const [table, name, secrets = "{}"] of named)
    await knex.raw("SELECT keep_trail(?, ?, ?)", [table, name, secrets]);
  for (const link of links) await knex.raw("SELECT keep_link_trail(?, ?, ?, ?, ?, ?, ?)", link);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION note_in_trail(text, integer, text, text);
    DROP FUNCTION write_trail() CASCADE;
    DROP FUNCTION write_link_trail() CASCADE;
    DROP FUNCTION keep_trail(text, text, text[]);
    DROP FUNCTION keep_link_trail(text, text, text, text, text, text, text);
    DROP TABLE trail;
    DROP FUNCTION keep_as_it_is();
    DROP FUNCTION acting_user();
    DROP FUNCTION acting_username()`);
}

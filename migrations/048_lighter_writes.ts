import type { Knex } from "knex";

/**
 * What a write computes beside its row, in less time (docs/decisions/audit-log.md).
 *
 * write_audit_log compares a changed row with the one before in one pass. schedule_total is not called without a schedule.
 * next_due_date asks the query of a schedule only where there is one: each write of a contract started it.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION write_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
    DECLARE
      stored jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
      before jsonb;
      changes jsonb;
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        before := to_jsonb(OLD);
        SELECT jsonb_object_agg(key, jsonb_build_array(before -> key, value)) INTO changes
        FROM jsonb_each(stored) WHERE value <> before -> key AND key <> ALL (TG_ARGV[1]::text[]);
        IF changes IS NULL THEN RETURN NULL; END IF;
      ELSE
        changes := stored - TG_ARGV[1]::text[];
      END IF;
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      VALUES (nullif(current_setting('office.user_id', true), '')::integer,
        nullif(current_setting('office.username', true), ''), lower(TG_OP), TG_TABLE_NAME,
        CASE jsonb_typeof(stored -> 'id') WHEN 'number' THEN (stored ->> 'id')::integer END,
        stored ->> TG_ARGV[0], jsonb_strip_nulls(changes));
      RETURN NULL;
    END $$;

    ALTER FUNCTION schedule_total(jsonb) STRICT;

    CREATE OR REPLACE FUNCTION next_due_date(schedule jsonb, contract_date date, total_amount numeric, paid numeric) RETURNS date
    LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      IF schedule IS NULL THEN RETURN CASE WHEN total_amount > paid THEN contract_date END; END IF;
      RETURN (SELECT min(due_date) FROM public.instalments_of(schedule, contract_date, total_amount, paid)
        WHERE remaining_amount > 0);
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION next_due_date(schedule jsonb, contract_date date, total_amount numeric, paid numeric) RETURNS date
      LANGUAGE sql IMMUTABLE AS $$
      SELECT min(due_date) FROM public.instalments_of(schedule, contract_date, total_amount, paid) WHERE remaining_amount > 0
    $$;
    ALTER FUNCTION schedule_total(jsonb) CALLED ON NULL INPUT;
    CREATE OR REPLACE FUNCTION write_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    END $$`);
}

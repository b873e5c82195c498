import type { Knex } from "knex";

/**
 * A whole list that leaves the office, as a file, on paper or by call, leaves a line in the trail: which, with which filters,
 * and how many rows (docs/decisions/trail.md). It is told like a row that was made: `{"rows": 8000, "status": "active"}`.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION note_list_in_trail(deed text, of_kind text, list_name text, facts jsonb, from_address text)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF deed NOT IN ('exported', 'printed', 'listed') THEN
        RAISE EXCEPTION 'no such deed: %', deed USING ERRCODE = 'invalid_parameter_value';
      END IF;
      INSERT INTO trail (user_id, username, action, kind, record_name, changes, address)
      VALUES (acting_user(), acting_username(), deed, of_kind, list_name, facts, from_address);
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION note_list_in_trail(text, text, text, jsonb, text)");
}

import type { Knex } from "knex";

/** Whose place goes with the membership: the column names are those of the key. */
const places = ["room_members", "bus_seats"];
const member = "(group_id, customer_id)";

async function setFollowing(knex: Knex, actions: string) {
  for (const table of places) {
    const key = `${table}_group_id_customer_id_fkey`;
    await knex.raw(`
      ALTER TABLE ${table} DROP CONSTRAINT ${key},
        ADD CONSTRAINT ${key} FOREIGN KEY ${member} REFERENCES group_members ${member} ${actions}`);
  }
}

/**
 * A cash box in use is counted too: `expected` is its balance at `expected_at`, when the count was saved. What moved after
 * `opened_at`, when its form was opened, is told with it; both are moments of the box (accounts.updated_at), as its movements
 * have them. Null in counts of before.
 *
 * Two records of one person become one: what named the one that goes names the one that stays (docs/decisions/joining.md).
 * A place in a room or a bus follows its membership. note_join writes the trail's line of it: who went, and what came along.
 */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE cash_counts ADD opened_at timestamptz(3), ADD expected_at timestamptz(3)");
  await setFollowing(knex, "ON DELETE CASCADE ON UPDATE CASCADE");
  await knex.raw(`
    CREATE FUNCTION note_join(kept integer, joined text, moved text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO trail (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'join', 'customers', id, name,
        jsonb_build_object('joined', jsonb_build_array(joined, NULL),
          'moved', jsonb_build_array(NULL, to_jsonb(moved)))
      FROM customers WHERE id = kept
    $$`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION note_join(integer, text, text[])");
  await setFollowing(knex, "ON DELETE CASCADE");
  await knex.raw("ALTER TABLE cash_counts DROP opened_at, DROP expected_at");
}

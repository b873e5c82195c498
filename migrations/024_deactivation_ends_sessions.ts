import type { Knex } from "knex";

const trigger = (condition: string) => `
  DROP TRIGGER end_sessions ON users;
  CREATE TRIGGER end_sessions AFTER UPDATE OF password_hash, is_active ON users FOR EACH ROW
    WHEN (${condition}) EXECUTE FUNCTION end_sessions()`;
const newPassword = "OLD.password_hash <> NEW.password_hash";

/** Who is deactivated is logged out for good: to be activated again opens no session of before. */
export async function up(knex: Knex) {
  await knex.raw(trigger(`${newPassword} OR (OLD.is_active AND NOT NEW.is_active)`));
  await knex.raw("DELETE FROM sessions USING users WHERE users.id = user_id AND NOT is_active");
}

export async function down(knex: Knex) {
  await knex.raw(trigger(newPassword));
}

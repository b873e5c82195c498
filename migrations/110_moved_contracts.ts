import type { Knex } from "knex";

/**
 * A contract that was moved to another campaign or package names the one that it comes from (docs/decisions/moved-contracts.md). Which contract it went to
 * is read from there, so that the two cannot contradict each other.
 */
export async function up(knex: Knex) {
  await knex.raw(
    "ALTER TABLE contracts ADD moved_from_id integer REFERENCES contracts CONSTRAINT contracts_moved_elsewhere CHECK (moved_from_id <> id)",
  );
}

/** The reason of the old contract's cancelling still names the new one. */
export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE contracts DROP COLUMN moved_from_id");
}

import type { Knex } from "knex";

/**
 * Who holds a cash box (books.md, rule 8): a user of the office, or a person by name. A bank has no holder. The name of a user is read from
 * `users`, so that it follows them. A user who holds a box is not deleted.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE accounts ADD holder_user_id integer REFERENCES users, ADD holder_name text,
      ADD CONSTRAINT accounts_holder_check
        CHECK (num_nonnulls(holder_user_id, holder_name) <= CASE WHEN kind = 'cash_box' THEN 1 ELSE 0 END);
    CREATE INDEX ON accounts (holder_user_id)`);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE accounts DROP holder_user_id, DROP holder_name");
}

import type { Knex } from "knex";

/** One row: the office that prints its head on every sheet. */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE company_info (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      name text NOT NULL DEFAULT '',
      address text,
      phone text,
      email text,
      commercial_register text,
      tax_number text,
      website text,
      description text,
      logo text,
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE TRIGGER touch BEFORE UPDATE ON company_info FOR EACH ROW EXECUTE FUNCTION touch();
    INSERT INTO company_info DEFAULT VALUES;
  `);
}

export async function down(knex: Knex) {
  await knex.raw("DROP TABLE company_info");
}

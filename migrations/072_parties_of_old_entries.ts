import type { Knex } from "knex";
import { keyOf, parties } from "./071_hidden_parties";

/**
 * Earlier releases deleted parties whose documents were deleted, and left their entries without a party. Each gets a hidden one, by the
 * name that the audit log has. Then the foreign keys are held to all entries, and lists of customers know by their indexes who is hidden.
 * Nobody waits meanwhile.
 */
export const config = { transaction: false };

const batch = 1000;

/** What else a row needs, and a name where the audit log has none. */
const missing = {
  customers: { name: "عميل محذوف", columns: "phone", values: "''" },
  agents: { name: "وكيل محذوف", columns: "phone, type", values: "'', 'external'" },
  suppliers: { name: "مورد محذوف", columns: "phone", values: "''" },
};

const indexes = {
  customers_status_id_idx: { name: "customers_by_status", columns: "status, id DESC" },
  customers_nationality_id_idx: { name: "customers_by_nationality", columns: "nationality, id DESC" },
};

export async function up(knex: Knex) {
  for (const [table, { column }] of Object.entries(parties)) {
    const { rows } = await knex.raw<{ rows: { id: number }[] }>(
      `SELECT DISTINCT ${column} AS id FROM entries
       WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${table} WHERE id = ${column}) ORDER BY 1`,
    );
    const { name, columns, values } = missing[table as keyof typeof missing];
    for (let first = 0; first < rows.length; first += batch)
      await knex.raw(
        `INSERT INTO ${table} (id, name, deleted_at, ${columns})
         SELECT one.id, coalesce(line.record_name, ? || ' رقم ' || one.id), coalesce(line.at, now()), ${values}
         FROM unnest(?::integer[]) AS one (id) LEFT JOIN LATERAL (
           SELECT record_name, at FROM audit_log WHERE kind = ? AND record_id = one.id AND action = 'delete' ORDER BY id DESC LIMIT 1) AS line ON true`,
        [name, rows.slice(first, first + batch).map(({ id }) => id), table],
      );
    await knex.raw(`ALTER TABLE entries VALIDATE CONSTRAINT ${keyOf(column)}`);
  }
  for (const [before, { name, columns }] of Object.entries(indexes)) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON customers (${columns}) INCLUDE (deleted_at)`);
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${before}`);
  }
}

export async function down(knex: Knex) {
  for (const [before, { name, columns }] of Object.entries(indexes)) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${before}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${before} ON customers (${columns})`);
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
  for (const [table, { column }] of Object.entries(parties))
    await knex.raw(
      `ALTER TABLE entries DROP CONSTRAINT ${keyOf(column)},
         ADD CONSTRAINT ${keyOf(column)} FOREIGN KEY (${column}) REFERENCES ${table} NOT VALID`,
    );
}

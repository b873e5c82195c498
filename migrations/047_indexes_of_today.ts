import type { Knex } from "knex";

/**
 * What the dashboard counts each day is read from indexes alone (docs/decisions/dashboard.md): overdue contracts and invoices, and the
 * passports that end too soon for a campaign to come.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE INDEX contracts_due ON contracts (next_due_date) WHERE status <> 'cancelled';
    DROP INDEX contracts_seats;
    CREATE INDEX contracts_seats ON contracts (campaign_id) INCLUDE (customer_id, status) WHERE status <> 'cancelled';
    CREATE INDEX customers_passport_expiry ON customers (passport_expiry) INCLUDE (id);
    DROP INDEX invoices_unpaid;
    CREATE INDEX invoices_unpaid ON invoices (kind, due_date) INCLUDE (payment_status, paid_amount, total_amount)
      WHERE payment_status IN ('pending', 'overdue')`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP INDEX invoices_unpaid;
    CREATE INDEX invoices_unpaid ON invoices (kind, due_date) WHERE payment_status IN ('pending', 'overdue');
    DROP INDEX customers_passport_expiry;
    DROP INDEX contracts_seats;
    CREATE INDEX contracts_seats ON contracts (campaign_id) WHERE status <> 'cancelled';
    DROP INDEX contracts_due`);
}

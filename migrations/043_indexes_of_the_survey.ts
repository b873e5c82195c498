import type { Knex } from "knex";

/** Built while the office writes on, which no transaction can (docs/decisions/bench.md). */
export const config = { transaction: false };

const added = {
  // a customer's contracts that stand, the latest first: how long a visa lasts, and who has signed when
  contracts_standing: `contracts (customer_id, contract_date DESC, id DESC) INCLUDE (visa_duration_days)
    WHERE status <> 'cancelled'`,
  contracts_visa_days:
    "contracts (visa_duration_days, customer_id) WHERE status <> 'cancelled' AND visa_duration_days IS NOT NULL",
  trail_by_time: "trail (at DESC, id DESC)",
  trail_by_kind: "trail (kind, at DESC, id DESC)",
  trail_by_deed: "trail (action, at DESC, id DESC)",
  trail_by_person: "trail (lower(username), at DESC, id DESC)",
};

/** In their place came `trail_by_time` and `trail_by_person`. */
const removed = { trail_at_idx: "trail USING brin (at)", trail_lower_idx: "trail (lower(username))" };

/** A run that was broken off leaves an index behind that is not used. */
async function exchange(knex: Knex, created: Record<string, string>, dropped: Record<string, string>) {
  for (const [name, on] of Object.entries(created)) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
  }
  for (const name of Object.keys(dropped)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

export async function up(knex: Knex) {
  await exchange(knex, added, removed);
  // what was done to which kind goes together: without it, a rare pair is looked for from end to end
  await knex.raw("CREATE STATISTICS IF NOT EXISTS trail_deeds (mcv) ON action, kind FROM trail");
  await knex.raw("ANALYZE trail");
}

export async function down(knex: Knex) {
  await knex.raw("DROP STATISTICS trail_deeds");
  await exchange(knex, removed, added);
}

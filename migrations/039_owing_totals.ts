import type { Knex } from "knex";
import { patiently } from "../scripts/migrating.js";

/**
 * How many contracts of each status owe something is kept by their writes (docs/decisions/totals.md), in the place of
 * an index over those that do: an index that holds what a payment changes makes every payment write all of the
 * contract's indexes anew. Room is left in its pages, so that the new version of a row fits beside the old one.
 *
 * Under a running office: payments wait while the contracts are counted, and its role may write the new totals at once;
 * nobody waits for the index to go.
 */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await patiently(async (trx) => {
    await trx.raw("LOCK TABLE contracts IN SHARE ROW EXCLUSIVE MODE");
    await trx.raw("SELECT keep_totals('contracts', ?, '{}', 'contracts_owing_totals')", [
      JSON.stringify({ status: "status", is_owing: "remaining_amount > 0" }),
    ]);
    await trx.raw(`
      DO $$ DECLARE held record; BEGIN
        FOR held IN SELECT DISTINCT grantee::regrole AS role FROM pg_class, aclexplode(relacl)
          WHERE oid = 'contracts_totals'::regclass AND grantee NOT IN (0, relowner) LOOP
          EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON contracts_owing_totals TO %s', held.role);
        END LOOP;
      END $$`);
  })(knex);
  await knex.raw("ALTER TABLE contracts SET (fillfactor = 90)");
  await knex.raw("DROP INDEX CONCURRENTLY contracts_id_idx");
}

export async function down(knex: Knex) {
  await knex.raw(`CREATE INDEX CONCURRENTLY contracts_id_idx ON contracts (id)
    WHERE status = 'active' AND remaining_amount > 0`);
  await knex.raw("ALTER TABLE contracts RESET (fillfactor)");
  await patiently(async (trx) => {
    for (const event of ["insert", "update", "delete"])
      await trx.raw(`DROP FUNCTION keep_contracts_owing_totals_at_${event}() CASCADE`);
    await trx.raw("DROP TABLE contracts_owing_totals");
  })(knex);
}

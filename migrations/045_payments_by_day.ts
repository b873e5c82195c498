import type { Knex } from "knex";
import { patiently } from "../scripts/migrating.js";

/** Each table is filled and watched in a transaction of its own, so that a posting clerk never waits for two of them. */
export const config = { transaction: false };

const kept = {
  payment_vouchers_account_totals: { account_id: "account_id", payment_method: "payment_method" },
  payment_vouchers_spent_totals: {
    beneficiary_type: "beneficiary_type",
    expense_id: "coalesce(expense_id, 0)",
  },
};

/**
 * What went out by the day: by account and method, and by what it was for, kept by the writes as receipts are (044,
 * docs/decisions/reports.md). An expense's category may change, so that the expense itself is told, 0 without one.
 */
export async function up(knex: Knex) {
  for (const [name, keys] of Object.entries(kept))
    await patiently(async (trx) => {
      await trx.raw("LOCK TABLE payment_vouchers IN SHARE ROW EXCLUSIVE MODE"); // nothing is written between the sum and its trigger
      const { rows } = await trx.raw("SELECT to_regclass(?) IS NOT NULL AS is_there", [name]);
      if (rows[0].is_there) return;
      await trx.raw("SELECT keep_totals('payment_vouchers', ?, '{amount}', ?)", [
        JSON.stringify({ date: "date", status: "status", currency_id: "currency_id", ...keys }),
        name,
      ]);
      // the running office's role writes them from now on
      await trx.raw(
        `DO $$ DECLARE held record; BEGIN
          FOR held IN SELECT DISTINCT grantee::regrole AS role FROM pg_class, aclexplode(relacl)
            WHERE oid = 'contracts_totals'::regclass AND grantee NOT IN (0, relowner) LOOP
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO %s', held.role);
          END LOOP;
        END $$`,
      );
    })(knex);
}

export async function down(knex: Knex) {
  for (const name of Object.keys(kept))
    await patiently(async (trx) => {
      for (const event of ["insert", "update", "delete"])
        await trx.raw(`DROP FUNCTION IF EXISTS keep_${name}_at_${event}() CASCADE`);
      await trx.raw(`DROP TABLE IF EXISTS ${name}`);
    })(knex);
}

import type { Knex } from "knex";
import { patiently } from "../scripts/migrating.js";

/** Each table is filled and watched in a transaction of its own, so that a posting clerk never waits for two of them. */
export const config = { transaction: false };

type Kept = { name: string; of: string; keys: Record<string, string>; sums: string[] };

/**
 * What reports sum, kept by the writes as all totals are (docs/decisions/totals.md, reports.md), so that a year of a large
 * office reads thousands of rows. The campaign of a receipt is that of its contract, 0 without one; a movement's day is that
 * of UTC, since the office's own zone is a setting.
 */
const totals: Kept[] = [
  {
    name: "receipt_vouchers_account_totals",
    of: "receipt_vouchers",
    keys: {
      date: "date",
      status: "status",
      currency_id: "currency_id",
      account_id: "account_id",
      payment_method: "payment_method",
    },
    sums: ["amount"],
  },
  {
    name: "receipt_vouchers_campaign_totals",
    of: "receipt_vouchers",
    keys: {
      date: "date",
      status: "status",
      currency_id: "currency_id",
      campaign_id: "coalesce((SELECT campaign_id FROM contracts WHERE contracts.id = contract_id), 0)",
    },
    sums: ["amount"],
  },
  {
    name: "contracts_monthly_totals",
    of: "contracts",
    keys: {
      month: "date_trunc('month', contract_date)::date",
      status: "status",
      is_owing: "total_amount > paid_amount",
      campaign_id: "campaign_id",
      package_id: "package_id",
      currency_id: "currency_id",
    },
    sums: ["total_amount", "paid_amount", "package_cost"],
  },
  {
    name: "movements_daily_totals",
    of: "movements",
    keys: {
      day: "(created_at AT TIME ZONE 'UTC')::date",
      account_id: "account_id",
      is_incoming: "amount > 0",
    },
    sums: ["amount"],
  },
];

/** The totals of 034, by day, account and campaign at once, were nearly as many as the receipts. */
const former: Kept = {
  name: "receipt_vouchers_daily_totals",
  of: "receipt_vouchers",
  keys: {
    date: "date",
    currency_id: "currency_id",
    payment_method: "payment_method",
    account_id: "account_id",
    campaign_id: "coalesce((SELECT campaign_id FROM contracts WHERE contracts.id = contract_id), 0)",
    status: "status",
  },
  sums: ["amount"],
};

async function keep(knex: Knex, { name, of, keys, sums }: Kept) {
  await patiently(async (trx) => {
    await trx.raw(`LOCK TABLE ${of} IN SHARE ROW EXCLUSIVE MODE`); // nothing is written between the sum and its trigger
    const { rows } = await trx.raw("SELECT to_regclass(?) IS NOT NULL AS is_there", [name]);
    if (rows[0].is_there) return;
    await trx.raw("SELECT keep_totals(?, ?, ?, ?)", [of, JSON.stringify(keys), sums, name]);
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

async function forget(knex: Knex, name: string) {
  for (const event of ["insert", "update", "delete"])
    await knex.raw(`DROP FUNCTION IF EXISTS keep_${name}_at_${event}() CASCADE`);
  await knex.raw(`DROP TABLE IF EXISTS ${name}`);
}

export async function up(knex: Knex) {
  for (const one of totals) await keep(knex, one);
  const { rows } = await knex.raw("SELECT FROM pg_views WHERE viewname = ?", [former.name]);
  if (rows.length) return; // a run that was broken off at its very end
  await patiently(async (trx) => {
    await forget(trx, former.name);
    // servers of the version before read it until they are replaced
    await trx.raw(`CREATE VIEW ${former.name} AS
      SELECT date, receipt_vouchers.currency_id, payment_method, account_id, coalesce(campaign_id, 0) AS campaign_id,
             receipt_vouchers.status, 1::bigint AS count, amount
      FROM receipt_vouchers LEFT JOIN contracts ON contracts.id = contract_id`);
  })(knex);
}

export async function down(knex: Knex) {
  await knex.raw(`DROP VIEW IF EXISTS ${former.name}`);
  await keep(knex, former);
  for (const { name } of totals) await patiently((trx) => forget(trx, name))(knex);
}

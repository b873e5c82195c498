import type { Knex } from "knex";
import { dropTotals, rightsOn } from "./002_totals";

/** By name: the table, the keys with the expressions that give them, in the order of the table of before, and the rows' condition. */
const totals: Record<string, [table: string, keys: Record<string, string>]> = {
  movements_daily_totals: [
    "movements",
    {
      day: "(created_at AT TIME ZONE 'UTC')::date",
      account_id: "account_id",
      is_incoming: "amount > 0",
    },
  ],
  receipt_vouchers_account_totals: ["receipt_vouchers", byAccount()],
  receipt_vouchers_campaign_totals: [
    "receipt_vouchers",
    {
      ...byDay(),
      campaign_id: "coalesce((SELECT campaign_id FROM contracts WHERE contracts.id = contract_id), 0)",
    },
  ],
  payment_vouchers_account_totals: ["payment_vouchers", byAccount()],
  payment_vouchers_spent_totals: [
    "payment_vouchers",
    { ...byDay(), beneficiary_type: "beneficiary_type", expense_id: "coalesce(expense_id, 0)" },
  ],
};

function byDay() {
  return { date: "date", status: "status", currency_id: "currency_id" };
}

function byAccount() {
  return { ...byDay(), account_id: "account_id", payment_method: "payment_method" };
}

/**
 * Reports read movements by their days (059), so nothing keeps these totals with each voucher any more. The release before the ledger may
 * still read them while it is replaced: they are computed for it.
 */
export async function up(knex: Knex) {
  const names = Object.keys(totals);
  const rights = await rightsOn(knex, names);
  await dropTotals(knex, ...names);
  for (const [name, [table, keys]] of Object.entries(totals)) {
    const columns = Object.entries(keys).map(([key, expression]) => `${expression} AS ${key}`);
    await knex.raw(
      `CREATE VIEW ${name} AS SELECT ${columns}, count(*) AS count, sum(amount) AS amount FROM ${table} GROUP BY ${columns.map((_, place) => place + 1)}`,
    );
  }
  for (const right of rights) await knex.raw(right);
}

export async function down(knex: Knex) {
  const names = Object.keys(totals);
  const rights = await rightsOn(knex, names);
  await knex.raw(`DROP VIEW ${names}`);
  for (const [name, [table, keys]] of Object.entries(totals))
    await knex.raw("SELECT keep_totals(?, ?, '{amount}', ?)", [table, JSON.stringify(keys), name]);
  for (const right of rights) await knex.raw(right);
}

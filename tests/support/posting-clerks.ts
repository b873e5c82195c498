import type { Knex } from "knex";
import pg from "pg";
import { expect } from "vitest";

/* Clerks who post receipts by SQL alone, under the schema of any release. */

export type Receipts = Awaited<ReturnType<typeof prepareReceipts>>;

/** The SQL of a receipt. */
export async function prepareReceipts(knex: Knex) {
  const [user] = await knex("users").select("id");
  const [currency] = await knex("currencies")
    .insert({ name: "دولار", code: "USD", symbol: "$", exchange_rate: 1, is_default: true })
    .onConflict("code")
    .merge(["name"])
    .returning("id");
  const [account] = await knex("accounts")
    .insert({ kind: "cash_box", name: "الصندوق", currency_id: currency.id })
    .returning("id");
  const [customer] = await knex("customers").insert({ name: "سعاد", phone: "0501234567" }).returning("id");

  const statements = [
    `SELECT balance FROM accounts WHERE id = ${account.id} FOR NO KEY UPDATE`,
    `INSERT INTO document_numbers VALUES ('RV', 2026, 1)
     ON CONFLICT (prefix, year) DO UPDATE SET last = document_numbers.last + 1`,
    `INSERT INTO receipt_vouchers (receipt_number, date, customer_id, amount, currency_id, payment_method, account_id,
       account_amount, exchange_rate_at_payment, equivalent_amount, equivalent_currency_id, description, received_by)
     SELECT 'RV-2026-' || lpad(last::text, 5, '0'), '2026-11-01', ${customer.id}, 5, ${currency.id}, 'cash', ${account.id},
       5, 1, 5, ${currency.id}, 'دفعة', ${user.id} FROM document_numbers WHERE prefix = 'RV'`,
    `WITH account AS (UPDATE accounts SET balance = balance + 5 WHERE id = ${account.id} RETURNING id, balance, updated_at)
     INSERT INTO movements (account_id, amount, balance_after, cause, document_number, user_id, created_at)
     SELECT id, 5, balance, 'receipt', 'RV-2026-' || lpad(last::text, 5, '0'), ${user.id}, updated_at
     FROM account, document_numbers WHERE prefix = 'RV'`,
  ];

  /** Clerks who post until they are stopped. */
  function post(url: string) {
    let working = true;
    let posted = 0;
    const clerks = Array.from({ length: 3 }, async () => {
      const session = new pg.Client({ connectionString: url });
      await session.connect();
      while (working) {
        await session.query(`BEGIN; ${statements.join(";")}; COMMIT`).catch(async ({ code }) => {
          expect(code).toBe("40P01"); // which the office tries again by itself
          await session.query("ROLLBACK");
        });
        posted++;
        await session.query("SELECT receipt_number FROM receipt_vouchers ORDER BY id DESC LIMIT 25");
      }
      await session.end();
    });
    return {
      posted: () => posted,
      async stop() {
        working = false;
        await Promise.all(clerks);
      },
    };
  }
  return { post };
}

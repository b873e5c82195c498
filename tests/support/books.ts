import type { Knex } from "knex";
import { afterEach, expect } from "vitest";
import type { Office } from "./client";
import { expectJournal } from "./journal";

/**
 * The rules that always hold: balances are sums of movements in the order of their posting, contracts and
 * invoices have been paid, and contracts refunded, what their confirmed vouchers say, what is owed is the sum of entries, kept totals are
 * what one counts, and nobody was deadlocked.
 */
export async function expectBalanced(knex: Knex) {
  const totals = (table: string, keys: string, counted: string, sums: string[], name = `${table}_totals`) => {
    const kept = `SELECT ${keys}, count, ${sums} FROM ${name} WHERE count <> 0`;
    const now = `SELECT ${counted}, count(*), ${sums.map((sum) => `sum(${sum})`)} FROM ${table} GROUP BY ${counted}`;
    return `UNION ALL SELECT '${name} ' || t::text FROM ((${kept} EXCEPT ${now}) UNION ALL (${now} EXCEPT ${kept})) t`;
  };
  const vouchers = [
    "currency_id, status, month",
    "currency_id, status, date_trunc('month', date)::date",
  ] as const;
  const signed = "status, campaign_id, package_id, currency_id";
  const byMonth = [
    `month, is_owing, ${signed}`,
    `date_trunc('month', contract_date)::date, remaining_amount > 0, ${signed}`,
  ] as const;
  const byAccountAndDay = [
    "date, account_id, account_name, is_incoming, is_event, payment_method",
    "date, account_id, account_name, (amount > 0) = (reverses IS NULL), is_event, coalesce(payment_method, '')",
  ] as const;
  const byPurpose = [
    "date, account_id, is_event, purpose, campaign_id, campaign_name, expense_id",
    `date, account_id, is_event, coalesce(purpose, ''), coalesce(campaign_id, 0), coalesce(campaign_name, ''), coalesce(expense_id, 0)`,
  ] as const;
  const transfers = (await knex.schema.hasTable("transfers"))
    ? {
        moved: `UNION ALL SELECT transfer_number, from_account_id, -from_amount - fee_amount FROM transfers WHERE status = 'confirmed'
          UNION ALL SELECT transfer_number, to_account_id, to_amount FROM transfers WHERE status = 'confirmed'`,
        days: "UNION ALL SELECT transfer_number, date, description FROM transfers",
      }
    : { moved: "", days: "" }; // in the schema of an older release
  const [place, cheques] = (await knex.schema.hasColumn("receipt_vouchers", "collected_account_id"))
    ? ["coalesce(collected_account_id, account_id)", chequesInHand]
    : ["account_id", ""]; // likewise
  const credits = (await knex.schema.hasColumn("invoices", "credited_amount"))
    ? {
        wrong: `UNION ALL SELECT 'credits of invoice ' || invoices.id FROM invoices
          WHERE credited_amount <> (SELECT coalesce(sum(settled_amount), 0) FROM invoices AS notes
            WHERE notes.credited_invoice_id = invoices.id AND notes.payment_status <> 'cancelled')
          UNION ALL SELECT 'credit note of ' || receipt_number FROM invoices JOIN receipt_vouchers ON receipt_vouchers.id = receipt_id
          WHERE (invoice_date, invoices.description, payment_status = 'cancelled', invoices.settled_amount)
            IS DISTINCT FROM (receipt_vouchers.date, receipt_vouchers.description, status = 'cancelled', 0)
            OR (invoices.agent_id, invoices.supplier_id, invoices.credited_invoice_id)
            IS DISTINCT FROM (receipt_vouchers.agent_id, receipt_vouchers.supplier_id, receipt_vouchers.credited_invoice_id)`,
        keys: "kind, document_type, payment_status",
        sums: ["total_amount", "paid_amount", "credited_amount"],
      }
    : { wrong: "", keys: "kind, payment_status", sums: ["total_amount", "paid_amount"] };
  const { rows } = await knex.raw(`
    SELECT 'account ' || accounts.id AS wrong FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT 'running balance ' || id FROM (
      SELECT id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY created_at, id) AS running
      FROM movements) m
    WHERE balance_after <> running
    UNION ALL SELECT 'contract ' || contracts.id FROM contracts
    WHERE paid_amount <> (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
      WHERE contract_id = contracts.id AND status = 'confirmed')
      + (SELECT coalesce(sum(equivalent_amount - taken_equivalent), 0) FROM allocations WHERE contract_id = contracts.id)
    UNION ALL SELECT 'invoice ' || invoices.id FROM invoices
    WHERE paid_amount <> (SELECT coalesce(sum(settled_amount), 0) FROM payment_vouchers
      WHERE invoice_id = invoices.id AND status = 'confirmed')
      + (SELECT coalesce(sum(equivalent_amount - taken_equivalent), 0) FROM allocations WHERE invoice_id = invoices.id)
    UNION ALL SELECT 'refunds of contract ' || contracts.id FROM contracts
    WHERE refunded_amount <> (SELECT coalesce(sum(settled_amount), 0) FROM payment_vouchers
      WHERE contract_id = contracts.id AND status = 'confirmed')
      + (SELECT coalesce(sum(amount - taken_amount), 0) FROM allocations WHERE from_contract_id = contracts.id)
    UNION ALL SELECT 'movements of ' || coalesce(number, document_number) FROM (
      SELECT receipt_number AS number, ${place} AS account_id, account_amount AS amount
      FROM receipt_vouchers WHERE status = 'confirmed'
      UNION ALL SELECT payment_number, account_id, -account_amount
      FROM payment_vouchers WHERE status = 'confirmed'
      ${transfers.moved}) voucher
    FULL JOIN (
      SELECT document_number, account_id, sum(amount) AS amount FROM movements
      WHERE document_number IS NOT NULL AND cause <> 'adjustment' GROUP BY 1, 2 HAVING sum(amount) <> 0) moved
    ON document_number = number AND moved.account_id = voucher.account_id
    WHERE moved.amount IS DISTINCT FROM voucher.amount
    ${cheques}
    ${entries}
    UNION ALL SELECT 'correction ' || movements.id FROM movements LEFT JOIN movements AS taken ON taken.id = movements.reverses
    WHERE movements.reverses IS NOT NULL AND (taken.account_id, taken.date, taken.amount, taken.document_number, taken.is_event)
      IS DISTINCT FROM (movements.account_id, movements.date, -movements.amount, movements.document_number, movements.is_event)
    UNION ALL SELECT 'day of ' || coalesce(number, document_number) FROM (
      SELECT receipt_number AS number, date, description FROM receipt_vouchers
      UNION ALL SELECT payment_number, date, description FROM payment_vouchers
      ${transfers.days}) voucher
    FULL JOIN (
      SELECT document_number, date, description FROM movements WHERE (purpose IS NOT NULL OR cause LIKE 'transfer%') AND NOT is_event AND reverses IS NULL
        AND NOT EXISTS (SELECT FROM movements AS later WHERE later.reverses = movements.id)) line
    ON document_number = number WHERE (line.date, line.description) IS DISTINCT FROM (voucher.date, voucher.description)
    ${totals("receipt_vouchers", ...vouchers, ["amount"])}
    ${totals("contracts", ...byMonth, ["total_amount", "paid_amount", "remaining_amount", "package_cost"], "contracts_monthly_totals")}
    ${salesTotals}
    ${totals("movements", ...byAccountAndDay, ["line_count", "amount"], "movements_account_totals")}
    ${totals("movements", ...byPurpose, ["line_count", "amount"], "movements_purpose_totals")}
    ${totals("payment_vouchers", ...vouchers, ["amount"])}
    ${totals("contracts", "currency_id, status", "currency_id, status", ["total_amount", "paid_amount", "remaining_amount"])}
    ${credits.wrong}
    ${totals("invoices", credits.keys, credits.keys, credits.sums)}`);
  expect(rows).toEqual([]);
}

/** An account of cheques in hand has the money of the cheques that are in it, and no other. */
const chequesInHand = `
    UNION ALL SELECT 'cheques in hand ' || id FROM accounts
    WHERE is_cheques_in_hand AND balance <> (SELECT coalesce(sum(account_amount), 0) FROM receipt_vouchers
      WHERE account_id = accounts.id AND cheque_state = 'in_hand')
    UNION ALL SELECT 'state of ' || receipt_number FROM receipt_vouchers JOIN accounts ON accounts.id = account_id
    WHERE (coalesce(cheque_state, '') IN ('in_hand', 'collected'))
      <> (is_cheques_in_hand AND receipt_vouchers.status = 'confirmed')`;

/** What the entries of contracts that were not deleted say was sold in each month. */
const salesTotals = `
    UNION ALL SELECT concat_ws(' ', 'sales_monthly_totals', month, cause, campaign_id, package_id, sum(count), sum(amount), sum(cost)) FROM (
      SELECT month, campaign_id, package_id, currency_code, cause, count, amount, round(cost, 9) AS cost FROM sales_monthly_totals
      WHERE (count, amount, cost) <> (0, 0, 0)
      UNION ALL
      SELECT date_trunc('month', date)::date, campaign_id, package_id, currency_code, cause, -sum(count), -sum(amount), -round(sum(count * package_cost), 9)
      FROM (SELECT *, CASE WHEN cause <> 'cancelling' THEN 0 WHEN amount < 0 THEN -1 ELSE 1 END AS count FROM entries) AS entries
      JOIN contracts ON contracts.id = document_id WHERE document = 'contract' GROUP BY 1, 2, 3, 4, 5) AS t
    GROUP BY month, campaign_id, package_id, currency_code, cause HAVING (sum(count), sum(amount), sum(cost)) <> (0, 0, 0)`;

/** Holds an office to these rules after each test of a file. */
export function keepBooks(office: Office) {
  afterEach(async () => {
    await expectBalanced(office.knex);
    await expectJournal(office.knex);
  });
}

/** That the ledger says what the documents say. */
export async function expectEntered(knex: Knex) {
  expect((await knex.raw(`SELECT NULL AS wrong WHERE false ${entries}`)).rows).toEqual([]);
}

/** The entries of each document are what it says, and their sums what is owed for each contract and invoice. */
const entries = `
    UNION ALL SELECT concat('entries of ', entry.document, ' ', number, ' ', (line).cause) FROM (
      SELECT 'contract' AS document, contract_number AS number, id, lines_of(contracts, NULL::contracts) AS line FROM contracts
      UNION ALL SELECT 'receipt', receipt_number, id, lines_of(receipt_vouchers, NULL::receipt_vouchers) FROM receipt_vouchers
      UNION ALL SELECT 'payment', payment_number, id, lines_of(payment_vouchers, NULL::payment_vouchers) FROM payment_vouchers
      UNION ALL SELECT 'allocation', allocation_number, id, lines_of(allocations) FROM allocations
      UNION ALL SELECT kind, invoice_number, id, lines_of(invoices, NULL::invoices) FROM invoices) AS documents
    FULL JOIN (
      SELECT document, document_id, cause, is_event, CASE WHEN NOT is_event THEN date END AS date, currency_code,
        coalesce(customer_id, agent_id, supplier_id) AS party, coalesce(contract_id, invoice_id, 0) AS item, sum(amount) AS amount
      FROM entries GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(amount) <> 0) AS entry
    ON entry.document = documents.document AND document_id = id AND entry.cause = (line).cause
      AND (entry.is_event OR entry.date = (line).date) AND entry.currency_code = (line).currency_code
      AND party = coalesce((line).customer_id, (line).agent_id, (line).supplier_id)
      AND item = coalesce((line).contract_id, (line).invoice_id, 0)
    WHERE coalesce(entry.amount, 0) <> coalesce((line).amount, 0)
    UNION ALL SELECT 'what is owed for contract ' || contract_number FROM contracts
    WHERE (SELECT coalesce(sum(amount), 0) FROM entries WHERE contract_id = contracts.id)
      <> remaining_amount - refundable_amount OR least(remaining_amount, refundable_amount) <> 0
    UNION ALL SELECT 'what is owed for invoice ' || invoice_number FROM invoices
    WHERE (SELECT coalesce(sum(amount), 0) FROM entries WHERE invoice_id = invoices.id)
      <> CASE WHEN payment_status IN ('pending', 'overdue')
        THEN paid_amount + coalesce((to_jsonb(invoices) ->> 'credited_amount')::numeric, 0) - total_amount ELSE 0 END`;

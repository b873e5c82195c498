import type { Knex } from "knex";
import { expect } from "vitest";

/**
 * What an accountant checks first (books.md, rule 11): each number is balanced in the base and of one day, numbers have no gaps, accounts have their balances, parties
 * owe what their entries say, invoices have their taxes, every document is in the journal, and what is called a difference of exchange is one.
 */
export async function expectJournal(knex: Knex) {
  if (!(await knex.schema.hasTable("journal_lines"))) return; // in the schema of an older release
  await knex.raw("SELECT post_journal(2147483647)");
  const { rows } = await knex.raw(`
    SELECT 'number ' || number AS wrong FROM journal_lines GROUP BY number, base_code HAVING sum(base_amount) <> 0
    UNION ALL SELECT 'days of ' || number FROM journal_lines GROUP BY number HAVING min(date) <> max(date)
      OR split_part(number, '-', 2)::integer <> extract(year FROM min(date))
    UNION ALL SELECT concat_ws(' ', 'numbers of', year, count, last) FROM (
      SELECT split_part(number, '-', 2)::integer AS year, count(DISTINCT number), max(split_part(number, '-', 3)::integer) AS last
      FROM journal_lines GROUP BY 1) AS numbers
    WHERE count <> last OR last <> (SELECT kept.last FROM document_numbers AS kept WHERE prefix = 'J' AND kept.year = numbers.year)
    UNION ALL SELECT 'account ' || accounts.name FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM journal_lines WHERE account = 'account:' || accounts.id AND revalues IS NULL)
    UNION ALL SELECT concat_ws(' ', 'party', customer, agent, supplier, code, sum(amount)) FROM (
      SELECT customer_id AS customer, agent_id AS agent, supplier_id AS supplier, currency_code AS code, contract_id IS NULL AND customer_id IS NOT NULL AS is_advance, amount FROM entries
      UNION ALL SELECT customer_id, agent_id, supplier_id, currency_code, account = 'customer_advances', -amount FROM journal_lines
      WHERE account IN ('customers', 'customer_advances', 'agents', 'suppliers') AND revalues IS NULL) AS sides
    GROUP BY customer, agent, supplier, code, is_advance HAVING sum(amount) <> 0
    UNION ALL SELECT 'entry ' || id FROM entries WHERE (SELECT count(*) FROM journal_lines WHERE entry_id = entries.id AND amount = entries.amount) = 0
    UNION ALL SELECT 'movement ' || id FROM movements WHERE (SELECT count(*) FROM journal_lines WHERE movement_id = movements.id AND amount = movements.amount) = 0
    UNION ALL SELECT concat_ws(' ', 'taxes', kept, owed) FROM (
      SELECT (SELECT coalesce(sum(amount), 0) FROM journal_lines WHERE account = 'taxes' AND currency_code = 'SAR') AS kept,
        (SELECT coalesce(sum(CASE document_type WHEN 'credit_note' THEN -tax_amount ELSE tax_amount END), 0) FROM invoices WHERE stands(payment_status)) AS owed) AS taxes WHERE kept <> owed
    UNION ALL SELECT concat_ws(' ', 'purchases', kept, owed) FROM (
      SELECT (SELECT coalesce(sum(amount), 0) FROM journal_lines WHERE account LIKE 'purchases:%' OR account IN ('agent_services', 'commissions')) AS kept,
        (SELECT coalesce(sum(CASE document_type WHEN 'credit_note' THEN -amount ELSE amount END), 0) FROM invoices WHERE stands(payment_status)) AS owed) AS purchases WHERE kept <> owed
    UNION ALL SELECT concat_ws(' ', 'difference of', number, sum(base_amount) FILTER (WHERE account = 'exchange_differences')) FROM journal_lines AS line
    WHERE closing_id IS NULL AND NOT EXISTS ( -- what was converted twice, for the contract and for the account
      SELECT FROM journal_lines AS other JOIN entries ON entries.id = other.entry_id WHERE other.number = line.number AND voucher_code <> entries.currency_code)
      AND (document_kind NOT IN ('receipt', 'payment') -- a test wrote the voucher itself, and moved no money
        OR EXISTS (SELECT FROM journal_lines AS moved WHERE moved.document = line.document AND moved.movement_id IS NOT NULL))
    GROUP BY number
    HAVING abs(coalesce(sum(base_amount) FILTER (WHERE account = 'exchange_differences'), 0)) > count(*) * power(10, -min(minor_unit(base_code)))
      AND count(DISTINCT (currency_code, rate)) FILTER (WHERE account <> 'exchange_differences') = 1
    UNION ALL SELECT 'both columns ' || id FROM journal_lines WHERE sign(amount) * sign(base_amount) < 0`);
  expect(rows).toEqual([]);
}

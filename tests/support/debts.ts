import type { Knex } from "knex";
import { expect } from "vitest";
import type { Client } from "./client";
import { queriesOf } from "./queries";

const paidUntil = (last: string) => `
  (SELECT coalesce(sum(paid), 0) FROM (
     SELECT contract_id, date, equivalent_amount AS paid FROM receipt_vouchers WHERE status = 'confirmed'
     UNION ALL SELECT contract_id, date, equivalent_amount - taken_equivalent FROM allocations) AS documents
   WHERE contract_id = contracts.id AND date <= '${last}')`;

/** By hand: each part with the sum of those before it, and what receipts and allocations until a day leave of it. */
export const partsUntil = (last: string) => `
  SELECT customer_id, code, exchange_rate, '${last}'::date - due AS days,
         greatest(0, least(amount, before + amount - paid)) AS unpaid
  FROM (SELECT contracts.customer_id, code, exchange_rate, (part ->> 'due_date')::date AS due, (part ->> 'amount')::numeric AS amount,
          (SELECT coalesce(sum((earlier ->> 'amount')::numeric), 0)
           FROM jsonb_array_elements(contracts.schedule) WITH ORDINALITY AS e (earlier, n) WHERE e.n < p.n) AS before,
          ${paidUntil(last)} AS paid
        FROM contracts JOIN currencies ON currencies.id = currency_id,
             jsonb_array_elements(schedule) WITH ORDINALITY AS p (part, n)
        WHERE contracts.status <> 'cancelled' AND contract_date <= '${last}'
        UNION ALL
        SELECT customer_id, code, exchange_rate, contract_date, total_amount, 0,
          ${paidUntil(last)}
        FROM contracts JOIN currencies ON currencies.id = currency_id
        WHERE contracts.status <> 'cancelled' AND schedule IS NULL AND contract_date <= '${last}') AS parts`;

/** The amounts of a debt, and the days since its due date that each counts. */
const ages = [
  ["remaining_amount", "true"],
  ["due_amount", "days >= 0"],
  ["overdue_amount", "days > 0"],
  ["upcoming_amount", "days <= 0"],
  ["overdue_30", "days BETWEEN 1 AND 30"],
  ["overdue_60", "days BETWEEN 31 AND 60"],
  ["overdue_90", "days BETWEEN 61 AND 90"],
  ["overdue_older", "days > 90"],
] as const;

/** What the office owes by unpaid invoices, to the holders of a column. */
const invoiceParts = (kind: "agent" | "purchase", holder: string) => (last: string) =>
  `
  SELECT ${holder} AS party, 'SAR' AS code, '${last}'::date - coalesce(due_date, invoice_date) AS days,
         total_amount - paid_amount - credited_amount AS unpaid
  FROM invoices WHERE kind = '${kind}' AND payment_status IN ('pending', 'overdue') AND total_amount > paid_amount + credited_amount`;

const isNoService = "num_nonnulls(service_name, other_service_id) = 0";

/** What is on account by party and currency: positive where it is a debt. */
const pots = {
  customers: `
    SELECT customer_id AS party, code, sum(amount) AS pot FROM (
      SELECT customer_id, currency_id, -amount AS amount FROM receipt_vouchers WHERE customer_id IS NOT NULL AND contract_id IS NULL AND status = 'confirmed' AND ${isNoService}
      UNION ALL SELECT customer_id, currency_id, charge_amount FROM receipt_vouchers WHERE charge_amount > 0
      UNION ALL SELECT customer_id, currency_id, amount FROM payment_vouchers
      WHERE customer_id IS NOT NULL AND contract_id IS NULL AND status = 'confirmed' AND ${isNoService}
      UNION ALL SELECT customer_id, currency_id, amount - taken_amount FROM allocations WHERE contract_id IS NOT NULL AND from_contract_id IS NULL
      UNION ALL SELECT customer_id, currency_id, taken_amount - amount FROM allocations WHERE contract_id IS NULL AND from_contract_id IS NOT NULL
    ) AS vouchers
    JOIN currencies ON currencies.id = currency_id GROUP BY 1, 2`,
  agents: potOf("agent_id"),
  suppliers: potOf("supplier_id"),
};

function potOf(holder: string) {
  return `
    SELECT party, code, -sum(amount) AS pot FROM (
      SELECT ${holder} AS party, currency_id, amount FROM payment_vouchers WHERE invoice_id IS NULL AND status = 'confirmed'
      UNION ALL SELECT ${holder}, currency_id, taken_amount - amount FROM allocations WHERE invoice_id IS NOT NULL
      UNION ALL SELECT ${holder}, currency_id, -amount FROM receipt_vouchers WHERE contract_id IS NULL AND status = 'confirmed'
      UNION ALL SELECT ${holder}, (SELECT id FROM currencies WHERE code = 'SAR'), total_amount - settled_amount
      FROM invoices WHERE document_type = 'credit_note' AND payment_status <> 'cancelled') AS documents
    JOIN currencies ON currencies.id = currency_id WHERE party IS NOT NULL GROUP BY 1, 2`;
}

const partsOf = {
  // A debt on account is of the days of its payments and charges: no office of the tests has such a debt beside receipts on account.
  customers: (last: string) => `
    SELECT customer_id AS party, code, days, unpaid FROM (${partsUntil(last)}) AS parts
    UNION ALL
    SELECT customer_id, pots.code, '${last}'::date - date, amount FROM payment_vouchers AS vouchers
    JOIN currencies ON currencies.id = currency_id JOIN (${pots.customers}) AS pots ON party = customer_id AND pots.code = currencies.code
    WHERE contract_id IS NULL AND vouchers.status = 'confirmed' AND pot > 0
    UNION ALL
    SELECT customer_id, pots.code, '${last}'::date - voucher_cancelled_on(receipt_number, vouchers.status), charge_amount FROM receipt_vouchers AS vouchers
    JOIN currencies ON currencies.id = currency_id JOIN (${pots.customers}) AS pots ON party = customer_id AND pots.code = currencies.code
    WHERE charge_amount > 0 AND pot > 0`,
  agents: invoiceParts("agent", "agent_id"),
  suppliers: invoiceParts("purchase", "supplier_id"),
};

/** What vouchers on account and refundable contracts take off, as the documents stand. */
const creditsOf = {
  customers: `
    SELECT party, code, -pot AS credit FROM (${pots.customers}) AS pots WHERE pot < 0
    UNION ALL SELECT customer_id, code, refundable_amount FROM contracts JOIN currencies ON currencies.id = currency_id`,
  agents: `SELECT party, code, -pot AS credit FROM (${pots.agents}) AS pots`,
  suppliers: `SELECT party, code, -pot AS credit FROM (${pots.suppliers}) AS pots`,
};

/** Unpaid parts of who owes by the net, by plain SQL, after what covers the oldest of them. */
export const unpaidParts = (kind: keyof typeof partsOf, last: string) => `
  SELECT party, code, days, greatest(0, least(unpaid, sum(unpaid) OVER (PARTITION BY party, code ORDER BY days DESC
    ROWS UNBOUNDED PRECEDING) - coalesce(credit, 0))) AS unpaid
  FROM (${partsOf[kind](last)}) AS parts
  LEFT JOIN (SELECT party, code, sum(credit) AS credit FROM (${creditsOf[kind]}) AS credits GROUP BY 1, 2) AS credits USING (party, code)`;

/**
 * Expects that the call of debts has exactly the debts of plain SQL, to the minor unit.
 * @param last the day, today: what was undone since then still stood on an earlier one
 * @returns how many debts there are
 */
export async function expectDebts(
  office: { readonly knex: Knex },
  client: Client,
  kind: keyof typeof partsOf,
  last: string,
) {
  const expected = await queriesOf(office).rows<Record<string, string>>(`
    SELECT party, code, ${ages.map(([name, days]) => `coalesce(sum(unpaid) FILTER (WHERE ${days}), 0) AS ${name}`)}
    FROM (${unpaidParts(kind, last)}) AS parts
    GROUP BY 1, 2 HAVING sum(unpaid) > 0`);
  const debts: Record<string, unknown>[] = [];
  for (let page = 1, total = 1; debts.length < total; page++) {
    const { body } = await client.get(`/api/debts/${kind}?age=all&on=${last}&per_page=200&page=${page}`);
    total = body.total;
    debts.push(...body.debts);
  }
  const figures = debts.map(({ party_id, currency, ...debt }) => [
    `${party_id} ${(currency as { code: string }).code}`,
    ...ages.map(([name]) => debt[name]),
  ]);
  const byParty = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1);
  expect(figures.sort(byParty)).toEqual(
    expected
      .map((row) => [`${row.party} ${row.code}`, ...ages.map(([name]) => Number(row[name]))])
      .sort(byParty),
  );
  return figures.length;
}

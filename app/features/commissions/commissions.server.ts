import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { type Decimal, rateBetween } from "~/features/money/money.server";
import { noRiyal, rateToKeep, readCurrencies, riyalOf } from "~/features/money/rates.server";
import { type CommissionSums, commissionNames } from "./commission";

/** What the agent of a contract has earned by it, in its currency, in SQL over `contracts` and `currencies`; null without an agent. */
export const earned = `CASE WHEN contracts.agent_id IS NULL THEN NULL WHEN NOT stands(contracts.status) THEN 0
  ELSE round((contracts.paid_amount - contracts.refunded_amount - contracts.refundable_amount) * contracts.commission_rate * 0.01, minor_unit(currencies.code)) END`;

/**
 * The rates from every currency to riyals, as the parameter `rates` of the queries here: a fraction each, so that PostgreSQL converts
 * exactly as `convert` does. Null if the office has no riyals.
 */
export async function ratesToRiyals(db: Db): Promise<string | null> {
  const currencies = await readCurrencies(db);
  const target = riyalOf(currencies);
  if (!target) return null;
  return JSON.stringify(
    [...currencies.values()].map(({ id, exchange_rate }) => {
      const rate = rateBetween(exchange_rate, target.exchange_rate);
      return { currency_id: id, n: String(rate.n), d: String(rate.d), rate: rateToKeep(rate) };
    }),
  );
}

/** @throws DomainError invalid if the office has no riyals */
export async function requireRates(db: Db): Promise<string> {
  const rates = await ratesToRiyals(db);
  if (!rates) throw new DomainError("invalid", noRiyal);
  return rates;
}

/**
 * A row for each agent and contract, in SQL: what is earned and invoiced in the contract's currency, and `due`, which is the
 * difference, also in riyals, rounded half away from zero. A contract that has got another agent stays with the one who was paid for
 * it: nothing of it is earned by them, so what was invoiced is to be taken back.
 * @param agents the condition on the agents' ids; `:rates` is from `ratesToRiyals`
 */
export const commissionLines = (agents = "IS NOT NULL") => `
  SELECT agent_id, contract_id, campaign_id, currency_id, rate, earned, invoiced, invoiced_riyals, due,
         sign(due) * div(abs(due) * n * 200 + d, 2 * d) * 0.01 AS due_riyals
  FROM (
    SELECT agent_id, contract_id, coalesce(earned, 0) AS earned, coalesce(invoiced, 0) AS invoiced,
           coalesce(invoiced_riyals, 0) AS invoiced_riyals, coalesce(earned, 0) - coalesce(invoiced, 0) AS due
    FROM (SELECT contracts.agent_id, contracts.id AS contract_id, ${earned} AS earned
          FROM contracts JOIN currencies ON currencies.id = currency_id WHERE agent_id ${agents}) AS contracted
    FULL JOIN (SELECT agent_id, contract_id, sum(commission_parts.amount) AS invoiced, sum(riyals) AS invoiced_riyals
               FROM commission_parts JOIN invoices ON invoices.id = invoice_id
               WHERE agent_id ${agents} AND stands(payment_status) GROUP BY 1, 2) AS parts
      USING (agent_id, contract_id)) AS lines
  JOIN (SELECT id AS contract_id, campaign_id, currency_id FROM contracts) AS contracts USING (contract_id)
  JOIN jsonb_to_recordset(:rates::jsonb) AS rates (currency_id integer, n numeric, d numeric, rate numeric) USING (currency_id)`;

/** The sums of agents by their ids, in riyals; agents without contracts are left out. Empty if the office has no riyals. */
export async function commissionSums(db: Db, agents?: number[]): Promise<Map<number, CommissionSums>> {
  const rates = await ratesToRiyals(db);
  return rates && agents?.length !== 0 ? sumsAt(db, rates, agents) : new Map();
}

async function sumsAt(db: Db, rates: string, agents?: number[]): Promise<Map<number, CommissionSums>> {
  const these = agents ? "= ANY(:agents)" : undefined;
  const { rows } = await db.raw<{ rows: (Record<keyof CommissionSums, Decimal> & { agent_id: number })[] }>(
    `SELECT agent_id, sum(invoiced_riyals + due_riyals) AS earned, sum(invoiced_riyals) AS invoiced, sum(due_riyals) AS due,
            coalesce((SELECT sum(CASE WHEN document_type = 'credit_note' THEN -total_amount WHEN payment_status = 'paid' THEN total_amount - credited_amount ELSE paid_amount END) FROM invoices
              WHERE invoices.agent_id = lines.agent_id AND stands(payment_status)
                AND EXISTS (SELECT FROM commission_parts WHERE invoice_id = invoices.id)), 0) AS paid
     FROM (${commissionLines(these)}) AS lines GROUP BY agent_id`,
    agents ? { rates, agents } : { rates },
  );
  return new Map(
    rows.map(({ agent_id, ...row }) => [
      agent_id,
      Object.fromEntries(commissionNames.map((name) => [name, Number(row[name])])) as CommissionSums,
    ]),
  );
}

/** The sums of one agent, all 0 without contracts; null if the office has no riyals. */
export async function commissionOf(db: Db, agent: number): Promise<CommissionSums | null> {
  const rates = await ratesToRiyals(db);
  return rates === null
    ? null
    : ((await sumsAt(db, rates, [agent])).get(agent) ?? { earned: 0, invoiced: 0, paid: 0, due: 0 });
}

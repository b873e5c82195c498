import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { instalmentsOf, type OpenInstalment } from "~/features/instalments/instalments.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import type { Credit } from "./debt";
import type { DebtKind } from "./kinds";

/*
 * Debts by party and currency (docs/decisions/debts.md): what contracts or invoices owe, and what is on account, which is taken off the
 * oldest part first. Only a positive net is a debt. Today's items are read from their own columns, those of an earlier day from entries.
 */

/** The sums of entries up to an earlier day. */
const owedThen = (party: string, item: string, table: string, amount: string) => `
  SELECT entries.${party}, currency_code, campaign_id, ${item}, ${amount}
  FROM entries JOIN ${table} AS items ON items.id = ${item}
  WHERE :isPast AND entries.${party} IS NOT NULL AND date <= :day GROUP BY 1, 2, 3, 4 HAVING sum(entries.amount) <> 0`;

const invoiceDebts = (kind: "agent" | "purchase", party: string) => ({
  party,
  item: "invoice_id",
  sign: -1,
  owed: `
    SELECT ${party} AS party_id, '${riyal.code}' AS code, campaign_id, id, total_amount - paid_amount AS owed FROM invoices
    WHERE NOT :isPast AND kind = '${kind}' AND payment_status IN ('pending', 'overdue') AND paid_amount < total_amount
    UNION ALL ${owedThen(party, "invoice_id", "invoices", "-sum(entries.amount)")}`,
  parts: "SELECT coalesce(due_date, invoice_date), owed FROM invoices WHERE id = owed.id",
  vouchers: "payment_vouchers",
  items: "invoices_amount",
});

/**
 * By kind: the party's column of entries, the column of what it owes for and its sign in the list; what is owed for each item, and the
 * unpaid parts of one; then the party's vouchers, and the name of what its items owe.
 */
export const sources: Record<DebtKind, ReturnType<typeof invoiceDebts>> = {
  customers: {
    party: "customer_id",
    item: "contract_id",
    sign: 1,
    owed: `
      SELECT customer_id AS party_id, code, campaign_id, contracts.id,
        CASE WHEN stands(status) THEN remaining_amount ELSE -refundable_amount END AS owed
      FROM contracts JOIN currencies ON currencies.id = currency_id
      WHERE NOT :isPast AND (stands(status) AND remaining_amount > 0 OR refundable_amount > 0)
      UNION ALL ${owedThen("customer_id", "contract_id", "contracts", "sum(entries.amount)")}`,
    // On an earlier day a contract may have owed more than it does in all today: that was due on its date.
    parts: `SELECT due_date, part.remaining_amount FROM contracts, ${instalmentsOf("contracts.total_amount - owed.owed")} AS part WHERE contracts.id = owed.id
      UNION ALL SELECT contract_date, owed.owed - total_amount FROM contracts WHERE contracts.id = owed.id`,
    vouchers: "receipt_vouchers",
    items: "contracts_amount",
  },
  agents: invoiceDebts("agent", "agent_id"),
  suppliers: invoiceDebts("purchase", "supplier_id"),
};

/** By party and currency: what items owe, of them all or of a campaign, what is on account, the net, and what covers parts. */
export const netsOf = (kind: DebtKind) => {
  const { party, item, sign, owed, items } = sources[kind];
  return `
    owed AS (SELECT * FROM (${owed}) AS owed WHERE NOT :hasSearch OR party_id IN (:searched)),
    account AS (
      SELECT ${party} AS party_id, currency_code AS code, date, ${sign} * amount AS amount,
        sum(${sign} * amount) OVER (PARTITION BY ${party}, currency_code) AS pot,
        sum(greatest(${sign} * amount, 0)) OVER (PARTITION BY ${party}, currency_code ORDER BY date DESC, id DESC) AS newest
      FROM entries
      WHERE ${party} IS NOT NULL AND ${item} IS NULL AND (NOT :isPast OR date <= :day) AND (NOT :hasSearch OR ${party} IN (:searched))),
    nets AS (
      SELECT party_id, code, coalesce(sum(owed) FILTER (WHERE :campaignId::int IS NULL OR campaign_id = :campaignId), 0) AS ${items},
        coalesce(max(pot), 0) AS pot, coalesce(sum(owed), 0) + coalesce(max(pot), 0) AS net,
        coalesce(-sum(owed) FILTER (WHERE owed < 0), 0) + greatest(-coalesce(max(pot), 0), 0) AS credit
      FROM owed FULL JOIN (SELECT DISTINCT party_id, code, pot FROM account) AS pots USING (party_id, code)
      GROUP BY 1, 2)`;
};

/** The unpaid parts of who owes by the net, after what covers them, the oldest first; those of a part on account have no `id`. */
export const unpaidOf = (kind: DebtKind) => `
    parts AS (
      SELECT party_id, code, id, due_date, amount FROM owed, LATERAL (${sources[kind].parts}) AS part (due_date, amount)
      WHERE owed > 0 AND amount > 0
      UNION ALL
      SELECT party_id, code, NULL, date, least(amount, pot - newest + amount) FROM account WHERE amount > 0 AND newest - amount < pot),
    unpaid AS (
      SELECT party_id, code, id, due_date, :day::date - due_date AS days, amount AS whole,
             greatest(0, least(amount, sum(amount) OVER before - credit)) AS amount
      FROM parts JOIN nets USING (party_id, code) WHERE net > 0
      WINDOW before AS (PARTITION BY party_id, code ORDER BY due_date, id ROWS UNBOUNDED PRECEDING))`;

/** By party: what it has with the office by its nets, as JSON. */
export const creditsOfParties = `
    credits AS (SELECT party_id, json_agg(json_build_object('code', code, 'amount', -net) ORDER BY code) AS credits FROM nets WHERE net < 0 GROUP BY 1)`;

export const toCredits = (credits: { code: string; amount: Decimal }[] | null): Credit[] =>
  (credits ?? []).map(({ code, amount }) => ({ code, decimals: minorUnit(code), amount: Number(amount) }));

/**
 * What customers have left to pay by due date, the oldest first, as the list of debts has it: what is on account is taken off. Each part
 * has what its customer has in other currencies.
 */
export async function unpaidParts(
  customerIds: number[],
): Promise<(OpenInstalment & { credits: Credit[] })[]> {
  const { rows } = await db.raw(
    `WITH ${netsOf("customers")}, ${unpaidOf("customers")}, ${creditsOfParties}
     SELECT party_id AS customer_id, contracts.id AS contract_id, contract_number, due_date, whole AS amount, amount AS remaining_amount, code,
            coalesce(symbol, code) AS symbol, CASE WHEN days > 0 THEN 'overdue' WHEN days = 0 THEN 'due' ELSE 'upcoming' END AS status, credits
     FROM unpaid LEFT JOIN contracts ON contracts.id = unpaid.id LEFT JOIN currencies USING (code)
     LEFT JOIN credits USING (party_id)
     WHERE amount > 0 ORDER BY due_date, contracts.id`,
    {
      day: officeToday(),
      isPast: false,
      hasSearch: true,
      searched: db.raw("SELECT unnest(?::integer[])", [customerIds]),
      campaignId: null,
    },
  );
  return rows.map((row: Record<string, unknown>) => ({
    ...row,
    amount: Number(row.amount),
    remaining_amount: Number(row.remaining_amount),
    credits: toCredits(row.credits as never),
    decimals: minorUnit(row.code as string),
  }));
}

import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { inCancelledCampaign } from "~/features/campaigns/standing.server";
import type { OpenInstalment } from "~/features/instalments/instalments.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import type { Credit } from "./debt";
import type { DebtKind } from "./kinds";

/*
 * Debts by party and currency (docs/decisions/debts.md): what contracts or invoices owe, and what is on account, which is taken off the
 * oldest part first. Only a positive net is a debt. Today's items are read from their own columns, those of an earlier day from entries.
 */

/** Narrows a query to the searched parties by their column, if some are searched. An OR would keep it from its index. */
type Narrow = (party: string) => string;
const toSearched: Narrow = (party) => `AND ${party} IN (:searched)`;
const toAll: Narrow = () => "";

const invoice =
  "campaign_id, id, coalesce(due_date, invoice_date) AS due_date, NULL::jsonb AS schedule, total_amount, false AS in_cancelled_campaign, NULL::date AS until";

const invoiceDebts = (kind: "agent" | "purchase", party: string) => ({
  party,
  item: "invoice_id",
  sign: -1,
  owed: (narrow: Narrow) => `
    SELECT ${party} AS party_id, '${riyal.code}' AS code, ${invoice}, total_amount - paid_amount - credited_amount AS owed FROM invoices
    WHERE NOT :isPast AND kind = '${kind}' AND payment_status IN ('pending', 'overdue') AND paid_amount + credited_amount < total_amount ${narrow(party)}
    UNION ALL
    SELECT sums.party_id, code, ${invoice}, owed FROM (
      SELECT ${party} AS party_id, currency_code AS code, invoice_id AS item_id, -sum(amount) AS owed
      FROM entries WHERE :isPast AND ${party} IS NOT NULL AND date <= :day ${narrow(party)} GROUP BY 1, 2, 3 HAVING sum(amount) <> 0) AS sums
    JOIN invoices ON invoices.id = item_id`,
  vouchers: "payment_vouchers",
  items: "invoices_amount",
});

/** What is left of a cancelled contract's fee is due on the day of the cancelling; before that day the contract stood. */
const stood = "(stands(status) OR cancelled_on > :day)";
const contract = `campaign_id, contracts.id, CASE WHEN ${stood} THEN contract_date ELSE coalesce(cancelled_on, contract_date) END AS due_date,
  CASE WHEN ${stood} THEN schedule END AS schedule, total_amount, ${inCancelledCampaign} AS in_cancelled_campaign,
  CASE WHEN cancelled_on > :day THEN cancelled_on - 1 END AS until`;

/** What contracts owe now, or are owed. */
const contractDebts = (narrow: Narrow) => `
  contracts JOIN currencies ON currencies.id = currency_id WHERE (remaining_amount > 0 OR refundable_amount > 0) ${narrow("customer_id")}`;
const owedNow = "remaining_amount - refundable_amount AS owed";

/**
 * The same on an earlier day: what they owe now, less what entries of later days say. Days that are asked for do not lie far back, so these are fewer
 * than the entries until then.
 */
const contractDebtsThen = (narrow: Narrow) => `
  SELECT party_id, code, item_id, sum(owed) AS owed FROM (
    SELECT customer_id AS party_id, code, contracts.id AS item_id, ${owedNow} FROM ${contractDebts(narrow)} AND :isPast
    UNION ALL
    SELECT customer_id, currency_code, contract_id, -amount FROM entries
    WHERE :isPast AND customer_id IS NOT NULL AND contract_id IS NOT NULL AND date > :day ${narrow("customer_id")}) AS amounts
  GROUP BY 1, 2, 3 HAVING sum(owed) <> 0`;

/**
 * By kind: the party's column of entries, the column of what it owes for and its sign in the list; what is owed for each item, with when
 * it is due; then the party's vouchers, and the name of what its items owe.
 */
export const sources: Record<DebtKind, ReturnType<typeof invoiceDebts>> = {
  customers: {
    party: "customer_id",
    item: "contract_id",
    sign: 1,
    owed: (narrow) => `
      SELECT customer_id AS party_id, code, ${contract}, ${owedNow} FROM ${contractDebts(narrow)} AND NOT :isPast
      UNION ALL SELECT sums.party_id, code, ${contract}, owed FROM (${contractDebtsThen(narrow)}) AS sums JOIN contracts ON contracts.id = item_id`,
    vouchers: "receipt_vouchers",
    items: "contracts_amount",
  },
  agents: invoiceDebts("agent", "agent_id"),
  suppliers: invoiceDebts("purchase", "supplier_id"),
};

/**
 * By party and currency, of all or the searched parties: what items owe, of them all or of a campaign, what is on account, the net, what
 * of it cancelled campaigns' standing contracts owe, and what covers parts.
 * @param isClaim leaves out those contracts, for which nobody asks
 */
export const netsOf = (kind: DebtKind, { isSearched = false, isClaim = false }) => {
  const narrow = isSearched ? toSearched : toAll;
  const { party, item, sign, owed, items } = sources[kind];
  return `
    owed AS MATERIALIZED (${isClaim ? `SELECT * FROM (${owed(narrow)}) AS items WHERE NOT in_cancelled_campaign` : owed(narrow)}),
    account AS MATERIALIZED (
      SELECT id, ${party} AS party_id, currency_code AS code, date, ${sign} * amount AS amount
      FROM entries
      WHERE ${party} IS NOT NULL AND ${item} IS NULL AND (NOT :isPast OR date <= :day) ${narrow(party)}),
    nets AS MATERIALIZED (
      SELECT party_id, code, items AS ${items}, pot, owed + pot AS net, given + greatest(-pot, 0) AS credit,
        greatest(0, least(unasked, owed + pot)) AS cancelled_campaigns_amount, until
      FROM (
        SELECT party_id, code, coalesce(sum(owed), 0) AS owed, coalesce(-sum(owed) FILTER (WHERE owed < 0), 0) AS given,
          coalesce(sum(owed) FILTER (WHERE in_cancelled_campaign), 0) AS unasked,
          coalesce(sum(owed) FILTER (WHERE :campaignId::int IS NULL OR campaign_id = :campaignId), 0) AS items, coalesce(sum(amount), 0) AS pot,
          min(until) AS until
        FROM (SELECT party_id, code, campaign_id, in_cancelled_campaign, owed, NULL::numeric AS amount, until FROM owed
          UNION ALL SELECT party_id, code, NULL, NULL, NULL, amount, NULL FROM account) AS amounts
        GROUP BY 1, 2) AS sums)`;
};

/** The days since a due date, in SQL. PostgreSQL does not subtract infinite dates, which no screen writes. */
const days = "(:day::date - least(greatest(due_date, '0001-01-01'), '9999-12-31'))";

/**
 * The unpaid parts of who owes by the net, after what covers them, the oldest first; those of a part on account have no `id`. On an
 * earlier day a contract may have owed more than it does in all today: that was due on its date.
 */
export const unpaidOfNets = `
    parts AS MATERIALIZED (
      SELECT party_id, code, id, due_date, owed AS amount FROM owed WHERE owed > 0 AND schedule IS NULL
      UNION ALL
      SELECT party_id, code, id, part.due_date, part.remaining_amount
      FROM owed, instalments_of(schedule, owed.due_date, total_amount, total_amount - owed) AS part
      WHERE owed > 0 AND schedule IS NOT NULL AND part.remaining_amount > 0
      UNION ALL
      SELECT party_id, code, id, due_date, owed - total_amount FROM owed WHERE owed > total_amount AND schedule IS NOT NULL
      UNION ALL
      SELECT party_id, code, NULL, date, least(amount, pot - newest + amount)
      FROM (
        SELECT *, sum(amount) OVER (PARTITION BY party_id, code) AS pot,
          sum(greatest(amount, 0)) OVER (PARTITION BY party_id, code ORDER BY date DESC, id DESC) AS newest
        FROM account) AS account
      WHERE amount > 0 AND newest - amount < pot),
    unpaid AS (
      SELECT party_id, code, id, due_date, ${days} AS days, amount AS whole, amount
      FROM parts JOIN nets USING (party_id, code) WHERE net > 0 AND credit = 0
      UNION ALL
      SELECT party_id, code, id, due_date, ${days}, amount, greatest(0, least(amount, sum(amount) OVER before - credit))
      FROM parts JOIN nets USING (party_id, code) WHERE net > 0 AND credit > 0
      WINDOW before AS (PARTITION BY party_id, code ORDER BY due_date, id ROWS UNBOUNDED PRECEDING))`;

/** By party: what it has with the office by these nets, as JSON. */
export const creditsOf = (nets: string) => `
    credits AS (SELECT party_id, json_agg(json_build_object('code', code, 'amount', -net) ORDER BY code) AS credits FROM ${nets} WHERE net < 0 GROUP BY 1)`;

export const toCredits = (credits: { code: string; amount: Decimal }[] | null): Credit[] =>
  (credits ?? []).map(({ code, amount }) => ({ code, decimals: minorUnit(code), amount: Number(amount) }));

/**
 * What customers have left to pay by due date, the oldest first, as the list of debts has it: what is on account is taken off. Each part
 * has what its customer has in other currencies.
 * @param isClaim see `netsOf`
 */
export async function unpaidParts(
  db: Db,
  customerIds: number[],
  { isClaim = false } = {},
): Promise<(OpenInstalment & { credits: Credit[] })[]> {
  const { rows } = await db.raw(
    `WITH ${netsOf("customers", { isSearched: true, isClaim })}, ${unpaidOfNets}, ${creditsOf("nets")}
     SELECT party_id AS customer_id, contracts.id AS contract_id, contract_number, due_date, whole AS amount, amount AS remaining_amount, code,
            coalesce(symbol, code) AS symbol, CASE WHEN ${inCancelledCampaign} THEN 'campaign_cancelled' WHEN days > 0 THEN 'overdue' WHEN days = 0 THEN 'due' ELSE 'upcoming' END AS status, credits
     FROM unpaid LEFT JOIN contracts ON contracts.id = unpaid.id LEFT JOIN currencies USING (code)
     LEFT JOIN credits USING (party_id)
     WHERE amount > 0 ORDER BY due_date, contracts.id`,
    {
      day: officeToday(),
      isPast: false,
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

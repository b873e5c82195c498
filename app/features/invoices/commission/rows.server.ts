import type { Db } from "~/db/knex.server";
import { commissionLines, requireRates } from "~/features/commissions/commissions.server";
import type { Contract } from "~/features/contracts/contract";
import { shownCurrency } from "~/features/money/money.server";
import type { ShownCurrency } from "~/ui/page/money";

/** A contract of an agent with what is earned by it, invoiced, and not invoiced yet (`due`), in its currency. */
export type CommissionRow = {
  id: number;
  contract_number: string;
  status: Contract["status"];
  customer: string;
  campaign: string;
  paid_amount: number;
  /** Null if the contract has another agent now. */
  commission_rate: number | null;
  earned: number;
  invoiced: number;
  due: number;
  due_riyals: number;
  currency: ShownCurrency;
};

type StoredRow = Omit<CommissionRow, "currency"> & { currency_id: number; code: string; symbol: string };

/** A page of an agent's contracts: first those with something to be invoiced, each newest first. @throws DomainError invalid if the office has no riyals */
export async function commissionRows(
  db: Db,
  agent: number,
  { page, perPage }: { page: number; perPage: number },
) {
  const rates = await requireRates(db);
  const { rows } = await db.raw<{ rows: { total: number; rows: StoredRow[] }[] }>(
    `WITH lines AS MATERIALIZED (${commissionLines("= :agent")}),
     page AS (SELECT * FROM lines ORDER BY due = 0, contract_id DESC LIMIT :perPage OFFSET :skipped)
     SELECT (SELECT count(*)::integer FROM lines) AS total,
            (SELECT coalesce(json_agg(json_build_object(
               'id', contracts.id, 'contract_number', contract_number, 'status', contracts.status, 'customer', customers.name,
               'campaign', campaigns.name, 'paid_amount', paid_amount,
               'commission_rate', CASE WHEN contracts.agent_id = :agent THEN commission_rate END,
               'earned', earned, 'invoiced', invoiced, 'due', due, 'due_riyals', due_riyals,
               'currency_id', contracts.currency_id, 'code', code, 'symbol', symbol) ORDER BY due = 0, contract_id DESC), '[]')
             FROM page JOIN contracts ON contracts.id = contract_id JOIN customers ON customers.id = customer_id
             JOIN campaigns ON campaigns.id = campaign_id JOIN currencies ON currencies.id = contracts.currency_id) AS rows`,
    { agent, rates, perPage, skipped: (page - 1) * perPage },
  );
  const [{ total, rows: stored }] = rows as [(typeof rows)[0]];
  return {
    total,
    page,
    perPage,
    rows: stored.map(
      ({ currency_id, code, symbol, ...row }): CommissionRow => ({
        ...row,
        currency: shownCurrency(currency_id, code, symbol),
      }),
    ),
  };
}

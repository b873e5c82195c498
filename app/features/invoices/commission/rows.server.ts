import type { Db } from "~/db/knex.server";
import type { ShownCurrency } from "~/domain/money";
import { commissionLines, requireRates } from "~/features/commissions/commissions.server";
import type { Contract } from "~/features/contracts/contract";
import { shownCurrency } from "~/features/money/money.server";
import type { Invoice } from "../invoice";

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

/** What an invoice has of a contract's commission: in its currency, the rate to riyals, and riyals. */
export type InvoicePart = {
  id: number;
  contract_number: string;
  customer: string;
  amount: number;
  exchange_rate: number;
  riyals: number;
  currency: ShownCurrency;
};

/** A page of the parts of an agent's invoice, and its number; null if the agent has no such invoice. */
export async function invoiceParts(
  db: Db,
  agent_id: number,
  invoice_id: number,
  { page, perPage }: { page: number; perPage: number },
) {
  const invoice = await db("invoices")
    .where({ id: invoice_id, agent_id })
    .first("invoice_number", "document_type");
  if (!invoice) return null;
  const parts = () => db("commission_parts").where({ invoice_id });
  const [counted] = await parts().count();
  const rows = await parts()
    .join("contracts", "contracts.id", "contract_id")
    .join("customers", "customers.id", "customer_id")
    .join("currencies", "currencies.id", "currency_id")
    .orderBy("contract_id", "desc")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .select("contracts.id", "contract_number", "amount", "commission_parts.exchange_rate", "riyals")
    .select("currency_id", "code", "symbol", { customer: "customers.name" });
  return {
    ...(invoice as Pick<Invoice, "invoice_number" | "document_type">),
    total: Number(counted?.count),
    page,
    perPage,
    rows: rows.map(
      ({ currency_id, code, symbol, ...row }): InvoicePart => ({
        ...row,
        amount: Number(row.amount),
        exchange_rate: Number(row.exchange_rate),
        riyals: Number(row.riyals),
        currency: shownCurrency(currency_id, code, symbol),
      }),
    ),
  };
}

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
             JOIN campaigns ON campaigns.id = contracts.campaign_id JOIN currencies ON currencies.id = contracts.currency_id) AS rows`,
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

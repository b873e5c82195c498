import Big from "big.js";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRows } from "~/db/rows.server";
import type { Step } from "~/db/together.server";
import { inCancelledCampaign } from "~/features/campaigns/standing.server";
import type { Decimal } from "~/features/money/money.server";

/** The parts of a contract that vouchers read and change; amounts in its currency. */
export type Contract = {
  id: number;
  customer_id: number;
  currency_id: number;
  remaining_amount: Decimal;
  /** What is still to be given back. */
  refundable_amount: Decimal;
  status: string;
  cancelled_on?: string | null;
};

/** A contract as its vouchers lock it. */
export type LockedContract = Contract & { contract_number: string; in_cancelled_campaign: boolean };

/** Locks the contracts that vouchers pay or give back (docs/decisions/locks.md). */
export const lockContracts = (trx: Transaction, vouchers: { contract_id: number | null }[]) =>
  lockRows<LockedContract>(
    trx,
    "contracts",
    vouchers.map(({ contract_id }) => contract_id),
    [
      ...["customer_id", "currency_id", "status", "cancelled_on", "remaining_amount", "refundable_amount"],
      "contract_number",
      trx.raw(`${inCancelledCampaign} AS in_cancelled_campaign`),
    ],
  );

/** Adds to what a locked contract owes, or takes off it if the amount is negative. */
export function addOwed(
  contract: Pick<Contract, "remaining_amount" | "refundable_amount">,
  amount: Big | Decimal,
) {
  const owed = Big(contract.remaining_amount).minus(contract.refundable_amount).plus(amount);
  contract.remaining_amount = (owed.gt(0) ? owed : Big(0)).toFixed();
  contract.refundable_amount = (owed.lt(0) ? owed.neg() : Big(0)).toFixed();
}

/**
 * The statement after which contracts have the paid and refunded amounts that their entries say. It is one for all contracts, so
 * that their totals are locked in one order.
 */
export const settleContracts = (
  trx: Transaction,
  vouchers: ({ contract_id: number | null } | null)[],
): Step[] => {
  const ids = new Set(vouchers.flatMap((voucher) => voucher?.contract_id ?? []));
  return ids.size ? [() => trx.raw("SELECT settle_contracts(?::integer[])", [[...ids]])] : [];
};
type Payer = { contract_id: number | null; customer_id: number | null };

/** A contract and a customer who paid it. */
export const keyOf = ({ contract_id, customer_id }: Payer) => `${contract_id} ${customer_id}`;

/**
 * What each customer paid of these vouchers' contracts, less what was given back to him, by `keyOf`; in the contract's currency, cancelled
 * vouchers aside. It holds while the contracts are locked.
 */
export async function keptByPayers(db: Db, vouchers: Payer[]): Promise<Map<string, Decimal>> {
  const ids = [...new Set(vouchers.map(({ contract_id }) => contract_id))].filter((id) => id !== null);
  if (!ids.length) return new Map();
  const { rows } = await db.raw<{ rows: { contract_id: number; customer_id: number; kept: Decimal }[] }>(
    `SELECT contract_id, customer_id, sum(amount) AS kept FROM (
       SELECT contract_id, customer_id, equivalent_amount AS amount FROM receipt_vouchers WHERE contract_id = ANY (:ids) AND stands(status)
       UNION ALL
       SELECT contract_id, customer_id, -settled_amount FROM payment_vouchers WHERE contract_id = ANY (:ids) AND stands(status)) AS paid
     WHERE customer_id IS NOT NULL GROUP BY 1, 2`,
    { ids },
  );
  return new Map(rows.map((row) => [keyOf(row), row.kept]));
}

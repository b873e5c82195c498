import type { Transaction } from "~/db/knex.server";
import type { Decimal } from "~/features/money/money.server";

/** The parts of a contract that vouchers read and change; amounts in its currency. */
export type Contract = {
  id: number;
  customer_id: number;
  currency_id: number;
  remaining_amount: Decimal;
  refunded_amount: Decimal;
  /** What is still to be given back of a cancelled contract. */
  refundable_amount: Decimal;
  status: string;
};

/** Locks the contracts that vouchers pay or give back (docs/decisions/locks.md), by their ids. Null ids are ignored. */
export async function lockContracts(trx: Transaction, ids: (number | null)[]) {
  const contractIds = ids.filter((id) => id !== null);
  const rows: Contract[] = contractIds.length
    ? await trx("contracts")
        .whereIn("id", [...new Set(contractIds)])
        .orderBy("id")
        .forNoKeyUpdate()
        .select("id", "customer_id", "currency_id", "status")
        .select("remaining_amount", "refunded_amount", "refundable_amount")
    : [];
  return new Map<number | null, Contract>(rows.map((row) => [row.id, row]));
}

import type { Transaction } from "~/db/knex.server";
import { lockRows } from "~/db/rows.server";
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

/** Locks the contracts that vouchers pay or give back (docs/decisions/locks.md). */
export const lockContracts = (trx: Transaction, vouchers: { contract_id: number | null }[]) =>
  lockRows<Contract>(
    trx,
    "contracts",
    vouchers.map(({ contract_id }) => contract_id),
    ["customer_id", "currency_id", "status", "remaining_amount", "refunded_amount", "refundable_amount"],
  );

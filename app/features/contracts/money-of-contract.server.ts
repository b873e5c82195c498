import type { Db } from "~/db/knex.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { onAccountOf } from "~/features/money/on-account.server";
import type { ChequeState, VoucherStatus } from "~/features/money/voucher";
import type { Contract } from "./contract";

/* The vouchers and allocations of a contract, which only cashiers may see (rulings §2). */

type StoredReceipt = {
  id: number;
  receipt_number: string;
  date: string;
  amount: Decimal;
  code: string;
  symbol: string;
  status: VoucherStatus;
  cheque_state: ChequeState | null;
};

type StoredAllocation = {
  id: number;
  allocation_number: string;
  date: string;
  contract_id: number | null;
  from_number: string | null;
  to_number: string | null;
  amount: Decimal;
  equivalent_amount: Decimal | null;
  status: VoucherStatus;
};

/** What paid a contract, what was given back or moved out of it, and what its customer has on account. */
export async function moneyOfContract(db: Db, { id, customer_id }: Pick<Contract, "id" | "customer_id">) {
  const [receipts, refunds, allocations, onAccount] = await Promise.all([
    db("receipt_vouchers")
      .join("currencies", "currencies.id", "currency_id")
      .where({ contract_id: id })
      .orderBy("receipt_vouchers.id", "desc")
      .select<StoredReceipt[]>(
        "receipt_vouchers.id",
        "receipt_number",
        "date",
        "amount",
        "code",
        "symbol",
        "status",
        "cheque_state",
      ),
    db("payment_vouchers")
      .where({ contract_id: id, status: "confirmed" })
      .orderBy("id")
      .select<{ id: number; payment_number: string }[]>("id", "payment_number"),
    db("allocations")
      .leftJoin("contracts AS sources", "sources.id", "from_contract_id")
      .leftJoin("contracts AS targets", "targets.id", "contract_id")
      .where({ contract_id: id })
      .orWhere({ from_contract_id: id })
      .orderBy("allocations.id", "desc")
      .select<StoredAllocation[]>(
        "allocations.id",
        "allocation_number",
        "allocations.date",
        "contract_id",
        "amount",
        "equivalent_amount",
        "allocations.status",
        { from_number: "sources.contract_number", to_number: "targets.contract_number" },
      ),
    onAccountOf(db, "customers", customer_id),
  ]);
  return {
    refunds,
    receipts: receipts.map(({ amount, code, symbol, ...receipt }) => ({
      ...receipt,
      amount: Number(amount),
      currency: { code, symbol, decimals: minorUnit(code) },
    })),
    allocations: allocations.map(({ contract_id, from_number, to_number, ...allocation }) => ({
      ...allocation,
      /** In the contract's currency. */
      amount: Number(contract_id === id ? allocation.equivalent_amount : allocation.amount),
      isTo: contract_id === id,
      other: contract_id === id ? from_number : to_number,
    })),
    hasOnAccount: onAccount.length > 0,
  };
}

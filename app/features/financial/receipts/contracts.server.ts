import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { type Step, together } from "~/db/together.server";
import { lockAccounts } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import { readCurrencies } from "~/features/money/rates.server";
import type { Booking, Contract, Terms } from "./booking.server";
import type { ReceiptRow } from "./receipts.server";

/* The locks of receipts, and the changes of their contracts' paid amounts. */

/** Locks the rows that vouchers with these terms change, and reads the rows that they are checked against. */
export async function lockAll(
  trx: Transaction,
  all: Pick<Terms, "contract_id" | "account_id" | "customer_id">[],
) {
  const [contracts, accounts, currencies, customers] = await together(
    trx,
    () => lockContracts(trx, all),
    () =>
      lockAccounts(
        trx,
        all.map(({ account_id }) => account_id),
      ),
    () => readCurrencies(trx),
    () => customersOf(trx, all),
  );
  const of = ({ contract_id, account_id, customer_id }: Terms) => ({
    currencies,
    contract: contracts.get(contract_id),
    account: accounts.get(account_id),
    hasCustomer: customers.includes(customer_id),
  });
  return { contracts, of };
}

/** The contracts by their ids. Null ids are ignored. */
async function lockContracts(trx: Transaction, all: Pick<Terms, "contract_id">[]) {
  const contractIds = all.map(({ contract_id }) => contract_id).filter((id) => id !== null);
  const rows: Contract[] = contractIds.length
    ? await trx("contracts")
        .whereIn("id", [...new Set(contractIds)])
        .orderBy("id")
        .forNoKeyUpdate()
        .select("id", "customer_id", "currency_id", "remaining_amount", "status")
    : [];
  return new Map<number | null, Contract>(rows.map((row) => [row.id, row]));
}

/** The existing customers of vouchers without a contract. A contract has its own customer. */
async function customersOf(trx: Transaction, all: Pick<Terms, "contract_id" | "customer_id">[]) {
  const customerIds = all.filter(({ contract_id }) => !contract_id).map(({ customer_id }) => customer_id);
  const ids: number[] = customerIds.length
    ? await trx("customers").whereIn("id", customerIds).pluck("id")
    : [];
  return ids;
}

export function giveBack(
  contracts: Map<number | null, Contract>,
  { contract_id, equivalent_amount }: ReceiptRow,
) {
  const contract = contracts.get(contract_id);
  if (contract) contract.remaining_amount = Big(contract.remaining_amount).plus(equivalent_amount).toFixed();
}

type Payment = { contract_id: number | null; amount: Decimal };

export const paid = ({ contract_id, equivalent_amount }: Terms & Booking): Payment => ({
  contract_id,
  amount: equivalent_amount,
});
export const takenBack = ({ contract_id, amount }: Payment): Payment => ({
  contract_id,
  amount: Big(amount).neg().toFixed(),
});

/**
 * The statements that add amounts to their contracts' paid amounts. It is one statement, so that the totals are locked in one
 * order.
 */
export function pay(trx: Transaction, payments: (Payment | null)[]): Step[] {
  const sums = new Map<number, Big>();
  for (const payment of payments) {
    if (!payment?.contract_id) continue;
    sums.set(payment.contract_id, Big(payment.amount).plus(sums.get(payment.contract_id) ?? 0));
  }
  const changes = [...sums].filter(([, sum]) => !sum.eq(0));
  if (!changes.length) return [];
  const change = [changes.map(([id]) => id), changes.map(([, sum]) => sum.toFixed())];
  return [
    () =>
      trx.raw(
        `UPDATE contracts SET paid_amount = paid_amount + change.amount
         FROM unnest(?::integer[], ?::numeric[]) AS change (id, amount) WHERE contracts.id = change.id`,
        change as never,
      ),
  ];
}

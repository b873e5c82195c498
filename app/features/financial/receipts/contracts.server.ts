import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { type Step, together } from "~/db/together.server";
import { conflicting } from "~/domain/domain-error";
import { stands } from "~/features/contracts/contract";
import { lockAccounts } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import { readCurrencies } from "~/features/money/rates.server";
import { type Contract, lockContracts } from "../vouchers/contracts.server";
import type { Booking, Terms } from "./booking.server";

/* The locks of receipts, and the changes of their contracts' paid amounts. */

/** Locks the rows that vouchers with these terms change, and reads the rows that they are checked against. */
export async function lockAll(
  trx: Transaction,
  all: Pick<Terms, "contract_id" | "account_id" | "customer_id">[],
) {
  const [contracts, accounts, currencies, customers] = await together(
    trx,
    () => lockContracts(trx, all),
    () => lockAccounts(trx, all),
    () => readCurrencies(trx),
    () => customersOf(trx, all),
  );
  const of = ({ contract_id, account_id, customer_id }: Terms) => ({
    currencies,
    contract: contracts.get(contract_id),
    account: accounts.get(account_id),
    hasCustomer: customers.includes(customer_id),
  });
  return { contracts, accounts, currencies, of };
}

/** The existing customers of vouchers without a contract. A contract has its own customer. */
async function customersOf(trx: Transaction, all: Pick<Terms, "contract_id" | "customer_id">[]) {
  const customerIds = all.filter(({ contract_id }) => !contract_id).map(({ customer_id }) => customer_id);
  const ids: number[] = customerIds.length
    ? await trx("customers").whereIn("id", customerIds).pluck("id")
    : [];
  return ids;
}

/**
 * Takes what a voucher paid off its locked contract.
 * @throws DomainError conflict if a cancelled contract's fee and refunds need it
 */
export function giveBack(
  contracts: Map<number | null, Contract>,
  { contract_id, equivalent_amount }: Pick<Terms & Booking, "contract_id" | "equivalent_amount">,
) {
  const contract = contracts.get(contract_id);
  if (contract && !stands(contract) && Big(contract.refundable_amount).lt(equivalent_amount))
    throw conflicting("contract_id", "رُد مبلغ السند إلى العميل أو احتفظ به المكتب رسمًا لإلغاء العقد");
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
        change,
      ),
  ];
}

import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { together } from "~/db/together.server";
import { conflicting } from "~/domain/domain-error";
import { stands } from "~/features/contracts/contract";
import { lockAccounts } from "~/features/money/ledger.server";
import { readCurrencies } from "~/features/money/rates.server";
import { addOwed, type Contract, lockContracts } from "../vouchers/contracts.server";
import type { Booking, Terms } from "./booking.server";

/* The locks of receipts, and what they take off their contracts. */

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
 * @param isReturned whether its cheque was returned: then the contract owes what its fee and refunds need
 * @throws DomainError conflict if a cancelled contract's fee and refunds need it
 */
export function giveBack(
  contracts: Map<number | null, Contract>,
  { contract_id, equivalent_amount }: Pick<Terms & Booking, "contract_id" | "equivalent_amount">,
  isReturned = false,
) {
  const contract = contracts.get(contract_id);
  if (!contract) return;
  if (!stands(contract) && !isReturned && Big(contract.refundable_amount).lt(equivalent_amount))
    throw conflicting("contract_id", "رُد مبلغ السند إلى العميل أو احتفظ به المكتب رسمًا لإلغاء العقد");
  addOwed(contract, equivalent_amount);
}

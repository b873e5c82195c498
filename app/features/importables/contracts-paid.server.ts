import { type Booking, book, type Terms } from "~/features/financial/receipts/booking.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import type { Currencies } from "~/features/money/rates.server";
import type { Draft } from "./contracts.server";
import type { Verdict } from "./importable.server";
import { orBlame } from "./verdicts.server";

/** Where a file says what a receipt is refused for. */
const cells: Record<string, string> = {
  amount: "paid_amount",
  cash_box_id: "account_id",
  bank_account_id: "account_id",
};

/**
 * The receipt of what was paid of a contract that is to be made, judged and booked as any receipt is: in the contract's currency, into
 * an account of another one at the stored rates. Undefined, and the row blamed, where it is refused.
 */
export function paidVoucher(
  verdict: Verdict,
  { customer_id, currency_id, total_amount, status }: Draft["contract"],
  { amount, account_id, date, description }: NonNullable<Draft["paid"]>,
  currencies: Currencies,
  account: LockedAccount | undefined,
): (Terms & Booking) | undefined {
  const terms: Terms = {
    customer_id,
    contract_id: null, // given once it is made
    currency_id,
    amount,
    payment_method: account?.kind === "bank" ? "bank_transfer" : "cash",
    payment_reference: null,
    account_id,
    date,
    description,
  };
  const contract = { id: 0, customer_id, currency_id, remaining_amount: total_amount, status };
  const booking = () =>
    book(terms, { rate: undefined }, { currencies, contract, account, hasCustomer: true });
  return orBlame(verdict, () => ({ ...terms, ...booking() }), cells);
}

import { type Booking, book, noCheque, type Terms } from "~/features/financial/receipts/booking.server";
import { payerOf } from "~/features/financial/receipts/payer.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import type { Currencies } from "~/features/money/rates.server";
import type { Draft } from "./contract-draft";
import type { Verdict } from "./importable.server";
import { orBlame } from "./verdicts.server";

/** By a receipt's field: the column of the file that is to blame for its refusal. */
const cells: Record<string, string> = {
  amount: "paid_amount",
  cash_box_id: "account_id",
  bank_account_id: "account_id",
};

/**
 * The receipt for the paid amount of a new contract, checked and booked as any receipt: in the contract's currency, into
 * an account of another currency at the stored rates. If it is refused, the row is blamed and the result is undefined.
 */
export function paidVoucher(
  verdict: Verdict,
  { customer_id, currency_id, total_amount, status }: Draft["contract"],
  { amount, account_id, date, description }: NonNullable<Draft["paid"]>,
  currencies: Currencies,
  account: LockedAccount | undefined,
): (Terms & Booking) | undefined {
  const terms: Terms = {
    ...payerOf({ customer_id }),
    service_name: null,
    other_service_id: null,
    money_back: false,
    credited_invoice_id: null,
    contract_id: null, // set after the contract is created
    currency_id,
    amount,
    payment_method: account?.kind === "bank" ? "bank_transfer" : "cash",
    payment_reference: null,
    ...noCheque,
    account_id,
    date,
    description,
  };
  const contract = { id: 0, customer_id, currency_id, remaining_amount: total_amount, status };
  const booking = () => book(terms, { rate: undefined }, { currencies, contract, account });
  return orBlame(verdict, () => ({ ...terms, ...booking() }), cells);
}

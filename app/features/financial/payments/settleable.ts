import { formatMoney, type ShownCurrency } from "~/domain/money";
import type { Contract } from "~/features/contracts/contract";
import type { Payable } from "~/features/invoices/settlement.server";
import { riyal } from "~/features/money/riyal";

/** What a voucher may settle: its label, what is left of it, and the code of its currency. */
export type Settleable = { id: number; label: string; remaining: number; code: string; decimals: number };

const left = (
  id: number,
  number: string,
  words: string,
  remaining: number,
  currency: Pick<ShownCurrency, "code" | "symbol" | "decimals">,
): Settleable => ({
  id,
  label: `${number} · ${words} ${formatMoney(remaining, currency)}`,
  remaining,
  code: currency.code,
  decimals: currency.decimals,
});

/** An unpaid invoice. */
export const settleable = ({ id, invoice_number, remaining }: Payable) =>
  left(id, invoice_number, "المتبقي", remaining, riyal);

type Owed = Pick<Contract, "id" | "contract_number" | "remaining_amount" | "refundable_amount" | "currency">;

/** A contract that is not paid in full. */
export const payable = ({
  id,
  contract_number,
  remaining_amount,
  currency,
}: Omit<Owed, "refundable_amount">) => left(id, contract_number, "المتبقي", remaining_amount, currency);

/**
 * A contract of which something is to be given back.
 * @param owner its customer's name, if another who paid gets the refund
 */
export const refundable = (
  { id, contract_number, refundable_amount, currency }: Omit<Owed, "remaining_amount">,
  owner?: string,
) =>
  left(id, [contract_number, owner].filter(Boolean).join(" · "), "المستحق رده", refundable_amount, currency);

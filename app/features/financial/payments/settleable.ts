import { formatMoney } from "~/domain/money";
import type { Contract } from "~/features/contracts/contract";
import type { Payable } from "~/features/invoices/settlement.server";
import { riyal } from "~/features/money/riyal";

/** What a voucher may settle: its label, what is left of it, and the code of its currency. */
export type Settleable = { id: number; label: string; remaining: number; code: string };

/** An unpaid invoice. */
export const settleable = ({ id, invoice_number, remaining }: Payable): Settleable => ({
  id,
  label: `${invoice_number} · المتبقي ${formatMoney(remaining, riyal, "code")}`,
  remaining,
  code: riyal.code,
});

/**
 * A contract of which something is to be given back.
 * @param owner its customer's name, if another who paid gets the refund
 */
export const refundable = (
  {
    id,
    contract_number,
    refundable_amount,
    currency,
  }: Pick<Contract, "id" | "contract_number" | "refundable_amount" | "currency">,
  owner?: string,
): Settleable => ({
  id,
  label: [contract_number, owner, `المستحق رده ${formatMoney(refundable_amount, currency, "code")}`]
    .filter(Boolean)
    .join(" · "),
  remaining: refundable_amount,
  code: currency.code,
});

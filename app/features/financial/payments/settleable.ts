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

/** A cancelled contract of which something is to be given back. */
export const refundable = ({
  id,
  contract_number,
  refundable_amount,
  currency,
}: Pick<Contract, "id" | "contract_number" | "refundable_amount" | "currency">): Settleable => ({
  id,
  label: `${contract_number} · المستحق رده ${formatMoney(refundable_amount, currency, "code")}`,
  remaining: refundable_amount,
  code: currency.code,
});

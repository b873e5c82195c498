import Big from "big.js";
import type { PaymentStatus } from "./invoice";

/**
 * The status of an invoice after payments by vouchers and credit notes: paid if nothing is left. If something is left again, it is overdue
 * past the due date and otherwise pending (rulings §3). Without such a change it stays.
 * @param today the office's
 */
export function settledStatus(
  {
    total_amount,
    paid_amount,
    credited_amount = "0",
    due_date,
    payment_status,
  }: {
    total_amount: Big | string;
    paid_amount: Big | string;
    credited_amount?: Big | string;
    due_date: string | null;
    payment_status: PaymentStatus;
  },
  today: string,
): PaymentStatus {
  if (Big(paid_amount).plus(credited_amount).gte(total_amount)) return "paid";
  if (payment_status !== "paid") return payment_status;
  return due_date && due_date < today ? "overdue" : "pending";
}

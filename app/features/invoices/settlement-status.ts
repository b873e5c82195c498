import Big from "big.js";
import type { PaymentStatus } from "./invoice";

/**
 * The status of an invoice after payments by vouchers: paid if nothing is left. If something is left again, it is overdue
 * past the due date and otherwise pending (rulings §3). Without such a change it stays.
 * @param today the office's
 */
export function settledStatus(
  {
    total_amount,
    paid_amount,
    due_date,
    payment_status,
  }: {
    total_amount: Big | string;
    paid_amount: Big | string;
    due_date: string | null;
    payment_status: PaymentStatus;
  },
  today: string,
): PaymentStatus {
  if (Big(paid_amount).gte(total_amount)) return "paid";
  if (payment_status !== "paid") return payment_status;
  return due_date && due_date < today ? "overdue" : "pending";
}

import Big from "big.js";
import type { PaymentStatus } from "./invoice";

/**
 * The status of an invoice that vouchers have paid in part or whole: paid once nothing is left; pending, or overdue where
 * it is past due, once there is again (rulings §3). Otherwise it stays.
 * @param today of the office
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

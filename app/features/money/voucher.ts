import type { Tone } from "~/ui/page";

/* What receipt vouchers and payment vouchers have in common (spec §4, §9). */

export const paymentMethods = ["cash", "bank_transfer", "cheque", "credit_card"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: "نقدًا",
  bank_transfer: "تحويل بنكي",
  cheque: "شيك",
  credit_card: "بطاقة ائتمان",
};

export const voucherStatuses = ["confirmed", "cancelled"] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];
export const voucherStatusLabels: Record<VoucherStatus, string> = { confirmed: "مؤكد", cancelled: "ملغي" };
export const voucherStatusTones: Record<VoucherStatus, Tone> = { confirmed: "good", cancelled: "bad" };

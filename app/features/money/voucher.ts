import { statesOf } from "~/ui/states";

/* What receipt vouchers and payment vouchers have in common (spec §4, §9). */

export const paymentMethods = ["cash", "bank_transfer", "cheque", "credit_card"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: "نقدًا",
  bank_transfer: "تحويل بنكي",
  cheque: "شيك",
  credit_card: "بطاقة ائتمان",
};

const statuses = statesOf({
  confirmed: ["مؤكد", "good"],
  cancelled: ["ملغي", "bad"],
});
export const { names: voucherStatuses, labels: voucherStatusLabels, tones: voucherStatusTones } = statuses;
export type VoucherStatus = keyof typeof statuses.labels;

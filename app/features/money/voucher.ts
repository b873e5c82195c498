import { namesOf, statesOf } from "~/domain/states";

/* The common parts of receipt vouchers and payment vouchers (spec §4, §9). */

export const paymentMethodLabels = {
  cash: "نقدًا",
  bank_transfer: "تحويل بنكي",
  cheque: "شيك",
  credit_card: "بطاقة ائتمان",
};
export const paymentMethods = namesOf(paymentMethodLabels);
export type PaymentMethod = keyof typeof paymentMethodLabels;

export const voucherStates = statesOf({ confirmed: ["مؤكد", "good"], cancelled: ["ملغي", "bad"] });
export type VoucherStatus = keyof typeof voucherStates.labels;

import type { AccountName, CurrencyCode } from "./agency";

/** The ways in which the office pays. */
export const means = {
  rialCash: { currency: "YER", payment_method: "cash", account: "صندوق اليمني" },
  riyalCash: { currency: "SAR", payment_method: "cash", account: "صندوق السعودي" },
  /** From what a supervisor has in hand. */
  custodyCash: { currency: "SAR", payment_method: "cash", account: "عهدة مشرف نسائم مكة" },
  dollarCash: { currency: "USD", payment_method: "cash", account: "صندوق الدولار" },
  riyalTransfer: { currency: "SAR", payment_method: "bank_transfer", account: "مصرف الراجحي" },
  riyalCheque: { currency: "SAR", payment_method: "cheque", account: "مصرف الراجحي" },
  dollarTransfer: { currency: "USD", payment_method: "bank_transfer", account: "بنك التضامن" },
  dollarCheque: { currency: "USD", payment_method: "cheque", account: "بنك التضامن" },
  dinarTransfer: { currency: "KWD", payment_method: "bank_transfer", account: "بيت التمويل الكويتي" },
  /** Dollars from the riyals' account. */
  dollarFromRiyals: { currency: "USD", payment_method: "bank_transfer", account: "مصرف الراجحي" },
  /** Riyals from the box of dollars. */
  riyalFromDollars: { currency: "SAR", payment_method: "cash", account: "صندوق الدولار" },
} as const satisfies Record<
  string,
  { currency: CurrencyCode; payment_method: "cash" | "bank_transfer" | "cheque"; account: AccountName }
>;

export type Means = keyof typeof means;

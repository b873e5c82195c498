import type { Cause } from "~/features/financial/ledger.server";

/** One line of an account: what moved its balance, and what it was afterwards. */
export type Movement = {
  id: number;
  /** Signed, in the account's currency. */
  amount: number;
  balance_after: number;
  cause: Cause;
  document_number: string | null;
  username: string | null;
  /** On the office's clock, `2026-11-21 14:05`. */
  at: string;
};

export const causeLabels: Record<Cause, string> = {
  opening: "رصيد افتتاحي",
  adjustment: "تسوية رصيد",
  receipt: "سند قبض",
  receipt_reversal: "عكس سند قبض",
  payment: "سند صرف",
  payment_reversal: "عكس سند صرف",
};

/** Where the vouchers behind the movements are found by their number. */
export const documentLists: Partial<Record<Cause, string>> = {
  receipt: "/financial/receipts",
  receipt_reversal: "/financial/receipts",
};

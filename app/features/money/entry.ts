/* The ledger of what is owed (docs/decisions/ledger.md). */

/** The causes of entries, as a statement names them: where the party then owes more, and where it owes less. */
export const entryLabels = {
  contract: ["عقد", "عقد"],
  discount: ["تعديل خصم", "خصم"],
  cancelling: ["إعادة عقد ملغي", "إلغاء عقد"],
  fee: ["رسم الإلغاء", "تعديل رسم الإلغاء"],
  receipt: ["سند قبض", "سند قبض"],
  receipt_cancelled: ["إلغاء سند قبض", "إعادة سند قبض ملغي"],
  cheque_returned: ["شيك مرتجع", "إعادة شيك مرتجع"],
  charge: ["رسم شيك مرتجع", "تعديل رسم شيك مرتجع"],
  refund: ["سند صرف", "سند صرف"],
  payment: ["سند صرف", "سند صرف"],
  payment_cancelled: ["إعادة سند صرف ملغي", "إلغاء سند صرف"],
  payment_cheque_returned: ["إعادة شيك مرتجع", "شيك مرتجع"],
  invoice: ["فاتورة", "فاتورة"],
  invoice_cancelled: ["إلغاء فاتورة", "إعادة فاتورة ملغاة"],
  paid_without_voucher: ["سداد دون سند صرف", "إلغاء سداد دون سند صرف"],
} as const;
export type EntryCause = keyof typeof entryLabels;

/** By the kind of a party: the column of its entries. */
export const entryHolders = {
  customers: "customer_id",
  agents: "agent_id",
  suppliers: "supplier_id",
} as const;

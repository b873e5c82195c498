/* The ledger of what is owed (docs/decisions/ledger.md). */

/** The causes of entries, as a statement names them: where the party then owes more, and where it owes less. */
export const entryLabels = {
  contract: ["عقد", "عقد"],
  discount: ["تعديل خصم", "خصم"],
  cancelling: ["إعادة عقد ملغي", "إلغاء عقد"],
  fee: ["رسم الإلغاء", "تعديل رسم الإلغاء"],
  receipt: ["سند قبض", "سند قبض"],
  receipt_cancelled: ["إلغاء سند قبض", "إعادة سند قبض ملغي"],
  service: ["ثمن خدمة", "ثمن خدمة"],
  service_marked: ["ثمن خدمة", "إلغاء ثمن خدمة"],
  service_cancelled: ["إعادة ثمن خدمة ملغاة", "إلغاء ثمن خدمة"],
  service_returned: ["رد خدمة", "رد خدمة"],
  service_returned_cancelled: ["إلغاء رد خدمة", "إعادة رد خدمة ملغى"],
  cheque_returned: ["شيك مرتجع", "إعادة شيك مرتجع"],
  charge: ["رسم شيك مرتجع", "تعديل رسم شيك مرتجع"],
  refund: ["سند صرف", "سند صرف"],
  payment: ["سند صرف", "سند صرف"],
  payment_cancelled: ["إعادة سند صرف ملغي", "إلغاء سند صرف"],
  payment_cheque_returned: ["إعادة شيك مرتجع", "شيك مرتجع"],
  invoice: ["فاتورة", "فاتورة"],
  invoice_cancelled: ["إلغاء فاتورة", "إعادة فاتورة ملغاة"],
  allocation: ["تخصيص", "تخصيص"],
  allocation_cancelled: ["إلغاء تخصيص", "إلغاء تخصيص"],
  release: ["تحويل إلى تحت الحساب", "تحويل إلى تحت الحساب"],
  release_cancelled: ["إلغاء تحويل إلى تحت الحساب", "إلغاء تحويل إلى تحت الحساب"],
  credit_note: ["إشعار دائن", "إشعار دائن"],
  credit_note_cancelled: ["إعادة إشعار دائن ملغى", "إلغاء إشعار دائن"],
  paid_without_voucher: ["سداد دون سند صرف", "إلغاء سداد دون سند صرف"],
} as const;
export type EntryCause = keyof typeof entryLabels;

/** By the kind of a party: the column of its entries. */
export const entryHolders = {
  customers: "customer_id",
  agents: "agent_id",
  suppliers: "supplier_id",
} as const;

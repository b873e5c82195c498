import type { Fields } from "~/domain/fields";

/** What a voucher without a contract is for, as a receipt and as a payment say it (docs/decisions/payers.md). Only a partner gives back. */
export const receivedFor = { on_account: "دفعة تحت الحساب", service: "ثمن خدمة", returned: "مرتجع" };
export const paidFor = { on_account: "صرف تحت الحساب", service: "رد ثمن خدمة" };
export type Purpose = keyof typeof receivedFor;

/** What may be chosen of these where a customer pays, and where an agent or supplier does. */
const { returned: _, ...fromCustomers } = receivedFor;
export const receivedFromCustomers = fromCustomers;
export const receivedFromPartners = { on_account: "سداد ما عليه تحت الحساب", returned: "مرتجع: يرد ما قبضه" };

/** «ثمن خدمة: كرسي متحرك» */
export const purposeText = <Named extends Purpose>(
  words: Record<Named, string>,
  { purpose, service }: { purpose: Named; service: string | null },
) => [words[purpose], service].filter(Boolean).join(": ");

/** The cell of what a voucher is for. */
export const purposeCell =
  <Named extends Purpose>(words: Record<Named, string>) =>
  ({ purpose, service }: { purpose: Named | null; service: string | null }) =>
    purpose && purposeText(words, { purpose, service });

/** What a receipt is for, in the words of who pays. */
export const receivedText = (row: { payer_type: string; purpose: Purpose; service: string | null }) =>
  row.payer_type === "customer" || row.purpose === "service"
    ? purposeText(receivedFor, row)
    : receivedFromPartners[row.purpose];

/** @param choices the words of the purposes */
export const purposeFields = <const Choices extends Partial<Record<Purpose, string>>>(choices: Choices) =>
  ({
    purpose: { label: "الغرض", kind: "choice", choices, optional: true, stored: false },
    /** A service is named by a text or is one of the office's. */
    service_name: { label: "اسم الخدمة", kind: "text", max: 200, optional: true, inSheet: false },
    other_service_id: {
      label: "الخدمة",
      kind: "reference",
      to: "other_services",
      optional: true,
      inSheet: false,
    },
  }) as const satisfies Fields;

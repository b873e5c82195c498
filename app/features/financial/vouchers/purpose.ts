import type { Fields } from "~/domain/fields";

/** What a voucher without a contract is for, as a receipt and as a payment say it (docs/decisions/payers.md). */
export const receivedFor = { on_account: "دفعة تحت الحساب", service: "ثمن خدمة" };
export const paidFor = { on_account: "صرف تحت الحساب", service: "رد ثمن خدمة" };
export type Purpose = keyof typeof receivedFor;

/** «ثمن خدمة: كرسي متحرك» */
export const purposeText = (
  words: Record<Purpose, string>,
  { purpose, service }: { purpose: Purpose; service: string | null },
) => [words[purpose], service].filter(Boolean).join(": ");

/** The cell of what a voucher is for. */
export const purposeCell =
  (words: Record<Purpose, string>) =>
  ({ purpose, service }: { purpose: Purpose | null; service: string | null }) =>
    purpose && purposeText(words, { purpose, service });

/** @param choices the words of the purposes */
export const purposeFields = <const Choices extends Record<Purpose, string>>(choices: Choices) =>
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

import type { Filters } from "~/db/filters.server";
import { db } from "~/db/knex.server";
import { choiceOf } from "~/db/list.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { namesOf } from "~/domain/states";
import { type Purpose, receivedFor } from "../vouchers/purpose";
import { purposeFilter } from "../vouchers/purpose.server";
import { isPartners } from "./partners.server";
import type { PayerType } from "./receipt";

/* What a receipt without a contract is for, also where an agent or supplier pays (docs/decisions/credit-notes.md). */

const ofPartners =
  "receipt_vouchers.contract_id IS NULL AND receipt_vouchers.payer_type IN ('agent', 'supplier')";

/** The purpose, and what money back names and made, in SQL. */
export const receivedColumns = {
  purpose: db.raw(
    `CASE WHEN ${ofPartners} THEN CASE WHEN money_back THEN 'returned' ELSE 'on_account' END ELSE voucher_purpose(
       receipt_vouchers.customer_id, receipt_vouchers.contract_id, receipt_vouchers.service_name, receipt_vouchers.other_service_id) END`,
  ),
  credited_invoice_number: db.raw(
    "CASE WHEN money_back THEN (SELECT invoice_number FROM invoices WHERE id = receipt_vouchers.credited_invoice_id) END",
  ),
  credit_note_number: db.raw(
    "CASE WHEN money_back THEN (SELECT invoice_number FROM invoices WHERE receipt_id = receipt_vouchers.id) END",
  ),
};

/** The filter by purpose. */
export const receivedFilter = {
  purpose: (params) => {
    const purpose = choiceOf(params, "purpose", namesOf(receivedFor));
    if (purpose === "returned") return (query) => query.whereRaw("money_back"); // a bare column finds the partial index
    if (purpose !== "on_account" || params.get("payer_type") === "customer")
      return purposeFilter.purpose(params);
    const ofCustomers = purposeFilter.purpose(params);
    return (query) =>
      query.where((one) =>
        one
          .where((customers) => ofCustomers?.(customers))
          .orWhere((partners) => partners.whereRaw(ofPartners).where({ money_back: false })),
      );
  },
} satisfies Filters;

type Sent = {
  purpose?: Purpose | null;
  credited_invoice_id?: number | null;
  contract_id?: number | null;
  agent_id: number | null;
  supplier_id: number | null;
};
type MoneyBack = { money_back: boolean; credited_invoice_id: number | null };

/**
 * Whether a receipt is money back from a partner, and the invoice that it names.
 * @throws DomainError conflict for money back with a contract; invalid for that of others, or an invoice without it
 */
export function moneyBackOf({
  purpose,
  credited_invoice_id = null,
  contract_id = null,
  ...party
}: Sent): MoneyBack {
  const money_back = purpose === "returned";
  if (money_back && contract_id)
    throw conflicting("contract_id", "المرتجع لا يخص عقدًا: أزل العقد أو غير الغرض");
  if (money_back && !isPartners({ contract_id, ...party }))
    throw invalid("purpose", "المرتجع من الوكلاء والموردين وحدهم");
  if (credited_invoice_id && !money_back)
    throw invalid("credited_invoice_id", "تذكر الفاتورة في سند غرضه المرتجع");
  return { money_back, credited_invoice_id };
}

type Present = MoneyBack & { payer_type: PayerType; agent_id: number | null; supplier_id: number | null };

/** What is sent of a changed receipt's purpose, with what stays of money back: while its partner does, and it has no contract. */
export function changedMoneyBack(
  present: Present,
  { purpose, ...sent }: Omit<Partial<Sent>, "agent_id" | "supplier_id"> & { payer_type: PayerType },
): Pick<Sent, "purpose" | "credited_invoice_id"> {
  const stays = present.money_back && sent.payer_type === present.payer_type && !sent.contract_id;
  const isReturned = purpose === "returned" || (purpose === undefined && stays);
  const before = stays && isReturned ? present.credited_invoice_id : null;
  return {
    ...(isReturned && { purpose: "returned" }),
    credited_invoice_id: sent.credited_invoice_id === undefined ? before : sent.credited_invoice_id,
  };
}

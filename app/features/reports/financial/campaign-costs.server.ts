import { db } from "~/db/knex.server";
import { endsOf } from "~/db/list.server";
import type { SessionUser } from "~/domain/permissions";
import { payment } from "~/features/financial/payments/payment";
import { type InvoiceKind, invoiceKinds } from "~/features/invoices/invoice";
import type { Decimal } from "~/features/money/money.server";
import { ratesOfDays } from "~/features/money/rates-of-days.server";
import { riyal } from "~/features/money/riyal";
import { listOf } from "../figures";
import type { Span } from "../period";

/* What campaigns really cost: the documents that name one. A document without a campaign is general. */

export type DocumentKind = InvoiceKind | "voucher";

/** The documents of a kind that name a campaign, and their sum in the default currency at the rates of their days, not rounded. */
export type Costs = { campaign_id: number; kind: DocumentKind; count: number; amount: Decimal };

/**
 * Invoices that are not cancelled, by their dates, credit notes as less, and confirmed vouchers. Vouchers to partners name no campaign: their
 * invoices do.
 * @param campaign all campaigns if left out
 */
export async function readCosts(campaign: number | undefined, span: Span | undefined): Promise<Costs[]> {
  const { rows } = await db.raw<{ rows: Costs[] }>(
    `WITH ${ratesOfDays}
     SELECT campaign_id, kind, count(*) AS count, sum(amount * rate) AS amount
     FROM (
       SELECT campaign_id, kind, invoice_date AS date, (SELECT id FROM currencies WHERE code = :riyal) AS currency_id,
         CASE document_type WHEN 'credit_note' THEN -total_amount ELSE total_amount END AS amount
       FROM invoices WHERE campaign_id IS NOT NULL AND stands(payment_status)
         AND invoice_date BETWEEN :from AND :to AND (:campaign::integer IS NULL OR campaign_id = :campaign)
       UNION ALL
       SELECT campaign_id, 'voucher', date, currency_id, amount
       FROM payment_vouchers WHERE campaign_id IS NOT NULL AND status = 'confirmed'
         AND date BETWEEN :from AND :to AND (:campaign::integer IS NULL OR campaign_id = :campaign)
     ) AS documents JOIN rates ON rates.currency_id = documents.currency_id AND date BETWEEN first AND last
     GROUP BY 1, 2 ORDER BY 1, 2`,
    { campaign: campaign ?? null, riyal: riyal.code, ...endsOf(span ?? {}) },
  );
  return rows;
}

/** The name of each kind of document, and the address of the list that shows a campaign's, if the user may open it. */
export function documentsOf(user: SessionUser, campaign_id: number, { from, to }: Partial<Span> = {}) {
  const filters = { campaign_id, from, to };
  const invoices = (kind: InvoiceKind) => ({
    name: invoiceKinds[kind].noun.many,
    href: listOf(user, invoiceKinds[kind], { ...filters, payment_status: "standing" }),
  });
  return {
    agent: invoices("agent"),
    purchase: invoices("purchase"),
    voucher: { name: "سندات الصرف", href: listOf(user, payment, { ...filters, status: "confirmed" }) },
  } satisfies Record<DocumentKind, object>;
}

import Big from "big.js";
import { compareMoments, type Moment } from "./calendar";
import type { Part } from "./commissions";
import { noon } from "./contracts";
import type { Generator } from "./generator";
import type { Invoice } from "./invoices";
import type { Office } from "./office";
import { type Receipt, receipt } from "./receipts";

/** What partners owe the agency back: a hotel's discount, a kitchen's money, an agent's share of a contract that was cancelled. */

const kitchens = "مطابخ ضيوف الرحمن";
const waha = "فندق واحة المدينة";
const taiba = "وكالة طيبة للسفر والسياحة";

/** A kitchen gives back what it was paid for meals that nobody ate. @param receipts in the order of their moments, where it takes its place */
export function giveBack(receipts: Receipt[], chance: Generator) {
  const [{ pilgrim }] = receipts as [Receipt];
  const issued: Moment = { daysAgo: 80, minute: noon };
  const terms = { pilgrim, contract: null, currency: "SAR", amount: "260", issued } as const;
  const back: Receipt = {
    ...receipt({ ...terms, description: "رد ثمن وجبات لم تقدم" }, chance),
    payer: { supplier: kitchens },
  };
  const place = receipts.findIndex((one) => compareMoments(one.issued, issued) > 0);
  receipts.splice(place < 0 ? receipts.length : place, 0, back);
}

/** What the invoice of commission paid of contracts that were cancelled since, in order that it is taken back. */
const takenBack = (invoice: Invoice): Part[] =>
  invoice.parts
    .filter(({ contract }) => contract.cancellation)
    .map((part) => ({
      ...part,
      amount: Big(part.amount).neg().toFixed(),
      riyals: Big(part.riyals).neg().toFixed(2),
    }));

export async function creditPartners(
  office: Office,
  invoices: Record<Invoice["kind"], Invoice[]>,
  receipts: Receipt[],
) {
  const { trx, id } = office;
  const of = (kind: Invoice["kind"], partner: string) =>
    invoices[kind].findLast((one) => one.partner === partner && !one.cancelled) as Invoice;

  const hotel = of("purchase", waha);
  await note(office, hotel, 30, "خصم عن غرف لم تسلم", "500", { settled_amount: "500" });
  await trx("invoices")
    .where({ id: id("invoices", hotel.number) })
    .increment("credited_amount", 500);

  const back = receipts.find(({ payer }) => payer && "supplier" in payer) as Receipt;
  const meals = of("purchase", kitchens);
  const earlier = invoices.purchase.find(({ partner }) => partner === kitchens) ?? meals;
  await trx("receipt_vouchers")
    .where({ id: id("receipt_vouchers", back.number) })
    .update({ credited_invoice_id: id("invoices", earlier.number) });
  await note(office, earlier, back.issued.daysAgo, back.description, back.amount, {
    receipt_id: id("receipt_vouchers", back.number),
  });

  const commission = invoices.agent.findLast(
    ({ partner, isCommission }) => partner === taiba && isCommission,
  ) as Invoice;
  const parts = takenBack(commission);
  const amount = parts.reduce((sum, { riyals }) => sum.minus(riyals), Big(0)).toFixed(2);
  const invoice_id = await note(office, commission, 5, "استرداد عمولة عقود ألغيت", amount, {
    credited_invoice_id: null,
  });
  await trx("commission_parts").insert(
    parts.map(({ contract, ...part }) => ({
      ...part,
      invoice_id,
      contract_id: id("contracts", contract.number),
    })),
  );
}

/** @returns the id of a credit note about an invoice, under the next number of its kind */
async function note(
  { trx, id, times, calendar }: Office,
  { kind, partner, number }: Invoice,
  daysAgo: number,
  description: string,
  amount: string,
  more: object,
): Promise<number> {
  const day = calendar.day(daysAgo);
  const party =
    kind === "agent" ? { agent_id: id("agents", partner) } : { supplier_id: id("suppliers", partner) };
  const { rows } = await trx.raw(
    `SELECT insert_invoice(?::jsonb || jsonb_build_object('campaign_id', (SELECT campaign_id FROM invoices WHERE id = ?)), ?) AS id`,
    [
      JSON.stringify({
        kind,
        document_type: "credit_note",
        ...party,
        credited_invoice_id: id("invoices", number),
        invoice_date: day,
        description,
        amount,
        payment_status: "paid",
        created_by: id("users", "admin"),
        ...times({ daysAgo, minute: noon }),
        ...more,
      }),
      id("invoices", number),
      `${kind === "agent" ? "AGT" : "PUR"}-${day.slice(0, 4)}-`,
    ],
  );
  return rows[0].id;
}

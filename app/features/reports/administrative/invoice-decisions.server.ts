import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { type InvoiceKind, invoiceKinds } from "~/features/invoices/invoice";
import type { Decimal } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import { listOf } from "../figures";
import { exactSum } from "../financial/money.server";
import type { ReportTable } from "../report";
import { date, text } from "./columns";

/**
 * The decisions of a period that an invoice is paid without a voucher, for users who may read invoices or vouchers. Without such
 * a decision there is no table.
 */
export async function invoiceDecisions(db: Db, user: SessionUser, period: Period): Promise<ReportTable[]> {
  if (!holdsAny(user, ["manage_invoices", "manage_financials"])) return [];
  const decisions = await decisionsOf(db, period);
  if (!decisions.length) return [];
  return [
    {
      title: "فواتير سددت دون سند صرف",
      note: "بتاريخ القرار. المبلغ هو ما لم تسدده سندات الصرف من الفاتورة.",
      columns: [
        text("الفاتورة"),
        text("الجهة"),
        date("تاريخ القرار"),
        text("السبب"),
        text("صاحب القرار"),
        { label: `المبلغ (${riyal.symbol})`, kind: "amount", decimals: riyal.decimals },
      ],
      rows: decisions.map(({ kind, invoice_number, partner, paid_on, payment_reason, username, amount }) => [
        { value: invoice_number, href: listOf(user, invoiceKinds[kind], { search: invoice_number }) },
        partner,
        paid_on,
        payment_reason ?? "بلا سبب مكتوب",
        username,
        Number(amount),
      ]),
      total: ["المجموع", "", "", "", "", exactSum(decisions.map(({ amount }) => amount)).toNumber()],
    },
  ];
}

type InvoiceDecision = {
  kind: InvoiceKind;
  invoice_number: string;
  partner: string;
  paid_on: string;
  payment_reason: string | null;
  username: string;
  /** The part without a voucher, in riyals. */
  amount: Decimal;
};

function decisionsOf(db: Db, period: Period): Promise<InvoiceDecision[]> {
  const { from, to } = endsOf(period);
  return db("invoices")
    .leftJoin("agents", "agents.id", "agent_id")
    .leftJoin("suppliers", "suppliers.id", "supplier_id")
    .join("users", "users.id", "invoices.paid_by")
    .whereBetween("paid_on", [from, to])
    .orderBy(["paid_on", "invoices.id"])
    .select("invoices.kind", "invoice_number", "paid_on", "payment_reason", "username")
    .select({
      partner: db.raw("coalesce(agents.name, suppliers.name)"),
      amount: db.raw("total_amount - paid_amount - credited_amount"),
    });
}

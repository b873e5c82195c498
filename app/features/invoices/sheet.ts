import { exporting, type SheetColumn } from "~/http/sheets.server";
import { type Invoice, invoiceKinds, kindOf, partnerOf, paymentStatusLabels } from "./invoice";
import { invoices } from "./invoices.server";

const { labels } = invoiceKinds.agent;

const columnsOf = (partner: string): SheetColumn<Invoice>[] => [
  { head: labels.invoice_number, cell: ({ invoice_number }) => invoice_number },
  { head: partner, width: 30, cell: (row) => row.agent_name ?? row.supplier_name ?? null },
  { head: labels.invoice_date, kind: "date", cell: ({ invoice_date }) => invoice_date },
  { head: labels.due_date, kind: "date", cell: ({ due_date }) => due_date },
  { head: labels.description, width: 40, cell: ({ description }) => description },
  { head: labels.amount, kind: "number", cell: ({ amount }) => amount },
  { head: labels.tax_amount, kind: "number", cell: ({ tax_amount }) => tax_amount },
  { head: labels.total_amount, kind: "number", cell: ({ total_amount }) => total_amount },
  { head: "المسدد", kind: "number", cell: ({ paid_amount }) => paid_amount },
  { head: "المتبقي", kind: "number", cell: ({ remaining_amount }) => remaining_amount },
  { head: labels.payment_status, cell: ({ payment_status }) => paymentStatusLabels[payment_status] },
  { head: labels.notes, width: 40, cell: ({ notes }) => notes },
];

/** All amounts are in riyals. */
export const loader = exporting(["manage_invoices"], ({ params, url }) => {
  const kind = kindOf(params);
  const columns = columnsOf(labels[partnerOf[kind].column]);
  return {
    title: `${invoiceKinds[kind].noun.many} (بالريال)`,
    columns,
    rows: invoices[kind].list(url.searchParams),
  };
});

export { refuseWrites as action } from "~/http/download.server";

import { fieldColumns } from "~/http/field-columns.server";
import { exportLoader } from "~/http/sheets.server";
import { type Invoice, type InvoiceKind, invoiceKinds, kindOf, partnerOf } from "./invoice";
import { invoices } from "./invoices.server";

const columnsOf = (kind: InvoiceKind) =>
  fieldColumns<Invoice>(invoiceKinds[kind], {
    [partnerOf[kind].column]: { cell: (row: Invoice) => row.agent_name ?? row.supplier_name ?? null },
    credited_invoice_id: { isCode: true, cell: ({ credited_invoice_number: number }: Invoice) => number },
    paid_amount: {
      head: "المسدد",
      behind: [{ head: "المتبقي", kind: "number", cell: ({ remaining_amount }) => remaining_amount }],
    },
  });

/** All amounts are in riyals. */
export const loader = exportLoader(["manage_invoices"], ({ params, url }) => {
  const kind = kindOf(params);
  return {
    title: `${invoiceKinds[kind].noun.many} (بالريال)`,
    columns: columnsOf(kind),
    rows: invoices[kind].list(url.searchParams),
  };
});

import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { pageOf, rowsOrRefusal } from "~/db/list.server";
import { notFound } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { missingSentence } from "~/domain/nouns";
import { agents } from "~/features/agents/agents.server";
import { contract } from "~/features/contracts/contract";
import { commissionPath } from "~/features/links/commission-link";
import { saidRate } from "~/features/money/rate";
import { riyal } from "~/features/money/riyal";
import { idParam, screen } from "~/http/screen.server";
import { ButtonLink } from "~/ui/page/links";
import { Page, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { type Column, Table } from "~/ui/page/table";
import { invoiceKinds, isCreditNote } from "../invoice";
import { type InvoicePart, invoiceParts } from "./rows.server";

export const meta = () => [{ title: "عقود فاتورة عمولة" }];

export const loader = screen([invoiceKinds.agent.write], async ({ params, url: { searchParams } }) => {
  const agent = await agents.find(db, idParam(params.id));
  const page = await rowsOrRefusal(async () => {
    const parts = await invoiceParts(db, agent.id, idParam(params.invoice), pageOf(searchParams));
    if (!parts) throw notFound(missingSentence("invoices"));
    return parts;
  });
  return { agent: { id: agent.id, name: agent.name }, invoice_number: "", document_type: undefined, ...page };
});

const columns: Column<InvoicePart>[] = [
  {
    label: contract.labels.contract_number,
    cell: ({ contract_number, customer }) => (
      <span>
        <bdi dir="ltr">{contract_number}</bdi>
        <small className="one-line">{customer}</small>
      </span>
    ),
  },
  { label: "العمولة بعملة العقد", kind: "n", cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    label: "سعر الصرف",
    kind: "code",
    later: true,
    cell: ({ exchange_rate, currency }) =>
      currency.code === riyal.code ? "—" : saidRate(exchange_rate, currency.code, riyal.code),
  },
  { label: `بالريال (${riyal.symbol})`, kind: "n", cell: ({ riyals }) => formatMoney(riyals, riyal) },
];

/** The contracts of an invoice of commission, with the part of each. */
export default function InvoiceParts() {
  const { agent, invoice_number, document_type, refusal, rows, ...page } = useLoaderData<typeof loader>();
  const title = `عقود ${isCreditNote({ document_type }) ? "الإشعار الدائن" : "الفاتورة"} ${invoice_number}`;
  return (
    <Page
      title={title}
      lead={agent.name}
      actions={<ButtonLink href={commissionPath(agent.id)}>عمولة الوكيل</ButtonLink>}
    >
      {refusal ? (
        <RefusedFilter refusal={refusal} />
      ) : (
        <Table caption={title} rows={rows} columns={columns} />
      )}
      <Pagination {...page} />
    </Page>
  );
}

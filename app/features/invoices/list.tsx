import { useLoaderData, useSearchParams } from "@remix-run/react";
import { askedByAddress } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { holdsAny } from "~/domain/permissions";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { commissionPath } from "~/features/links/commission-link";
import { riyal } from "~/features/money/riyal";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterOffer, FilterPeriod, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { Badge, count, Figures, Page } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import {
  documentTypes,
  type Invoice,
  type InvoiceKind,
  invoiceFilterLabels,
  invoiceKinds,
  isCreditNote,
  kindOf,
  overdueLabels,
  partnerOf,
  stateOf,
} from "./invoice";
import { invoiceFigures, invoices, partnerOffer } from "./invoices.server";

const { labels } = invoiceKinds.agent;

export const meta = ({ data }: { data?: { kind: InvoiceKind } }) => [
  { title: data ? invoiceKinds[data.kind].noun.many : "الفواتير" },
];

export const loader = listScreen(["manage_invoices"], async ({ params, url: { searchParams }, user }) => {
  const kind = kindOf(params);
  const [{ rows, ...page }, partners, campaigns] = await Promise.all([
    screenPageWith(invoices[kind].list, searchParams, (list) => invoiceFigures(db, list)),
    partnerOffer(askedByAddress(searchParams), kind),
    campaignFilter(searchParams),
  ]);
  return {
    ...page,
    rows: drawRows(rows, toListRow),
    kind,
    offers: { ...partners, ...campaigns },
    pays: holdsAny(user, ["manage_financials"]),
  };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
function toListRow(row: Invoice) {
  const { id, invoice_number, invoice_date, due_date, payment_status, settled_amount } = row;
  const isNote = isCreditNote(row);
  return {
    id,
    partner_id: row.agent_id ?? row.supplier_id,
    invoice_number,
    partner: row.agent_name ?? row.supplier_name,
    campaign: row.campaign?.name,
    description: row.description,
    invoice_date,
    due_date,
    total: formatMoney(row.total_amount, riyal),
    paid: formatMoney(row.paid_amount, riyal),
    remaining: row.remaining_amount > 0 ? formatMoney(row.remaining_amount, riyal) : undefined,
    without_voucher:
      !isNote && payment_status === "paid" && row.paid_amount + row.credited_amount < row.total_amount,
    payment_reason: row.payment_reason,
    credited: row.credited_amount > 0 && formatMoney(row.credited_amount, riyal),
    note: isNote
      ? {
          of: row.credited_invoice_number,
          settled: settled_amount > 0 && formatMoney(settled_amount, riyal),
          on_account:
            row.total_amount > settled_amount && formatMoney(row.total_amount - settled_amount, riyal),
          receipt: row.receipt_number,
        }
      : null,
    is_standing: payment_status !== "cancelled",
    is_paid: row.paid_amount > 0,
    ...stateOf(row),
  };
}

const code = (text: string) => <bdi dir="ltr">{text}</bdi>;

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  {
    label: labels.invoice_number,
    cell: ({ invoice_number, partner }) => (
      <span>
        {code(invoice_number)}
        <small className="one-line">{partner}</small>
      </span>
    ),
  },
  {
    label: labels.description,
    later: true,
    cell: ({ description, campaign }) => (
      <span>
        <span className={campaign ? "line-clamp-1" : "line-clamp-2"}>{description}</span>
        {campaign && <small className="one-line">{campaign}</small>}
      </span>
    ),
  },
  {
    label: labels.invoice_date,
    later: true,
    cell: ({ invoice_date, due_date, note }) => (
      <span className="day">
        {code(invoice_date)}
        {due_date && <small>الاستحقاق {code(due_date)}</small>}
        {note?.of && <small>عن {code(note.of)}</small>}
      </span>
    ),
  },
  {
    label: labels.total_amount,
    kind: "n",
    cell: ({ total, credited, note }) => (
      <span>
        {total}
        {credited && <small>منه إشعارات {credited}</small>}
        {note?.receipt && <small>بالسند {code(note.receipt)}</small>}
      </span>
    ),
  },
  {
    label: labels.paid_amount,
    kind: "n",
    later: true,
    cell: ({ paid, remaining, without_voucher, payment_reason, note }) => (
      <span>
        {note ? <NoteText {...note} /> : paid}
        {without_voucher && (
          <small className="one-line">
            {payment_reason ? `سدد الباقي دون سند: ${payment_reason}` : "سدد الباقي دون سند"}
          </small>
        )}
        {!without_voucher && remaining && <small>المتبقي {remaining}</small>}
      </span>
    ),
  },
  {
    label: labels.payment_status,
    cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
  },
];

/** What became of a credit note's amount. */
const NoteText = ({ settled, on_account }: NonNullable<Row["note"]>) => (
  <>
    {settled || on_account}
    <small>{settled ? `خُصم منها${on_account ? "، والباقي تحت الحساب" : ""}` : "تحت الحساب"}</small>
  </>
);

export default function Invoices() {
  const { kind, figures, offers, pays, ...page } = useLoaderData<typeof loader>();
  const entity = invoiceKinds[kind];
  const { column } = partnerOf[kind];
  const agent = useSearchParams()[0].get("agent_id");
  const isOfNotes = useSearchParams()[0].get("document_type") === "credit_note";
  const receiptPath = `/financial/receipts/new?${column.replace("_id", "")}`;
  const actions = ({ id, partner_id, remaining, note, is_standing, is_paid }: Row) => (
    <>
      {pays && remaining && <a href={`/financial/payments/new?invoice=${id}`}>سداد</a>}
      {pays && is_standing && note?.on_account && !note.receipt && (
        <a href={`${receiptPath}=${partner_id}`}>قبضه</a>
      )}
      {pays && !note && is_paid && !remaining && (
        <a href={`${receiptPath}=${partner_id}&credited=${id}`}>مرتجع</a>
      )}
      <EditLink to={entity} id={id} />
      {!note && is_standing && (
        <a href={`${entity.path}/new?credit=${id}`} data-discover="true">
          إشعار دائن
        </a>
      )}
      <DeleteLink to={entity} id={id} by="browser" />
    </>
  );
  return (
    <Page
      title={entity.noun.many}
      actions={
        <>
          {kind === "agent" && agent && (
            <ButtonLink href={commissionPath(Number(agent))}>عمولة الوكيل</ButtonLink>
          )}
          <NewLink to={entity} />
        </>
      }
    >
      {figures && (
        <Figures
          figures={[
            ...(isOfNotes
              ? [
                  { label: "الإشعارات الدائنة غير الملغاة", value: count(figures.notes) },
                  { label: "إجمالي قيمتها", value: <Money amount={figures.credited} currency={riyal} /> },
                ]
              : [
                  { label: "الفواتير غير الملغاة", value: count(figures.count) },
                  {
                    label: figures.notes ? "إجمالي قيمتها بعد الإشعارات الدائنة" : "إجمالي قيمتها",
                    value: <Money amount={figures.total} currency={riyal} />,
                  },
                ]),
            { label: "غير المسدد", value: <Money amount={figures.unpaid} currency={riyal} /> },
            {
              label: overdueLabels.true,
              value: (
                <a className="underline" href={`${entity.path}?overdue=true`}>
                  {figures.overdue.toLocaleString("en-US")}
                </a>
              ),
            },
          ]}
        />
      )}
      <FilterBar searchLabel={`بحث بالرقم أو الوصف أو ${labels[column]}`}>
        <FilterOffer name={column} label={labels[column]} offer={offers[column]} />
        <FilterSelect name="document_type" label={labels.document_type} choices={documentTypes} />
        <FilterSelect name="payment_status" label={labels.payment_status} choices={invoiceFilterLabels} />
        <FilterSelect name="overdue" label={labels.due_date} choices={overdueLabels} />
        <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
        <FilterPeriod />
      </FilterBar>
      <ListTable of={entity} page={page} columns={columns} actions={actions}>
        {`سجل أول ${entity.noun.a} لتتابع ما على الوكالة منها.`}
      </ListTable>
    </Page>
  );
}

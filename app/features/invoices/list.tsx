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
  type Invoice,
  type InvoiceKind,
  invoiceFilterLabels,
  invoiceKinds,
  kindOf,
  overdueLabels,
  partnerOf,
  paymentStates,
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
  const { id, invoice_number, invoice_date, due_date, payment_status, is_overdue } = row;
  return {
    id,
    invoice_number,
    partner: row.agent_name ?? row.supplier_name,
    campaign: row.campaign?.name,
    description: row.description,
    invoice_date,
    due_date,
    total: formatMoney(row.total_amount, riyal),
    paid: formatMoney(row.paid_amount, riyal),
    remaining: row.remaining_amount > 0 ? formatMoney(row.remaining_amount, riyal) : undefined,
    without_voucher: payment_status === "paid" && row.paid_amount < row.total_amount,
    payment_reason: row.payment_reason,
    payment_status,
    is_late: is_overdue && payment_status === "pending",
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
    cell: ({ invoice_date, due_date }) => (
      <span className="day">
        {code(invoice_date)}
        {due_date && <small>الاستحقاق {code(due_date)}</small>}
      </span>
    ),
  },
  { label: labels.total_amount, kind: "n", cell: ({ total }) => total },
  {
    label: labels.paid_amount,
    kind: "n",
    later: true,
    cell: ({ paid, remaining, without_voucher, payment_reason }) => (
      <span>
        {paid}
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
    cell: ({ payment_status, is_late }) => (
      <Badge tone={is_late ? "bad" : paymentStates.tones[payment_status]}>
        {is_late ? overdueLabels.true : paymentStates.labels[payment_status]}
      </Badge>
    ),
  },
];

export default function Invoices() {
  const { kind, figures, offers, pays, ...page } = useLoaderData<typeof loader>();
  const entity = invoiceKinds[kind];
  const { column } = partnerOf[kind];
  const agent = useSearchParams()[0].get("agent_id");
  const actions = ({ id, remaining }: Row) => (
    <>
      {pays && remaining && <a href={`/financial/payments/new?invoice=${id}`}>سداد</a>}
      <EditLink to={entity} id={id} />
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
            { label: "الفواتير غير الملغاة", value: count(figures.count) },
            { label: "إجمالي قيمتها", value: <Money amount={figures.total} currency={riyal} /> },
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

import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { screenPageWith } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterOffer, FilterPeriod } from "~/ui/page/filter-bar";
import { DeleteLink, ShowLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { count, Figures, Page, useListSearch } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { voucherOffers } from "../vouchers/filters.server";
import { voucherColumns } from "../vouchers/list-columns";
import { VoucherFilters } from "../vouchers/list-filters";
import { paidFor, purposeText } from "../vouchers/purpose";
import { ReturnLink } from "../vouchers/return-link";
import {
  amountReturns,
  beneficiaryTypeLabels,
  currencyOf,
  isOfAnother,
  type Payment,
  payment,
} from "./payment";
import { paymentFigures } from "./payments.server";
import { payments } from "./writes.server";

const { path } = payment;

export const meta = () => [{ title: "سندات الصرف" }];

export const loader = listScreen([payment.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, campaign, vouchers] = await Promise.all([
    screenPageWith(payments.list, searchParams, paymentFigures),
    campaignFilter(searchParams),
    voucherOffers("payment_vouchers", searchParams),
  ]);
  return { ...page, rows: drawRows(rows, toListRow), offers: { ...campaign, ...vouchers } };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
function toListRow(row: Payment) {
  const { id, payment_number, beneficiary, beneficiary_type } = row;
  const { account, payment_method, payment_reference, date, status, cheque_state } = row;
  const amount = formatMoney(row.amount, currencyOf(row));
  const about = [
    beneficiaryTypeLabels[beneficiary_type],
    isOfAnother(row) && `عن عقد ${row.contract_customer?.name}`,
    row.purpose && purposeText(paidFor, { ...row, purpose: row.purpose }),
  ]
    .filter(Boolean)
    .join(" · ");
  const own = { id, payment_number, beneficiary, about, amount };
  return { ...own, account, payment_method, payment_reference, date, status, cheque_state };
}

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(payment, "payment_number"),
  {
    label: "المستفيد",
    cell: ({ beneficiary, about }) => (
      <NameCell also={<span className="one-line">{about}</span>}>{beneficiary}</NameCell>
    ),
  },
  fieldColumn(payment, "amount"),
  ...voucherColumns,
];

export default function Payments() {
  const { figures, offers, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const actions = ({ id, status, payment_number, beneficiary, amount, ...row }: Row) => (
    <>
      <ShowLink to={payment} id={id} />
      <a className="always" href={`${path}/${id}/print`}>
        طباعة
      </a>
      {status === "confirmed" && <a href={`${path}/${id}/edit${query}`}>تعديل</a>}
      <ReturnLink to={path} row={{ id, status, ...row }} />
      <DeleteLink
        to={payment}
        id={id}
        by="browser"
        question={
          status === "confirmed"
            ? `حذف سند الصرف ${payment_number} (${beneficiary}، ${amount}).\nهل أنت متأكد؟ ${amountReturns}`
            : undefined
        }
      />
    </>
  );
  return (
    <Page
      title="سندات الصرف"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-discover="true">
          سند صرف جديد
        </a>
      }
    >
      {figures && (
        <Figures
          figures={[
            {
              label: "إجمالي المصروفات",
              value: <Money amount={figures.total} currency={figures.currency} />,
            },
            { label: "عدد السندات المؤكدة", value: count(figures.count) },
            { label: "سندات اليوم", value: count(figures.today) },
          ]}
        />
      )}
      <FilterBar
        searchLabel="بحث برقم أو مستفيد أو شيك أو مبلغ"
        of={payment}
        by={["purpose", "beneficiary_type", "payment_method", "status", "cheque_state"]}
      >
        <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
        <VoucherFilters offers={offers} />
        <FilterPeriod />
      </FilterBar>
      <ListTable of={payment} page={page} columns={columns} actions={actions}>
        سجل أول سند صرف ليظهر هنا.
      </ListTable>
    </Page>
  );
}

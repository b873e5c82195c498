import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { filterLabels } from "~/domain/filter-labels";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { collectAddress } from "~/features/links/cheques-address";
import { PersonLink } from "~/features/links/person-link";
import { serviceMarksPath } from "~/features/links/service-marks";
import { splitPath } from "~/features/links/split-address";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterDate, FilterPeriod } from "~/ui/page/filter-bar";
import { ButtonLink, DeleteLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { count, Figures, Page, useListSearch } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { voucherFigures } from "../vouchers/figures.server";
import { voucherOffers } from "../vouchers/filters.server";
import { voucherColumns } from "../vouchers/list-columns";
import { VoucherFilters } from "../vouchers/list-filters";
import { receivedText } from "../vouchers/purpose";
import { ReturnLink } from "../vouchers/return-link";
import { payerTypeLabels, type Receipt, receipt } from "./receipt";
import { receipts } from "./writes.server";

const { path } = receipt;

export const meta = () => [{ title: "سندات القبض" }];

export const loader = listScreen([receipt.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, offers] = await Promise.all([
    screenPageWith(receipts.list, searchParams, (list) => voucherFigures(db, list)),
    voucherOffers("receipt_vouchers", searchParams),
  ]);
  return { ...page, rows: drawRows(rows, toListRow), offers };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
function toListRow({
  id,
  receipt_number,
  customer_id,
  customer,
  payer_type,
  purpose,
  service,
  contract,
  amount,
  currency,
  payment_method,
  payment_reference,
  account,
  collected_account,
  date,
  status,
  cheque_state,
}: Receipt) {
  return {
    id,
    receipt_number,
    customer_id,
    customer,
    payer_type,
    contract_number: contract?.contract_number,
    owner: contract && contract.customer.id !== customer_id ? contract.customer : null,
    purpose: purpose ? receivedText({ payer_type, purpose, service }) : "بلا عقد",
    amount: formatMoney(amount, currency, "code"),
    remaining: contract && formatMoney(contract.remaining_amount, contract.currency, "code"),
    payment_method,
    payment_reference,
    account: collected_account ?? account,
    date,
    status,
    cheque_state,
  };
}

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(receipt, "receipt_number"),
  {
    label: "الدافع ورقم العقد",
    cell: ({ customer_id, customer, payer_type, contract_number, owner, purpose }) => (
      <NameCell
        also={
          contract_number ? (
            <>
              <bdi dir="ltr">{contract_number}</bdi>
              {owner && (
                <>
                  {" عقد "}
                  <PersonLink id={owner.id}>{owner.name}</PersonLink>
                </>
              )}
            </>
          ) : (
            <span className="one-line">{purpose}</span>
          )
        }
      >
        {customer_id === null ? (
          `${customer} (${payerTypeLabels[payer_type]})`
        ) : (
          <PersonLink id={customer_id}>{customer}</PersonLink>
        )}
      </NameCell>
    ),
  },
  {
    label: "المبلغ والمتبقي من العقد",
    kind: "n",
    cell: ({ amount, remaining }) => (
      <span>
        {amount}
        {remaining && <small>المتبقي {remaining}</small>}
      </span>
    ),
  },
  ...voucherColumns,
];

export default function Receipts() {
  const { figures, offers, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const actions = ({ id, status, payment_method, cheque_state }: Row) => (
    <>
      <a className="always" href={`${path}/${id}/print`}>
        طباعة
      </a>
      {cheque_state === "in_hand" && <a href={collectAddress(id)}>تحصيل</a>}
      {status === "confirmed" && <a href={`${path}/${id}/edit${query}`}>تعديل</a>}
      {status === "confirmed" && cheque_state !== "collected" && (
        // The page of a cheque's cancelling leads to its return.
        <a
          href={`${path}/${id}/cancel${query}`}
          {...(payment_method === "cheque" ? { "data-stay": "" } : { "data-confirm": "browser" })}
        >
          إلغاء
        </a>
      )}
      <ReturnLink to={path} row={{ id, status, payment_method, cheque_state }} hasCharge />
      {cheque_state !== "collected" && <DeleteLink to={receipt} id={id} by="browser" />}
    </>
  );
  return (
    <Page
      title="سندات القبض"
      actions={
        <>
          <ButtonLink href={serviceMarksPath}>دفعات بلا عقد</ButtonLink>
          <a className="button" href={splitPath} data-discover="true">
            سند لعدة عقود
          </a>
          <a className="button primary" href={`${path}/new${query}`} data-discover="true">
            سند قبض جديد
          </a>
        </>
      }
    >
      {figures && (
        <Figures
          figures={[
            {
              label: "إجمالي المقبوضات",
              value: <Money amount={figures.total} currency={figures.currency} />,
            },
            {
              label: "مقبوضات هذا الشهر",
              value: <Money amount={figures.month} currency={figures.currency} />,
            },
            { label: "عدد السندات المؤكدة", value: count(figures.count) },
          ]}
        />
      )}
      <FilterBar
        searchLabel="بحث برقم أو عميل أو دافع أو شيك أو مبلغ"
        of={receipt}
        by={["purpose", "payer_type", "payment_method", "status", "cheque_state"]}
      >
        <VoucherFilters offers={offers} />
        <FilterPeriod />
        <FilterDate name="due_from" label={filterLabels.due_from} />
        <FilterDate name="due_to" label={filterLabels.due_to} />
      </FilterBar>
      <ListTable of={receipt} page={page} columns={columns} actions={actions}>
        سجل أول سند قبض ليظهر هنا.
      </ListTable>
    </Page>
  );
}

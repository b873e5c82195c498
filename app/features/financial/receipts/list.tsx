import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney, Money } from "~/ui/money";
import { Badge, EmptyList, Figures, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import {
  receiptLabels as labels,
  paymentMethodLabels,
  type Receipt,
  receiptStatusLabels,
  receiptStatusTones,
} from "./receipt";
import { listReceipts, receiptFigures } from "./receipts.server";

export const meta = () => [{ title: "سندات القبض" }];

export const loader = screen(["manage_financials"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, figures] = await Promise.all([
    shown(() => readPage(listReceipts(searchParams), searchParams)),
    receiptFigures(db),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    figures,
    search: searchOf(searchParams),
    status: searchParams.get("status") ?? "",
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function toLine({
  id,
  receipt_number,
  customer,
  contract,
  amount,
  currency,
  payment_method,
  account,
  date,
  status,
}: Receipt) {
  return {
    id,
    receipt_number,
    customer,
    contract_number: contract?.contract_number,
    amount: formatMoney(amount, currency, "code"),
    remaining: contract && formatMoney(contract.remaining_amount, contract.currency, "code"),
    payment_method,
    account,
    date,
    status,
  };
}

export default function Receipts() {
  const { refusal, rows, total, page, perPage, figures, search, status } = useLoaderData<typeof loader>();
  const query = useListSearch();
  return (
    <Page
      title="سندات القبض"
      actions={
        <a className="button primary" href={`/financial/receipts/new${query}`} data-discover="true">
          سند قبض جديد
        </a>
      }
    >
      <Figures
        figures={[
          { label: "إجمالي المقبوضات", value: <Money amount={figures.total} currency={figures.currency} /> },
          { label: "مقبوضات هذا الشهر", value: <Money amount={figures.month} currency={figures.currency} /> },
          { label: "عدد السندات المؤكدة", value: <bdi>{figures.count.toLocaleString("en-US")}</bdi> },
        ]}
      />
      <FilterBar search={search} searchLabel="بحث برقم السند أو العميل أو رقم العقد">
        <FilterSelect name="status" label={labels.status} value={status} choices={receiptStatusLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={Boolean(query)}
          noMatch="لا توجد سندات تطابق البحث"
          none="لا توجد سندات قبض لعرضها"
          next="سجل أول سند قبض ليظهر هنا."
        />
      ) : (
        <Table
          caption="سندات القبض"
          item="سند القبض"
          rows={rows}
          columns={[
            { label: labels.receipt_number, kind: "code", cell: ({ receipt_number }) => receipt_number },
            { label: labels.customer_id, cell: ({ customer }) => customer },
            { label: "رقم العقد", kind: "code", cell: ({ contract_number }) => contract_number ?? "—" },
            { label: "المبلغ", kind: "n", cell: ({ amount }) => amount },
            { label: "المتبقي من العقد", kind: "n", cell: ({ remaining }) => remaining ?? "—" },
            {
              label: labels.payment_method,
              cell: ({ payment_method }) => paymentMethodLabels[payment_method],
            },
            { label: "الحساب", cell: ({ account }) => account },
            { label: "التاريخ", kind: "code", cell: ({ date }) => date },
            {
              label: labels.status,
              cell: ({ status }) => (
                <Badge tone={receiptStatusTones[status]}>{receiptStatusLabels[status]}</Badge>
              ),
            },
          ]}
          actions={({ id, status }) => (
            <>
              <a href={`/financial/receipts/${id}/print`}>طباعة</a>
              {status === "confirmed" && (
                <>
                  <a href={`/financial/receipts/${id}/edit${query}`}>تعديل</a>
                  <a href={`/financial/receipts/${id}/cancel${query}`} data-confirm="browser">
                    إلغاء
                  </a>
                </>
              )}
              <DeleteLink href={`/financial/receipts/${id}/delete${query}`} by="browser" />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { Money } from "~/ui/money";
import { Badge, Empty, Figures, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import {
  receiptLabels as labels,
  paymentMethodLabels,
  receiptStatusLabels,
  receiptStatusTones,
} from "./receipt";
import { listReceipts, receiptFigures } from "./receipts.server";

export const meta = () => [{ title: "سندات القبض" }];

export const loader = screen(["manage_financials"], async ({ url: { searchParams } }) => {
  const [page, figures] = await Promise.all([
    readPage(listReceipts(searchParams), searchParams),
    receiptFigures(db),
  ]);
  return { ...page, figures, search: searchOf(searchParams), status: searchParams.get("status") ?? "" };
});

export default function Receipts() {
  const { rows, total, page, perPage, figures, search, status } = useLoaderData<typeof loader>();
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
      {total === 0 ? (
        <Empty title={query ? "لا توجد سندات تطابق البحث" : "لا توجد سندات قبض لعرضها"}>
          <p>{query ? "جرب كلمة أقصر أو اعرض الكل." : "سجل أول سند قبض ليظهر هنا."}</p>
        </Empty>
      ) : (
        <Table
          caption="سندات القبض"
          rows={rows}
          columns={[
            {
              label: labels.receipt_number,
              kind: "nowrap",
              cell: ({ receipt_number }) => <bdi dir="ltr">{receipt_number}</bdi>,
            },
            { label: labels.customer_id, cell: ({ customer }) => customer },
            {
              label: "رقم العقد",
              kind: "nowrap",
              cell: ({ contract_number }) => <bdi dir="ltr">{contract_number ?? "—"}</bdi>,
            },
            {
              label: "المبلغ",
              kind: "n",
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} by="code" />,
            },
            {
              label: "المتبقي من العقد",
              kind: "n",
              cell: ({ contract }) =>
                contract ? (
                  <Money amount={contract.remaining_amount} currency={contract.currency} by="code" />
                ) : (
                  "—"
                ),
            },
            {
              label: labels.payment_method,
              cell: ({ payment_method }) => paymentMethodLabels[payment_method],
            },
            { label: "الحساب", cell: ({ account }) => account },
            { label: "التاريخ", kind: "nowrap", cell: ({ date }) => <bdi>{date}</bdi> },
            {
              label: labels.status,
              cell: ({ status }) => (
                <Badge tone={receiptStatusTones[status]}>{receiptStatusLabels[status]}</Badge>
              ),
            },
          ]}
          actions={({ id, receipt_number, status }) => (
            <>
              <a href={`/financial/receipts/${id}/print`} aria-label={`طباعة ${receipt_number}`}>
                طباعة
              </a>
              {status === "confirmed" && (
                <>
                  <a href={`/financial/receipts/${id}/edit${query}`} aria-label={`تعديل ${receipt_number}`}>
                    تعديل
                  </a>
                  <a
                    href={`/financial/receipts/${id}/cancel${query}`}
                    data-confirm="browser"
                    data-question={`إلغاء سند القبض ${receipt_number}؟ يعاد المبلغ إلى ما كان عليه قبل السند.`}
                    aria-label={`إلغاء السند ${receipt_number}`}
                  >
                    إلغاء
                  </a>
                </>
              )}
              <DeleteLink
                href={`/financial/receipts/${id}/delete${query}`}
                by="browser"
                name={receipt_number}
                question={`هل أنت متأكد من حذف سند القبض ${receipt_number}؟`}
              />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

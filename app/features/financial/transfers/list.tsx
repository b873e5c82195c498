import { useLoaderData } from "@remix-run/react";
import { askedByAddress } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import { filterLabels } from "~/domain/filter-labels";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { voucherStates } from "~/features/money/voucher";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterOffer, FilterPeriod } from "~/ui/page/filter-bar";
import { DeleteLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page, useListSearch } from "~/ui/page/page";
import { stateColumn } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { accountFilter } from "../vouchers/filters.server";
import { rateText } from "./rate";
import { type Transfer, transfer } from "./transfer";
import { transfers } from "./writes.server";

const { path, labels } = transfer;

export const meta = () => [{ title: "التحويلات" }];

export const loader = listScreen([transfer.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, account] = await Promise.all([
    screenPage(transfers.list, searchParams),
    accountFilter(askedByAddress(searchParams)),
  ]);
  return { ...page, rows: drawRows(rows, toListRow), account };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
const toListRow = (row: Transfer) => ({
  id: row.id,
  transfer_number: row.transfer_number,
  from: row.from,
  to: row.to,
  description: row.description,
  amount: formatMoney(row.from_amount, row.currency),
  arrived: row.currency.code !== row.to_currency.code && formatMoney(row.to_amount, row.to_currency),
  rate: rateText(row),
  fee: row.fee_amount > 0 && formatMoney(row.fee_amount, row.currency),
  date: row.date,
  status: row.status,
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(transfer, "transfer_number"),
  {
    label: "من حساب إلى حساب",
    cell: ({ from, to, description }) => (
      <NameCell also={description && <span className="one-line">{description}</span>}>
        <bdi>{from}</bdi> ← <bdi>{to}</bdi>
      </NameCell>
    ),
  },
  {
    label: labels.from_amount,
    kind: "n",
    cell: ({ amount, fee }) => (
      <span>
        {amount}
        {fee && <small>رسوم {fee}</small>}
      </span>
    ),
  },
  {
    label: labels.to_amount,
    kind: "n",
    later: true,
    cell: ({ amount, arrived, rate }) => (
      <span>
        {arrived || amount}
        {rate && (
          <small>
            <bdi dir="ltr">{rate}</bdi>
          </small>
        )}
      </span>
    ),
  },
  { label: "التاريخ", kind: "code", later: true, cell: ({ date }) => date },
  stateColumn(labels.status, voucherStates),
];

export default function Transfers() {
  const { account, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const actions = ({ id, status, transfer_number, from, to, amount }: Row) => (
    <>
      <a href={`${path}/${id}/print`}>طباعة</a>
      {status === "confirmed" && <a href={`${path}/${id}/edit${query}`}>تعديل</a>}
      {status === "confirmed" && <a href={`${path}/${id}/cancel${query}`}>إلغاء</a>}
      <DeleteLink
        to={transfer}
        id={id}
        by="browser"
        question={`حذف سند التحويل ${transfer_number} (${amount} من ${from} إلى ${to}).\nيحذف ما قيد خطأ فقط، أما ما رجع فيلغى. هل أنت متأكد؟`}
      />
    </>
  );
  return (
    <Page
      title="التحويلات"
      lead="ما نُقل من صندوق أو بنك إلى آخر، وليس إيرادًا ولا مصروفًا."
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-discover="true">
          سند تحويل جديد
        </a>
      }
    >
      <FilterBar searchLabel="بحث برقم أو حساب أو بيان أو مبلغ" of={transfer} by={["status"]}>
        <FilterOffer name="account_id" label={filterLabels.account_id} offer={account} />
        <FilterPeriod />
      </FilterBar>
      <ListTable of={transfer} page={page} columns={columns} actions={actions}>
        سجل أول تحويل بين حسابين ليظهر هنا.
      </ListTable>
    </Page>
  );
}

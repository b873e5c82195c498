import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { statementPath } from "~/features/links/statement-link";
import { voucherStates } from "~/features/money/voucher";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterPeriod } from "~/ui/page/filter-bar";
import { DeleteLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page, useListSearch } from "~/ui/page/page";
import { stateColumn } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { depositsPath } from "../debts/kinds";
import { type Allocation, allocation } from "./allocation";
import { allocations } from "./writes.server";

const { path, labels } = allocation;

export const meta = () => [{ title: "التخصيصات" }];

export const loader = listScreen([allocation.write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPage(allocations.list, searchParams);
  return { ...page, rows: drawRows(rows, toListRow) };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
const toListRow = (row: Allocation) => ({
  id: row.id,
  allocation_number: row.allocation_number,
  party: row.party,
  from: row.from_contract_number,
  to: row.contract_number ?? row.invoice_number,
  payment: row.payment_number,
  statement: statementOf(row),
  amount: formatMoney(row.amount, row.currency),
  taken: row.status === "confirmed" && row.taken_amount > 0 && formatMoney(row.taken_amount, row.currency),
  equivalent:
    row.equivalent_currency &&
    row.equivalent_currency.code !== row.currency.code &&
    formatMoney(row.equivalent_amount ?? 0, row.equivalent_currency),
  date: row.date,
  status: row.status,
});

function statementOf({ customer_id, agent_id, supplier_id }: Allocation) {
  if (customer_id) return statementPath("customers", customer_id);
  return agent_id ? statementPath("agents", agent_id) : statementPath("suppliers", supplier_id as number);
}

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(allocation, "allocation_number"),
  {
    label: "صاحب المبلغ",
    cell: ({ party, payment, statement }) => (
      <NameCell also={payment && <>بسند الصرف {<bdi dir="ltr">{payment}</bdi>}</>}>
        <a className="name-link" href={statement}>
          {party}
        </a>
      </NameCell>
    ),
  },
  { label: "من", kind: "code", cell: ({ from }) => from ?? "تحت الحساب" },
  { label: "إلى", kind: "code", cell: ({ to }) => to ?? "تحت الحساب" },
  {
    label: labels.amount,
    kind: "n",
    cell: ({ amount, equivalent, taken }) => (
      <span>
        {amount}
        {equivalent && <small>تعادل {equivalent}</small>}
        {taken && <small>استُرجع منه {taken}</small>}
      </span>
    ),
  },
  { label: labels.date, kind: "code", later: true, cell: ({ date }) => date },
  stateColumn(labels.status, voucherStates),
];

export default function Allocations() {
  const page = useLoaderData<typeof loader>();
  const query = useListSearch();
  const actions = ({ id, status, payment, allocation_number, party, amount }: Row) => (
    <>
      <a href={`${path}/${id}/print`}>طباعة</a>
      {!payment && status === "confirmed" && <a href={`${path}/${id}/cancel${query}`}>إلغاء</a>}
      {!payment && (
        <DeleteLink
          to={allocation}
          id={id}
          by="browser"
          question={`حذف التخصيص ${allocation_number} (${party}، ${amount}).\nيحذف ما قيد خطأ فقط، أما ما انتهى فيلغى. هل أنت متأكد؟`}
        />
      )}
    </>
  );
  return (
    <Page
      title="التخصيصات"
      lead="ما سُدد به عقد أو فاتورة من مبلغ تحت الحساب، أو نُقل من المستحق رده."
      actions={
        <a className="button primary" href={depositsPath} data-discover="true">
          تخصيص جديد
        </a>
      }
    >
      <FilterBar searchLabel="بحث برقم أو اسم أو عقد" of={allocation} by={["status"]}>
        <FilterPeriod />
      </FilterBar>
      <ListTable of={allocation} page={page} columns={columns} actions={actions}>
        اختر صاحب المبلغ من «أمانات ودفعات على الحساب»، ثم خصصه لعقده أو فاتورته.
      </ListTable>
    </Page>
  );
}

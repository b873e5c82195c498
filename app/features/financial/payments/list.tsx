import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { voucherStatusLabels, voucherStatusTones } from "~/features/money/voucher";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterPeriod, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, ShowLink } from "~/ui/links";
import { formatMoney, Money } from "~/ui/money";
import { Badge, Figures, List, Page, useListSearch } from "~/ui/page";
import { Table } from "~/ui/table";
import {
  amountReturns,
  beneficiaryTypeLabels,
  currencyOf,
  type Payment,
  payingMethodLabels,
  payment,
} from "./payment";
import { paymentFigures } from "./payments.server";
import { payments } from "./writes.server";

const { labels, path } = payment;

export const meta = () => [{ title: "سندات الصرف" }];

export const loader = screen([payment.write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPageWith(payments.list, searchParams, (list) =>
    paymentFigures(db, list),
  );
  return { ...page, rows: rows.map(drawn) };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function drawn(row: Payment) {
  const { id, payment_number, beneficiary, beneficiary_type, account, payment_method, date, status } = row;
  const amount = formatMoney(row.amount, currencyOf(row), "code");
  return { id, payment_number, beneficiary, beneficiary_type, amount, account, payment_method, date, status };
}

export default function Payments() {
  const { figures, ...page } = useLoaderData<typeof loader>();
  const query = useListSearch();
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
            { label: "عدد السندات المؤكدة", value: <bdi>{figures.count.toLocaleString("en-US")}</bdi> },
            { label: "سندات اليوم", value: <bdi>{figures.today.toLocaleString("en-US")}</bdi> },
          ]}
        />
      )}
      <FilterBar searchLabel="بحث برقم السند أو المستفيد">
        <FilterSelect
          name="beneficiary_type"
          label={labels.beneficiary_type}
          choices={beneficiaryTypeLabels}
        />
        <FilterSelect name="payment_method" label={labels.payment_method} choices={payingMethodLabels} />
        <FilterSelect name="status" label={labels.status} choices={voucherStatusLabels} />
        <FilterPeriod />
      </FilterBar>
      <List of={payment} page={page} next="سجل أول سند صرف ليظهر هنا.">
        <Table
          of={payment}
          rows={page.rows}
          columns={[
            { label: labels.payment_number, kind: "code", cell: ({ payment_number }) => payment_number },
            {
              label: "المستفيد",
              cell: ({ beneficiary, beneficiary_type }) => (
                <span>
                  {beneficiary}
                  <small>{beneficiaryTypeLabels[beneficiary_type]}</small>
                </span>
              ),
            },
            { label: labels.amount, kind: "n", cell: ({ amount }) => amount },
            {
              label: "الحساب وطريقة الدفع",
              later: true,
              cell: ({ account, payment_method }) => (
                <span>
                  {account}
                  <small>{payingMethodLabels[payment_method]}</small>
                </span>
              ),
            },
            { label: "التاريخ", kind: "code", later: true, cell: ({ date }) => date },
            {
              label: labels.status,
              cell: ({ status }) => (
                <Badge tone={voucherStatusTones[status]}>{voucherStatusLabels[status]}</Badge>
              ),
            },
          ]}
          actions={({ id, status, payment_number, beneficiary, amount }) => (
            <>
              <ShowLink to={payment} id={id} />
              <a className="always" href={`${path}/${id}/print`}>
                طباعة
              </a>
              {status === "confirmed" && <a href={`${path}/${id}/edit${query}`}>تعديل</a>}
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
          )}
        />
      </List>
    </Page>
  );
}

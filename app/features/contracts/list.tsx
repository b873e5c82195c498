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
  type Contract,
  contractStatusLabels,
  contractStatusTones,
  contractLabels as labels,
} from "./contract";
import { contractFigures, listContracts } from "./contracts.server";

export const meta = () => [{ title: "العقود" }];

export const loader = screen(["manage_contracts"], async ({ url: { searchParams } }) => {
  const [page, figures, campaigns] = await Promise.all([
    shown(() => readPage(listContracts(searchParams), searchParams)),
    contractFigures(db),
    db<{ id: number; name: string }>("campaigns").select("id", "name").orderBy("id", "desc"),
  ]);
  return {
    ...page,
    rows: page.rows.map(toLine),
    figures,
    campaigns,
    search: searchOf(searchParams),
    status: searchParams.get("status") ?? "",
    campaign: searchParams.get("campaign_id") ?? "",
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function toLine({ id, contract_number, customer_name, campaign, currency, status, ...contract }: Contract) {
  return {
    id,
    contract_number,
    customer: customer_name,
    campaign: campaign.name,
    package: contract.package.name,
    date: contract.contract_date,
    total: formatMoney(contract.total_amount, currency),
    paid: formatMoney(contract.paid_amount, currency),
    remaining: formatMoney(contract.remaining_amount, currency),
    status,
  };
}

export default function Contracts() {
  const { refusal, rows, total, page, perPage, figures, campaigns, search, status, campaign } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const { currency } = figures;
  return (
    <Page
      title="العقود"
      actions={
        <a className="button primary" href={`/contracts/new${query}`} data-stay="" data-discover="true">
          عقد جديد
        </a>
      }
    >
      <Figures
        figures={[
          { label: "عدد العقود", value: <bdi>{figures.count.toLocaleString("en-US")}</bdi> },
          { label: "إجمالي القيمة", value: <Money amount={figures.total} currency={currency} /> },
          { label: "المحصل", value: <Money amount={figures.paid} currency={currency} /> },
          { label: "المتبقي", value: <Money amount={figures.remaining} currency={currency} /> },
        ]}
      />
      <FilterBar search={search} searchLabel="بحث برقم العقد أو اسم العميل">
        <FilterSelect name="status" label={labels.status} value={status} choices={contractStatusLabels} />
        <FilterSelect
          name="campaign_id"
          label={labels.campaign_id}
          value={campaign}
          choices={campaigns.map(({ id, name }): [string, string] => [String(id), name])}
        />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={Boolean(query)}
          noMatch="لا توجد عقود تطابق البحث"
          none="لا توجد عقود بعد"
          next="وقّع أول عقد ليظهر هنا."
        />
      ) : (
        <Table
          caption="العقود"
          item="العقد"
          rows={rows}
          columns={[
            { label: labels.contract_number, kind: "code", cell: ({ contract_number }) => contract_number },
            {
              label: labels.customer_id,
              cell: ({ customer, date }) => (
                <span>
                  {customer}
                  <small>{date}</small>
                </span>
              ),
            },
            {
              label: "الحملة والباقة",
              cell: (line) => (
                <span>
                  {line.campaign}
                  <small>{line.package}</small>
                </span>
              ),
            },
            { label: "الإجمالي", kind: "n", cell: ({ total }) => total },
            { label: labels.paid_amount, kind: "n", cell: ({ paid }) => paid },
            { label: labels.remaining_amount, kind: "n", cell: ({ remaining }) => remaining },
            {
              label: labels.status,
              cell: ({ status }) => (
                <Badge tone={contractStatusTones[status]}>{contractStatusLabels[status]}</Badge>
              ),
            },
          ]}
          actions={({ id }) => (
            <>
              <a href={`/contracts/${id}${query}`} data-stay="">
                تفاصيل
              </a>
              <a href={`/contracts/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <DeleteLink href={`/contracts/${id}/delete${query}`} by="browser" />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

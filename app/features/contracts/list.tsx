import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { campaignChoices } from "~/features/campaigns/campaigns.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterPeriod, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, NewLink, ShowLink } from "~/ui/links";
import { formatMoney, Money } from "~/ui/money";
import { Badge, Figures, List, Page } from "~/ui/page";
import { Table } from "~/ui/table";
import { type Contract, contract, contractStatusLabels, contractStatusTones } from "./contract";
import { contractFigures, contracts } from "./contracts.server";

const { labels } = contract;

export const meta = () => [{ title: "العقود" }];

export const loader = screen([contract.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, figures, campaigns] = await Promise.all([
    screenPage(contracts.list, searchParams),
    contractFigures(db),
    campaignChoices(),
  ]);
  return {
    ...page,
    rows: rows.map(drawn),
    figures,
    campaigns,
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
const drawn = ({ id, contract_number, customer_name, contract_date, campaign, ...row }: Contract) => ({
  id,
  contract_number,
  customer: customer_name,
  date: contract_date,
  campaign: campaign.name,
  package: row.package.name,
  total: formatMoney(row.total_amount, row.currency),
  paid: formatMoney(row.paid_amount, row.currency),
  remaining: formatMoney(row.remaining_amount, row.currency),
  status: row.status,
});

export default function Contracts() {
  const { figures, campaigns, ...page } = useLoaderData<typeof loader>();
  const { currency } = figures;
  return (
    <Page title="العقود" actions={<NewLink to={contract}>عقد جديد</NewLink>}>
      <Figures
        figures={[
          { label: "عدد العقود", value: <bdi>{figures.count.toLocaleString("en-US")}</bdi> },
          { label: "إجمالي القيمة", value: <Money amount={figures.total} currency={currency} /> },
          { label: "المحصل", value: <Money amount={figures.paid} currency={currency} /> },
          { label: "المتبقي", value: <Money amount={figures.remaining} currency={currency} /> },
        ]}
      />
      <FilterBar searchLabel="بحث برقم العقد أو اسم العميل">
        <FilterSelect name="status" label={labels.status} choices={contractStatusLabels} />
        <FilterSelect name="is_owing" label="السداد" choices={{ true: "عليه متبقٍّ", false: "مسدد" }} />
        <FilterSelect name="campaign_id" label={labels.campaign_id} choices={campaigns} />
        <FilterPeriod />
      </FilterBar>
      <List of={contract} page={page} next="وقّع أول عقد ليظهر هنا.">
        <Table
          of={contract}
          rows={page.rows}
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
              <ShowLink to={contract} id={id} />
              <EditLink to={contract} id={id} />
              <DeleteLink to={contract} id={id} by="browser" />
            </>
          )}
        />
      </List>
    </Page>
  );
}

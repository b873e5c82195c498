import { useLoaderData } from "@remix-run/react";
import { askedByAddress, offer } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { dayOf } from "~/domain/hijri";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { quote } from "~/domain/nouns";
import { cellText, roomLabels, travellerLabels } from "~/domain/travellers";
import { campaignOffer } from "~/features/campaigns/campaigns.server";
import { contractStates, stands } from "~/features/contracts/contract";
import { groupsLeft } from "~/features/journey/place-in-group.server";
import { PersonLink } from "~/features/links/person-link";
import { listScreen } from "~/http/screen.server";
import { DayCell } from "~/ui/page/day";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterHijri, FilterOffer, FilterPeriod, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, DeleteLink, EditLink, ImportLink, NewLink, ShowLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { Badge, count, Figures, Page } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import type { Column } from "~/ui/page/table";
import { type Contract, contract, contractFilterLabels, movedLabels } from "./contract";
import { contractFigures } from "./figures.server";
import { contracts } from "./writes.server";

const { labels } = contract;

export const meta = () => [{ title: "العقود" }];

export const loader = listScreen([contract.write], async ({ url: { searchParams } }) => {
  const asked = askedByAddress(searchParams);
  const [{ rows, ...page }, campaign_id, agent_id] = await Promise.all([
    screenPageWith(contracts.list, searchParams, (list) => contractFigures(db, list, searchParams)),
    campaignOffer(asked),
    offer(asked, "agent_id", { table: "agents" }),
  ]);
  const left = await groupsLeft(
    db,
    rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: rows.map((row) => ({ ...cardOf(row), group: left.get(row.id) })),
    offers: { campaign_id, agent_id },
  };
});

/** Only the values that the table shows, which a client navigation fetches as data. */
const cardOf = (row: Contract) => ({
  id: row.id,
  contract_number: row.contract_number,
  customer_id: row.customer_id,
  customer: row.customer_name,
  day: dayOf(row.contract_date),
  campaign: row.campaign.name,
  package: row.package.name,
  cell: row.room && row.traveller && cellText(row.room, row.traveller),
  total: formatMoney(row.total_amount, row.currency),
  refundable: row.refundable_amount > 0 && formatMoney(row.refundable_amount, row.currency),
  remaining: row.remaining_amount > 0 && formatMoney(row.remaining_amount, row.currency),
  is_overdue: row.overdue_amount > 0,
  status: row.status,
});

const countLabels = { standing: "العقود غير الملغاة", cancelled: "العقود الملغاة", all: "العقود" };

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(contract, "contract_number"),
  {
    label: labels.customer_id,
    cell: ({ customer_id, customer }) => <PersonLink id={customer_id}>{customer}</PersonLink>,
  },
  { label: labels.contract_date, later: true, cell: ({ day }) => <DayCell {...day} /> },
  {
    label: "الحملة والباقة",
    later: true,
    cell: (line) => (
      <span>
        <span className="one-line">{line.campaign}</span>
        <small className="one-line">{line.cell ? `${line.cell} · ${line.package}` : line.package}</small>
      </span>
    ),
  },
  {
    label: "الإجمالي والمتبقي",
    kind: "n",
    cell: ({ total, remaining, refundable, status }) => (
      <span>
        {total}
        {stands({ status }) && <small>{remaining ? `المتبقي ${remaining}` : "مسدد"}</small>}
        {refundable && <small>يرد منه {refundable}</small>}
      </span>
    ),
  },
  {
    label: labels.status,
    cell: ({ status, is_overdue }) =>
      is_overdue ? (
        <span>
          <StateBadge of={contractStates} state={status} /> <Badge tone="bad">متأخر السداد</Badge>
        </span>
      ) : (
        <StateBadge of={contractStates} state={status} />
      ),
  },
];

const actions = ({ id, contract_number, group }: Row) => (
  <>
    <ShowLink to={contract} id={id} />
    <EditLink to={contract} id={id} />
    <DeleteLink
      to={contract}
      id={id}
      by="browser"
      question={
        group && `هل أنت متأكد من حذف العقد ${contract_number}؟ يخرج العميل معه من المجموعة ${quote(group)}.`
      }
    />
  </>
);

export default function Contracts() {
  const { figures, offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="العقود"
      actions={
        <>
          <ButtonLink href="/offers">عروض الأسعار</ButtonLink>
          <ButtonLink href="/holds">الحجوزات المؤقتة</ButtonLink>
          <ButtonLink href="/waiting-list">قائمة الانتظار</ButtonLink>
          <ImportLink to={contract} />
          <NewLink to={contract}>عقد جديد</NewLink>
        </>
      }
    >
      {figures && (
        <Figures
          figures={[
            {
              label: countLabels[figures.counts],
              value: count(figures.count),
            },
            {
              label: figures.counts === "cancelled" ? "قيمتها قبل الإلغاء" : "إجمالي القيمة",
              value: <Money amount={figures.total} currency={figures.currency} />,
            },
            { label: "المحصل", value: <Money amount={figures.paid} currency={figures.currency} /> },
            { label: "المتبقي", value: <Money amount={figures.remaining} currency={figures.currency} /> },
          ]}
        />
      )}
      <FilterBar searchLabel="بحث برقم العقد أو اسم العميل أو الوكيل">
        <FilterSelect name="status" label={labels.status} choices={contractFilterLabels} />
        <FilterSelect name="is_owing" label="السداد" choices={{ true: "عليه متبقٍّ", false: "مسدد" }} />
        <FilterSelect
          name="overdue"
          label="المواعيد"
          choices={{ true: "متأخر السداد", false: "غير متأخر" }}
        />
        <FilterOffer name="campaign_id" label={labels.campaign_id} offer={offers.campaign_id} />
        {(offers.agent_id.choices.length > 0 || offers.agent_id.search) && (
          <FilterOffer name="agent_id" label={labels.agent_id} offer={offers.agent_id} />
        )}
        <FilterSelect
          name="discounted"
          label={labels.discount_amount}
          choices={{ true: "بخصم", false: "بلا خصم" }}
        />
        <FilterSelect name="room" label={labels.room} choices={roomLabels} />
        <FilterSelect name="traveller" label={labels.traveller} choices={travellerLabels} />
        <FilterSelect name="refundable" label="الرد" choices={{ true: "يستحق ردًا", false: "لا يستحق ردًا" }} />
        <FilterSelect name="moved" label="النقل" choices={movedLabels} />
        <FilterSelect
          name="in_cancelled_campaign"
          label="الحملات الملغاة"
          choices={{ true: "قائم في حملة ملغاة", false: "غير ذلك" }}
        />
        <FilterPeriod />
        <FilterHijri />
      </FilterBar>
      <ListTable of={contract} page={page} columns={columns} actions={actions}>
        وقّع أول عقد ليظهر هنا.
      </ListTable>
    </Page>
  );
}

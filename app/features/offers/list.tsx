import { useLoaderData } from "@remix-run/react";
import { askedByAddress, offer as offerChoice } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { filterLabels } from "~/domain/filter-labels";
import type { RowOf } from "~/domain/html-only";
import { formatMoney } from "~/domain/money";
import { cellText, roomLabels, travellerLabels } from "~/domain/travellers";
import { campaignOffer } from "~/features/campaigns/campaigns.server";
import { PersonLink } from "~/features/links/person-link";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterOffer, FilterPeriod, FilterSelect } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink, ShowLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { stateColumn } from "~/ui/page/status-badge";
import type { Column } from "~/ui/page/table";
import { type Offer, offer, offerStates } from "./offer";
import { peopleText } from "./words";
import { offers } from "./writes.server";

const { labels } = offer;

export const meta = () => [{ title: "عروض الأسعار" }];

export const loader = listScreen([offer.write], async ({ url: { searchParams } }) => {
  const asked = askedByAddress(searchParams);
  const whoMade = (users: Parameters<typeof madeBy>[0]) => madeBy(users);
  const [{ rows, ...page }, campaign_id, agent_id, user_id] = await Promise.all([
    screenPage(offers.list, searchParams),
    campaignOffer(asked),
    offerChoice(asked, "agent_id", { table: "agents" }),
    offerChoice(asked, "user_id", {
      table: "users",
      name: "users.username",
      rows: whoMade(db("users").select("users.id", { name: "users.username" })),
      open: whoMade,
    }),
  ]);
  return { ...page, rows: rows.map(cardOf), offers: { campaign_id, agent_id, user_id } };
});

/** No other user's name is offered: readers of offers may not read users. */
const madeBy = (users: ReturnType<typeof db>) =>
  users.whereExists(db("offers").whereRaw("created_by = users.id").select(db.raw("1")));

/** Only the values that the table shows, which a client navigation fetches as data. */
const cardOf = (row: Offer) => ({
  id: row.id,
  offer_number: row.offer_number,
  customer_id: row.customer_id,
  customer: row.customer_name,
  people: peopleText(row.companions.length),
  date: row.offer_date,
  until: row.valid_until,
  campaign: row.campaign.name,
  package: row.package.name,
  cell: row.room && row.traveller && cellText(row.room, row.traveller),
  sum: formatMoney(row.sum_amount, row.currency),
  maker: row.username,
  contract: row.contracts[0] ?? null,
  status: row.status,
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(offer, "offer_number"),
  {
    label: labels.customer_id,
    cell: ({ customer_id, customer, people }) => (
      <span>
        <PersonLink id={customer_id}>{customer}</PersonLink>
        {people && <small>{people}</small>}
      </span>
    ),
  },
  {
    label: "الحملة والباقة",
    cell: (line) => (
      <span>
        <span className="one-line">{line.campaign}</span>
        <small className="one-line">{line.package}</small>
        {line.cell && <small className="one-line">{line.cell}</small>}
      </span>
    ),
  },
  { label: labels.sum_amount, kind: "n", cell: ({ sum }) => sum },
  {
    label: "التاريخ والصلاحية",
    cell: ({ date, until }) => (
      <span>
        <bdi dir="ltr">{date}</bdi>
        <small>
          حتى <bdi dir="ltr">{until}</bdi>
        </small>
      </span>
    ),
  },
  { label: "أعده", later: true, cell: ({ maker }) => <bdi>{maker}</bdi> },
  stateColumn(labels.status, offerStates),
];

const actions = ({ id, status, offer_number, contract }: Row) => (
  <>
    <ShowLink to={offer} id={id} />
    {status === "open" && <EditLink to={offer} id={id} />}
    {contract ? (
      <a href={`/contracts/${contract.id}`}>العقد</a>
    ) : (
      <DeleteLink
        to={offer}
        id={id}
        by="browser"
        question={`هل أنت متأكد من حذف عرض السعر ${offer_number}؟`}
      />
    )}
  </>
);

export default function Offers() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="عروض الأسعار"
      lead="ما يقوله العقد قبل توقيعه: لا يحجز مقعدًا ولا يقيد دينًا، ويبقى سعره إلى آخر أيامه."
      actions={<NewLink to={offer}>عرض سعر جديد</NewLink>}
    >
      <FilterBar searchLabel="بحث برقم العرض أو اسم العميل أو الوكيل">
        <FilterSelect name="status" label={labels.status} choices={offerStates.labels} />
        <FilterOffer name="campaign_id" label={labels.campaign_id} offer={offers.campaign_id} />
        {(offers.agent_id.choices.length > 0 || offers.agent_id.search) && (
          <FilterOffer name="agent_id" label={labels.agent_id} offer={offers.agent_id} />
        )}
        <FilterOffer name="user_id" label={filterLabels.user_id} offer={offers.user_id} />
        <FilterSelect name="room" label={labels.room} choices={roomLabels} />
        <FilterSelect name="traveller" label={labels.traveller} choices={travellerLabels} />
        <FilterPeriod />
      </FilterBar>
      <ListTable of={offer} page={page} columns={columns} actions={actions}>
        قدّم أول عرض سعر ليظهر هنا.
      </ListTable>
    </Page>
  );
}

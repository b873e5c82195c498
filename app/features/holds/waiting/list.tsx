import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { freeSeatsOf } from "~/features/campaigns/seats.server";
import { signAddress } from "~/features/links/holds-address";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, editAndDelete, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Page } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { holdStates, untilText } from "../hold";
import { fitsLabel, fitsLabels, lackOf, type Waiting, waiting } from "./waiting";
import { waitingList } from "./waiting.server";

const { labels, path } = waiting;

const title = "قائمة الانتظار";

export const meta = () => [{ title }];

export const loader = listScreen([waiting.write], async ({ url: { searchParams } }) => {
  const [page, offers] = await Promise.all([
    screenPage(waitingList.list, searchParams),
    campaignFilter(searchParams),
  ]);
  const free = await freeSeatsOf(db, [...new Set(page.rows.map(({ campaign }) => campaign.id))]);
  return { ...page, offers, free };
});

const columnsWith = (free: Record<number, number>): Column<Waiting>[] => [
  { label: labels.name, cell: ({ name, note }) => <NameCell also={note}>{name}</NameCell> },
  fieldColumn(waiting, "phone"),
  { label: labels.campaign_id, cell: ({ campaign }) => campaign.name },
  fieldColumn(waiting, "seats"),
  {
    label: labels.until,
    kind: "code",
    cell: ({ until_local }) => (until_local ? untilText(until_local) : "—"),
  },
  {
    label: labels.status,
    cell: ({ status, fits, seats, campaign }) =>
      fits ? (
        <Badge tone="gold">{fitsLabels.true}</Badge>
      ) : (
        <span>
          <StateBadge of={holdStates} state={status} />
          {status === "current" && campaign.id in free && (
            <small>{lackOf(seats, free[campaign.id] ?? 0)}</small>
          )}
        </span>
      ),
  },
];

const edit = editAndDelete(waiting);

export default function WaitingList() {
  const { offers, free, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      lead="بترتيب الانضمام"
      actions={
        <>
          <ButtonLink href="/holds">الحجوزات المؤقتة</ButtonLink>
          <NewLink to={waiting} />
        </>
      }
    >
      <FilterBar
        searchLabel="بحث بالاسم أو الهاتف أو الملاحظة"
        of={waiting}
        by={[["campaign_id", offers.campaign_id]]}
      >
        <FilterSelect name="fits" label={fitsLabel} choices={fitsLabels} />
        <FilterSelect name="status" label={labels.status} choices={holdStates.labels} />
      </FilterBar>
      <ListTable
        of={waiting}
        page={page}
        columns={columnsWith(free)}
        actions={(row) => (
          <>
            {row.fits ? (
              <>
                <a href={`${path}/${row.id}/hold`}>حجز مؤقت</a>
                <a href={signAddress("waiting_id", row.id)}>توقيع العقود</a>
              </>
            ) : (
              row.status === "current" &&
              (free[row.campaign.id] ?? 0) > 0 && <a href={`${path}/${row.id}/hold`}>حجز المتاح</a>
            )}
            {edit(row)}
          </>
        )}
      >
        أضف من يطلب مقاعد في حملة اكتملت: من انضم أولًا وتكفيه المقاعد الشاغرة يظهر في لوحة التحكم.
      </ListTable>
    </Page>
  );
}

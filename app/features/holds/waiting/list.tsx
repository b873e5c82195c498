import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
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
import { fitsLabels, type Waiting, waiting } from "./waiting";
import { waitingList } from "./waiting.server";

const { labels, path } = waiting;

const title = "قائمة الانتظار";

export const meta = () => [{ title }];

export const loader = listScreen([waiting.write], async ({ url: { searchParams } }) => {
  const [page, offers] = await Promise.all([
    screenPage(waitingList.list, searchParams),
    campaignFilter(searchParams),
  ]);
  return { ...page, offers };
});

const columns: Column<Waiting>[] = [
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
    cell: ({ status, fits }) =>
      fits ? <Badge tone="gold">{fitsLabels.true}</Badge> : <StateBadge of={holdStates} state={status} />,
  },
];

const edit = editAndDelete(waiting);

export default function WaitingList() {
  const { offers, ...page } = useLoaderData<typeof loader>();
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
        <FilterSelect name="fits" label="المقاعد الشاغرة" choices={fitsLabels} />
        <FilterSelect name="status" label={labels.status} choices={holdStates.labels} />
      </FilterBar>
      <ListTable
        of={waiting}
        page={page}
        columns={columns}
        actions={(row) => (
          <>
            {row.fits && (
              <>
                <a href={`${path}/${row.id}/hold`}>حجز مؤقت</a>
                <a href={signAddress("waiting_id", row.id)}>توقيع العقود</a>
              </>
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

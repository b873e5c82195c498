import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { signAddress } from "~/features/links/holds-address";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, editAndDelete, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { stateColumn } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { type Hold, hold, holdStates, untilText } from "./hold";
import { holds } from "./holds.server";

const { labels } = hold;

const title = nouns.holds.many;

export const meta = () => [{ title }];

export const loader = listScreen([hold.write], async ({ url: { searchParams } }) => {
  const [page, offers] = await Promise.all([
    screenPage(holds.list, searchParams),
    campaignFilter(searchParams),
  ]);
  return { ...page, offers };
});

const columns: Column<Hold>[] = [
  { label: labels.name, cell: ({ name, note }) => <NameCell also={note}>{name}</NameCell> },
  fieldColumn(hold, "phone"),
  { label: labels.campaign_id, cell: ({ campaign }) => campaign.name },
  fieldColumn(hold, "seats"),
  { label: labels.until, kind: "code", cell: ({ until_local }) => untilText(until_local) },
  stateColumn(labels.status, holdStates),
];

const edit = editAndDelete(hold);

export default function Holds() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      actions={
        <>
          <ButtonLink href="/waiting-list">قائمة الانتظار</ButtonLink>
          <NewLink to={hold} />
        </>
      }
    >
      <FilterBar
        searchLabel="بحث بالاسم أو الهاتف أو الملاحظة"
        of={hold}
        by={[["campaign_id", offers.campaign_id]]}
      >
        <FilterSelect name="status" label={labels.status} choices={holdStates.labels} />
      </FilterBar>
      <ListTable
        of={hold}
        page={page}
        columns={columns}
        actions={(row) => (
          <>
            {row.status === "current" && <a href={signAddress("hold_id", row.id)}>توقيع العقود</a>}
            {edit(row)}
          </>
        )}
      >
        احجز مقاعد لمن يطلبها حتى يوم وساعة، ثم وقّع عقودها.
      </ListTable>
    </Page>
  );
}

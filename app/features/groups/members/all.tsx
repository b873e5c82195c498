import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterOffer, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { List, Page } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { group } from "../group";
import { member, memberGenderLabels, membersOf, travelLabels } from "../member";
import { MemberName } from "./member-name";
import { listAllMembers } from "./members.server";

const title = "المعتمرون والحجاج في المجموعات";
const { labels } = member;
const members = { table: "customers", noun: member.noun } as const;

export const meta = () => [{ title }];

/** All members of groups: the list behind the dashboard's total of pilgrims. */
export const loader = listScreen([group.write], async ({ url: { searchParams } }) => {
  const [page, offers] = await Promise.all([
    screenPage(listAllMembers, searchParams),
    campaignFilter(searchParams),
  ]);
  const rows = drawRows(page.rows, (row) => ({ ...row, customer_id: row.id, id: row.membership }));
  return { ...page, rows, offers };
});

export default function AllMembers() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<ButtonLink href={group.path}>المجموعات</ButtonLink>}>
      <FilterBar searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف">
        <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
        <FilterSelect name="gender" label={labels.gender} choices={memberGenderLabels} />
        <FilterSelect name="travels" label={labels.travels} choices={travelLabels} />
      </FilterBar>
      <List of={members} page={page} next="أضف أعضاء إلى مجموعة ليظهروا هنا.">
        <Table
          of={members}
          rows={page.rows}
          columns={[
            {
              label: labels.name,
              cell: (row) => <MemberName id={row.customer_id} of={row} />,
            },
            { label: labels.national_id, kind: "code", cell: ({ national_id }) => national_id ?? "—" },
            { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
            { label: labels.gender, cell: ({ gender }) => (gender ? memberGenderLabels[gender] : "—") },
            {
              label: "المجموعة",
              cell: ({ group_id, group_name, campaign }) => (
                <span>
                  <a className="underline" href={membersOf(group_id).path}>
                    {group_name}
                  </a>
                  <small>{campaign}</small>
                </span>
              ),
            },
          ]}
        />
      </List>
    </Page>
  );
}

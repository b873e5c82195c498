import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { officeTime } from "~/domain/office-day.server";
import { groupMoveAddress } from "~/features/links/move-address";
import { idParam, listScreen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, DeleteLink, NewLink, useHolds } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { count, Figures, useListSearch } from "~/ui/page/page";
import { group, takenSeatsOf } from "../group";
import { GroupPage, groupMeta } from "../group-page";
import { groups } from "../groups.server";
import { LeaveLink } from "../leave-link";
import { memberGenderLabels, membersOf, travelLabels } from "../member";
import { MemberName } from "./member-name";
import { memberFigures, memberStore } from "./members.server";

export const meta = groupMeta("أعضاء المجموعة");

export const loader = listScreen([group.write], async ({ params, url: { searchParams } }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const page = await screenPageWith(memberStore(groupRow.id).list, searchParams, (list) =>
    memberFigures(db, list),
  );
  const rows = drawRows(page.rows, (row) => ({ ...row, added_at: officeTime(row.added_at) }));
  return { group: groupRow, ...page, rows };
});

export default function Members() {
  const { group: of, figures, ...page } = useLoaderData<typeof loader>();
  const members = membersOf(of.id);
  const { labels } = members;
  const query = useListSearch();
  const isOpen = of.status === "active";
  const mayMove = useHolds("manage_contracts");
  return (
    <GroupPage
      screen="members"
      actions={
        <>
          {isOpen && (
            <>
              <NewLink to={members} />
              <a
                className="button"
                href={`${members.path}/contracts${query}`}
                data-stay=""
                data-discover="true"
              >
                من عقود الحملة
              </a>
            </>
          )}
          {mayMove && figures && figures.total > 0 && (
            <ButtonLink href={groupMoveAddress(of.id)}>نقل العقود</ButtonLink>
          )}
        </>
      }
    >
      <Figures
        figures={[
          ...(figures
            ? [
                { label: "المسافرون", value: count(figures.total) },
                { label: "الذكور", value: count(figures.male) },
                { label: "الإناث", value: count(figures.female) },
                ...(figures.others > 0 ? [{ label: "لا يسافرون", value: count(figures.others) }] : []),
              ]
            : []),
          {
            label: "المقاعد الشاغرة",
            value: (
              <>
                {count(of.capacity - takenSeatsOf(of))} من {count(of.capacity)}
              </>
            ),
          },
        ]}
      />
      <FilterBar searchLabel="بحث بالاسم أو رقم الهوية أو الهاتف">
        <FilterSelect name="gender" label={labels.gender} choices={memberGenderLabels} />
        <FilterSelect name="travels" label={labels.travels} choices={travelLabels} />
      </FilterBar>
      <ListTable
        of={members}
        page={page}
        columns={[
          {
            label: labels.name,
            cell: (row) => <MemberName id={row.id} of={row} />,
          },
          {
            label: labels.national_id,
            kind: "code",
            later: true,
            cell: ({ national_id }) => national_id ?? "—",
          },
          { label: labels.phone, kind: "code", cell: ({ phone }) => phone },
          { label: labels.gender, cell: ({ gender }) => (gender ? memberGenderLabels[gender] : "—") },
          {
            label: labels.age,
            kind: "n",
            later: true,
            cell: ({ age }) => (age === null ? "—" : count(age)),
          },
          { label: labels.added_at, kind: "code", later: true, cell: ({ added_at }) => added_at },
        ]}
        actions={({ id, name, travels }) =>
          travels ? (
            <DeleteLink to={members} id={id} by="browser" />
          ) : (
            <LeaveLink groupId={of.id} id={id} name={name} />
          )
        }
      >
        أضف الأعضاء واحدًا واحدًا، أو عدة معًا من عقود الحملة.
      </ListTable>
    </GroupPage>
  );
}

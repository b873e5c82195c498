import { useLoaderData } from "@remix-run/react";
import { rightsOfAll, whyNotTouch } from "~/auth/rights.server";
import { askedByAddress, offer } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { nouns } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar, FilterFields, FilterOffer } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Page } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { user, userTypeLabels } from "./user";
import { users } from "./users.server";

const { labels } = user;
const title = nouns.users.many;

export const meta = () => [{ title }];

export const loader = listScreen([user.write], async ({ url, user: me }) => {
  const { rows, ...page } = await screenPage(users.list, url.searchParams);
  const rights = await rightsOfAll(
    db,
    rows.map(({ id }) => id),
  );
  const mine = new Set(rights.filter((other) => !whyNotTouch(me, other)).map(({ id }) => id));
  return {
    ...page,
    rows: drawRows(rows, (row) => ({
      ...row,
      lastLogin: row.last_login_at && officeTime(row.last_login_at),
      mayTouch: mine.has(row.id),
    })),
    offers: { role_id: await offer(askedByAddress(url.searchParams), "role_id", { table: "roles" }) },
    myId: me.id,
  };
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  {
    label: labels.username,
    cell: ({ username, full_name, user_type }) => (
      <NameCell also={[full_name, user_type === "admin" && userTypeLabels.admin].filter(Boolean).join(" · ")}>
        <bdi>{username}</bdi>
      </NameCell>
    ),
  },
  fieldColumn(user, "email", { later: true }),
  { label: labels.role_ids, cell: (row) => row.roles.map(({ name }) => name).join("، ") || "—" },
  fieldColumn(user, "is_active"),
  {
    label: labels.last_login_at,
    kind: "code",
    later: true,
    cell: ({ lastLogin }) => lastLogin ?? <bdi>لم يدخل بعد</bdi>,
  },
];

export default function Users() {
  const { offers, myId, ...page } = useLoaderData<typeof loader>();
  const actions = ({ id, mayTouch }: Row) => (
    <>
      <EditLink to={user} id={id}>
        {mayTouch ? undefined : "عرض"}
      </EditLink>
      {id === myId ? (
        <Badge tone="gold">أنت</Badge>
      ) : (
        mayTouch && <DeleteLink to={user} id={id} by="browser" />
      )}
    </>
  );
  return (
    <Page title={title} actions={<NewLink to={user} />}>
      <FilterBar searchLabel="بحث بالاسم أو البريد">
        <FilterOffer name="role_id" label="الدور" offer={offers.role_id} />
        <FilterFields of={user} by={["user_type", "is_active"]} />
      </FilterBar>
      <ListTable of={user} page={page} columns={columns} actions={actions}>
        أضف من يعمل في المكتب، لكل منهم اسم وكلمة مرور وأدوار.
      </ListTable>
    </Page>
  );
}

import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { listScreen } from "~/http/screen.server";
import { DeleteLink, EditLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Page } from "~/ui/page/page";
import { favorite } from "./favorite";
import { listFavorites } from "./favorites.server";

const title = nouns.saved_views.many;

export const meta = () => [{ title }];

export const loader = listScreen([], ({ url, user }) =>
  screenPage(() => listFavorites(db, user), url.searchParams),
);

export default function Favorites() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={title}>
      <ListTable
        of={favorite}
        page={page}
        hasFiles={false}
        columns={[
          {
            label: favorite.labels.name,
            cell: ({ name, address, screen }) =>
              screen ? (
                <a href={address} data-discover="true">
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              ),
          },
          { label: "الشاشة", cell: ({ screen }) => screen ?? "لم تعد صلاحياتك تفتحها" },
          {
            label: favorite.labels.for_all,
            cell: ({ for_all }) =>
              for_all ? <Badge tone="gold">لجميع المستخدمين</Badge> : <Badge tone="plain">لي</Badge>,
          },
        ]}
        actions={({ id, mayChange }) =>
          mayChange && (
            <>
              <EditLink to={favorite} id={id} />
              <DeleteLink to={favorite} id={id} by="browser" />
            </>
          )
        }
      >
        افتح قائمة وصفّها كما تريد، ثم اختر «حفظ في المفضلة» أسفلها.
      </ListTable>
    </Page>
  );
}

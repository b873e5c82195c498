import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ButtonLink, editAndDelete, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { hotel } from "../hotels/hotel";
import { city } from "../lookups/city";
import { cities } from "./cities.server";

const title = nouns.cities.many;

export const meta = () => [{ title }];

export const loader = listScreen([city.write], ({ url }) => screenPage(cities.list, url.searchParams));

export default function Cities() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page
      title={title}
      lead="مدن الفنادق، بأسمائها في ما يطبع بالعربية وبالإنجليزية"
      actions={
        <>
          <NewLink to={city} />
          <ButtonLink href={hotel.path}>{nouns.hotels.many}</ButtonLink>
        </>
      }
    >
      <FilterBar searchLabel="بحث بالاسم" />
      <ListTable
        of={city}
        page={page}
        columns={[fieldColumn(city, "name"), fieldColumn(city, "name_latin")]}
        actions={editAndDelete(city)}
      >
        أضف المدن التي فيها فنادقك.
      </ListTable>
    </Page>
  );
}

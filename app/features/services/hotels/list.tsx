import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/domain/money";
import { nouns } from "~/domain/nouns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ButtonLink, editAndDelete, ImportAndNew } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { statusColumn } from "~/ui/page/status-badge";
import type { Column } from "~/ui/page/table";
import { city } from "../lookups/city";
import { stars, starsInWords } from "../lookups/lookup";
import { serviceList } from "../service-list.server";
import { type Hotel, hotel, roomPrices } from "./hotel";
import { hotels } from "./hotels.server";

const { labels } = hotel;

export const meta = () => [{ title: "الفنادق" }];

export const loader = serviceList(hotel, hotels, "cities", "ratings");

const columns: Column<Hotel>[] = [
  {
    label: "الفندق",
    cell: ({ name, rating }) => (
      <span>
        {name}
        {rating && (
          <small className="stars" role="img" aria-label={starsInWords(rating.value)}>
            {stars(rating.value)}
          </small>
        )}
      </span>
    ),
  },
  {
    label: labels.city_id,
    later: true,
    cell: ({ city, address }) => (
      <span>
        {city.name}
        <small className="one-line">{address}</small>
      </span>
    ),
  },
  ...roomPrices.map(
    (field): Column<Hotel> => ({
      label: labels[field].replace("الغرفة ال", ""),
      kind: "n",
      later: field !== "double_room_price",
      cell: (row) => (row[field] ? formatMoney(row[field], row.currency) : "—"),
    }),
  ),
  statusColumn(),
];

export default function Hotels() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="الفنادق"
      lead="سعر الليلة للغرفة كاملة"
      actions={
        <>
          <ImportAndNew of={hotel} />
          <ButtonLink href={city.path}>{nouns.cities.many}</ButtonLink>
        </>
      }
    >
      <FilterBar
        searchLabel="بحث بالاسم أو العنوان"
        of={hotel}
        by={[["city_id", offers.city_id], ["rating_id", offers.rating_id], "status"]}
      />
      <ListTable of={hotel} page={page} columns={columns} actions={editAndDelete(hotel)}>
        أضف فنادق مكة والمدينة بأسعار غرفها لتبني منها الباقات.
      </ListTable>
    </Page>
  );
}

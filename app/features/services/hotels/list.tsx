import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, ImportLink, NewLink } from "~/ui/links";
import { formatMoney } from "~/ui/money";
import { List, Page } from "~/ui/page";
import { activityLabels } from "~/ui/status";
import { StatusBadge } from "~/ui/status-badge";
import { type Column, Table } from "~/ui/table";
import { stars, starsInWords } from "../lookups/lookup";
import { lookupChoices, ratingChoices } from "../lookups/lookups.server";
import { type Hotel, hotel, roomPrices } from "./hotel";
import { hotels } from "./hotels.server";

const { labels } = hotel;

export const meta = () => [{ title: "الفنادق" }];

export const loader = screen([hotel.write], async ({ url: { searchParams } }) => ({
  ...(await screenPage(hotels.list, searchParams)),
  cities: await lookupChoices(db, "cities"),
  ratings: await ratingChoices(db),
}));

export default function Hotels() {
  const { cities, ratings, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="الفنادق"
      lead="سعر الليلة للغرفة كاملة"
      actions={
        <>
          <ImportLink to={hotel} />
          <NewLink to={hotel} />
        </>
      }
    >
      <FilterBar searchLabel="بحث بالاسم أو العنوان">
        <FilterSelect name="city_id" label={labels.city_id} choices={cities} />
        <FilterSelect name="rating_id" label={labels.rating_id} choices={ratings} />
        <FilterSelect name="status" label={labels.status} choices={activityLabels} />
      </FilterBar>
      <List of={hotel} page={page} next="أضف فنادق مكة والمدينة بأسعار غرفها لتبني منها الباقات.">
        <Table
          of={hotel}
          rows={page.rows}
          columns={[
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
            {
              label: labels.status,
              cell: ({ status }) => <StatusBadge status={status} />,
            },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={hotel} id={id} />
              <DeleteLink to={hotel} id={id} by="browser" />
            </>
          )}
        />
      </List>
    </Page>
  );
}

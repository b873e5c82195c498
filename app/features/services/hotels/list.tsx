import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { activityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { type Column, DeleteLink, Table } from "~/ui/table";
import { stars, starsInWords } from "../lookups/lookup";
import { listLookup, lookupChoices } from "../lookups/lookups.server";
import { type Hotel, hotelLabels as labels, roomPrices } from "./hotel";
import { listHotels } from "./hotels.server";

export const meta = () => [{ title: "الفنادق" }];

export const loader = screen(["manage_services"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, cities, ratings] = await Promise.all([
    shown(() => readPage(listHotels(searchParams), searchParams)),
    lookupChoices(db, "cities"),
    listLookup(db, "ratings"),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    cities,
    ratings: ratings.map(({ id, value }): [number, string] => [id, starsInWords(value)]),
    search: searchOf(searchParams),
    city: searchParams.get("city_id") ?? "",
    rating: searchParams.get("rating_id") ?? "",
    status: searchParams.get("status") ?? "",
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function toLine({ id, name, rating, city, address, currency, status, ...hotel }: Hotel) {
  const prices = roomPrices.map((field) => (hotel[field] ? formatMoney(hotel[field], currency) : "—"));
  return { id, name, stars: rating?.value, city: city.name, address, prices, status };
}

type Line = ReturnType<typeof toLine>;

const path = "/services/hotels";

export default function Hotels() {
  const { refusal, rows, total, page, perPage, cities, ratings, search, city, rating, status } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || city || rating || status);
  return (
    <Page
      title="الفنادق"
      lead="سعر الليلة للغرفة كاملة"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة فندق
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث بالاسم أو العنوان">
        <FilterSelect name="city_id" label={labels.city_id} value={city} choices={cities} />
        <FilterSelect name="rating_id" label={labels.rating_id} value={rating} choices={ratings} />
        <FilterSelect name="status" label={labels.status} value={status} choices={activityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد فنادق تطابق البحث"
          none="لا توجد فنادق بعد"
          next="أضف فنادق مكة والمدينة بأسعار غرفها لتبني منها الباقات."
        />
      ) : (
        <Table
          caption="الفنادق"
          item="الفندق"
          rows={rows}
          columns={[
            {
              label: "الفندق",
              cell: ({ name, stars: value }) => (
                <span>
                  {name}
                  {value && (
                    <small className="stars" role="img" aria-label={starsInWords(value)}>
                      {stars(value)}
                    </small>
                  )}
                </span>
              ),
            },
            {
              label: labels.city_id,
              cell: ({ city, address }) => (
                <span>
                  {city}
                  <small>{address}</small>
                </span>
              ),
            },
            ...roomPrices.map(
              (field, index): Column<Line> => ({
                label: labels[field].replace("الغرفة ال", ""),
                kind: "n",
                cell: ({ prices }) => prices[index],
              }),
            ),
            {
              label: labels.status,
              cell: ({ status }) => <Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>,
            },
          ]}
          actions={({ id }) => (
            <>
              <a href={`${path}/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <DeleteLink href={`${path}/${id}/delete${query}`} by="browser" />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

import { baseCurrency, company, currencyOf } from "./agency";
import type { Moment } from "./calendar";
import { campaigns } from "./campaigns";
import { noon, type Prices } from "./contracts";
import { citiesLatin, hotelsByCity, ratings } from "./hotels";
import { convert } from "./money";
import type { Office } from "./office";
import { otherServices, serviceCategories } from "./other-services";
import { costAndPrice, type Plan, packages } from "./packages";
import { busTypes, caterings, cateringTypes, transportations } from "./transport-and-meals";

/** The agency's services, packages and campaigns as rows. */

const servicesEntered: Moment = { daysAgo: 240, minute: 11 * 60 };
const packagesPriced: Moment = { daysAgo: 205, minute: 13 * 60 };

export async function offerServices({ insert, id, times }: Office) {
  const entered = times(servicesEntered);
  await insert(
    "ratings",
    "value",
    ratings.map((value) => ({ value })),
  );
  for (const [table, names] of Object.entries({
    cities: Object.keys(hotelsByCity),
    bus_types: busTypes,
    catering_types: cateringTypes,
    service_categories: serviceCategories,
  })) {
    await insert(
      table,
      "name",
      names.map((name) => (table === "cities" ? { name, name_latin: citiesLatin[name] } : { name })),
    );
  }
  await insert(
    "hotels",
    "name",
    Object.entries(hotelsByCity).flatMap(([city, hotels]) =>
      hotels.map(({ stars, rooms: [single, double, triple, quad], currency = "SAR", ...hotel }) => ({
        description: null,
        status: "active",
        ...hotel,
        city_id: id("cities", city),
        rating_id: id("ratings", stars),
        single_room_price: single,
        double_room_price: double,
        triple_room_price: triple,
        quad_room_price: quad,
        currency_id: id("currencies", currency),
        ...entered,
      })),
    ),
  );
  await insert(
    "transportations",
    "company_name",
    transportations.map(({ busType, currency, ...transportation }) => ({
      ...transportation,
      bus_type_id: id("bus_types", busType),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
  await insert(
    "catering_services",
    "name",
    caterings.map(({ cateringType, currency, ...catering }) => ({
      ...catering,
      catering_type_id: id("catering_types", cateringType),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
  await insert(
    "other_services",
    "name",
    otherServices.map(({ category, currency, ...service }) => ({
      status: "active",
      ...service,
      category_id: id("service_categories", category),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
}

export async function offerPackages({ trx, insert, id, times }: Office): Promise<Prices> {
  const hotels = Object.values(hotelsByCity).flat();
  const priced = packages.map(
    ({ hotel, stays = [], transportation, catering, services: chosen, ...plan }) => {
      const sleeps = hotel ? [[hotel, plan.duration] as const] : stays;
      const roomsFor = (sharing: number) =>
        sleeps.flatMap(([name, nights]) => {
          const offer = find(hotels, name, (hotel) => hotel.name);
          const price = offer?.rooms[sharing - 1] ?? 0;
          return { price, currency: offer?.currency ?? ("SAR" as const), nights };
        });
      const transport = find(transportations, transportation, ({ company_name }) => company_name);
      const meals = find(caterings, catering, ({ name }) => name);
      const extras = chosen.map((name) => find(otherServices, name, (service) => service.name));
      const figuresFor = (room_occupancy_basis: Plan["room_occupancy_basis"], share?: string) =>
        costAndPrice(
          { ...plan, room_occupancy_basis },
          {
            rooms: roomsFor(room_occupancy_basis),
            transport: transport && { price: transport.price_per_person, currency: transport.currency },
            catering: meals && { price: meals.price_per_day, currency: meals.currency },
            services: extras.filter((extra) => extra !== undefined),
          },
          share,
        );
      const figures = figuresFor(plan.room_occupancy_basis);
      // Packages of two cities are sold by room and age.
      const isByRoom = stays.length > 1;
      const grid = isByRoom ? gridOf((sharing, share) => figuresFor(sharing, share).total_price) : [];
      const double = isByRoom ? figuresFor(2) : undefined;
      return { plan, figures, grid, double, hotel: sleeps[0]?.[0], stays, transportation, catering, chosen };
    },
  );
  await insert(
    "packages",
    "name",
    priced.map(({ plan: { currency, ...plan }, figures, hotel, transportation, catering }) => ({
      status: "active",
      ...plan,
      currency_id: id("currencies", currency),
      hotel_id: hotel ? id("hotels", hotel) : null,
      transportation_id: transportation ? id("transportations", transportation) : null,
      catering_id: catering ? id("catering_services", catering) : null,
      ...figures,
      ...times(packagesPriced),
    })),
  );
  await trx("package_stays").insert(
    priced.flatMap(({ plan, stays }) =>
      stays.map(([hotel, nights], index) => ({
        package_id: id("packages", plan.name),
        place: index + 1,
        hotel_id: id("hotels", hotel),
        nights,
      })),
    ),
  );
  await trx("package_prices").insert(
    priced.flatMap(({ plan, grid }) =>
      grid.map((cell) => ({ package_id: id("packages", plan.name), ...cell })),
    ),
  );
  await trx("package_other_services").insert(
    priced.flatMap(({ plan, chosen }) =>
      chosen.map((name) => ({
        package_id: id("packages", plan.name),
        other_service_id: id("other_services", name),
      })),
    ),
  );
  return Object.fromEntries(
    priced.map(({ plan: { name, currency }, figures, double }) => {
      const inIts = ({ total_cost, total_price }: typeof figures) => ({
        total_price,
        cost: convert(total_cost, baseCurrency, currencyOf(currency)).toFixed(),
      });
      return [name, { currency, ...inIts(figures), double: double && inIts(double) }];
    }),
  );
}

const sharedRooms = [
  ["double", 2],
  ["triple", 3],
  ["quad", 4],
] as const;

/** Prices by room and age, at the company's shares for children and infants: each is rounded once, as the product proposes it. */
const gridOf = (priceFor: (sharing: 2 | 3 | 4, share: string) => string) =>
  sharedRooms.flatMap(([room, sharing]) =>
    Object.entries({
      adult: "100",
      child_with_bed: company.child_share,
      child_without_bed: company.child_share,
      infant: company.infant_share,
    }).map(([traveller, share]) => ({
      room,
      traveller,
      amount: priceFor(sharing, share),
    })),
  );

/** The item of this name; undefined without a name. */
function find<Item>(items: Item[], name: string | undefined, nameOf: (item: Item) => string) {
  const match = items.find((item) => nameOf(item) === name);
  if (name && !match) throw new Error(`A package is made of ${name}, which nobody offers.`);
  return match;
}

export async function openCampaigns({ trx, insert, id, times, calendar }: Office) {
  await insert(
    "campaigns",
    "name",
    campaigns.map(
      ({ name, type, departsIn, days, total_seats, description, terms, openedDaysAgo, ...ended }) => {
        const { closedDaysAgo, cancelledDaysAgo } = ended;
        const daysAhead = departsIn === "hajj" ? calendar.daysToHajj() : departsIn;
        return {
          name,
          type,
          total_seats,
          description,
          ...(terms ?? { down_payment_percent: null, payment_lead_days: null }),
          status: closedDaysAgo ? "completed" : cancelledDaysAgo ? "cancelled" : "active",
          start_date: calendar.day(-daysAhead),
          end_date: calendar.day(-daysAhead - days + 1),
          ...times(
            { daysAgo: openedDaysAgo, minute: noon },
            { daysAgo: closedDaysAgo ?? cancelledDaysAgo ?? openedDaysAgo, minute: noon },
          ),
        };
      },
    ),
  );
  await trx("campaign_packages").insert(
    campaigns.flatMap(({ name, packages }) =>
      packages.map((packageName) => ({
        campaign_id: id("campaigns", name),
        package_id: id("packages", packageName),
      })),
    ),
  );
}

import type { Db } from "~/db/knex.server";
import { type DatedStay, datesOf, packagesOf, staysOfGroup } from "./stay-dates.server";

/** Which hotel of a group, and which visit to it; both null in a group without stays. */
export type LodgingKey = { hotel_id: number | null; visit: number | null };

/** Where a group sleeps at one time: the stays of its packages in one hotel whose nights overlap (journey.md, rule 6). */
export type Lodging = { hotel_id: number; visit: number } & Pick<
  DatedStay,
  "hotel" | "hotel_latin" | "city" | "city_latin" | "check_in" | "check_out"
> & {
    stays: DatedStay[];
  };

/** As the column `lodging` of rooms has it. */
export const lodgingOf = ({ hotel_id, visit }: LodgingKey) => `${hotel_id ?? 0} ${visit ?? 0}`;

/** A name of a room in SQL, with the hotel that it is in: «201 (فندق مكة)». */
export const roomInHotel =
  "(rooms.name || coalesce(' (' || (SELECT hotels.name FROM hotels WHERE hotels.id = rooms.hotel_id) || ')', ''))";

/** Any day: while the departure is not known, only the order of the nights counts. */
const nominalDeparture = "2000-01-01";

/** The stays with days in their order, also while the departure is not known. */
const withOrder = (stays: DatedStay[]) =>
  packagesOf(stays).flatMap((ofPackage) => {
    const isDated = ofPackage.every(({ check_in }) => check_in);
    const dates = isDated ? ofPackage : datesOf(ofPackage, nominalDeparture);
    return ofPackage.map((stay, index) => ({
      stay,
      from: dates[index]?.check_in ?? "",
      until: dates[index]?.check_out ?? "",
    }));
  });

/** The lodgings of a group's stays, in the order in which it sleeps there. */
export function lodgingsIn(stays: DatedStay[]): Lodging[] {
  const inOrder = withOrder(stays).sort((one, other) => one.from.localeCompare(other.from));
  const lodgings: (Lodging & { until: string })[] = [];
  for (const { stay, from, until } of inOrder) {
    const visits = lodgings.filter(({ hotel_id }) => hotel_id === stay.hotel_id);
    const last = visits.at(-1);
    if (last && from < last.until) {
      last.stays.push(stay);
      if (until > last.until) Object.assign(last, { until, check_out: stay.check_out });
    } else {
      const { hotel_id, hotel, hotel_latin, city, city_latin, check_in, check_out } = stay;
      const place = { hotel_id, hotel, hotel_latin, city, city_latin, check_in, check_out };
      lodgings.push({ ...place, visit: visits.length + 1, stays: [stay], until });
    }
  }
  return lodgings.map(({ until, ...lodging }) => lodging);
}

/** Stays, each with the visit of its lodging. */
export function withVisits<Stay extends DatedStay>(stays: Stay[]): (Stay & { visit: number })[] {
  const visits = new Map(
    lodgingsIn(stays).flatMap(({ visit, stays }) => stays.map((stay) => [stay, visit] as const)),
  );
  return stays.map((stay) => ({ ...stay, visit: visits.get(stay) ?? 1 }));
}

/** A set of rooms: a lodging of a group, or all that a group without stays has. */
export type Place = LodgingKey & { lodging: Lodging | null };

/** The sets of rooms of a group: its lodgings, else the only one. */
export const placesOf = async (db: Db, groupId: number) => placesIn(await staysOfGroup(db, groupId));

/** The same of a group that has these stays. */
export function placesIn(stays: DatedStay[]): [Place, ...Place[]] {
  const places = lodgingsIn(stays).map((lodging): Place => {
    const { hotel_id, visit } = lodging;
    return { hotel_id, visit, lodging };
  });
  const [first = { hotel_id: null, visit: null, lodging: null }, ...others] = places;
  return [first, ...others];
}

/** The place that an address names by `hotel` and `visit`, of which the first one need not be said. */
export const placeIn = (places: Place[], params: URLSearchParams): Place | undefined =>
  places.find(
    ({ hotel_id, visit }) =>
      String(hotel_id) === params.get("hotel") && String(visit) === (params.get("visit") || "1"),
  );

/**
 * Whether a member is expected in a place, in SQL on `group_members`: in the lodgings of his own package, or everybody in a group
 * without stays.
 */
export const isExpectedIn = (db: Db, { lodging }: Pick<Place, "lodging">) =>
  lodging
    ? db.raw(
        `EXISTS (SELECT FROM packages_of_members AS own
          WHERE own.customer_id = group_members.customer_id AND own.group_id = group_members.group_id AND package_id = ANY(?))`,
        [lodging.stays.map(({ package_id }) => package_id)],
      )
    : db.raw("true");

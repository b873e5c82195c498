import { drawRows } from "~/db/drawing.server";
import { byFields, readFilters } from "~/db/filters.server";
import { db } from "~/db/knex.server";
import { filterOf, idOf, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { date } from "~/domain/input.server";
import type { Language } from "~/domain/language";
import { isLatin } from "~/domain/latin-name.server";
import { officeToday } from "~/domain/office-day.server";
import { nobodyByAge, travellersByAge } from "~/features/travellers/by-age.server";
import { latinOr } from "~/features/travellers/scope.server";
import { stage } from "~/features/trips/stage";
import { englishNames, unnamedPlaces } from "./english.server";
import { codeWords, type Movement, type MovementGroup, type MovementLine } from "./movement";

/* The movements of a day: the stages of all trips that have its date, by time. */

const filters = byFields(stage.fields, ["kind", "booking"]);
const aDate = date();
/** The trips that the filter offers. */
const mostTrips = 200;

/** The day of an address; without one, the office's today. @throws DomainError invalid */
export const dayOn = (params: URLSearchParams): string => filterOf(params, "on", aDate) ?? officeToday();

const columns = Object.keys(stage.fields).filter((name) => !name.startsWith("cost_"));

/** What a search looks in. */
const searched = [
  "trip_stages.name",
  "trips.name",
  "from_place",
  "to_place",
  "vehicle",
  "plate",
  "driver_name",
  "driver_phone",
  "flight_number",
  "operator_number",
];

const tripIn = (params: URLSearchParams) => idOf(params, "trip_id");

/** The name of the trip that an address names; undefined where it names none, or one that is no more. */
export const tripOf = async (params: URLSearchParams): Promise<string | undefined> =>
  (
    await db("trips")
      .where({ id: tripIn(params) ?? 0 })
      .first("name")
  )?.name;

/** The trips that have a stage on an address's day, and the one that it names. */
export const tripsOfDay = (params: URLSearchParams): Promise<{ id: number; name: string }[]> =>
  db("trips")
    .whereIn(
      "id",
      db("trip_stages")
        .where({ date: dayOn(params) })
        .select("trip_id"),
    )
    .orWhere({ id: tripIn(params) ?? 0 })
    .orderBy(["name", "id"])
    .limit(mostTrips)
    .select("id", "name");

/** The stages of an address's day, as numbers: all that is held of a long list. @throws DomainError invalid */
export async function movementIds(params: URLSearchParams): Promise<number[]> {
  const ofDay = db("trip_stages")
    .join("trips", "trips.id", "trip_id")
    .where({ date: dayOn(params) });
  const trip = tripIn(params);
  if (trip) ofDay.where({ trip_id: trip });
  const matching = readFilters(filters, params).narrow(ofDay);
  return whereSearch(matching, `fold(concat_ws(' ', '', ${searched.join(", ")}))`, searchOf(params))
    .orderByRaw("time, trips.name COLLATE by_name, trip_stages.id")
    .pluck("trip_stages.id");
}

/** The next day on which a trip has a stage, from today on, with its stages by time; nothing where none is left. */
export async function nextMovements(tripId: number) {
  const stages: Pick<Movement, "id" | "date" | "time" | "name">[] = await db("trip_stages")
    .where({
      trip_id: tripId,
      date: db("trip_stages").where({ trip_id: tripId }).where("date", ">=", officeToday()).min("date"),
    })
    .orderBy(["time", "id"])
    .select("id", "date", "time", "name");
  return stages;
}

/** These stages of one day, in this order, with their trips, groups and travellers. One that was deleted meanwhile is left out. */
export async function readMovements(ids: number[]): Promise<Movement[]> {
  const stages: Movement[] = await db("trip_stages")
    .join("trips", "trips.id", "trip_id")
    .whereRaw("trip_stages.id = ANY(?)", [ids])
    .orderByRaw("array_position(?::integer[], trip_stages.id)", [ids])
    .select("trip_stages.id", "trip_id", ...columns.map((name) => `trip_stages.${name}`), {
      trip: "trips.name",
    });
  const [day] = stages.map(({ date }) => date);
  if (!day) return [];
  const tripIds = [...new Set(stages.map(({ trip_id }) => trip_id))];
  const [groups, travellers] = await Promise.all([groupsOfTrips(tripIds), travellersByAge(tripIds, day)]);
  return drawRows(stages, (row) => ({
    ...row,
    groups: groups.filter(({ trip_id }) => trip_id === row.trip_id),
    ...(travellers.get(row.trip_id) ?? nobodyByAge),
  }));
}

/** The groups of trips, in the order of their departure. */
const groupsOfTrips = (tripIds: number[]): Promise<(MovementGroup & { trip_id: number })[]> =>
  db("groups")
    .whereIn("trip_id", tripIds)
    .orderByRaw("departure_date NULLS LAST, name COLLATE by_name, id")
    .select("id", "trip_id", "name", "name_latin");

/**
 * Movements in a language. In English their places and vehicles have their English names, where there are some, and a stage with an Arabic
 * name is called by its kind.
 */
export async function linesIn(
  language: Language,
  movements: Movement[],
): Promise<{ lines: MovementLine[]; unnamed: string[] }> {
  if (language === "ar") return { lines: movements.map((row) => lineIn(language, row)), unnamed: [] };
  const english = await englishNames(movements);
  const lines = movements.map((row) => {
    const isNamed = isLatin(row.name) || row.kind === "other" || (row.kind === "visit" && !row.to_place);
    const line = lineIn(language, row);
    return {
      ...line,
      ...(!isNamed && { name: line.kind, kind: "" }),
      from_place: english(row.from_place) ?? row.from_place,
      to_place: english(row.to_place) ?? row.to_place,
      vehicle: english(row.vehicle) ?? row.vehicle,
    };
  });
  return { lines, unnamed: unnamedPlaces(movements, english) };
}

/** A movement with the words of a language. */
function lineIn(language: Language, { groups, ...row }: Movement): MovementLine {
  const words = codeWords[language];
  return {
    ...row,
    kind: words.kind[row.kind],
    booking: words.booking[row.booking],
    status: words.status[row.status],
    trip: language === "en" ? latinOr(row.trip, "Trip", row.trip_id) : row.trip,
    groups: groups.map((group) => groupIn(language, group)).join(language === "en" ? ", " : "، "),
  };
}

export const groupIn = (language: Language, { id, name, name_latin }: MovementGroup) =>
  language === "en" ? latinOr(name_latin ?? name, "Group", id) : name;

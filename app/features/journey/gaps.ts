import { daysBetween, later } from "~/domain/dates";
import { fold } from "~/domain/fold";
import { quote } from "~/domain/nouns";
import { type Lodging, lodgingsIn } from "./lodgings.server";
import { type DatedStay, packagesOf } from "./stay-dates.server";

/* Nights without a hotel, and stages of a trip on days that do not suit the hotels. */

/** Nights in a row: the first begins on the evening of `from`, the last ends on the morning of `until`. */
export type Nights = { from: string; until: string };

type Days = Pick<DatedStay, "check_in" | "check_out">;

/**
 * The nights of a journey on which one package has no stay, in runs; none while a stay has no day. No night is missed outside the stays
 * where the start or the end is not known.
 * @param start the evening from which a bed is needed
 * @param end the morning on which nobody needs one any more
 * @param isElsewhere whether pilgrims sleep in no hotel on the night of a day
 */
export function nightsWithoutBed(
  stays: Days[],
  {
    start,
    end,
    isElsewhere = () => false,
  }: { start: string | null; end: string | null; isElsewhere?: (day: string) => boolean },
): Nights[] {
  const dated = stays.flatMap(({ check_in, check_out }) =>
    check_in && check_out ? { check_in, check_out } : [],
  );
  if (!dated.length || dated.length < stays.length) return [];
  const days = dated.flatMap(({ check_in, check_out }) => [check_in, check_out]).sort();
  const [first, last] = [start ?? days[0], end ?? days.at(-1)] as [string, string];
  const runs: Nights[] = [];
  for (let night = first; night < last; night = later(night, 1)) {
    if (isElsewhere(night) || dated.some((stay) => stay.check_in <= night && night < stay.check_out))
      continue;
    const run = runs.at(-1);
    const until = later(night, 1);
    if (run?.until === night) run.until = until;
    else runs.push({ from: night, until });
  }
  return runs;
}

/** What of a stage tells where people sleep. */
export type StageOfJourney = {
  id: number;
  trip_id: number;
  name: string;
  date: string;
  kind: "arrival" | "transfer" | "departure";
  from_place: string | null;
  to_place: string | null;
};

/** A stage on a day that does not suit what the group does on another `day`, which `beside` says: «بعد الخروج من «فندق مكة»». */
export type Misplaced = StageOfJourney & { beside: string; day: string };

type Place = Pick<Lodging, "hotel" | "hotel_latin" | "city" | "city_latin">;
type Visit<Stay extends Days = DatedStay> = Stay & { check_in: string; check_out: string };

const datedIn = <Stay extends Days>(stays: Stay[]) =>
  stays.filter((stay): stay is Visit<Stay> => Boolean(stay.check_in && stay.check_out));

/** Whether the place of a stage is a hotel: it has its name, or its city's. */
const isPlaceOf = (place: string | null, { hotel, hotel_latin, city, city_latin }: Place) =>
  [hotel, hotel_latin, city, city_latin].some(
    (name) => fold(name ?? "") && fold(name ?? "") === fold(place ?? ""),
  );

/**
 * Whether a departure stage is that of the return, not that from home.
 * @param stays of one package
 */
export const isReturn = ({ kind, date }: StageOfJourney, departure: string | null, stays: Days[]) =>
  kind === "departure" &&
  Boolean(departure && date > departure) &&
  datedIn(stays).some(({ check_in }) => check_in < date);

/** The last morning on which one package leaves a hotel. */
export const lastCheckOut = (stays: Days[]) =>
  datedIn(stays)
    .map(({ check_out }) => check_out)
    .sort()
    .at(-1);

/**
 * The stages on a day that does not suit the stays: an arrival before the departure, a transfer on another day than that of the
 * change of hotels, a departure before the last check-out, and what leaves a hotel while the group is not there. Where packages differ, the day of
 * any of them suits.
 * @param areNamesNeeded whether only a transfer that names both places is one between hotels; else one that names none is, too
 */
export function misplacedStages(
  stays: DatedStay[],
  stages: StageOfJourney[],
  { departure, areNamesNeeded = false }: { departure: string | null; areNamesNeeded?: boolean },
): Misplaced[] {
  const packages = packagesOf(stays).map((ofPackage) => datedIn(ofPackage).sort(byCheckIn));
  return stages.flatMap((stage) => {
    const other = besideDay(stage, packages, departure, areNamesNeeded) ?? outsideVisits(stage, stays);
    return other ? [{ ...stage, ...other }] : [];
  });
}

const byCheckIn = (one: Visit, other: Visit) => one.check_in.localeCompare(other.check_in);

type Other = Pick<Misplaced, "beside" | "day">;

/** What a stage of this kind comes too early or too late for. */
function besideDay(
  stage: StageOfJourney,
  packages: Visit[][],
  departure: string | null,
  areNamesNeeded: boolean,
): Other | undefined {
  const { kind, date } = stage;
  if (kind === "arrival")
    return departure && date < departure ? { beside: "قبل المغادرة", day: departure } : undefined;
  if (kind === "transfer") return besideChange(stage, packages, areNamesNeeded);
  const early = packages.filter((stays) => isReturn(stage, departure, stays));
  const last = early.map((stays) => stays.findLast(({ check_out }) => check_out === lastCheckOut(stays)));
  const [next] = last.flatMap((stay) => stay ?? []);
  if (!next || last.some((stay) => stay && stay.check_out <= date)) return undefined;
  return { beside: `قبل الخروج من ${quote(next.hotel)}`, day: next.check_out };
}

/** The nearest change of hotels that a transfer may be, unless it is on the day of one. */
function besideChange(
  { date, from_place, to_place }: StageOfJourney,
  packages: Visit[][],
  areNamesNeeded: boolean,
): Other | undefined {
  const suits = (place: string | null, stay: Visit) =>
    fold(place ?? "") ? isPlaceOf(place, stay) : !areNamesNeeded;
  const changes = packages.flatMap((stays) =>
    stays.flatMap((stay, index) => {
      const next = stays[index + 1];
      const isOne =
        next && next.hotel_id !== stay.hotel_id && suits(from_place, stay) && suits(to_place, next);
      return isOne ? [{ stay, next }] : [];
    }),
  );
  if (
    changes.some(
      ({ stay, next }) => date === stay.check_out || (next.check_in <= date && date < stay.check_out),
    )
  )
    return undefined;
  const distance = ({ stay }: { stay: Visit }) => Math.abs(daysBetween(date, stay.check_out));
  const [nearest] = changes.sort((one, other) => distance(one) - distance(other));
  if (!nearest) return undefined;
  const { hotel, check_out } = nearest.stay;
  return { beside: `${date < check_out ? "قبل" : "بعد"} الخروج من ${quote(hotel)}`, day: check_out };
}

/** The visit to the hotel that a stage leaves after the group has gone, or before it has come. */
function outsideVisits({ kind, date, from_place }: StageOfJourney, stays: DatedStay[]): Other | undefined {
  if (kind === "arrival") return undefined;
  const visits = datedIn(lodgingsIn(stays)).filter((lodging) => isPlaceOf(from_place, lodging));
  if (visits.some(({ check_in, check_out }) => check_in <= date && date <= check_out)) return undefined;
  const gone = visits.findLast(({ check_out }) => check_out < date);
  if (gone) return { beside: `بعد الخروج من ${quote(gone.hotel)}`, day: gone.check_out };
  const [next] = visits;
  return next && { beside: `قبل الدخول إلى ${quote(next.hotel)}`, day: next.check_in };
}

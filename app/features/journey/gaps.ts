import { later } from "~/domain/dates";
import { fold } from "~/domain/fold";
import type { Lodging } from "./lodgings.server";
import type { DatedStay } from "./stay-dates.server";

/* Nights without a hotel, and buses that come on a day on which nobody is in the hotel that they leave. */

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
};

/** A stage that leaves a hotel on a day on which the group is not there: after it has gone, or before it has come. */
export type Misplaced = StageOfJourney & { hotel: string; day: string; isLate: boolean };

/** The stages that leave a hotel while the group is not there. A place is a hotel where it has its name, or its city's. */
export function misplacedStages(lodgings: Lodging[], stages: StageOfJourney[]): Misplaced[] {
  return stages.flatMap((stage): Misplaced[] => {
    const place = fold(stage.from_place ?? "");
    const visits = lodgings.flatMap(({ hotel, hotel_latin, city, check_in, check_out }) => {
      const isLeft = [hotel, hotel_latin ?? "", city].some((name) => place && fold(name) === place);
      return isLeft && check_in && check_out ? [{ hotel, check_in, check_out }] : [];
    });
    const { date } = stage;
    if (visits.some(({ check_in, check_out }) => check_in <= date && date <= check_out)) return [];
    const gone = visits.findLast(({ check_out }) => check_out < date);
    if (gone) return [{ ...stage, hotel: gone.hotel, day: gone.check_out, isLate: true }];
    const [next] = visits;
    return next ? [{ ...stage, hotel: next.hotel, day: next.check_in, isLate: false }] : [];
  });
}

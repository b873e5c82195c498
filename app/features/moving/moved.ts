import { countNoun, countPhrase } from "~/domain/count-words";
import { listOf } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Stopped } from "~/features/journey/membership.server";

/** How many groups' departures and typed stays moved with a row's days (journey.md, rule 4). */
export type Moved = { groups: number; stays: number };

/** The trip of the old days that a moved trip leaves to its groups that have departed (docs/decisions/trips.md). */
export type Kept = { trip_id: number; name: string; groups: number };

/** A row as its change answers it. */
export type WithMoved<Row> = Row & { moved?: Moved; kept?: Kept; not_travelling?: Stopped[] };

/** Whose travelling a change ends, for its answer; nothing without any. */
export const notTravelling = (stopped: Stopped[] = []) => (stopped.length ? { not_travelling: stopped } : {});

/** What a call answers to a creation or a change of a row, of which the change says what moved along and what was kept. */
export const movedAnswer =
  (item: string) =>
  ({ moved, kept, not_travelling, ...row }: { moved?: object; kept?: object; not_travelling?: object }) => ({
    [item]: row,
    ...(moved && { moved }),
    ...(kept && { kept }),
    ...(not_travelling && { not_travelling }),
  });

const departureCount = countNoun("مغادرة واحدة", "مغادرتان", "مغادرات", "مغادرة");
const dayCount = countNoun("موعد إقامة", "موعدا إقامة", "مواعيد إقامة", "موعد إقامة");

/** The end of the sentence after saving. */
export const movedText = ({ moved, kept, not_travelling }: WithMoved<object>) => {
  const parts = [
    moved?.groups && countPhrase(moved.groups, departureCount),
    moved?.stays && countPhrase(moved.stays, dayCount),
  ].filter(Boolean);
  return [
    parts.length && `. انتقل معها: ${parts.join("، ")}`,
    not_travelling && `. لا يسافر بعد اليوم: ${listOf(not_travelling.map(({ name }) => name))}`,
    kept && `. ما غادر من مجموعاتها بقي بأيامه في الرحلة ${quote(kept.name)}`,
  ]
    .filter(Boolean)
    .join("");
};

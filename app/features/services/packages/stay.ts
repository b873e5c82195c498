import { countPhrase, days } from "~/domain/count-words";
import { rowsOfFlat } from "~/domain/rows";
import { nightCount } from "~/features/journey/nights";

/** A hotel of a package, and how many nights its pilgrims sleep there. */
export type Stay = { hotel_id: number; nights: number };

/** A stay with what it is called. */
export type NamedStay = Stay & { hotel: string; city: string };

export const mostStays = 10;

/** Why nights do not fit into a package's duration in days; undefined if they do. */
export const excessOfNights = (nights: number, duration: number) =>
  nights > duration
    ? `الإقامات معًا ${countPhrase(nights, nightCount)}، ومدة الباقة ${countPhrase(duration, days)}: لا تزيد الليالي على المدة`
    : undefined;

/** A row of the form; its nights may be left empty where it is the only one: then it has the whole duration. */
export type StayRow = { hotel_id: string; nights: string };

/**
 * The rows of the form's values. Under `stays` stand a hotel and its nights in turn, since the names of forms are flat. A form
 * without `stays` may have the `hotel_id` of the only stay.
 */
export function stayRowsOf({ stays, hotel_id }: { stays?: unknown; hotel_id?: unknown }): StayRow[] {
  if (stays === undefined) return [{ ...noStay, hotel_id: String(hotel_id ?? "") }];
  const rows = rowsOfFlat(stays, stayColumns);
  return rows.length ? rows : [noStay];
}

export const stayColumns = ["hotel_id", "nights"] as const;
export const noStay: StayRow = { hotel_id: "", nights: "" };

/** What the form has under `stays` for the stays of a package of this duration, in days. */
export const stayValues = ({ stays, duration }: { stays: Stay[]; duration: number }) =>
  isWhole(stays, duration)
    ? stays.flatMap(({ hotel_id }) => [hotel_id, ""])
    : stays.flatMap(({ hotel_id, nights }) => [hotel_id, nights]);

/** Whether the only stay takes the whole duration: spec §9 knows no other. */
export const isWhole = (stays: Stay[], duration: number) =>
  stays.length === 1 && stays[0]?.nights === duration;

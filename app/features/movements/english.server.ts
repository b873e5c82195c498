import { db } from "~/db/knex.server";
import { isLatin } from "~/domain/latin-name.server";
import { placeInEnglish } from "~/domain/places";
import type { Movement } from "./movement";

/** What an English paper prints for places and vehicles that were typed in Arabic; null where it knows no English name. */
export type EnglishNames = (text: string | null) => string | null;

/** The English names of what these movements name: those of the office's hotels, cities and vehicles, and of well-known places. */
export async function englishNames(movements: Movement[]): Promise<EnglishNames> {
  const typed = movements.flatMap(({ from_place, to_place, vehicle }) => [from_place, to_place, vehicle]);
  // A name may be one of several in a text, with a sign between them.
  const texts = [
    ...new Set(typed.flatMap((text) => (text ? [text, ...text.split(/\s*[-–—،,/()]\s*/)] : []))),
  ];
  const { rows } = await db.raw<{ rows: { text: string; name_latin: string }[] }>(
    `SELECT DISTINCT ON (text) text, name_latin FROM unnest(?::text[]) AS text
     JOIN (
       SELECT name, name_latin FROM hotels UNION ALL SELECT name, name_latin FROM cities
       UNION ALL SELECT company_name, name_latin FROM transportations) AS names
       ON fold(names.name) = fold(text) AND name_latin IS NOT NULL
     ORDER BY text, name_latin`,
    [texts],
  );
  const names = new Map(rows.map(({ text, name_latin }) => [text, name_latin]));
  return (text) => {
    if (!text || isLatin(text)) return text;
    return placeInEnglish(text, (part) => names.get(part) ?? (part && isLatin(part) ? part : null));
  };
}

/** The places of movements that have no English name, as they were typed, each once. */
export const unnamedPlaces = (movements: Movement[], english: EnglishNames) => [
  ...new Set(
    movements
      .flatMap(({ from_place, to_place }) => [from_place, to_place])
      .filter((place): place is string => Boolean(place && english(place) === null)),
  ),
];

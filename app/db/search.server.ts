import type { Knex } from "knex";
import { latinDigits } from "~/domain/digits";
import { db } from "./knex.server";

/**
 * One of the ways in which a row is found: it holds what is searched for (`own`), or belongs (`by`) to one that does (`of`, ids).
 * `few`: most rows belong to none, so that it may be better to begin with those that do.
 */
type Way =
  | { own: (query: Knex.QueryBuilder) => Knex.QueryBuilder }
  | { of: Knex.QueryBuilder; by: string; few?: boolean };

/**
 * The parts of a `List` whose search finds rows in several ways. `ways` are queries that each use an index; `question` is one
 * condition for each row. OFFSET 0 keeps the planner from reading whole tables.
 * @param filtered the ids of what the other filters let through
 */
export function searchMatches(filtered: () => Knex.QueryBuilder, ways: [Way, ...Way[]]) {
  const each = ways.map((way) => {
    if ("own" in way) return way.own(filtered());
    return way.few ? filtered().whereIn(way.by, way.of) : rowsOfOwners(way.of, filtered(), way.by);
  });
  const question = filtered().where((any) => {
    for (const way of ways) {
      if ("own" in way) any.orWhere((row) => void way.own(row));
      else any.orWhereRaw("EXISTS (? OFFSET 0)", [way.of.clone().whereRaw("id = ??", [way.by]) as never]);
    }
  });
  return { matching: anyOf(each), search: { ways: each, question } };
}

/** The rows that any of these queries gives, once each. */
export const anyOf = (queries: Knex.QueryBuilder[]) =>
  db.queryBuilder().union(
    queries.map((query) => query.clone()),
    true,
  );

/** The rows of those whom a search names: first they, the newest first, then theirs, each by index. */
function rowsOfOwners(owners: Knex.QueryBuilder, rows: Knex.QueryBuilder, column: string) {
  const theirs = rows.whereRaw("?? = named.id", [column]);
  return db
    .select("theirs.*")
    .from(
      db.raw("(?) AS named, LATERAL (? OFFSET 0) AS theirs", [
        owners.clone().orderBy("id", "desc"),
        theirs as never,
      ]),
    );
}

/**
 * Lets through what holds every word of the search. `column` is a folded one that begins each of its values with a
 * blank; one or two letters match at the beginning of a word, which an index can find, longer words anywhere.
 */
export function whereSearch(query: Knex.QueryBuilder, column: string, search: string) {
  for (const word of searchWords(search)) query.whereRaw(`${column} LIKE fold(?)`, pattern(word, " "));
  return query;
}

/** A telephone number in a search, with the signs and blanks that people write in it. */
const telephone = /(?<![\p{L}\d])[+(]*\d[\d\s()+-]{4,}\d(?![\p{L}\d])/gu;

/**
 * The same for people and firms: a telephone number is found in any spelling. Their search columns hold its international
 * form and the digits that were typed, of which what was searched for is a part once its zeros are gone.
 */
export function wherePerson(query: Knex.QueryBuilder, column: string, search: string) {
  const digits = withBareTelephones(search);
  if (digits === undefined || digits === search) return whereSearch(query, column, search);
  return query.where((any) => {
    any.where((word) => void whereSearch(word, column, search));
    any.orWhere((bare) => void whereSearch(bare, column, digits));
  });
}

/** A search with the telephone numbers in it as bare digits; undefined where there is none. */
export function withBareTelephones(search: string) {
  const latin = latinDigits(search).replace(/\p{Cf}/gu, "");
  const bare = latin.replace(telephone, (number) => number.replace(/\D/g, "").replace(/^0+/, ""));
  return latin.search(telephone) < 0 ? undefined : bare;
}

/**
 * The same for a number that we gave, such as `RV-2026-00001`: one word in capitals, so that no row need be folded. A number from
 * its beginning, with its `series` or from its year, is found in an index of its own order; one or two digits are the number within
 * any year; a part of three characters or more is found by the trigrams.
 */
export function whereNumber(query: Knex.QueryBuilder, column: string, series: string, search: string) {
  const [word = "", ...others] = searchWords(latinDigits(search));
  if (!word || others.length) return query.whereRaw("false");
  const begun = beginningOf(series, word.toUpperCase().replace(/\p{Cf}/gu, "")); // marks of direction, as fold drops them
  const within = /^\d{1,2}$/.test(word) ? `%-${word.padStart(5, "0")}` : pattern(word, "");
  return query.whereRaw(`${column} LIKE upper(fold(?))`, begun ? `${escapeLike(begun)}%` : within);
}

/** The same for a number that another gave, such as a passport's: as it was typed, with its blanks. */
export function wherePaper(query: Knex.QueryBuilder, column: string, search: string) {
  const like = pattern(latinDigits(search), "");
  return like.startsWith("%")
    ? query.whereRaw(`${column} ILIKE ?`, like)
    : query.whereRaw(`upper(${column}) LIKE upper(?)`, like); // in the order of an index
}

/** With what a number of a series begins, where a word says so: `RV-`, `2026-` or `2026-00001`. */
function beginningOf(series: string, word: string) {
  if (word.startsWith(`${series}-`) || word === series) return word;
  return /^\d{4}-/.test(word) ? `${series}-${word}` : undefined;
}

function pattern(word: string, boundary: string) {
  if ([...word].length > 2) return `%${escapeLike(word)}%`;
  return boundary ? `%${boundary}${escapeLike(word)}%` : `${escapeLike(word)}%`;
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, "\\$&");

function searchWords(search: string) {
  return search.normalize("NFC").split(/\s+/).filter(Boolean).slice(0, 8);
}

import type { Knex } from "knex";
import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { tidyLine } from "~/domain/tidy";
import { db } from "./knex.server";

/** One way to find a row: by its own text (`own`), or by its owner: its column `by` is one of the ids of `of`. */
export type Way =
  | { own: (query: Knex.QueryBuilder) => Knex.QueryBuilder }
  | { of: Knex.QueryBuilder; by: string };

/**
 * The parts of a `List` whose search finds rows in several ways. `ways` are queries that each use an index, for as many rows as are
 * counted. `question` is one condition for each row.
 * @param baseQuery selects the ids that match the other filters
 */
export function searchMatches(baseQuery: () => Knex.QueryBuilder, ways: [Way, ...Way[]]) {
  const all = ways.map((way) => ("own" in way ? way.own(baseQuery()) : baseQuery().whereIn(way.by, way.of)));
  const some = ways.map((way) =>
    "own" in way ? way.own(baseQuery()) : rowsOfOwners(way.of, baseQuery, way.by),
  );
  const question = baseQuery().where((any) => {
    for (const way of ways) {
      if ("own" in way) any.orWhere((row) => void way.own(row));
      else any.orWhere(hasOwner(way.of, way.by));
    }
  });
  return { matching: anyOf(all), search: { ways: some, question } };
}

/** The rows of all these queries, without duplicates. */
export const anyOf = (queries: Knex.QueryBuilder[]) =>
  db.queryBuilder().union(
    queries.map((query) => query.clone()),
    true,
  );

/** Whether a row's owner is one of these. OFFSET 0 keeps the planner from reading whole tables. */
const hasOwner = (owners: Knex.QueryBuilder, column: string) =>
  db.raw("EXISTS (? OFFSET 0)", [owners.clone().whereRaw("id = ??", [column])]);

/** As many owners as are looked up at first: usually they have more rows than are counted. */
const manyOwners = 10_000;

/**
 * The rows of the owners that a search finds, as many as are counted. PostgreSQL looks an array of owners up in one walk through
 * the index of rows. Of many owners only some are looked up as long as these have all the rows that are wanted. If they have not, rows
 * are fewer than owners, and each other row is asked for its owner: a row that came twice would count twice.
 */
function rowsOfOwners(owners: Knex.QueryBuilder, rows: () => Knex.QueryBuilder, column: string) {
  return db
    .withMaterialized("owners", db.select(db.raw(`ARRAY(? LIMIT ${manyOwners}) AS ids`, [owners.clone()])))
    .unionAll([
      rows().whereRaw("?? = ANY((SELECT ids FROM owners)::int[])", [column]),
      rows()
        .whereNotNull(column)
        .whereRaw("?? NOT IN (SELECT unnest(ids) FROM owners)", [column])
        .where(hasOwner(owners, column))
        .whereRaw(`(SELECT cardinality(ids) FROM owners) = ${manyOwners}`),
    ]);
}

/**
 * Filters by a search: each of its words must occur in the folded column. One or two letters match at the beginning of a word
 * only, which an index can find; the column therefore begins each value with a blank. Longer words match anywhere.
 */
export function whereSearch(query: Knex.QueryBuilder, column: string, search: string) {
  const words = searchWords(search);
  const wanted = words.filter((word) => !/^[\p{Pd}.,،/]+$/u.test(word)); // no index finds a dash or a comma
  if (words.length && !wanted.length) return query.whereRaw("false");
  for (const word of wanted) query.whereRaw(`${column} LIKE fold(?)`, pattern(word, " "));
  return query;
}

/** The ids of the agents or suppliers whose names a search finds, for a search of their documents. */
export function partnersNamed(table: "agents" | "suppliers", search: string) {
  const partners = whereSearch(db(table).select("id"), "search", search);
  // The first line holds the name, the next ones phone and email.
  return whereSearch(partners, "split_part(search, E'\\n', 1)", search);
}

/** A telephone number in a search, with the signs and blanks that people write in it. */
const telephone = /(?<![\p{L}\d])[+(]*\d[\d\s()+-]{4,}\d(?![\p{L}\d])/gu;

/**
 * `whereSearch` for people and firms: it finds a telephone number in any spelling, and a Latin name with or without its hyphens and
 * apostrophes. Their search columns hold the international form and the typed digits, and each contains the searched digits
 * without leading zeros; those of customers hold each Latin name as one word too.
 */
export function wherePerson(query: Knex.QueryBuilder, column: string, search: string) {
  const spellings = new Set([search, withBareTelephones(search) ?? search, withBareNames(search)]);
  if (spellings.size === 1) return whereSearch(query, column, search);
  return query.where((any) => {
    for (const spelling of spellings) any.orWhere((one) => void whereSearch(one, column, spelling));
  });
}

/** The search with its Latin words without hyphens and apostrophes: `al-saqqaf` as `alsaqqaf`. */
const withBareNames = (search: string) =>
  search.replace(/(?<![\p{L}\d])[a-z]+(?:[-‐-–'’‘ʼ`´][a-z]+)+(?![\p{L}\d-])/giu, (name) =>
    name.replace(/[^a-z]/gi, ""),
  );

/** The search with its telephone numbers as bare digits; undefined if it has no telephone number. */
export function withBareTelephones(search: string) {
  const latin = latinDigits(search).replace(/\p{Cf}/gu, "");
  const bare = latin.replace(telephone, (number) => number.replace(/\D/g, "").replace(/^0+/, ""));
  return latin.search(telephone) < 0 ? undefined : bare;
}

/**
 * `whereSearch` for numbers that we issue, such as `RV-2026-00001`. They are one word in capitals, so no value need be folded. An
 * index finds a number by its beginning, with its `series` or from its year. One or two digits are the number within any year.
 * The trigram index finds a part of three characters or more.
 */
export function whereNumber(query: Knex.QueryBuilder, column: string, series: string, search: string) {
  const [word = "", ...others] = searchWords(latinDigits(search));
  if (!word || others.length || /[^ -~]/.test(fold(word))) return query.whereRaw("false"); // no number has Arabic letters
  const begun = beginningOf(series, word.toUpperCase().replace(/\p{Cf}/gu, "")); // marks of direction, which fold drops too
  const within = /^\d{1,2}$/.test(word) ? `%-${word.padStart(5, "0")}` : pattern(word, "");
  return query.whereRaw(`${column} LIKE upper(fold(?))`, begun ? `${escapeLike(begun)}%` : within);
}

/** `whereSearch` for numbers of others, such as a passport's: they are compared as they are stored, with their blanks. */
export function wherePaper(query: Knex.QueryBuilder, column: string, search: string) {
  const paper = tidyLine(latinDigits(search));
  if (!paper) return query.whereRaw("false");
  const like = pattern(paper, "");
  return like.startsWith("%")
    ? query.whereRaw(`${column} ILIKE ?`, like)
    : query.whereRaw(`upper(${column}) LIKE upper(?)`, like); // in the order of an index
}

/** The beginning of a number that a word gives: `RV-`, `2026-` or `2026-00001`; undefined for any other word. */
function beginningOf(series: string, word: string) {
  if (word.startsWith(`${series}-`) || word === series) return word;
  return /^\d{4}-/.test(word) ? `${series}-${word}` : undefined;
}

function pattern(word: string, boundary: string) {
  if ([...word].length > 2) return `%${escapeLike(word)}%`;
  return boundary ? `%${boundary}${escapeLike(word)}%` : `${escapeLike(word)}%`;
}

/** A text in a pattern of LIKE that stands for itself. */
export const escapeLike = (word: string) => word.replace(/[\\%_]/g, "\\$&");

/** The words of a search, as many as are looked for. */
export function searchWords(search: string) {
  const words = search.normalize("NFC").split(/\s+/).filter(Boolean).slice(0, 8);
  return words.map((word) => (fold(word) === "بن" ? "بن" : word)); // a word of two letters, however it is written
}

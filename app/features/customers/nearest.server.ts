import type { Knex } from "knex";
import { db } from "~/db/knex.server";
import { escapeLike, searchWords } from "~/db/search.server";
import { fold } from "~/domain/fold";

/**
 * Conditions on `customers` that bring people to the top of a choice, the nearest first: whose name or number is the searched text,
 * whose name begins with it, and whose name has its words in any order. The first line of `search` holds the names. A
 * search without a Latin letter or a digit is compared with names alone, for which their index is enough.
 */
function nearness(search: string): [Knex.Raw, Knex.Raw, Knex.Raw] {
  const words = searchWords(search);
  const text = words.join(" ");
  const begins = db.raw("customers.search LIKE fold(?)", [` ${escapeLike(text)}%`]);
  const isName = db.raw("(? AND fold(customers.name) = fold(?))", [begins, text]);
  const isLatinOrNumber = db.raw(
    "(fold(customers.name_latin) = fold(?) OR customers.search || E'\\n' LIKE fold(?))",
    [text, `%\n ${escapeLike(text)}\n%`],
  );
  const isExact = /[a-z\d]/.test(fold(text)) ? db.raw("(? OR ?)", [isName, isLatinOrNumber]) : isName;
  const hasWords = words.map((word) =>
    db.raw("' ' || split_part(customers.search, E'\\n', 1) || ' ' LIKE fold(?)", [`% ${escapeLike(word)} %`]),
  );
  return [isExact, begins, db.raw(hasWords.map(() => "?").join(" AND ") || "false", hasWords)];
}

/** Queries for the same customers as one, each with those that are nearer to a search than the next: the last has all. */
export const nearestIn = (query: Knex.QueryBuilder, search: string) => [
  ...nearness(search).map((isNear) => query.clone().whereRaw("?", [isNear])),
  query,
];

/** The order of customers by how near they are to a search. */
export const byNearness = (search: string) =>
  db.raw("CASE WHEN ? THEN 0 WHEN ? THEN 1 WHEN ? THEN 2 ELSE 3 END", nearness(search));

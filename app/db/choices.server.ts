import type { Knex } from "knex";
import { fold } from "~/domain/fold";
import { id } from "~/domain/input.server";
import { type Noun, nouns, type TableName } from "~/domain/nouns";
import { type NamedChoice, type Offer, searchNameOf } from "~/domain/offer";
import { db } from "./knex.server";
import { searchOf } from "./list.server";
import { byName } from "./order.server";
import { visibleRows, withoutHidden } from "./rows.server";
import { whereSearch } from "./search.server";

/** The most rows of which a select lists all. */
export const mostListed = 200;
/** The number of rows that it offers of more, beside the chosen ones. A search by name finds others. */
export const mostOffered = 50;

/** The chosen values of a field, and what is searched for it. */
export type Asked = { chosen: (field: string) => unknown[]; search: (field: string) => string };

export const askedByAddress = (params: URLSearchParams): Asked => ({
  chosen: (field) => params.getAll(field),
  search: (field) => searchOf(params, searchNameOf(field)),
});

/** @param values of a form or of the row that it changes; a field may stand in several */
export const askedByValues = (...values: (object | null | undefined)[]): Asked => ({
  chosen: (field) => values.flatMap((one) => valueIn(one, field)),
  search: (field) =>
    searchOf(new URLSearchParams({ search: `${valueIn(values[0], `${searchNameOf(field)}_query`) ?? ""}` })),
});

const valueIn = (values: object | null | undefined, name: string) =>
  (values as Record<string, unknown> | null | undefined)?.[name];

const anId = id();

type Named = { id: number; name: string };

/**
 * The choices of a field that refers to rows: all of them if they are few, otherwise the first ones, or those whose name matches a
 * search. The chosen ones are always among them.
 * @param name the column by which they are searched
 * @param rows what is shown of a row, if it is more than its name
 * @param open narrows to those that may be chosen
 * @param others further rows, which only a search finds
 * @param order of the choices, if it is not by name
 * @param listed the most rows of which all are listed
 */
export async function offer<Row extends { id: number } = Named, Choice = NamedChoice>(
  asked: Asked,
  field: string,
  {
    table,
    name = `${table}.name`,
    rows = db(table).select(`${table}.id`, { name }),
    open = (query) => query,
    others,
    order = byName(name, `${table}.id`),
    listed = mostListed,
    noun = nouns[table],
    toChoice = ({ id, name }: Row & Partial<Named>) => [id, name] as Choice,
  }: {
    table: TableName;
    name?: string;
    rows?: Knex.QueryBuilder;
    open?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
    others?: Knex.QueryBuilder;
    order?: Knex.Raw | (string | { column: string; order: "desc" })[];
    listed?: number;
    noun?: Noun;
    toChoice?: (row: Row) => Choice;
  },
): Promise<Offer<Choice>> {
  const query = asked.search(field);
  const inOrder = (choices: Knex.QueryBuilder) =>
    Array.isArray(order) ? choices.orderBy(order) : choices.orderByRaw(order);
  const chosen = new Set(asked.chosen(field).flatMap((value) => anId.safeParse(value).data ?? []));
  const ids = [...chosen].slice(0, listed);
  const most = listed - ids.length;
  const first = inOrder(whereSearch(open(visibleRows(db, table)), `fold(' ' || ${name})`, query))
    .whereNotIn(`${table}.id`, ids)
    .limit(most + 1)
    .select(`${table}.id`);
  const [all, other]: [Row[], unknown] = await Promise.all([
    inOrder(withoutHidden(rows, table)).where((one) =>
      one.whereIn(`${table}.id`, db.from(first.as("first")).select("id")).orWhereIn(`${table}.id`, ids),
    ),
    others?.first("id"),
  ]);
  const matches = all.filter((row) => !chosen.has(row.id));
  const hasMore = matches.length > most;
  const shown = new Set(hasMore ? matches.slice(0, Math.min(mostOffered, most)) : matches);
  const choices = all.filter((row) => chosen.has(row.id) || shown.has(row)).map(toChoice);
  if (!hasMore && !query && !other) return { choices };
  return { choices, search: { noun, query, matches: Math.min(matches.length, most), hasMore } };
}

/**
 * The choices of a field with a long fixed list, such as countries: the usual ones or, with a search, those whose name has all its words.
 * The chosen one is always among them.
 */
export function offerAmong(
  asked: Asked,
  field: string,
  list: { all: [string, string][]; usual: [string, string][]; noun: Noun; label: string },
): Offer {
  const { all, usual, ...words } = list;
  const query = asked.search(field);
  const searched = fold(query).split(" ").filter(Boolean);
  const matches = query
    ? all.filter(([, name]) => searched.every((word) => fold(name).includes(word)))
    : usual;
  const shown = new Set([...matches.slice(0, mostOffered).map(([value]) => value), ...asked.chosen(field)]);
  const hasMore = matches.length > mostOffered;
  return {
    choices: all.filter(([value]) => shown.has(value)),
    search: { ...words, query, matches: Math.min(matches.length, mostOffered), hasMore },
  };
}

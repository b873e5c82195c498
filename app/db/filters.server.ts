import type { Knex } from "knex";
import type { Field, Fields } from "~/domain/fields";
import { pieceOf } from "~/domain/fields.server";
import { choice } from "~/domain/input.server";
import { hijriPeriodsOf, whereHijri } from "./hijri-filter.server";
import { choiceOf, filterOf, idOf, periodOf } from "./list.server";

type Narrow = (query: Knex.QueryBuilder) => unknown;

/**
 * One filter of a list: what it does to the list's query; undefined where the address does not name it.
 * @throws DomainError invalid, where what the address names is no value of its kind
 */
type Filter = (params: URLSearchParams) => Narrow | undefined;

/** The filters of a list, by their names. The same filters decide whether a stored total fits the rows. */
export type Filters = Readonly<Record<string, Filter>>;

/** The filters that an address names, ready for a query. @throws DomainError invalid */
export function readFilters(filters: Filters, params: URLSearchParams) {
  const narrows = new Map<string, Narrow>();
  for (const [name, filter] of Object.entries(filters)) {
    const narrow = filter(params);
    if (narrow) narrows.set(name, narrow);
  }
  return {
    has: (name: string) => narrows.has(name),
    /** The query, narrowed by each of them, or by those of these names. */
    narrow(query: Knex.QueryBuilder, names: readonly string[] = [...narrows.keys()]) {
      for (const name of names) narrows.get(name)?.(query);
      return query;
    },
    /** Whether the address names no other filters. Then a total that is stored by these is the list's. */
    isOnlyBy: (names: readonly string[]) => [...narrows.keys()].every((name) => names.includes(name)),
  };
}

/** Equality with a column. @param read what the address names, undefined for none */
export const equal =
  (column: string, read: (params: URLSearchParams) => Knex.Value | undefined): Filter =>
  (params) => {
    const value = read(params);
    return value === undefined ? undefined : (query) => query.where(column, value);
  };

/** An id of another row. */
export const byId = (name: string, column = name) => equal(column, (params) => idOf(params, name));

/** One of these values. */
export const byChoice = (name: string, values: readonly [string, ...string[]]) =>
  equal(name, (params) => choiceOf(params, name, values));

/** Days of the office, both included. */
export const within =
  (column: string): Filter =>
  (params) => {
    const { from, to } = periodOf(params);
    if (!from && !to) return undefined;
    return (query) => {
      if (from) query.where(column, ">=", from);
      if (to) query.where(column, "<=", to);
    };
  };

/** A Hijri month and year. */
export const withinHijri =
  (column: string): Filter =>
  (params) => {
    const periods = hijriPeriodsOf(params);
    return periods && ((query) => whereHijri(query, periods, column));
  };

/** Those of an entity's fields (domain/fields.ts) that a list may be filtered by. */
export const byFields = (fields: Fields, names: readonly string[]): Filters =>
  Object.fromEntries(names.map((name) => [name, byField(name, fields[name] as Field)]));

function byField(name: string, field: Field) {
  // Once: a schema is dear to make.
  const piece =
    field.kind === "flag" ? choice(["true", "false"]).transform((word) => word === "true") : pieceOf(field);
  return equal(name, (params) => filterOf(params, name, piece) as Knex.Value | undefined);
}

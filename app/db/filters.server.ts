import type { Knex } from "knex";
import type { Field, Fields } from "~/domain/fields";
import { pieceOf } from "~/domain/fields.server";
import { choice } from "~/domain/input.server";
import { hijriPeriodsOf, whereHijri } from "./hijri-filter.server";
import { flagOf, labelledFilterOf, periodOf } from "./list.server";

type Narrow = (query: Knex.QueryBuilder) => unknown;

/**
 * One filter of a list: reads the address and gives the change of the list's query, or undefined if the address does not name it.
 * @throws DomainError invalid for a value that the filter does not take
 */
type Filter = (params: URLSearchParams) => Narrow | undefined;

/** The filters of a list by their names. They also decide whether a kept total counts exactly the list's rows. */
export type Filters = Readonly<Record<string, Filter>>;

/** Reads the filters that an address names. @throws DomainError invalid */
export function readFilters(filters: Filters, params: URLSearchParams) {
  const narrows = new Map<string, Narrow>();
  for (const [name, filter] of Object.entries(filters)) {
    const narrow = filter(params);
    if (narrow) narrows.set(name, narrow);
  }
  return {
    has: (name: string) => narrows.has(name),
    /** Narrows the query by all of them, or only by those of these names. */
    narrow(query: Knex.QueryBuilder, names: readonly string[] = [...narrows.keys()]) {
      for (const name of names) narrows.get(name)?.(query);
      return query;
    },
    /** Whether the address names no filters but these. A total that is kept by these is then the list's total. */
    isOnlyBy: (names: readonly string[]) => [...narrows.keys()].every((name) => names.includes(name)),
  };
}

/** Filters by equality with a column. @param read gives the address's value, or undefined */
export const equal =
  (column: string, read: (params: URLSearchParams) => Knex.Value | undefined): Filter =>
  (params) => {
    const value = read(params);
    return value === undefined ? undefined : (query) => query.where(column, value);
  };

/** Filters by whether an amount is more than nothing. */
export const byAmount =
  (name: "discounted" | "refundable", column: string): Filter =>
  (params) => {
    const isSome = flagOf(params, name);
    return isSome === undefined ? undefined : (query) => query.where(column, isSome ? ">" : "=", 0);
  };

/** Filters by the office's days, both ends included. @param names of the ends in the address */
export const within =
  (column: string, names?: Parameters<typeof periodOf>[1]): Filter =>
  (params) => {
    const { from, to } = periodOf(params, names);
    if (!from && !to) return undefined;
    return (query) => {
      if (from) query.where(column, ">=", from);
      if (to) query.where(column, "<=", to);
    };
  };

/** Filters by a Hijri month and year. */
export const withinHijri =
  (column: string): Filter =>
  (params) => {
    const periods = hijriPeriodsOf(params);
    return periods && ((query) => whereHijri(query, periods, column));
  };

/** The filters of these fields of an entity (domain/fields.ts). */
export const byFields = (fields: Fields, names: readonly string[]): Filters =>
  Object.fromEntries(names.map((name) => [name, byField(name, fields[name] as Field)]));

function byField(name: string, field: Field) {
  // Made once, since making a schema is expensive.
  const piece =
    field.kind === "flag" ? choice(["true", "false"]).transform((word) => word === "true") : pieceOf(field);
  return equal(
    name,
    (params) => labelledFilterOf(params, { name, label: field.label }, piece) as Knex.Value | undefined,
  );
}

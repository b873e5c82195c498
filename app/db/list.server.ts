import type { z } from "zod";
import { latinDigits } from "~/domain/digits";
import { DomainError, invalid } from "~/domain/domain-error";
import { type FilterName, filterLabel, filterLabels, type LabelsFor } from "~/domain/filter-labels";
import { choice, code, date, id, optional } from "~/domain/input.server";
import { askForSums } from "~/domain/list-address";
import { drawRows } from "./drawing.server";
import { db } from "./knex.server";
import type { List, ListOrRows, Page } from "./list";
import { findMatches, newestFirst, orderText, readSlice } from "./slice.server";

const defaultPerPage = 25;

/** Reads `page` and `per_page` of an address (rulings §1: 1–200, default 25). @throws DomainError invalid */
export function pageOf(params: URLSearchParams) {
  const number = (name: "page" | "per_page", fallback: number, max: number) => {
    const value = latinDigits(params.get(name) ?? "");
    if (value === "") return fallback;
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > max)
      throw invalid(name, `${filterLabels[name]}: عدد صحيح من 1 إلى ${max.toLocaleString("en-US")}`);
    return Number(value);
  };
  return { page: number("page", 1, 10_000_000), perPage: number("per_page", defaultPerPage, 200) };
}

/** One page of a short list. */
function pageFrom<Row>(all: Row[], params: URLSearchParams): Page<Row> {
  const { page, perPage } = pageOf(params);
  return { rows: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage };
}

/**
 * The first rows of a list, without its total.
 * @param leading a condition on columns: its rows come before newer ones
 */
export async function readFirst<Row extends { id: number }>(
  list: ListOrRows<Row>,
  count: number,
  leading?: object,
) {
  if (list instanceof Promise) return (await list).slice(0, count);
  const first: Row[] = leading ? drawRows(await list.rows(db).where(leading), list.toRow) : [];
  const { rows } = await readSlice({ ...list, total: undefined }, { offset: 0, limit: count });
  return [...first, ...rows.filter(({ id }) => !first.some((one) => one.id === id))].slice(0, count);
}

/** By what addresses name the days of a list's rows. */
const daysNames = ["from", "to", "hijri_year", "hijri_month"];

/** Reads one page and the total (`isCapped` if it was not counted to the end). */
export async function readPage<Row>(list: ListOrRows<Row>, params: URLSearchParams): Promise<Page<Row>> {
  if (list instanceof Promise) return pageFrom(await list, params);
  const { page, perPage } = pageOf(params);
  const isOfPeriod = daysNames.some((name) => params.get(name));
  const read = await readSlice(list, { offset: (page - 1) * perPage, limit: perPage, isOfPeriod });
  return { ...read, page, perPage };
}

/** A query of the rows that match a list's filters, without selected columns. A search finds the ids first, by indexes. */
export const rowsIn = <Row>({ table, matching, search, ids }: List<Row>) =>
  ids
    ? db(table).whereRaw("?? = ANY(?::int[])", [`${table}.id`, `{${ids}}`]) // a text: pg takes long to write an array
    : search
      ? db(table).whereIn(`${table}.id`, db.from(matching.clone().as("matching")).select("id"))
      : matching.clone().clearSelect();

/**
 * A query for the number of a list's rows (`count`) and these sums, grouped by these columns. It reads the kept totals if
 * the writes keep them, and counts the rows otherwise.
 */
export const totalsOf = <Row>(list: List<Row>, keys: string[], sums: string[]) =>
  (list.totals ?? countRows(list, keys, sums)).as("totals");

const countRows = <Row>(list: List<Row>, keys: string[], sums: string[]) =>
  rowsIn(list)
    .select(keys)
    .count({ count: "*" })
    .sum(Object.fromEntries(sums.map((sum) => [sum, sum])))
    .groupBy(keys);

/** A query for the number of a table's rows, in one status or all, from its kept totals. */
export function keptCount(table: string, status?: string) {
  const query = db(`${table}_totals`).select(db.raw("coalesce(sum(count), 0)"));
  return status ? query.where({ status }) : query;
}

/** Reads one filter of an address by a schema; undefined if it is missing or empty (rulings §1). @throws DomainError invalid */
export const filterOf = <Name extends FilterName, Schema extends z.ZodType>(
  params: URLSearchParams,
  name: Name,
  kind: Schema,
  ...[labels]: LabelsFor<Name>
) => labelledFilterOf(params, { name, label: filterLabel(name, labels) }, kind);

/** The same for a filter whose label is its field's. @throws DomainError invalid */
export function labelledFilterOf<Schema extends z.ZodType>(
  params: URLSearchParams,
  { name, label }: { name: string; label: string },
  kind: Schema,
) {
  if (!params.has(name)) return undefined;
  const { success, data } = optional(kind).safeParse(params.get(name));
  if (!success) throw invalid(name, `${label}: قيمة غير معروفة`);
  return data ?? undefined;
}

/** Reads a filter that is an id. @throws DomainError invalid */
export const idOf = <Name extends FilterName>(
  params: URLSearchParams,
  name: Name,
  ...labels: LabelsFor<Name>
) => filterOf(params, name, anId, ...labels);

/** Reads a filter that is one of these values. @throws DomainError invalid */
export const choiceOf = <Name extends FilterName, const Values extends readonly [string, ...string[]]>(
  params: URLSearchParams,
  name: Name,
  values: Values,
  ...labels: LabelsFor<Name>
) => (params.has(name) ? filterOf(params, name, choice(values), ...labels) : undefined); // making a schema is expensive

/** Reads a filter that is a currency's code. @throws DomainError invalid */
export const currencyCodeOf = (params: URLSearchParams) =>
  filterOf(params, "currency_code", aCurrencyCode)?.toUpperCase();

/** Reads a filter that is yes or no. @throws DomainError invalid */
export function flagOf<Name extends FilterName>(
  params: URLSearchParams,
  name: Name,
  ...labels: LabelsFor<Name>
) {
  const flag = choiceOf(params, name, ["true", "false"], ...labels);
  return flag && flag === "true";
}

/** Days of the office, both included. A missing end is open. */
export type Period = { from?: string; to?: string };

/** The ends of a period as SQL compares dates with them: an open end is an infinite date. */
export const endsOf = ({ from = "-infinity", to = "infinity" }: Period) => ({ from, to });

/** Reads the period of an address. Two dates in the wrong order are swapped. @throws DomainError invalid */
export function periodOf(
  params: URLSearchParams,
  [first, last]: readonly ["from", "to"] | readonly ["due_from", "due_to"] = ["from", "to"],
): Period {
  const from = filterOf(params, first, aDate);
  const to = filterOf(params, last, aDate);
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

const anId = id();
const aDate = date();
const aCurrencyCode = code(3).refine((text) => /^[a-z]{3}$/i.test(text));

/** The result of `read`, or a sentence where a filter of the address has an invalid value (rulings §1). */
export async function orRefusal<Result>(read: () => Promise<Result>) {
  try {
    return { result: await read(), refusal: undefined };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "invalid")) throw error;
    return { result: undefined, refusal: error.message };
  }
}

/** The rows of a list's screen. If a filter has an invalid value there are no rows, and a sentence says why (rulings §1). */
export async function rowsOrRefusal<Result extends { rows: unknown[] }>(read: () => Promise<Result>) {
  const { result, refusal } = await orRefusal(read);
  return result
    ? { ...result, refusal: undefined }
    : { rows: [] as Result["rows"], total: 0, isCapped: false, page: 1, perPage: defaultPerPage, refusal };
}

/** A page of a list for its screen. */
export const screenPage = <Row>(
  list: (params: URLSearchParams) => ListOrRows<Row>,
  params: URLSearchParams,
) => rowsOrRefusal(() => readPage(list(params), params));

/**
 * A page of a list for its screen, with the figures of the tiles above it. The figures are undefined if a filter has an invalid
 * value. Of more rows than are counted they are read only if the address asks for them, since that takes long.
 */
export const screenPageWith = <Row, Figures, Of extends ListOrRows<Row> = List<Row>>(
  list: (params: URLSearchParams) => ListOrRows<Row>,
  params: URLSearchParams,
  figuresOf: (rows: Of) => Promise<Figures>,
) =>
  rowsOrRefusal(async () => {
    const all = list(params);
    const rows = (all instanceof Promise ? all : await findMatches(all)) as Of;
    const areFew = rows instanceof Promise || rows.ids !== null || rows.totals !== undefined;
    const [page, figures] = await Promise.all([
      readPage(rows, params),
      areFew || params.has(askForSums) ? figuresOf(rows) : undefined,
    ]);
    return { ...page, figures, lacksSums: figures === undefined };
  }).then((page) => ({ figures: undefined, ...page }));

/**
 * Reads the whole list in batches, so that memory stays bounded. A search runs once and its ids are kept. Without a search each
 * batch finds its rows by the id of the last one.
 */
export async function* readAll<Row>(list: List<Row>, batch = 500): AsyncGenerator<Row[]> {
  const { table, newestBy } = list;
  const toRows = async (records: never[]) => {
    const rows = drawRows(records, list.toRow);
    await list.complete?.(rows as never[]);
    return rows;
  };
  const matching = () => db.from(list.matching.clone().as("matching"));
  const order = newestFirst(list, `${table}.`);
  if (list.total === undefined) {
    const { all } = await matching().first(db.raw(`array_agg(id ORDER BY ${orderText(list)}) AS all`));
    const ids = Int32Array.from(all ?? []);
    for (let start = 0; start < ids.length; start += batch) {
      const rows = await list
        .rows(db)
        .whereRaw("?? = ANY(?)", [`${table}.id`, [...ids.subarray(start, start + batch)]])
        .orderBy(order);
      yield await toRows(rows);
    }
    return;
  }
  for (let last: ({ list_id: number } & Record<NonNullable<typeof newestBy>, string>) | undefined; ; ) {
    const ids = matching().select("id").orderBy(newestFirst(list)).limit(batch);
    if (last && newestBy) ids.whereRaw("(??, id) < (?, ?)", [newestBy, last[newestBy], last.list_id]);
    else if (last) ids.where("id", "<", last.list_id);
    const rows = await list
      .rows(db)
      .select({ list_id: `${table}.id` }) // the selected `id` may be another table's: a member has the customer's
      .whereRaw("?? = ANY(ARRAY(?))", [`${table}.id`, ids])
      .orderBy(order);
    last = rows.length === batch ? { ...rows[batch - 1] } : undefined;
    for (const row of rows) delete row.list_id; // it is the last column, see `toRows` of slice.server
    if (rows.length) yield await toRows(rows);
    if (!last) return;
  }
}

/** Reads the search of an address. It is cut to a bounded length, without characters that PostgreSQL refuses. */
export function searchOf(params: URLSearchParams, name = "search") {
  return (params.get(name) ?? "").toWellFormed().replaceAll("\u0000", "").trim().slice(0, 100);
}

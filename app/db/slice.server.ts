import type { Knex } from "knex";
import { drawRow } from "./drawing.server";
import { db } from "./knex.server";
import type { List } from "./list";
import { anyOf } from "./search.server";

/** The most rows that are counted if no write keeps their total (rulings §1). */
const countedRows = 10_000;

/** A page is searched among this many newest rows first, and then among all matches by index. */
const newestRows = 20_000;

/** A number of rows; `isCapped` if there are more, which were not counted. */
export type Count = { count: number; isCapped: boolean };

/** The number of a query's rows, up to the bound of lists. */
export async function countUpTo(query: Knex.QueryBuilder): Promise<Count> {
  const some = query.limit(countedRows + 1, { skipBinding: true }).as("some");
  const { count } = await db.from(some).count({ count: "*" }).first();
  return { count: Math.min(count, countedRows), isCapped: count > countedRows };
}

/** A part of a list, such as a page. @property isOfPeriod whether the list's rows are those of some days, which lie together */
type Slice = { offset: number; limit: number; isOfPeriod?: boolean };

/**
 * Finds the rows of a list that must be counted, once for all that is read of them: the list of exactly these rows. A list with a
 * kept total stays as it is. The words of a search are planned anew each time, but the rows are read by a plan that is kept.
 *
 * At most `countedRows` + 1 rows are asked of each way of a search. A way that has so many is enough: the others are not asked.
 */
export async function findMatches<Row>(list: List<Row>): Promise<List<Row>> {
  if (list.total !== undefined || list.ids !== undefined) return list;
  const ways = list.search?.ways ?? [list.matching];
  const names = ways.map((_, index) => `way_${index}`);
  const isFull = (name: string) => `EXISTS (SELECT FROM ${name} OFFSET ${countedRows})`;
  const isAnyFull = (some: string[]) => some.map(isFull).join(" OR ") || "false";
  const query = db.queryBuilder();
  for (const [index, way] of ways.entries()) {
    const rows = db
      .from(way.clone().as("way"))
      .select("*")
      .limit(countedRows + 1, { skipBinding: true });
    query.withMaterialized(`way_${index}`, rows.whereRaw(`NOT (${isAnyFull(names.slice(0, index))})`));
  }
  const all = anyOf(names.map((name) => db(name).select("*"))).as("matching");
  const { ids: text, is_full } = await query
    .from(
      db
        .from(all)
        .whereRaw(`NOT (${isAnyFull(names)})`)
        .as("matching"),
    )
    .first(
      db.raw(`${isAnyFull(names)} AS is_full`),
      db.raw(`array_agg(id ORDER BY ${orderText(list)})::text AS ids`), // pg takes long to parse an array
    );
  const ids: number[] = JSON.parse(`[${text?.slice(1, -1) ?? ""}]`);
  return { ...list, ids: is_full || ids.length > countedRows ? null : ids };
}

/** The rows of a slice and the total (at most `countedRows` if it must be counted). */
export async function readSlice<Row>(list: List<Row>, slice: Slice) {
  const matches = await findMatches(list);
  const isCapped = matches.ids === null;
  const { rows, total } = matches.ids
    ? {
        rows: await readRows(list, matches.ids.slice(slice.offset, slice.offset + slice.limit)),
        total: matches.ids.length,
      }
    : isCapped
      ? { rows: await readNewest(list, slice), total: countedRows }
      : await readKept(list, slice);
  await list.complete?.(rows as never[]);
  return { rows, total, isCapped };
}

const readRows = async <Row>(list: List<Row>, ids: number[]) =>
  ids.length ? toRows(list, await rowsOf(list, ids)) : [];

/** Reads a page of a list with a kept total in one statement. It reads a page in the second half from the end. */
async function readKept<Row>(list: List<Row>, { offset, limit }: Slice) {
  const totalQuery = db.raw("(?)::bigint", [list.total as never]);
  const { total: all } = offset > newestRows ? await db.first({ total: totalQuery }) : { total: undefined };
  const fromEnd = all !== undefined && offset > all / 2;
  const slice = fromEnd
    ? { offset: Math.max(all - offset - limit, 0), limit: Math.max(Math.min(limit, all - offset), 0) }
    : { offset, limit };
  const ids = idsOf(
    list.matching.clone().as("matching"),
    newestFirst(list, "", fromEnd ? "asc" : "desc"),
    slice,
  );
  const rows = await rowsOf(list, ids).select({ list_total: totalQuery });
  // A page behind the last one has no row that carries the total.
  const total = rows[0]?.list_total ?? (await db.first({ total: totalQuery })).total;
  return { rows: toRows(list, rows), total };
}

/**
 * Reads a page when more rows match than are counted. It searches the newest rows first, and all rows if those do not fill the
 * page.
 */
async function readNewest<Row>(list: List<Row>, slice: Slice) {
  const order = newestFirst(list);
  const columns = order.map(({ column }) => column);
  const edge = db(list.table).select(columns).orderBy(order).offset(newestRows).limit(1);
  const question = (list.search?.question ?? list.matching).clone();
  const newest = db
    .from(question.as("asked"))
    .whereRaw(`(${columns}) ${list.isOldestFirst ? "<=" : ">="} (?)`, [edge]);
  const near: number[] = await idsOf(newest.as("newest"), order, slice).pluck("id");
  const enough = near.length === slice.limit;
  const ids = enough ? near : await idsOf(allIn(list, slice), order, slice).pluck("id");
  return readRows(list, ids);
}

/**
 * All matches. Where ids are the order, the planner expects a period's rows anywhere and walks through all later ones to them: OFFSET 0, which
 * Knex leaves out, has it find them by their days. A list by date has an index for both.
 */
const allIn = <Row>({ matching, newestBy }: List<Row>, { isOfPeriod }: Slice) =>
  isOfPeriod && !newestBy
    ? db.raw("(? OFFSET 0) AS matching", [matching.clone()])
    : matching.clone().as("matching");

/** Selects the ids of a slice. The limit stands in the statement as a number, so that the planner can use it. */
const idsOf = (
  from: Knex.QueryBuilder | Knex.Raw | string,
  order: ReturnType<typeof newestFirst>,
  { offset, limit }: Slice,
) => db.from(from).select("id").orderBy(order).limit(limit, { skipBinding: true }).offset(offset);

/** The rows of these ids. The ids are an array, not a subquery, since the planner reorders at most eight joined tables. */
const rowsOf = <Row>(list: List<Row>, ids: number[] | Knex.QueryBuilder) =>
  list
    .rows(db)
    .whereRaw(`?? = ANY(${Array.isArray(ids) ? "?::int[]" : "ARRAY(?)"})`, [`${list.table}.id`, ids])
    .orderBy(newestFirst(list, `${list.table}.`));

/** Removes the total from each row. Removing the last column is cheap; copying each row is not. */
const toRows = <Row>({ toRow }: List<Row>, rows: Record<string, unknown>[]) =>
  rows.map((row) => {
    delete row.list_total;
    return drawRow(row as never, toRow);
  });

export const newestFirst = (
  { newestBy, isOldestFirst = false }: { newestBy?: string; isOldestFirst?: boolean },
  table = "",
  order: "asc" | "desc" = "desc",
) => {
  const own = isOldestFirst ? (order === "asc" ? "desc" : "asc") : order;
  return [newestBy, "id"].flatMap((column) => (column ? [{ column: table + column, order: own }] : []));
};

/** The order of a list in SQL. */
export const orderText = (list: Parameters<typeof newestFirst>[0]) =>
  newestFirst(list)
    .map(({ column, order }) => `${column} ${order}`)
    .join(", ");

import type { Knex } from "knex";
import { db } from "./knex.server";
import type { List } from "./list.server";
import { anyOf } from "./search.server";

/** As many rows are counted at the most where no write keeps their total (rulings §1). */
const countedRows = 10_000;

/** A page is looked for among this many of the newest rows, before all matches are read by index. */
const newestRows = 20_000;

/** A part of a list, as a page is one. */
type Slice = { offset: number; limit: number };

/** The rows of a slice, and the total as far as it is counted. */
export async function readSlice<Row>(list: List<Row>, slice: Slice) {
  if (list.total !== undefined) return readKept(list, slice);
  const { rows, total } = await readCounted(list, slice);
  const isCapped = total > countedRows;
  return { rows, total: isCapped ? countedRows : total, isCapped };
}

/** A page of a list whose total is kept, in one statement; of one that lies deep, counted from the nearer end. */
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
  // A page behind the last one has no row to tell the total.
  const total = rows[0]?.list_total ?? (await db.first({ total: totalQuery })).total;
  return { rows: toRows(list, rows), total };
}

/**
 * A page of a list that must be counted, in one statement. It reads at most `countedRows` + 1 ids by index, for each way of a
 * search by itself. Fewer ids are all that match. With more, the ids are an arbitrary part, and `readNewest` reads the page.
 */
async function readCounted<Row>(list: List<Row>, slice: Slice) {
  const some = (list.search?.ways ?? [list.matching]).map((way) =>
    db
      .from(way.clone().as("way"))
      .select("*")
      .limit(countedRows + 1, { skipBinding: true }),
  );
  const count = db("matching").count();
  const ids = idsOf("matching", newestFirst(list), slice);
  const rows = await rowsOf(list, ids)
    .withMaterialized("matching", anyOf(some))
    .select({ list_total: count });
  const total = Number(
    rows[0]?.list_total ??
      (slice.offset ? (await db.from(anyOf(some).as("matching")).count().first())?.count : 0),
  );
  return { rows: total > countedRows ? await readNewest(list, slice) : toRows(list, rows), total };
}

/** A page of more rows than are counted: from the newest on until there are enough; where those are too few, from all of them. */
async function readNewest<Row>(list: List<Row>, slice: Slice) {
  const order = newestFirst(list);
  const columns = order.map(({ column }) => column);
  const edge = db(list.table).select(columns).orderBy(order).offset(newestRows).limit(1);
  const question = (list.search?.question ?? list.matching).clone();
  const newest = db.from(question.as("asked")).whereRaw(`(${columns}) >= (?)`, [edge as never]);
  const near: number[] = await idsOf(newest.as("newest"), order, slice).pluck("id");
  const enough = near.length === slice.limit;
  const all = list.matching.clone().offset(0);
  const ids = enough ? near : await idsOf(all.as("matching"), order, slice).pluck("id");
  return toRows(list, await rowsOf(list, ids));
}

/** The ids of a slice; the limit is a number in the statement, which its plan can count on. */
const idsOf = (
  from: Knex.QueryBuilder | string,
  order: ReturnType<typeof newestFirst>,
  { offset, limit }: Slice,
) => db.from(from).select("id").orderBy(order).limit(limit, { skipBinding: true }).offset(offset);

/** The rows of these ids, of an array and not of a subquery: the planner puts no more than eight joined tables in order. */
const rowsOf = <Row>(list: List<Row>, ids: number[] | Knex.QueryBuilder) =>
  list
    .rows(db)
    .whereRaw(`?? = ANY(${Array.isArray(ids) ? "?::int[]" : "ARRAY(?)"})`, [`${list.table}.id`, ids as never])
    .orderBy(newestFirst(list, `${list.table}.`));

/** Removes the total from each row. It is the last column: removing the last is cheap, and a copy of each row would not be. */
const toRows = <Row>({ toRow }: List<Row>, rows: Record<string, unknown>[]) =>
  rows.map((row) => {
    delete row.list_total;
    return toRow(row as never);
  });

export const newestFirst = (
  { newestBy }: { newestBy?: string },
  table = "",
  order: "asc" | "desc" = "desc",
) => [newestBy, "id"].flatMap((column) => (column ? [{ column: table + column, order }] : []));

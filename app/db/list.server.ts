import type { Knex } from "knex";
import type { z } from "zod";
import { latinDigits } from "~/domain/digits";
import { DomainError, invalid } from "~/domain/domain-error";
import { choice, code, date, id, optional } from "~/domain/input.server";
import { type Db, db } from "./knex.server";
import { newestFirst, readSlice } from "./slice.server";

/** A list of rows with a numeric id, newest first: what a screen, its pages, its totals and the API read from. */
export type List<Row> = {
  /** The ids of what the filters let through, as a column `id`; neither ordered nor limited. */
  matching: Knex.QueryBuilder;
  /** Of a search that finds in several ways (`searchMatches` of db/search): each by itself, and the same as a question to each row. */
  search?: { ways: Knex.QueryBuilder[]; question: Knex.QueryBuilder };
  /** The rows by id: a select whose table is `table`. */
  rows: (db: Db) => Knex.QueryBuilder;
  table: string;
  toRow: (row: never) => Row;
  /** By which date or moment the newest come first, where that is not by their id; `matching` then gives it beside the id. */
  newestBy?: "date" | "at";
  /** The exact total where it is known without counting the rows; a query such as `keptCount` gives. */
  total?: Knex.QueryBuilder | number;
  /** Kept totals of just these rows, where the writes keep some (docs/decisions/totals.md). */
  totals?: Knex.QueryBuilder;
};

/** A long list, or a short one read whole. */
export type Listed<Row> = List<Row> | Promise<Row[]>;

export type Page<Row> = {
  rows: Row[];
  total: number;
  /** Whether there are more than `total`, which were not counted. */
  isCapped?: boolean;
  page: number;
  perPage: number;
};

const defaultPerPage = 25;

/** `page` and `per_page` of an address (rulings §1: 1–200, default 25). @throws DomainError invalid */
export function pageOf(params: URLSearchParams) {
  const number = (name: string, fallback: number, max: number) => {
    const value = latinDigits(params.get(name) ?? "");
    if (value === "") return fallback;
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > max)
      throw invalid(name, `${filterLabels[name]}: عدد صحيح من 1 إلى ${max.toLocaleString("en-US")}`);
    return Number(value);
  };
  return { page: number("page", 1, 10_000_000), perPage: number("per_page", defaultPerPage, 200) };
}

/** One page of a short list that was read whole. */
function pageFrom<Row>(all: Row[], params: URLSearchParams): Page<Row> {
  const { page, perPage } = pageOf(params);
  return { rows: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage };
}

/**
 * The first rows of a list, whose total is not asked.
 * @param leading what is true of the rows that come before newer ones
 */
export async function readFirst<Row extends { id: number }>(
  list: Listed<Row>,
  count: number,
  leading?: object,
) {
  if (list instanceof Promise) return (await list).slice(0, count);
  const first: Row[] = leading ? (await list.rows(db).where(leading)).map(list.toRow) : [];
  const { rows } = await readSlice({ ...list, total: undefined }, { offset: 0, limit: count });
  return [...first, ...rows.filter(({ id }) => !first.some((one) => one.id === id))].slice(0, count);
}

/** One page, and the total as far as it is counted. */
export async function readPage<Row>(list: Listed<Row>, params: URLSearchParams): Promise<Page<Row>> {
  if (list instanceof Promise) return pageFrom(await list, params);
  const { page, perPage } = pageOf(params);
  const read = await readSlice(list, { offset: (page - 1) * perPage, limit: perPage });
  return { ...read, page, perPage };
}

/** The rows that a list's filters let through, nothing selected yet; those of a search by their ids, which an index finds. */
export const rowsIn = <Row>({ table, matching, search }: List<Row>) =>
  search
    ? db(table).whereIn(`${table}.id`, db.from(matching.clone().as("matching")).select("id"))
    : matching.clone().clearSelect();

/**
 * A query for the number of a list's rows (`count`) and these sums, grouped by these columns. It reads the stored totals where
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

/** How many rows a table has, of a status or in all, from the totals that its writes keep. */
export function keptCount(table: string, status?: string) {
  const query = db(`${table}_totals`).select(db.raw("coalesce(sum(count), 0)"));
  return status ? query.where({ status }) : query;
}

/** The name of each filter in sentences and in the audit log. The audit log notes no other parameter (docs/decisions/audit-log.md). */
export const filterLabels: Record<string, string> = {
  search: "البحث",
  person: "المستخدم",
  record: "السجل",
  status: "الحالة",
  type: "النوع",
  from: "من تاريخ",
  to: "إلى تاريخ",
  page: "رقم الصفحة",
  per_page: "عدد السجلات في الصفحة",
  customer_id: "العميل",
  customer_name: "اسم العميل",
  passport_number: "رقم الجواز",
  number_repeats: "رقم تأشيرة مكرر",
  contract_id: "العقد",
  campaign_id: "الحملة",
  city_id: "المدينة",
  rating_id: "التصنيف",
  bus_type_id: "نوع الحافلة",
  catering_type_id: "نوع الإعاشة",
  category_id: "الفئة",
  currency_code: "العملة",
  service_type: "نوع الخدمة",
  visa_type: "نوع التأشيرة",
  group_id: "المجموعة",
  payment_status: "حالة الدفع",
  agent_id: "الوكيل",
  supplier_id: "المورد",
  overdue: "تاريخ الاستحقاق",
  is_owing: "السداد",
  is_active: "الحالة",
  kind: "نوع السجل",
  deed: "العملية",
  role_id: "الدور",
  user_type: "نوع المستخدم",
  beneficiary_type: "نوع المستفيد",
  payment_method: "طريقة الدفع",
  expense_id: "المصروف",
  agent_invoice_id: "الفاتورة",
  purchase_invoice_id: "الفاتورة",
  gender: "الجنس",
  nationality: "الجنسية",
  hijri_year: "السنة الهجرية",
  hijri_month: "الشهر الهجري",
  state: "الجاهزية",
  check: "البند",
  report: "التقرير",
  period: "الفترة",
  on: "اليوم",
};

/** What a filter of an address names, of any kind of value; undefined where it is left out or empty (rulings §1). @throws DomainError invalid */
export function filterOf<Schema extends z.ZodType>(params: URLSearchParams, name: string, kind: Schema) {
  if (!params.has(name)) return undefined;
  const { success, data } = optional(kind).safeParse(params.get(name));
  if (!success) throw invalid(name, `${filterLabels[name] ?? name}: قيمة غير معروفة`);
  return data ?? undefined;
}

/** The id that a filter names. @throws DomainError invalid */
export const idOf = (params: URLSearchParams, name: string) => filterOf(params, name, anId);

/** The one of these that a filter names. @throws DomainError invalid */
export const choiceOf = <const Values extends readonly [string, ...string[]]>(
  params: URLSearchParams,
  name: string,
  values: Values,
) => (params.has(name) ? filterOf(params, name, choice(values)) : undefined); // a schema is dear to make

/** The currency that a filter names by its code. @throws DomainError invalid */
export const currencyCodeOf = (params: URLSearchParams) =>
  filterOf(params, "currency_code", aCurrencyCode)?.toUpperCase();

/** Of a filter for yes or no. @throws DomainError invalid */
export function flagOf(params: URLSearchParams, name: string) {
  const flag = choiceOf(params, name, ["true", "false"]);
  return flag && flag === "true";
}

/** Days of the office, both included; an end that is left out is open. */
export type Period = { from?: string; to?: string };

/** The period of an address; two dates in the wrong order are exchanged. @throws DomainError invalid */
export function periodOf(params: URLSearchParams): Period {
  const from = filterOf(params, "from", aDate);
  const to = filterOf(params, "to", aDate);
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

/**
 * What a screen shows of a list: the rows that match its filters. Where a filter has an invalid value, there are no rows, and a
 * sentence says why (rulings §1).
 */
export async function rowsOrRefusal<Result extends { rows: unknown[] }>(read: () => Promise<Result>) {
  const { result, refusal } = await orRefusal(read);
  return result
    ? { ...result, refusal: undefined }
    : { rows: [], total: 0, isCapped: false, page: 1, perPage: defaultPerPage, refusal };
}

/** A list's page as a screen shows it. */
export const screenPage = <Row>(list: (params: URLSearchParams) => Listed<Row>, params: URLSearchParams) =>
  rowsOrRefusal(() => readPage(list(params), params));

/** The same, and what its rows come to, for the tiles above it; undefined where a filter has an invalid value. */
export const screenPageWith = <Row, Figures, Of extends Listed<Row> = List<Row>>(
  list: (params: URLSearchParams) => Listed<Row>,
  params: URLSearchParams,
  figuresOf: (rows: Of) => Promise<Figures>,
) =>
  rowsOrRefusal(async () => {
    const rows = list(params) as Of;
    const [page, figures] = await Promise.all([readPage(rows, params), figuresOf(rows)]);
    return { ...page, figures };
  }).then((page) => ({ figures: undefined, ...page }));

/**
 * The whole list in batches, so that memory stays bounded however long it is. A search runs once, and its ids are kept;
 * the rows of a list without one are found by their ids in any case.
 */
export async function* readAll<Row>(list: List<Row>, batch = 500): AsyncGenerator<Row[]> {
  const { table, toRow, newestBy } = list;
  const matching = () => db.from(list.matching.clone().as("matching"));
  const order = newestFirst(list, `${table}.`);
  if (list.total === undefined) {
    const newest = newestBy ? `${newestBy} DESC, id DESC` : "id DESC";
    const { all } = await matching().first(db.raw(`array_agg(id ORDER BY ${newest}) AS all`));
    const ids = Int32Array.from(all ?? []);
    for (let start = 0; start < ids.length; start += batch) {
      const rows = await list
        .rows(db)
        .whereRaw("?? = ANY(?)", [`${table}.id`, [...ids.subarray(start, start + batch)]])
        .orderBy(order);
      yield rows.map(toRow);
    }
    return;
  }
  for (let last: { list_id: number; date: string; at: string } | undefined; ; ) {
    const ids = matching().select("id").orderBy(newestFirst(list)).limit(batch);
    if (last && newestBy) ids.whereRaw("(??, id) < (?, ?)", [newestBy, last[newestBy], last.list_id]);
    else if (last) ids.where("id", "<", last.list_id);
    const rows = await list
      .rows(db)
      .select({ list_id: `${table}.id` }) // a row's own `id` may be another's, as a member's is the customer's
      .whereRaw("?? = ANY(ARRAY(?))", [`${table}.id`, ids])
      .orderBy(order);
    last = rows.length === batch ? { ...rows[batch - 1] } : undefined;
    for (const row of rows) delete row.list_id; // it stands last, see `toRows` of slice.server
    if (rows.length) yield rows.map(toRow as never);
    if (!last) return;
  }
}

/** The search of an address: bounded, and without what a database cannot take. */
export function searchOf(params: URLSearchParams, name = "search") {
  return (params.get(name) ?? "").toWellFormed().replaceAll("\u0000", "").trim().slice(0, 100);
}

import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { type Listed, readAll } from "~/db/list.server";
import { notFound } from "~/domain/domain-error";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Permission } from "~/domain/permissions";
import { productTitle } from "~/domain/product";
import { csv } from "./csv.server";
import { admitList } from "./json.server";
import { orPlainPage } from "./plain-page.server";
import { admit, type Visit } from "./screen.server";
import { secure } from "./secure.server";
import { workbook } from "./workbook.server";

/*
 * What a list shows, as a file for a spreadsheet: `…/export/xlsx` and `…/export/csv` beside the list's address, with
 * the same query (docs/decisions/workbooks.md).
 */

/** A column of a sheet: text unless `kind` says otherwise; a date is given as `YYYY-MM-DD`, a number exactly, as a list has it, a percent in hundredths. */
export type SheetColumn<Row> = {
  head: string;
  kind?: "date" | "number" | "percent";
  /** Of a number that is shown with decimals of its own. */
  decimals?: (row: Row) => number | undefined;
  /** In characters. */
  width?: number;
  cell: (row: Row) => string | number | null | undefined;
};

const mediaTypes = new Map([
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["csv", "text/csv; charset=utf-8; header=present"],
]);

/** What a file is made of: its name, its columns, and its rows however many there are. */
export type Sheet<Row> = {
  title: string;
  columns: SheetColumn<Row>[];
  rows: Listed<Row> | AsyncGenerator<Row[]>;
};

/** Several of them in one file, in this order. */
export type Book<Row> = { title: string; sheets: Sheet<Row>[] };

/**
 * The loader of `…/export/:format`, for who may read the list.
 * @param sheet what the visitor's address shows
 */
export const exporting =
  <Row>(
    permissions: readonly Permission[],
    sheet: (visit: Visit) => Sheet<Row> | Book<Row> | Promise<Sheet<Row> | Book<Row>>,
  ) =>
  ({ request, params }: LoaderFunctionArgs) =>
    orPlainPage(request, async () => {
      const visit = await admit({ request, params }, permissions);
      const { name } = await db("company_info").first("name");
      return sheetFile(request, params.format ?? "", await sheet(visit), name || productTitle);
    });

/** The same of an entity's list, for who may open its screen. */
export const exportingList = <Row>(
  entity: Pick<Entity, "table" | "noun" | "write">,
  { list }: { list: (params: URLSearchParams) => Listed<Row> },
  columns: SheetColumn<Row>[],
) =>
  exporting([entity.write], ({ url }) => ({
    title: wordsOf(entity).many,
    columns,
    rows: list(url.searchParams),
  }));

/** A sheet whose rows come in batches. */
export type OpenSheet<Row> = Omit<Sheet<Row>, "rows"> & { batches: AsyncGenerator<Row[]> };

/**
 * Sheets as a file of this format, written no faster than it is taken. The first batch is read before the answer begins: what
 * fails there still gets its status.
 * @param office whose file it is, for the head of its printed pages
 * @throws DomainError not_found for another format, unavailable while too many files are written
 */
export async function sheetFile<Row>(
  request: Request,
  format: string,
  file: Sheet<Row> | Book<Row>,
  office: string = productTitle,
) {
  const mediaType = mediaTypes.get(format);
  if (!mediaType) throw notFound("لا ملف بهذه الصيغة");
  admitList(request);
  const sheets: OpenSheet<Row>[] = ("sheets" in file ? file.sheets : [file]).map(({ rows, ...sheet }) => ({
    ...sheet,
    batches: batchesOf(rows),
  }));
  const close = () => Promise.all(sheets.map(({ batches }) => batches.return(undefined)));
  const [one] = sheets;
  if (one) one.batches = startingWith(await one.batches.next(), one.batches);
  const headers = new Headers({
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="sheet.${format}"; filename*=UTF-8''${encodeURIComponent(file.title)}.${format}`,
    "Cache-Control": "private, no-store, no-transform",
  });
  secure(headers, 200);
  if (request.method === "HEAD") {
    await close();
    return new Response(null, { headers });
  }
  const written =
    format === "csv" ? csv(sheets, "sheets" in file) : workbook(sheets, { office, title: file.title });
  written.once("close", close);
  return new Response(createReadableStreamFromReadable(written), { headers });
}

function batchesOf<Row>(rows: Sheet<Row>["rows"]): AsyncGenerator<Row[]> {
  if (rows instanceof Promise) return whole(rows);
  return "matching" in rows ? readAll(rows) : rows;
}

async function* whole<Row>(rows: Promise<Row[]>) {
  yield await rows;
}

async function* startingWith<Row>(first: IteratorResult<Row[]>, rest: AsyncGenerator<Row[]>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import type { ListOrRows } from "~/db/list";
import { notFound } from "~/domain/domain-error";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Permission } from "~/domain/permissions";
import { productTitle } from "~/domain/product";
import { csv } from "./csv.server";
import { orPlainPage, refuseAsData } from "./plain-page.server";
import { admit } from "./screen.server";
import { secure } from "./secure.server";
import type { Book, OpenSheet, Sheet, SheetColumn } from "./sheet";
import type { Visit } from "./visit";
import { admitList, batchesOf, countOf, inTurns, type ListNote, noteList } from "./whole-lists.server";
import { workbook } from "./workbook.server";

/*
 * Lists as files for spreadsheets: `…/export/xlsx` and `…/export/csv` below the list's address, with the same query
 * (docs/decisions/workbooks.md).
 */

const mediaTypes = new Map([
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["csv", "text/csv; charset=utf-8; header=present"],
]);

/** A sheet for a file whose sheets have rows of different kinds: its columns read its own rows only. */
export const ofAnyRows = <Row>(sheet: Sheet<Row>) => sheet as unknown as Sheet<unknown>;

/**
 * The loader of `…/export/:format`, for users who may read the list.
 * @param sheet gives the sheet for the address's filters
 */
export const exportLoader =
  <Row>(
    permissions: readonly Permission[],
    sheet: (visit: Visit) => Sheet<Row> | Book<Row> | Promise<Sheet<Row> | Book<Row>>,
  ) =>
  ({ request, params }: LoaderFunctionArgs) =>
    orPlainPage(request, async () => {
      const visit = await admit({ request, params }, permissions);
      refuseAsData(request);
      const file = await sheet(visit);
      const { format = "" } = params;
      requireFormat(format);
      await admitList(visit);
      await noteList(visit, "exported", { ...(await noteOf(file)), format });
      return sheetFile(request, format, file, { pace: (batches) => inTurns(visit, batches) });
    });

/** The loader of an export of an entity's list, for users who may open its screen. */
export const listExportLoader = <Row>(
  entity: Pick<Entity, "table" | "noun" | "write">,
  { list }: { list: (params: URLSearchParams) => ListOrRows<Row> },
  columns: SheetColumn<Row>[],
) =>
  exportLoader([entity.write], ({ url }) => ({
    title: wordsOf(entity).many,
    columns,
    of: entity.table,
    rows: list(url.searchParams),
  }));

/**
 * Writes sheets as a file of this format, no faster than it is read. The first batch is read before the answer begins: if it
 * fails, the answer still gets the right status.
 * @param pace lets the batches of a sheet wait for the user's turn
 * @param office the name above each printed page; the office's own name if left out
 * @throws DomainError not_found for another format
 */
export async function sheetFile<Row>(
  request: Request,
  format: string,
  file: Sheet<Row> | Book<Row>,
  {
    pace = (batches) => batches,
    office,
  }: { pace?: (batches: AsyncGenerator<Row[]>) => AsyncGenerator<Row[]>; office?: string } = {},
) {
  const mediaType = requireFormat(format);
  const isEnglish = file.language === "en";
  const name = office ?? (await db("company_info").first({ name: isEnglish ? "name_latin" : "name" })).name;
  const sheets: OpenSheet<Row>[] = ("sheets" in file ? file.sheets : [file]).map(({ rows, ...sheet }) => ({
    ...sheet,
    batches: pace(batchesOf(rows)),
  }));
  // The readings themselves: `prepend`, if it never began, would end none.
  const readings = sheets.map(({ batches }) => batches);
  const close = () => Promise.all(readings.map((reading) => reading.return(undefined)));
  const [one] = sheets;
  if (one) one.batches = prepend(await one.batches.next(), one.batches);
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
  const body =
    format === "csv"
      ? csv(sheets, "sheets" in file)
      : workbook(sheets, { office: name || (isEnglish ? "" : productTitle), title: file.title });
  body.once("close", close);
  return new Response(createReadableStreamFromReadable(body), { headers });
}

/** @throws DomainError not_found */
function requireFormat(format: string) {
  const mediaType = mediaTypes.get(format);
  if (!mediaType) throw notFound("لا ملف بهذه الصيغة");
  return mediaType;
}

/** What the audit log notes about a file. Several sheets are noted with the sum of their rows. */
async function noteOf<Row>(file: Sheet<Row> | Book<Row>): Promise<ListNote> {
  const { title } = file;
  const rowsOf = async ({ count, rows }: Sheet<Row>) => count ?? (await countOf(rows));
  if (!("sheets" in file)) return { of: file.of, title, count: await rowsOf(file) };
  const counts = await Promise.all(file.sheets.map(rowsOf));
  return { title, count: counts.reduce<number>((sum, count = 0) => sum + count, 0) };
}

async function* prepend<Row>(first: IteratorResult<Row[]>, rest: AsyncGenerator<Row[]>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

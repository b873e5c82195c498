import { db } from "~/db/knex.server";
import { choiceOf, orRefusal, pageOf } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import { companyHead } from "~/features/company/company.server";
import { forHtmlPart } from "~/http/screen.server";
import type { Book, Sheet, SheetColumn } from "~/http/sheet";
import { turnForPage } from "~/http/turns.server";
import type { Visit } from "~/http/visit";
import {
  type Cell,
  decimalsOf,
  type PageReport,
  type Report,
  type ReportColumn,
  type ReportFamily,
  remarkIn,
  sheetKind,
  valueIn,
} from "./report";

/** Reads a report for an address's parameters. Links are limited to what this user may open. @throws DomainError invalid */
export type ReadReport = (visit: { params: URLSearchParams; user: SessionUser }) => Promise<Report>;

/** The loaders of a family's routes: the screen, the print page and the files. */
export function reportsOf<Name extends string>(family: ReportFamily<Name>, reads: Record<Name, ReadReport>) {
  const names = Object.keys(family.reports) as [Name, ...Name[]];
  const nameOf = (params: URLSearchParams) => choiceOf(params, "report", names) ?? names[0];
  const readReport = async ({ url: { searchParams: params }, user }: Pick<Visit, "url" | "user">) => {
    const name = nameOf(params);
    return { name, report: await reads[name]({ params, user }) };
  };

  /** The report, or the sentence why it cannot be shown (rulings §1), and its name in the address. */
  const reportPage = async (visit: Visit, toPage = (report: Report) => report) => {
    await turnForPage(visit);
    const { result, refusal } = await orRefusal(() => readReport(visit));
    const reportName = visit.url.searchParams.get("report") || names[0];
    const name = result?.name ?? names.find((name) => name === reportName);
    return { name, report: result && forPage(visit, toPage(result.report)), refusal };
  };
  return {
    readPage: async (visit: Visit) => {
      const { result, refusal } = await orRefusal(() =>
        reportPage(visit, (report) => pagedFor(report, visit.url.searchParams)),
      );
      return result ?? { name: undefined, report: undefined, refusal };
    },
    readPrint: async (visit: Visit) => ({
      ...(await reportPage(visit)),
      today: officeToday(),
      company: await companyHead(db),
    }),
    /** The report's title, and its tables as one sheet each. @throws DomainError invalid */
    book: async (visit: Visit): Promise<Book<Cell[]>> => {
      const { name, report } = await readReport(visit);
      return {
        title: [family.reports[name], report.lead].filter(Boolean).join(" "),
        sheets: [
          await opening(family.reports[name], report),
          ...report.tables.map(({ title, columns, rows, total }): Sheet<Cell[]> => {
            const all = total ? [...rows, total] : rows;
            return { title, columns: sheetColumns(columns, all), rows: Promise.resolve(all) };
          }),
        ],
      };
    },
  };
}

/** The columns of a table in a file. The remarks about the cells of its rows are the last one, if there are any. */
const sheetColumns = (columns: ReportColumn[], rows: Cell[][]): SheetColumn<Cell[]>[] => [
  ...columns.map(
    (column, index): SheetColumn<Cell[]> => ({
      head: column.label,
      kind: sheetKind(column),
      width: index ? 18 : 30,
      cell: (row) => valueIn(row[index]),
      decimals: (row) => decimalsOf(row[index], column),
    }),
  ),
  ...(rows.some(remarksIn) ? [{ head: "ملاحظات", width: 40, cell: remarksIn }] : []),
];

const remarksIn = (row: Cell[]) => row.flatMap((cell) => remarkIn(cell) ?? []).join("، ");

/** A report for its screen. */
export const forPage = (visit: Visit, { lead, span, ...content }: Report): PageReport => ({
  lead,
  span,
  content: forHtmlPart(visit, content),
});

/** The rows of a table that a screen shows at once, with their chart. */
const perPage = 40;

/** The report with one page of each long table, which the address names by the table's place: `page_1`. @throws DomainError invalid */
function pagedFor(report: Report, params: URLSearchParams): Report {
  const tables = report.tables.map((table, place) => {
    const total = table.rows.length;
    if (total <= perPage) return table;
    const name = `page_${place + 1}`;
    const { page } = pageOf(new URLSearchParams({ page: params.get(name) ?? "" }));
    const rows = table.rows.slice((page - 1) * perPage, page * perPage);
    return { ...table, id: table.id ?? `table-${place + 1}`, rows, page: { name, page, perPage, total } };
  });
  return { ...report, tables };
}

/** The first sheet: the report's name, office, time, figures and notes. */
async function opening(name: string, { lead, figures, notes, tables }: Report): Promise<Sheet<Cell[]>> {
  const { name: office } = await companyHead(db);
  const rows: Cell[][] = [
    ["المكتب", office],
    ["التقرير", name],
    ...(lead ? [["الفترة", lead]] : []),
    ["تاريخ الإعداد", officeToday()],
    ...figures.map(({ label, value }) => [label, value]),
    ...notes.map((note) => ["ملاحظة", note]),
    ...tables.flatMap(({ title, note }) => (note ? [[`ملاحظة: ${title}`, note]] : [])),
  ];
  return {
    title: "التقرير",
    columns: [
      { head: "البيان", width: 30, cell: (row) => valueIn(row[0]) },
      { head: "القيمة", width: 60, cell: (row) => valueIn(row[1]) },
    ],
    rows: Promise.resolve(rows),
  };
}

import { HtmlPart } from "~/first-page/html-part";
import { Figures } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Sentence } from "~/ui/page/sentence";
import { Table, Wide } from "~/ui/page/table";
import { Chart } from "./chart";
import {
  type Cell,
  type PageReport,
  type ReportColumn,
  type ReportContent,
  type ReportTable,
  remarkIn,
  tableKind,
  textOf,
  valueIn,
} from "./report";

/** The content of a report for its screen and its print page; on paper nothing is folded and no figure is a link. */
export const ReportBody = ({ report, onPaper }: { report: PageReport; onPaper?: boolean }) => (
  <HtmlPart as="div" id="report" className="contents" value={report.content}>
    {(content) => <Content {...content} onPaper={onPaper} />}
  </HtmlPart>
);

export function Content({ figures, notes, tables, onPaper }: ReportContent & { onPaper?: boolean }) {
  return (
    <>
      {figures.length > 0 && (
        <Figures
          figures={figures.map(({ label, value, href }) => ({
            label,
            value: <span className="money">{value}</span>,
            href: onPaper ? undefined : href,
          }))}
        />
      )}
      {notes.map((note) => (
        <p key={note} className="report-note">
          <Sentence text={note} />
        </p>
      ))}
      <div className="report-tables">
        {tables.map((table) => (
          <Part key={table.title} table={table} onPaper={onPaper} />
        ))}
      </div>
    </>
  );
}

/** A table below its title, with its chart. */
function Part({ table, onPaper }: { table: ReportTable; onPaper?: boolean }) {
  const { title, note, rows, chart, isFolded, page } = table;
  const isDrawn = chart && rows.some((row) => chart.of.some((index) => valueIn(row[index])));
  const figures = <Rows table={table} onPaper={onPaper} />;
  const isEmpty = rows.length === 0 && !page?.total;
  return (
    <section
      id={table.id}
      className={
        isFolded || table.columns.length > 4 ? "whole" : chart?.kind === "bars" ? "whole beside" : undefined
      }
    >
      <h2 className="section-title">{title}</h2>
      {note && (
        <p className="report-note">
          <Sentence text={note} />
        </p>
      )}
      {(isEmpty || (chart?.kind === "columns" && !isDrawn)) && (
        <p className="report-note">لا شيء في هذه الفترة.</p>
      )}
      {chart && isDrawn && <Chart table={table} chart={chart} />}
      {!isEmpty && (
        <div>
          {isFolded && !onPaper ? (
            <details>
              <summary>الأرقام في جدول</summary>
              {figures}
            </details>
          ) : (
            figures
          )}
          {page && <Pagination {...page} rows={rows} of={table.id} />}
        </div>
      )}
    </section>
  );
}

function Rows({
  table: { title, columns, rows, total },
  onPaper,
}: {
  table: ReportTable;
  onPaper?: boolean;
}) {
  const bodyCell = (
    <Table<Row>
      caption={title}
      compact={onPaper || columns.length <= 4}
      columns={columns.map((column, index) => ({
        label: column.label,
        kind: tableKind(column),
        cell: ({ cells }) => cellText(cells[index], column, onPaper),
      }))}
      rows={rows.map((cells, id) => ({ id, cells }))}
      total={total && { id: "total", cells: total }}
    />
  );
  if (!onPaper || columns.length <= 4) return bodyCell;
  return <Wide label={title}>{bodyCell}</Wide>;
}

type Row = { id: number | "total"; cells: Cell[] };

function cellText(cell: Cell | undefined, column: ReportColumn, onPaper?: boolean) {
  const value = textOf(cell, column);
  if (value === "") return null;
  const text = column.kind ? (
    <bdi dir={column.kind === "code" ? undefined : "ltr"}>{value}</bdi>
  ) : (
    <bdi>
      <Sentence text={String(value)} />
    </bdi>
  );
  const href = typeof cell === "object" ? cell?.href : undefined;
  const remark = remarkIn(cell);
  const shown =
    href && !onPaper ? (
      <a className="underline" href={href}>
        {text}
      </a>
    ) : (
      text
    );
  if (!remark) return shown;
  return (
    <span>
      {shown}
      <small>
        {remark.split(/([\d,.]+%?)/).map((part, index) =>
          index % 2 ? (
            <bdi key={index} dir="ltr">
              {part}
            </bdi>
          ) : (
            part
          ),
        )}
      </small>
    </span>
  );
}

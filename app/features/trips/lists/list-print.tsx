import { useLoaderData, useLocation } from "@remix-run/react";
import { ExportLinks } from "~/ui/page/export-links";
import { Empty, Fact, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { Head } from "~/ui/page/table";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import type { ListColumn, ListMember, Part } from "./list";
import type { printing } from "./lists.server";

/** The parts of a list: neighbours with the same heading. */
function partsOf<Row extends Part>(rows: Row[]) {
  const parts: { part: string | null; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last && last.part === row.part) last.rows.push(row);
    else parts.push({ part: row.part, rows: [row] });
  }
  return parts;
}

/**
 * A printed list: the heading row on every page, and a heading above each part.
 * @param back the address of «رجوع»
 */
export function PrintedList<Row extends ListMember>({
  columns,
  back,
  wide,
}: {
  columns: readonly ListColumn<Row>[];
  back: string;
  wide?: boolean;
}) {
  const { title, facts, company, today, refusal, rows, ...page } =
    useLoaderData<ReturnType<typeof printing<Row>>>();
  const { pathname } = useLocation();
  const columnsOnPaper = columns.filter(({ sheetOnly }) => !sheetOnly);
  const heads = columnsOnPaper.map(({ label, kind }) => ({
    label,
    kind: kind === "number" ? ("n" as const) : kind && ("code" as const),
  }));
  return (
    <main className={wide ? "wide-sheet" : undefined}>
      <PrintBar back={back} after={50}>
        <ExportLinks path={pathname.replace(/\/print$/, "")} />
      </PrintBar>
      <PrintSheet
        company={company}
        title={title}
        number={today}
        about={facts[0]?.[1]}
        signatures={["المشرف", "اعتماد المكتب"]}
      >
        <dl className={`facts mb-4 ${wide ? "sm:grid-cols-4" : "sm:grid-cols-3"}`}>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
          <Fact label="العدد">
            <bdi>{page.total.toLocaleString("en-US")}</bdi>
          </Fact>
        </dl>
        {refusal ? (
          <RefusedFilter refusal={refusal} />
        ) : rows.length === 0 ? (
          <Empty title={page.total ? "لا سجلات في هذه الصفحة" : "لا أعضاء بعد"} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a wide table
          <section className="overflow-x-auto print:overflow-visible" aria-label={title} tabIndex={0}>
            <table className="handed">
              <Head columns={heads} />
              {partsOf(rows as (Row & Part)[]).map(({ part, rows }) => (
                <tbody key={rows[0]?.number ?? part}>
                  {part !== null && (
                    <tr className="part">
                      <th colSpan={columnsOnPaper.length} scope="rowgroup">
                        {part}
                      </th>
                    </tr>
                  )}
                  {rows
                    .filter(({ number }) => number !== null)
                    .map((row) => (
                      <tr key={row.number}>
                        {columnsOnPaper.map(({ key, kind }) => (
                          <td key={key} className={kind}>
                            <Cell value={row[key] as string | number | null} kind={kind} />
                          </td>
                        ))}
                      </tr>
                    ))}
                </tbody>
              ))}
            </table>
          </section>
        )}
        {page.total > page.perPage && <Pagination {...page} />}
      </PrintSheet>
    </main>
  );
}

function Cell({ value, kind }: { value: string | number | null } & Pick<ListColumn<never>, "kind">) {
  if (value === null || value === "") return "—";
  return kind ? <bdi dir="ltr">{value}</bdi> : value;
}

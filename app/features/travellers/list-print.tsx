import { useLoaderData, useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { countPhrase } from "~/domain/count-words";
import { englishDate } from "~/domain/dates";
import { inLanguage, type Language } from "~/domain/language";
import { memberCount } from "~/features/groups/member";
import { DrawnRows, lineOf } from "~/first-page/drawn-rows";
import { Enumeration } from "~/ui/page/enumeration";
import { ExportLinks } from "~/ui/page/export-links";
import { Empty, Fact, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { ownText } from "~/ui/page/pair";
import { Sentence } from "~/ui/page/sentence";
import { Head, Wide } from "~/ui/page/table";
import { LanguageLink, PrintBar, PrintSheet } from "~/ui/print-sheet";
import type { ListColumn, ListMember, NameGap, Part } from "./list";
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

/** What is printed beside the list's own columns. */
/** As many numbers of names that are missing as a sheet tells. */
const mostNumbers = 30;

const words = {
  ar: {
    total: "العدد",
    none: "لا أعضاء بعد",
    beyond: "لا سجلات في هذه الصفحة",
    signatures: ["المشرف", "اعتماد المكتب"],
  },
  en: {
    total: "Total",
    none: "No members yet",
    beyond: "No records on this page",
    signatures: ["Supervisor", "Office stamp"],
  },
};

/**
 * A printed list: the heading row on every page, and a heading above each part.
 * @param back the address of «رجوع»
 * @param files links to further files
 * @param notes for the clerk, above the sheet
 */
export function PrintedList<Row extends ListMember>({
  back,
  wide,
  translated,
  files,
  notes,
}: {
  back: string;
  wide?: boolean;
  translated?: boolean;
  files?: ReactNode;
  notes?: ReactNode;
}) {
  const { title, facts, company, today, refusal, sheets, language, columns, gaps, ...page } =
    useLoaderData<ReturnType<typeof printing<Row>>>();
  const { pathname, search } = useLocation();
  const { total, none, beyond, signatures } = words[language];
  return (
    <main className={wide ? "wide-sheet" : undefined}>
      <PrintBar back={back} after={50}>
        <ExportLinks path={pathname.replace(/\/print$/, "")} search={inLanguage(language, search)} />
        {files}
        {translated && <LanguageLink language={language} />}
      </PrintBar>
      {Object.values(gaps).some((all) => all.length > 0) && <Gaps {...gaps} />}
      {notes}
      {sheets.map((sheet, place) => (
        <PrintSheet
          key={place}
          company={company}
          title={title}
          number={language === "en" ? englishDate(today.date) : today}
          about={facts[0]?.[1]}
          signatures={signatures}
          language={language}
        >
          <dl className={`facts mb-4 ${wide ? "sm:grid-cols-4" : "sm:grid-cols-3"}`}>
            {[...facts, ...sheet.facts].map(([label, value]) => (
              <Fact key={value} label={label}>
                <bdi>
                  <Sentence text={value} />
                </bdi>
              </Fact>
            ))}
            <Fact label={total}>
              <bdi>{sheet.total.toLocaleString("en-US")}</bdi>
            </Fact>
          </dl>
          {sheet.missing.length > 0 && (
            <p className="mb-3">
              Names not on record yet: {sheet.missing.length}. No.{" "}
              {sheet.missing.slice(0, mostNumbers).join(", ")}
              {sheet.missing.length > mostNumbers && " …"}
            </p>
          )}
          {sheet.rows.length === 0 ? (
            <Empty title={page.total ? beyond : none} />
          ) : (
            <Wide label={title}>
              <Lines
                columns={columns as ListColumn<Row>[]}
                rows={sheet.rows as (Row & Part)[]}
                language={language}
              />
            </Wide>
          )}
        </PrintSheet>
      ))}
      {refusal && <RefusedFilter refusal={refusal} />}
      {page.total > page.perPage && <Pagination {...page} rows={[]} />}
    </main>
  );
}

/** The table of a sheet, with a heading above each part. */
function Lines<Row extends ListMember>({
  columns,
  rows,
  language,
}: {
  columns: ListColumn<Row>[];
  rows: (Row & Part)[];
  language: Language;
}) {
  const printed = cellsOf(columns.filter(({ sheetOnly }) => !sheetOnly));
  const heads = printed.map(([{ label, kind }]) => ({
    label,
    kind: kind === "number" ? ("n" as const) : kind && ("code" as const),
  }));
  return (
    <table className="handed">
      <Head columns={heads} />
      {partsOf(rows).map(({ part, rows }) => (
        <tbody key={rows[0]?.number ?? part}>
          {part !== null && (
            <tr className="part">
              <th colSpan={printed.length} scope="rowgroup">
                {language === "en" ? <EnglishHeading part={part} /> : part}
              </th>
            </tr>
          )}
          <DrawnRows rows={rows.filter(({ number }) => number !== null)} instead={lineOf(printed.length)}>
            {(row) => (
              <tr>
                {printed.map(([{ key, kind }, ...below]) => (
                  <td key={key} className={kind}>
                    <Cell value={row[key] as string | number | null} kind={kind} />
                    {below.map(
                      ({ key, kind }) =>
                        row[key] !== null && (
                          <small key={key}>
                            <Cell value={row[key] as string} kind={kind} />
                          </small>
                        ),
                    )}
                  </td>
                ))}
              </tr>
            )}
          </DrawnRows>
        </tbody>
      ))}
    </table>
  );
}

/** What the office typed in Arabic, such as a room's beds, keeps its language and direction among English words. */
const EnglishHeading = ({ part }: { part: string }) =>
  part.split(" · ").map((piece, place) => (
    <Fragment key={place}>
      {place > 0 && " · "}
      {ownText("en", piece)}
    </Fragment>
  ));

/** Each column with those that stand below it. */
export function cellsOf<Row>(columns: ListColumn<Row>[]) {
  const cells: [ListColumn<Row>, ...ListColumn<Row>[]][] = [];
  for (const column of columns)
    if (column.below) cells.at(-1)?.push(column);
    else cells.push([column]);
  return cells;
}

type Gap = { name: string | null; href: string; number?: number | null };

/** What an English list says in place of a name that is not wholly known. */
const gapWords: Record<NameGap, string> = {
  missing: "بلا اسم باللاتينية، ومكان الاسم فارغ في الكشف",
  whole: "بلا اسم عائلة وأسماء مفصولة، فالاسم كله في خانة العائلة",
  part: "بلا اسم عائلة أو بلا اسم أول باللاتينية، فخانته فارغة",
};

type MemberGaps = { kind: NameGap; count: number; first: Gap[] };
type Notes = { text: string; href?: string }[];

/** For the office's eyes, never on paper: which Latin names are missing, and where they are typed. */
function Gaps({ members, hotels, notes }: { members: MemberGaps[]; hotels: Gap[]; notes: Notes }) {
  return (
    <div className="notice info mx-auto mt-3 max-w-[277mm] print:hidden" lang="ar" dir="rtl">
      {members.map(({ kind, count, first }) => (
        <p key={kind}>
          {countPhrase(count, memberCount)} {gapWords[kind]}: <GapLinks gaps={first} />
          {count > first.length && " وغيرهم"}
        </p>
      ))}
      {notes.map(({ text, href }) => (
        <p key={text}>
          {text}{" "}
          {href && (
            <a className="underline" href={href}>
              تعديل المجموعة
            </a>
          )}
        </p>
      ))}
      {hotels.length > 0 && (
        <p>
          بلا اسم باللاتينية من الفنادق، وليس في الكشف: <GapLinks gaps={hotels} />
        </p>
      )}
    </div>
  );
}

const GapLinks = ({ gaps }: { gaps: Gap[] }) => (
  <Enumeration
    of={gaps.map(({ name, href, number }) => (
      <Fragment key={href}>
        <a className="underline" href={href}>
          {name}
        </a>
        {number && (
          <>
            {" "}
            (<bdi>{number}</bdi>)
          </>
        )}
      </Fragment>
    ))}
  />
);

export function Cell({ value, kind }: { value: string | number | null } & Pick<ListColumn<never>, "kind">) {
  if (value === null || value === "") return "—";
  return kind ? <bdi dir="ltr">{value}</bdi> : value;
}

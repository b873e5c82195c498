import type { Knex } from "knex";
import { drawRow, drawRows } from "~/db/drawing.server";
import { type Db, db } from "~/db/knex.server";
import { pageOf, rowsOrRefusal } from "~/db/list.server";
import { dayOf } from "~/domain/hijri";
import { languageOf } from "~/domain/language";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { customer } from "~/features/customers/customer";
import { group } from "~/features/groups/group";
import { screen } from "~/http/screen.server";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { turnForPage } from "~/http/turns.server";
import type { Visit } from "~/http/visit";
import { noteList } from "~/http/whole-lists.server";
import { type ListColumn, type ListMember, type NameGap, nameGaps, nobody, type Part } from "./list";
import { membersInOrder } from "./members-in-order.server";
import { englishScopeOf, type Fact, type Scope, scopeOf } from "./scope.server";
import { othersNote } from "./travellers.server";

/**
 * A list to hand out, with the members of a group or trip. A list of several sheets, such as one for each hotel, has a `Section` for
 * each.
 */
type HandedList<Row extends ListMember, Section = undefined> = {
  title: string;
  columns: readonly ListColumn<Row>[];
  /** The sheets of the list; without it the list is one. @throws DomainError invalid, where the address asks for one that is not there */
  sections?: (db: Db, scope: Scope, params: URLSearchParams) => Promise<SectionOf<Section>[]>;
  /** The columns of the sheet that its sections need; without it, all. */
  columnsIn?: (sections: Section[]) => readonly ListColumn<Row>[];
  /** Orders and narrows memberships, joined with their groups, within a group. */
  order: (members: Knex.QueryBuilder, section: Section) => Knex.QueryBuilder;
  /** The rows of memberships, based on `listedMembers`. */
  rows: (db: Db, section: Section) => Knex.QueryBuilder;
  /** Lines of a group without a member, after the others. */
  rest?: (db: Db, groupId: number, section: Section) => Promise<Partial<Row>[]>;
  /** Completes a row with values that are not in the database. */
  toRow?: (stored: Row) => Row;
  /** The heading that a row shares with its neighbours. */
  part: (row: Row, scope: Scope) => string | null;
  /** What is not known of a member's name in the list's language, which is told above the list. */
  nameGap?: (row: Row) => NameGap | undefined;
};

/** A sheet of a list: what its rows are asked by, what its head says, and what the clerk should know of it. */
export type SectionOf<Section> = {
  section: Section;
  /** What it is of, if the list has several. */
  name?: string;
  facts: Fact[];
  gaps: { name: string; href: string }[];
};

/** A list in each language in which it is handed out. */
export type Translations<Row extends ListMember, English extends ListMember = Row, Section = undefined> = {
  ar: HandedList<Row, Section>;
  en?: HandedList<English, Section>;
};

/** The membership's id, and what every list says of a member. */
export const listedMembers = (db: Db) =>
  db("group_members")
    .join("customers", "customers.id", "group_members.customer_id")
    .join("groups", "groups.id", "group_members.group_id")
    .select(
      "group_members.id",
      "group_members.customer_id",
      "customers.name",
      "customers.name_latin",
      "passport_number",
      "gender",
      "phone",
      { group_name: "groups.name" },
    );

/** M or F. */
export const sexInEnglish = (gender: string | null) => (gender ? (gender === "ذكر" ? "M" : "F") : null);

/** The list in the language of the address, and what it is of. @throws DomainError not_found */
async function translationOf<Row extends ListMember, English extends ListMember, Section>(
  lists: Translations<Row, English, Section>,
  { params, url }: Pick<Visit, "params" | "url">,
) {
  const isEnglish = lists.en !== undefined && languageOf(url.searchParams) === "en";
  return {
    language: isEnglish ? ("en" as const) : ("ar" as const),
    // one list has rows of one kind, whichever that is
    list: (isEnglish ? lists.en : lists.ar) as unknown as HandedList<Row & English, Section>,
    scope: await (isEnglish ? englishScopeOf : scopeOf)(params),
  };
}

/**
 * The rows of a part of the list's memberships, in batches. A member who has left the group meanwhile is left out. The
 * last part ends with the lines without a member.
 */
export async function* rowsOf<Row extends ListMember, Section = undefined>(
  {
    rows,
    rest,
    toRow = (row) => row,
    part,
  }: Pick<HandedList<Row, Section>, "rows" | "rest" | "toRow" | "part">,
  scope: Scope,
  ids: Int32Array,
  { from = 0, to = ids.length, batch = 500, section }: Range<Section> = {},
): AsyncGenerator<(Row & Part)[]> {
  const rowOf = (stored: Row) => {
    const row = toRow(stored);
    return { ...row, part: part(row, scope) };
  };
  for (let start = from; start < to; start += batch) {
    const batchIds = [...ids.subarray(start, Math.min(start + batch, to))];
    const listRows: unknown[] = await rows(db, section as Section).whereRaw("group_members.id = ANY(?)", [
      batchIds,
    ]);
    const byId = new Map((listRows as (Row & { id: number })[]).map((row) => [row.id, row]));
    yield batchIds.flatMap((id, index) => {
      const stored = byId.get(id);
      return stored ? [drawRow({ ...stored, number: start + index + 1 }, rowOf)] : [];
    });
  }
  const isLast = to === ids.length && (from < to || from === 0);
  if (rest && isLast)
    yield drawRows(await rest(db, scope.id, section as Section), (row) =>
      rowOf({ ...nobody, ...row } as Row),
    );
}

type Range<Section> = { from?: number; to?: number; batch?: number; section?: Section };

/** The sheets of a list, each with its members. */
async function sheetsOf<Row extends ListMember, Section>(
  { sections, order }: HandedList<Row, Section>,
  scope: Scope,
  params: URLSearchParams,
) {
  const usual = [{ section: undefined as Section, facts: [], gaps: [] }];
  const sheets: (SectionOf<Section> & { ids: Int32Array })[] = [];
  for (const one of sections ? await sections(db, scope, params) : usual)
    sheets.push({ ...one, ids: await membersInOrder(scope, (members) => order(members, one.section)) });
  return sheets;
}

const totalOf = (sheets: { ids: Int32Array }[]) => sheets.reduce((sum, { ids }) => sum + ids.length, 0);

/** A list's title with whom it is of, and what its only sheet is about. */
const titleIn = ({ title }: { title: string }, { name }: Scope, sheets: { name?: string }[]) =>
  [title, name, ...(sheets.length === 1 ? sheets : []).flatMap((sheet) => sheet.name ?? [])].join(" - ");

/** The most members on one page of a list's print address, which is enough for a large trip. */
const mostPrinted = 2000;

/** As many gaps as are named above a list. */
const mostGaps = 30;

/** The loader of a list's print page. @param moreOf gives what this list's page alone has */
export const printing = <
  Row extends ListMember,
  English extends ListMember = Row,
  Section = undefined,
  More = null,
>(
  lists: Translations<Row, English, Section>,
  moreOf: (scope: Scope) => Promise<More> = async () => null as More,
) =>
  screen([group.write], async (visit) => {
    const { language, list, scope } = await translationOf(lists, visit);
    const { searchParams } = visit.url;
    const all = await rowsOrRefusal(async () => {
      const { page } = pageOf(searchParams);
      return { rows: await sheetsOf(list, scope, searchParams), total: 0, page, perPage: mostPrinted };
    });
    const total = totalOf(all.rows);
    await turnForPage(visit);
    const noted = titleIn(list, scope, all.rows);
    await noteList(visit, "printed", { of: "customers", title: noted, count: total });
    const first = (all.page - 1) * mostPrinted;
    const sheets = [];
    let before = 0;
    for (const { section, facts, ids } of all.rows) {
      const from = Math.max(0, first - before);
      const to = Math.min(ids.length, first + mostPrinted - before);
      const rows = [];
      if (from < to || (ids.length === 0 && all.page === 1))
        for await (const batch of rowsOf(list, scope, ids, { from, to, section })) rows.push(...batch);
      const missing = rows.flatMap((row) => (gapIn(list, row) === "missing" ? [row.number] : []));
      if (rows.length || all.page === 1) sheets.push({ facts, rows, missing, total: ids.length });
      before += ids.length;
    }
    const people = new Map(sheets.flatMap(({ rows }) => rows).map((row) => [row.customer_id, row]));
    const gaps = [...people.values()].flatMap((row) => {
      const kind = gapIn(list, row);
      return kind ? [{ kind, ...gapOf(row) }] : [];
    });
    return {
      ...all,
      rows: [],
      sheets,
      total,
      language,
      columns: list.columns,
      gaps: {
        members: nameGaps.flatMap((kind) => {
          const ofKind = gaps.filter((gap) => gap.kind === kind);
          return ofKind.length ? [{ kind, count: ofKind.length, first: ofKind.slice(0, mostGaps) }] : [];
        }),
        hotels: all.rows.flatMap(({ gaps }) => gaps),
        notes: [...scope.notes, ...(await othersNote(scope))],
      },
      title: list.title,
      name: scope.name,
      facts: scope.facts,
      more: await moreOf(scope),
      today: dayOf(officeToday()),
      company: await companyHead(db),
    };
  });

/** What is not known of a row's name; nothing in a line without a member. */
const gapIn = <Row extends ListMember>(
  { nameGap }: { nameGap?: (row: Row) => NameGap | undefined },
  row: Row,
) => (row.customer_id === null ? undefined : nameGap?.(row));

const gapOf = ({ customer_id, number, name }: ListMember) => ({
  name,
  number,
  href: `${customer.path}/${customer_id}/edit`,
});

/** The rows, and at their end a line that says how many names are missing, as the print does. */
async function* withGapCount<Row extends ListMember, Section>(
  { columns, ...list }: HandedList<Row, Section>,
  batches: AsyncGenerator<(Row & Part)[]>,
) {
  let gaps = 0;
  for await (const rows of batches) {
    gaps += rows.filter((row) => gapIn(list, row) === "missing").length;
    yield rows;
  }
  const names = columns.find(({ key }) => ["surname_latin", "name_latin"].includes(key));
  if (gaps && names)
    yield [{ ...nobody, [names.key]: `Names not on record yet: ${gaps}` } as unknown as Row & Part];
}

/** The columns of a list in its sheet. */
export const sheetColumns = <Row>(columns: readonly ListColumn<Row>[]) =>
  columns.map(({ key, label, kind, width }): SheetColumn<Row> => {
    const cell = (row: Row) => row[key] as string | number | null;
    return { head: label, width, kind: kind === "code" ? undefined : kind, cell };
  });

/** The loader of a list's sheet. */
export const sheetOf = <Row extends ListMember, English extends ListMember = Row, Section = undefined>(
  lists: Translations<Row, English, Section>,
) =>
  exportLoader([group.write], async (visit) => {
    const { language, list, scope } = await translationOf(lists, visit);
    const sections = await sheetsOf(list, scope, visit.url.searchParams);
    const columns = sheetColumns(list.columnsIn?.(sections.map(({ section }) => section)) ?? list.columns);
    const title = titleIn(list, scope, sections);
    const sheets = sections.map(({ section, name, ids }) => ({
      title: name ?? title,
      columns,
      of: "customers" as const,
      count: ids.length,
      rows: withGapCount(list, rowsOf(list, scope, ids, { section })),
      language,
    }));
    const [only] = sheets;
    return only && sheets.length === 1 ? { ...only, title } : { title, language, sheets };
  });

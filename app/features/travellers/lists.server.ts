import type { Knex } from "knex";
import { drawRow, drawRows } from "~/db/drawing.server";
import { type Db, db } from "~/db/knex.server";
import { pageOf, rowsOrRefusal } from "~/db/list.server";
import { englishDate } from "~/domain/dates";
import { dayOf, hijri } from "~/domain/hijri";
import { type Language, languageOf } from "~/domain/language";
import { isLatin } from "~/domain/latin-name.server";
import { officeToday } from "~/domain/office-day.server";
import { companyHead } from "~/features/company/company.server";
import { customer } from "~/features/customers/customer";
import { type Group, group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { supervisorGap, supervisorIn } from "~/features/groups/supervisor.server";
import { trip } from "~/features/trips/trip";
import { trips } from "~/features/trips/trips.server";
import { idParam, screen } from "~/http/screen.server";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { turnForPage } from "~/http/turns.server";
import type { Visit } from "~/http/visit";
import { noteList } from "~/http/whole-lists.server";
import { type ListColumn, type ListMember, type NameGap, nameGaps, nobody, type Part } from "./list";
import { stayFacts } from "./stay-facts.server";
import { othersNote, travellersOf } from "./travellers.server";

/** The group or trip whose members are listed. */
export type Scope = {
  of: typeof group | typeof trip;
  id: number;
  name: string;
  /** What a list says of it at its head. */
  facts: Fact[];
  /** What its head lacks, in sentences for the clerk. */
  notes: Note[];
};

type Note = { text: string; href?: string };

/** A list to hand out, with the members of a group or trip. */
type HandedList<Row extends ListMember> = {
  title: string;
  columns: readonly ListColumn<Row>[];
  /** Orders memberships, joined with their groups, within a group. */
  order: (members: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** The rows of memberships, based on `listedMembers`. */
  rows: (db: Db) => Knex.QueryBuilder;
  /** Lines of a group without a member, after the others. */
  rest?: (db: Db, groupId: number) => Promise<Partial<Row>[]>;
  /** Completes a row with values that are not in the database. */
  toRow?: (stored: Row) => Row;
  /** The heading that a row shares with its neighbours. */
  part: (row: Row, scope: Scope) => string | null;
  /** Whether its head says where the group sleeps. */
  tellsStays?: true;
  /** What is not known of a member's name in the list's language, which is told above the list. */
  nameGap?: (row: Row) => NameGap | undefined;
};

/** A list in each language in which it is handed out. */
export type Translations<Row extends ListMember, English extends ListMember = Row> = {
  ar: HandedList<Row>;
  en?: HandedList<English>;
};

type Fact = [label: string, value: string];

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

/** A date with its Hijri date: `2026-02-18 (1 رمضان 1447 هـ)`. */
function withHijri(date: string) {
  const inHijri = hijri(date);
  return inHijri ? `${date} (${inHijri})` : date;
}

const factsOf = (facts: [string, string | number | null][]) =>
  facts.flatMap(([label, value]): Fact[] => (value === null ? [] : [[label, String(value)]]));

type Params = { group?: string; trip?: string };

/** @throws DomainError not_found */
export async function scopeOf(params: Params): Promise<Scope> {
  if (params.trip) {
    const { id, name, start_date, end_date } = await trips.find(db, idParam(params.trip));
    const facts = factsOf([
      ["الرحلة", name],
      ["من تاريخ", withHijri(start_date)],
      ["إلى تاريخ", withHijri(end_date)],
    ]);
    return { of: trip, id, name, facts, notes: [] };
  }
  const groupRow = await groups.find(db, idParam(params.group));
  const { supervisorName, supervisorPhone } = groupRow;
  const facts = factsOf([
    ["المجموعة", groupRow.name],
    [group.labels.campaign_id, groupRow.campaign],
    [group.labels.departureDate, groupRow.departureDate && withHijri(groupRow.departureDate)],
    [group.labels.transportation_id, groupRow.busNumber],
    [group.labels.supervisor_id, supervisorName],
    [group.labels.supervisorPhone, supervisorPhone],
  ]);
  return { of: group, id: groupRow.id, name: groupRow.name, facts, notes: supervisorNotes("ar", groupRow) };
}

function supervisorNotes(language: Language, { supervisor, ...row }: Group): Note[] {
  const { supervisorName: name, supervisorNameLatin: name_latin, supervisorPhone: phone } = row;
  const text = supervisorGap(language, { login: supervisor, name, name_latin, phone });
  return text ? [{ text }] : [];
}

/** What a group or a trip is called for those who read no Arabic: its number, where its name has Arabic letters. */
export const latinOr = (name: string, noun: string, id: number) => (isLatin(name) ? name : `${noun} ${id}`);

/** M or F. */
export const sexInEnglish = (gender: string | null) => (gender ? (gender === "ذكر" ? "M" : "F") : null);

/** The same in English. @throws DomainError not_found */
async function englishScopeOf(params: Params): Promise<Scope> {
  if (params.trip) {
    const { id, name, start_date, end_date } = await trips.find(db, idParam(params.trip));
    const facts = factsOf([
      ["Trip", latinOr(name, "No.", id)],
      ["From", englishDate(start_date)],
      ["To", englishDate(end_date)],
    ]);
    return { of: trip, id, name: latinOr(name, "Trip", id), facts, notes: [] };
  }
  const groupRow = await groups.find(db, idParam(params.group));
  const { id, departureDate, supervisorName, supervisorNameLatin, supervisorPhone } = groupRow;
  const name = groupRow.name_latin ?? groupRow.name;
  const facts = factsOf([
    ["Group", latinOr(name, "No.", id)],
    ["Departure", departureDate && englishDate(departureDate)],
    ["Supervisor", supervisorIn("en", { name: supervisorName, name_latin: supervisorNameLatin })],
    ["Supervisor's telephone", supervisorPhone],
  ]);
  const unnamed = { text: "المجموعة بلا اسم باللاتينية، فرقمها مكانه:", href: `${group.path}/${id}/edit` };
  const notes = [...(isLatin(name) ? [] : [unnamed]), ...supervisorNotes("en", groupRow)];
  return { of: group, id, name: latinOr(name, "Group", id), facts, notes };
}

/** The list in the language of the address, and what it is of. @throws DomainError not_found */
async function translationOf<Row extends ListMember, English extends ListMember>(
  lists: Translations<Row, English>,
  { params, url }: Pick<Visit, "params" | "url">,
) {
  const isEnglish = lists.en !== undefined && languageOf(url.searchParams) === "en";
  return {
    language: isEnglish ? ("en" as const) : ("ar" as const),
    // one list has rows of one kind, whichever that is
    list: (isEnglish ? lists.en : lists.ar) as unknown as HandedList<Row & English>,
    scope: await (isEnglish ? englishScopeOf : scopeOf)(params),
  };
}

/**
 * The memberships of who travels of a group or trip, as numbers: all that is held of a long list. Groups follow each other by departure.
 * @param order puts those of a group in the list's order; without it they stand as they joined
 */
export async function membersInOrder(scope: Scope, order = (members: Knex.QueryBuilder) => members) {
  const members = travellersOf(scope).orderBy([
    { column: "departure_date", nulls: "last" },
    "groups.name",
    "groups.id",
  ]);
  return Int32Array.from(await order(members).orderBy("group_members.id").pluck("group_members.id"));
}

/**
 * The rows of a part of the list's memberships, in batches. A member who has left the group meanwhile is left out. The
 * last part ends with the lines without a member.
 */
export async function* rowsOf<Row extends ListMember>(
  { rows, rest, toRow = (row) => row, part }: Pick<HandedList<Row>, "rows" | "rest" | "toRow" | "part">,
  scope: Scope,
  ids: Int32Array,
  { from = 0, to = ids.length, batch = 500 } = {},
): AsyncGenerator<(Row & Part)[]> {
  const rowOf = (stored: Row) => {
    const row = toRow(stored);
    return { ...row, part: part(row, scope) };
  };
  for (let start = from; start < to; start += batch) {
    const batchIds = [...ids.subarray(start, Math.min(start + batch, to))];
    const listRows: unknown[] = await rows(db).whereRaw("group_members.id = ANY(?)", [batchIds]);
    const byId = new Map((listRows as (Row & { id: number })[]).map((row) => [row.id, row]));
    yield batchIds.flatMap((id, index) => {
      const stored = byId.get(id);
      return stored ? [drawRow({ ...stored, number: start + index + 1 }, rowOf)] : [];
    });
  }
  const isLast = to === ids.length && (from < to || from === 0);
  if (rest && isLast) yield drawRows(await rest(db, scope.id), (row) => rowOf({ ...nobody, ...row } as Row));
}

const titleIn = ({ title }: { title: string }, { name }: Scope) => `${title} - ${name}`;

/** The most members on one page of a list's print address, which is enough for a large trip. */
const mostPrinted = 2000;

/** As many gaps as are named above a list. */
const mostGaps = 30;

/** The loader of a list's print page. @param moreOf gives what this list's page alone has */
export const printing = <Row extends ListMember, English extends ListMember = Row, More = null>(
  lists: Translations<Row, English>,
  moreOf: (scope: Scope) => Promise<More> = async () => null as More,
) =>
  screen([group.write], async (visit) => {
    const { language, list, scope } = await translationOf(lists, visit);
    const ids = await membersInOrder(scope, list.order);
    await turnForPage(visit);
    await noteList(visit, "printed", { of: "customers", title: titleIn(list, scope), count: ids.length });
    const page = await rowsOrRefusal(async () => {
      const { page } = pageOf(visit.url.searchParams);
      const from = (page - 1) * mostPrinted;
      const rows = [];
      const to = Math.min(from + mostPrinted, ids.length);
      for await (const batch of rowsOf(list, scope, ids, { from, to })) rows.push(...batch);
      return { rows, total: ids.length, page, perPage: mostPrinted };
    });
    const gaps = page.rows.flatMap((row) => {
      const kind = row.customer_id === null ? undefined : list.nameGap?.(row);
      return kind ? [{ kind, ...gapOf(row) }] : [];
    });
    const stays = list.tellsStays && (await stayFacts(db, scope.id, language));
    return {
      ...page,
      language,
      columns: list.columns,
      gaps: {
        members: nameGaps.flatMap((kind) => {
          const all = gaps.filter((gap) => gap.kind === kind);
          return all.length ? [{ kind, count: all.length, first: all.slice(0, mostGaps) }] : [];
        }),
        hotels: stays?.unnamed ?? [],
        notes: [...scope.notes, ...(await othersNote(scope))],
      },
      title: list.title,
      facts: [...scope.facts, ...(stays?.facts ?? [])],
      more: await moreOf(scope),
      total: ids.length,
      today: dayOf(officeToday()),
      company: await companyHead(db),
    };
  });

const gapOf = ({ customer_id, number, name }: ListMember) => ({
  name,
  number,
  href: `${customer.path}/${customer_id}/edit`,
});

/** The rows, and at their end a line that says how many names are missing, as the print does. */
async function* withGapCount<Row extends ListMember>(
  { columns, nameGap }: HandedList<Row>,
  batches: AsyncGenerator<(Row & Part)[]>,
) {
  let gaps = 0;
  for await (const rows of batches) {
    gaps += rows.filter((row) => row.customer_id !== null && nameGap?.(row) === "missing").length;
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
export const sheetOf = <Row extends ListMember, English extends ListMember = Row>(
  lists: Translations<Row, English>,
) =>
  exportLoader([group.write], async (visit) => {
    const { language, list, scope } = await translationOf(lists, visit);
    const columns = sheetColumns(list.columns);
    const ids = await membersInOrder(scope, list.order);
    const rows = withGapCount(list, rowsOf(list, scope, ids));
    return { title: titleIn(list, scope), columns, of: "customers", count: ids.length, rows, language };
  });

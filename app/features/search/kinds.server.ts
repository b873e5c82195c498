import { drawRow } from "~/db/drawing.server";
import type { ListOrRows } from "~/db/list";
import { readFirst, searchOf } from "~/db/list.server";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Hit } from "~/domain/hit";
import { code } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import type { RowFault } from "~/domain/row-fault";
import { entities } from "~/features/entities.server";

export type Found = Hit & { id: number };

type Kind = Pick<(typeof entities)[string], "store"> & {
  of: Entity;
  // biome-ignore lint/suspicious/noExplicitAny: a row of any entity
  hit: (row: any) => Hit;
};

/** The searchable kinds, in the order of the results. Each is searched through its own list. */
const kinds: Kind[] = Object.values(entities).flatMap(({ entity, store, hit }) =>
  hit ? { of: entity, store, hit } : [],
);

/** A number that we issue, such as RV-2026-00001. Longer numbers may contain it, and those are newer. */
const isNumber = /^[A-Z]+-\d{4}-\d+$/i;

/** The first rows of a kind that match a search, newest first. */
async function first({ of, store, hit }: Kind, search: string, count: number): Promise<Found[]> {
  const { name } = wordsOf(of);
  const whole = isNumber.test(search) && name !== "name";
  const rows = await readFirst(
    store.list(new URLSearchParams({ search })) as ListOrRows<{ id: number }>,
    count,
    whole ? { [`${of.table}.${name}`]: search.toUpperCase() } : undefined,
  );
  const unreadable = ({ name, fault }: RowFault): Hit => ({
    title: name,
    facts: [fault],
    state: "",
    tone: "plain",
    href: of.path,
  });
  return rows.map((row) => ({ id: row.id, ...drawRow(row, hit, unreadable) }));
}

/** The kinds that this user may search. */
const searchedBy = (user: SessionUser) => kinds.filter(({ of }) => holdsAny(user, [of.write]));

/** The nouns of the kinds that this user may search: «العملاء، العقود». */
export const searchedNames = (user: SessionUser) => searchedBy(user).map(({ of }) => wordsOf(of).many);

/** The search of an address; "" if it is too short. */
export function queryOf(params: URLSearchParams) {
  const { data: query = "" } = code(100).safeParse(searchOf(params, "q"));
  const letters = query.replace(/[\p{M}\s\u0640]/gu, ""); // vowel signs and tatweel are ignored in a search
  return [...letters].length < 2 ? "" : query;
}

/**
 * The first matches of each kind whose screen the user may open. A record whose whole number or name is the query comes first,
 * and so does its kind. Kinds without matches are left out.
 * @param count the most matches of a kind; `more` says whether there are further ones
 */
export async function find(user: SessionUser, query: string, count: number) {
  if (!query) return [];
  const isAsked = ({ title }: Found) => title.toUpperCase() === query.toUpperCase();
  const hits = await Promise.all(searchedBy(user).map((kind) => firstOf(kind, query, count, isAsked)));
  return hits
    .filter(({ rows }) => rows.length)
    .sort((a, b) => Number(b.rows.some(isAsked)) - Number(a.rows.some(isAsked)));
}

async function firstOf(kind: Kind, query: string, count: number, isAsked: (found: Found) => boolean) {
  const { of } = kind;
  const rows = await first(kind, query, count + 1);
  const sorted = [...rows.filter(isAsked), ...rows.filter((row) => !isAsked(row))];
  return {
    kind: of.item,
    words: wordsOf(of),
    rows: sorted.slice(0, count),
    more: rows.length > count,
    all: `${of.path}?${new URLSearchParams({ search: query })}`,
  };
}

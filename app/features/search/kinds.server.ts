import { type Listed, readFirst, searchOf } from "~/db/list.server";
import { type Entity, wordsOf } from "~/domain/entity";
import { code } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { entities } from "~/features/entities.server";
import type { Hit } from "~/ui/hit";

export type Found = Hit & { id: number };

type Kind = Pick<(typeof entities)[string], "store"> & {
  of: Entity;
  // biome-ignore lint/suspicious/noExplicitAny: a row of any entity
  hit: (row: any) => Hit;
};

/** What is searched, in the order of the answers; each through its own list, for those whose screen opens it. */
const kinds: Kind[] = Object.values(entities).flatMap(({ entity, store, hit }) =>
  hit ? { of: entity, store, hit } : [],
);

/** One that we gave, as RV-2026-00001: it may stand in longer ones, too, and those are newer. */
const isNumber = /^[A-Z]+-\d{4}-\d+$/i;

/** The first rows of a kind that a search finds, newest first. */
async function first({ of, store, hit }: Kind, search: string, count: number): Promise<Found[]> {
  const { name } = wordsOf(of);
  const whole = isNumber.test(search) && name !== "name";
  const rows = await readFirst(
    store.list(new URLSearchParams({ search })) as Listed<{ id: number }>,
    count,
    whole ? { [`${of.table}.${name}`]: search.toUpperCase() } : undefined,
  );
  return rows.map((row) => ({ id: row.id, ...hit(row) }));
}

/** What of the office this user may search. */
const searchedBy = (user: SessionUser) => kinds.filter(({ of }) => holdsAny(user, [of.write]));

/** By what name this user's search goes: «العملاء، العقود». */
export const searchedNames = (user: SessionUser) => searchedBy(user).map(({ of }) => wordsOf(of).many);

/** What an address asks for; "" where that is too short to be looked for. */
export function queryOf(params: URLSearchParams) {
  const { data: query = "" } = code(100).safeParse(searchOf(params, "q"));
  const letters = query.replace(/[\p{M}\s\u0640]/gu, ""); // of vowel signs and tatweel alone nothing is left in a search
  return [...letters].length < 2 ? "" : query;
}

/**
 * The first records of each kind that a search finds, of those whose screen the user may open. A record of which it is the
 * whole number or name leads, and its kind the others; kinds without any are left out.
 * @param count how many of a kind; whether there are `more` is said beside them
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

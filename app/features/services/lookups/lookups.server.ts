import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { text, wholeNumber } from "~/domain/input.server";
import { type LookupKind, lookups, type NamedLookup, type Rating, starsInWords } from "./lookup";

const nameSchema = z.object({ name: text(100) });
const rated = z.object({ value: wholeNumber({ min: 1, max: 7, message: "عدد النجوم عدد صحيح من 1 إلى 7" }) });

export const lookupSchema = (kind: LookupKind) => (kind === "ratings" ? rated : nameSchema);

/** A lookup whole, by name; ratings by their stars. */
export function listLookup(db: Db, kind: "ratings", params?: URLSearchParams): Promise<Rating[]>;
export function listLookup(
  db: Db,
  kind: Exclude<LookupKind, "ratings">,
  params?: URLSearchParams,
): Promise<NamedLookup[]>;
export function listLookup(
  db: Db,
  kind: LookupKind,
  params?: URLSearchParams,
): Promise<(NamedLookup | Rating)[]>;
export async function listLookup(db: Db, kind: LookupKind, params = new URLSearchParams()) {
  const { table, column } = lookups[kind];
  const query = db(table).select("id", column).orderBy([column, "id"]);
  return whereSearch(query, `fold(' ' || ${column})`, searchOf(params));
}

/** The choices of a select, and of a filter: each with its name, a rating in words. */
export async function lookupChoices(db: Db, kind: LookupKind) {
  const rows: (NamedLookup | Rating)[] = await listLookup(db, kind);
  return rows.map((row): [number, string] => [row.id, "name" in row ? row.name : starsInWords(row.value)]);
}

/** @throws DomainError conflict when there is one like it */
export async function createLookup(
  trx: Transaction,
  kind: LookupKind,
  input: { name: string } | { value: number },
): Promise<NamedLookup | Rating> {
  const { table, column } = lookups[kind];
  const [row] = await trx(table).insert(input).returning(["id", column]);
  return row;
}

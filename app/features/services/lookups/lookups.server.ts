import { z } from "zod";
import { type Asked, offer } from "~/db/choices.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { byName } from "~/db/order.server";
import { withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { schemaOf } from "~/domain/fields.server";
import { text, wholeNumber } from "~/domain/input.server";
import type { NamedChoice, Offer } from "~/domain/offer";
import { city } from "./city";
import { type LookupKind, lookups, type NamedLookup, type Rating, starsInWords } from "./lookup";

const citySchema = schemaOf(city.fields);
const nameSchema = z.object({ name: text(100) });
const rated = z.object({ value: wholeNumber({ min: 1, max: 7, message: "عدد النجوم عدد صحيح من 1 إلى 7" }) });

export const lookupSchema = (kind: LookupKind) =>
  kind === "ratings" ? rated : kind === "cities" ? citySchema : nameSchema;

/** The columns of a row in calls, beside its id. */
const namesOf = (kind: LookupKind) => (kind === "cities" ? Object.keys(city.fields) : [lookups[kind].column]);

/** All rows of a lookup by name; ratings by their stars. */
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
  const query = db(lookups[kind].table)
    .select(["id", ...namesOf(kind)])
    .orderByRaw(inOrder(kind));
  return whereSearch(query, `fold(concat_ws(' ', '', ${namesOf(kind).join(", ")}))`, searchOf(params));
}

/** Ratings are numbers; the others are sorted by name. */
const inOrder = (kind: LookupKind) => {
  const { table, column } = lookups[kind];
  const columns: [string, string] = [`${table}.${column}`, `${table}.id`];
  return kind === "ratings" ? db.raw("??, ??", columns) : byName(...columns);
};

/** The choices of these lookups, each under the field that refers to it, for a form or the filters of a list; ratings in words. */
export async function lookupOffers<Kind extends LookupKind>(
  asked: Asked,
  ...kinds: Kind[]
): Promise<Record<(typeof lookups)[Kind]["reference"], Offer>> {
  const offers = kinds.map(async (kind): Promise<[string, Offer]> => {
    const { table, column, reference } = lookups[kind];
    const toChoice = ({ id, name }: NamedLookup): NamedChoice => [
      id,
      kind === "ratings" ? starsInWords(Number(name)) : name,
    ];
    return [
      reference,
      await offer(asked, reference, { table, name: `${table}.${column}`, order: inOrder(kind), toChoice }),
    ];
  });
  return Object.fromEntries(await Promise.all(offers)) as never;
}

/** @throws DomainError conflict if an equal one exists */
export async function createLookup(
  trx: Transaction,
  kind: LookupKind,
  input: { name: string } | { value: number },
): Promise<NamedLookup | Rating> {
  const [row] = await trx(lookups[kind].table)
    .insert(withoutUndefined(input))
    .returning(["id", ...namesOf(kind)]);
  return row;
}

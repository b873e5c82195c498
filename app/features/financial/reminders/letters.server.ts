import { db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { ids } from "~/domain/lists.server";
import { readDebts } from "../debts/debts.server";
import { chosen, mostLetters } from "../debts/reminder";
import { claimsOf, reminderWords, unaskedOf } from "./claims.server";

const someIds = ids(mostLetters);

/**
 * The customers of a form or an address; none if it names none.
 * @throws DomainError invalid
 */
export function chosenIn(params: URLSearchParams | FormData): number[] {
  const { success, data } = someIds.safeParse(params.getAll(chosen));
  if (!success) throw invalid(chosen, `اختر العملاء من القائمة، ${mostLetters} على الأكثر`);
  return data ?? [];
}

/** The customers of an address: those that it names, otherwise one page of those in the list of debts with its filters. */
async function addresseesOf(params: URLSearchParams) {
  const named = chosenIn(params);
  if (named.length) return { ids: named, total: named.length, page: 1, perPage: mostLetters };
  const filters = new URLSearchParams(params);
  filters.set("per_page", String(mostLetters));
  const { rows, ...page } = await readDebts("customers", filters);
  return { ids: [...new Set(rows.map(({ party_id }) => party_id))], ...page };
}

/**
 * The letters of an address, in the order of its customers. `without` counts those who have nothing left to pay and get no letter,
 * `unasked` those who owe only for contracts of cancelled campaigns, `withCredit` those who have money in another currency: with them it
 * is talked about first, and each is reminded alone.
 * @throws DomainError invalid
 */
export async function lettersOf(params: URLSearchParams) {
  const { ids, total, page, perPage } = await addresseesOf(params);
  const [claims, unasked, words, names] = await Promise.all([
    claimsOf(db, ids),
    unaskedOf(db, ids),
    reminderWords(db),
    db("customers").whereIn("id", ids).select<{ id: number; name: string }[]>("id", "name"),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const rows = ids.flatMap((id) => {
    const [claim, name] = [claims.get(id), nameOf.get(id)];
    return claim && name ? [{ id, name, claim, parts: claim.parts, text: words(name, claim) }] : [];
  });
  const unaskedCount = ids.filter((id) => !claims.has(id) && unasked.has(id)).length;
  const letters = ids.length === 1 ? rows : rows.filter(({ claim }) => !claim.credits.length);
  return {
    rows: letters.map(({ claim: _, ...letter }) => letter),
    without: ids.length - rows.length - unaskedCount,
    unasked: unaskedCount,
    withCredit: rows.length - letters.length,
    total,
    page,
    perPage,
  };
}

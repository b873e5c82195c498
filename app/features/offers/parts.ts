import Big from "big.js";

type Part = { due_date: string; amount: string | number };

/**
 * The schedule of an offer that is signed on a day: what was due before it is due on it. Null, as it is stored, where all is due on that day.
 * @param parts in the order of their days
 */
export function partsOn(parts: Part[] | null, day: string): string | null {
  if (!parts) return null;
  const late = parts.filter(({ due_date }) => due_date <= day);
  const due = late.reduce((sum, { amount }) => sum.plus(amount), Big(0));
  const rest = parts.slice(late.length);
  const all = late.length ? [{ due_date: day, amount: due.toFixed() }, ...rest] : rest;
  return rest.length ? JSON.stringify(all) : null;
}

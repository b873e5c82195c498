import { ages } from "./ages";
import { yearsBetween } from "./dates";

/** How an airline addresses a passenger: a man, a woman, a boy, a girl, an infant. */
export type Title = "MR" | "MS" | "MSTR" | "MISS" | "INF";

/**
 * The title of a passenger; null if the sex is not known, which only an infant's title does not say. Without a birthday a passenger is
 * an adult.
 * @param departure `YYYY-MM-DD`
 */
export function titleOf(
  { date_of_birth, gender }: { date_of_birth: string | null; gender: string | null },
  departure: string,
): Title | null {
  const age = date_of_birth ? yearsBetween(date_of_birth, departure) : ages.child;
  if (age < ages.infant) return "INF";
  if (gender === null) return null;
  const [male, female] = age < ages.child ? (["MSTR", "MISS"] as const) : (["MR", "MS"] as const);
  return gender === "ذكر" ? male : female;
}

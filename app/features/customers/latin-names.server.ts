import { withoutUndefined } from "~/db/rows.server";
import { invalid } from "~/domain/domain-error";
import { longestLatinName } from "~/domain/latin-name.server";
import type { Customer } from "./customer";
import { wholeOfParts } from "./latin-names";

type LatinNames = Pick<Customer, "surname_latin" | "given_names_latin" | "name_latin">;

/**
 * The whole Latin name to store: surname, then given names, unless somebody typed another (rulings §6). A form sends
 * back the whole name that it read; if it is unchanged, it follows from the parts.
 * @param stored the customer before the change
 * @returns undefined if it does not change
 * @throws DomainError invalid if the parts together are too long for a passport
 */
export function wholeLatinName(input: Partial<LatinNames>, stored?: LatinNames) {
  const { name_latin: sent } = input;
  const isChange = [sent, input.surname_latin, input.given_names_latin].some((one) => one !== undefined);
  if (!isChange) return undefined;
  const before = stored?.name_latin ?? null;
  const wasTyped = before !== null && stored !== undefined && before !== wholeOfParts(stored);
  const isTyped = sent === undefined || sent === before ? wasTyped : sent !== null;
  if (isTyped) return sent;
  const whole = wholeOfParts({ ...stored, ...withoutUndefined(input) });
  if (whole && whole.length > longestLatinName)
    throw invalid(
      "name_latin",
      `الاسم اللاتيني كاملًا أطول من ${longestLatinName} حرفًا: اكتبه هنا مختصرًا كما في سطري الجواز`,
    );
  return whole;
}

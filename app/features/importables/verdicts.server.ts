import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import { fold } from "~/domain/fold";
import { quote, type TableName } from "~/domain/nouns";
import type { JudgementScope, Verdict } from "./importable.server";

/* What the kinds that are known by a key say of their rows. */

/** The rows that would be made as far as they are judged. */
export const stillNew = (verdicts: Verdict[]) => verdicts.filter(({ outcome }) => outcome === "new");

/** Says what is wrong in a cell. */
export function blame(verdict: Verdict, field: string, sentence: string): undefined {
  verdict.outcome = "wrong";
  verdict.faults = { [field]: sentence, ...verdict.faults };
}

/**
 * Does what a form would do with the row.
 * @param cells where the file says what a field of the form is refused for
 * @returns undefined, and the row blamed, where it is refused
 */
export function orBlame<T>(verdict: Verdict, work: () => T, cells: Record<string, string> = {}) {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    for (const [field, sentence] of Object.entries(thrown.fields ?? {}))
      blame(verdict, cells[field] ?? field, sentence);
    return undefined;
  }
}

/**
 * Asks about a row that could be made, unless somebody wants it already.
 * @param faults what is asked, by its field
 * @param id the record that it is about, if any
 */
export function ask(
  verdict: Verdict,
  faults: FieldErrors,
  id: number | undefined,
  { others }: JudgementScope,
) {
  const isOther = others.has(verdict.line);
  Object.assign(verdict, isOther ? { isOther, id } : { outcome: "alike", id, faults });
}

/** Tells of the rows that are stored already, by what they are known by, and of those that repeat one before them. */
export function tellKnown(
  verdicts: Verdict[],
  keyOf: (input: never) => string,
  ids: ReadonlyMap<string, number>,
) {
  const lines = new Map<string, number>();
  for (const verdict of stillNew(verdicts)) {
    const key = keyOf(verdict.input as never);
    const [id, repeats] = [ids.get(key), lines.get(key)];
    if (id) Object.assign(verdict, { outcome: "existing", id });
    else if (repeats) Object.assign(verdict, { outcome: "double", repeats });
    else lines.set(key, verdict.line);
  }
}

/** «دولار» of «دولار أمريكي». */
export const firstWord = ({ name }: { name: string }) => name.split(" ")[0] ?? "";

/**
 * Finds the record of a table that a cell names: by its name as it is written, or else as search folds it.
 * @param names what a record may be called by
 * @param shortName what else, where no record is called so and no other may be
 * @returns the record that a cell names; undefined if none or several match, and then the cell is blamed
 */
export function finder<T>(
  table: TableName,
  records: T[],
  names: (record: T) => string[],
  shortName?: (record: T) => string,
) {
  const { a, feminine } = wordsOf({ table });
  const byWord = (words: (record: T) => string[]) => {
    const idsByWord = new Map<string, Set<T>>();
    for (const record of records)
      for (const word of words(record)) idsByWord.set(word, (idsByWord.get(word) ?? new Set()).add(record));
    return idsByWord;
  };
  const byName = byWord(names);
  const alike = byWord((record) => names(record).map(fold));
  const short = byWord((record) => (shortName ? [fold(shortName(record))] : []));
  return (verdict: Verdict, field: string, text: string, among = `: ${feminine ? "أضفها" : "أضفه"} أولًا`) => {
    const [one, ...more] = byName.get(text) ?? alike.get(fold(text)) ?? short.get(fold(text)) ?? [];
    if (one && !more.length) return one;
    blame(verdict, field, one ? `أكثر من ${a} باسم ${quote(text)}` : `لا ${a} باسم ${quote(text)}${among}`);
    return undefined;
  };
}

import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import { fold } from "~/domain/fold";
import { quote, type TableName } from "~/domain/nouns";
import { withBreaks } from "~/http/breaks.server";
import type { JudgementScope, Verdict } from "./importable.server";

/* Common steps of the kinds whose records have a key. */

/** The rows that would still be created. */
export const stillNew = (verdicts: Verdict[]) => verdicts.filter(({ outcome }) => outcome === "new");

/** Marks a cell as wrong, with a sentence. */
export function blame(
  verdict: Pick<Verdict, "outcome" | "faults">,
  field: string,
  sentence: string,
): undefined {
  verdict.outcome = "wrong";
  verdict.faults = { [field]: sentence, ...verdict.faults };
}

/**
 * Runs the rules of the entity's form for a row.
 * @param cells by the form's field: the file's column to blame
 * @returns undefined if a rule refuses the row, which is then blamed
 */
export function orBlame<T>(
  verdict: Pick<Verdict, "outcome" | "faults">,
  work: () => T,
  cells: Record<string, string> = {},
) {
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
 * Turns a new row into a question, unless somebody wants it already.
 * @param faults the question, by its field
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

/** Marks the rows whose key exists already, and those that repeat an earlier line. */
export async function tellKnown(
  verdicts: Verdict[],
  keyOf: (input: never) => string,
  ids: ReadonlyMap<string, number>,
) {
  const lines = new Map<string, number>();
  for await (const verdict of withBreaks(stillNew(verdicts))) {
    const key = keyOf(verdict.input as never);
    const [id, repeats] = [ids.get(key), lines.get(key)];
    if (id) Object.assign(verdict, { outcome: "existing", id });
    else if (repeats) Object.assign(verdict, { outcome: "double", repeats });
    else lines.set(key, verdict.line);
  }
}

/** The first word: «دولار» of «دولار أمريكي». */
export const firstWord = ({ name }: { name: string }) => name.split(" ")[0] ?? "";

/**
 * Makes a function that finds the record that a cell names: by its exact name, or else by its folded name.
 * @param names the names of a record
 * @param shortName a further name, if it fits no other record
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

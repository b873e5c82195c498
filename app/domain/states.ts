/** How good a state is: its badge has this colour. */
export type Tone = "good" | "bad" | "plain" | "gold";

/**
 * The states of a kind of record, each with its word and its tone.
 * @returns their `names` in order, and `labels` and `tones` by name
 */
export function statesOf<const States extends Record<string, readonly [label: string, tone: Tone]>>(
  states: States,
) {
  type Name = keyof States & string;
  const each = <Value>(place: 0 | 1) =>
    Object.fromEntries(Object.entries(states).map(([name, state]) => [name, state[place]])) as Record<
      Name,
      Value
    >;
  return { names: namesOf(states), labels: each<string>(0), tones: each<Tone>(1) };
}

/** The keys in their order, with their type. */
export const namesOf = <const Words extends object>(words: Words) =>
  Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]];

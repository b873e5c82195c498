/**
 * A generator of pseudo-random values (mulberry32) that gives the same ones at every run, so that the demo office is always the
 * same.
 */
export function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: <const Item>(items: readonly [Item, ...Item[]]): Item =>
      items[between(0, items.length - 1)] ?? items[0],
    /** Replaces each `#` by a digit. */
    digits: (pattern: string) => pattern.replace(/#/g, () => String(between(0, 9))),
    shuffle<Item>(items: readonly Item[]): Item[] {
      return items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item);
    },
  };
}

export type Generator = ReturnType<typeof generator>;

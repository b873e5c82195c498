/** Does at most so many of a kind of work at a time: whoever comes then waits for their turn. */
export function lanes(count: number) {
  const ends: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve());
  let taken = 0;
  return <T>(work: () => Promise<T>): Promise<T> => {
    const lane = taken++ % count;
    const turn = (ends[lane] as Promise<unknown>).then(work);
    ends[lane] = turn.catch(() => {});
    return turn;
  };
}

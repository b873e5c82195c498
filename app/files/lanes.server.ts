import { overloaded } from "~/domain/domain-error";

/**
 * Does at most so many of a kind of work at a time: whoever comes then waits for their turn.
 * @param mostWaiting as many may wait; whoever comes then is refused
 * @returns what does a work in its turn; it throws DomainError unavailable, and what the work throws
 */
export function queue(count: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const ends: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve());
  let next = 0;
  let underWay = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay >= count + mostWaiting) throw overloaded();
    underWay++;
    const lane = next++ % count;
    const turn = (ends[lane] as Promise<unknown>).then(work).finally(() => {
      underWay--;
    });
    ends[lane] = turn.catch(() => {});
    return turn;
  };
}

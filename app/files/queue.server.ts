import { overloaded } from "~/domain/domain-error";

/**
 * A queue that runs a limited number of jobs at a time; the others wait.
 * @param count how many jobs run at a time
 * @param mostWaiting how many may wait; more are refused
 * @returns a function that runs a job in its turn. It throws DomainError unavailable if too many wait, and the job's own errors
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

import { DomainError } from "~/domain/domain-error";

const patience = 4000;
const patienceWhileAway = 500;
let isAway = false;

/**
 * Runs the first query of a request, such as the session's, with a short time limit. If the database does not answer in time it
 * counts as stopped and the request gets 503. Later requests wait less, until one gets an answer. A connection that did not
 * answer is closed.
 * @throws DomainError unavailable
 */
export async function failFast<T>(
  question: PromiseLike<T> & { timeout(milliseconds: number): PromiseLike<T> },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const away = new Promise<never>((_, reject) => {
    const giveUp = () => {
      isAway = true;
      reject(databaseAway());
    };
    timer = setTimeout(giveUp, isAway ? patienceWhileAway : patience);
  });
  try {
    const answer = await Promise.race([question.timeout(patience), away]);
    isAway = false;
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

export const databaseAway = () =>
  new DomainError("unavailable", "قاعدة البيانات غير متاحة الآن، حاول بعد لحظات");

import { DomainError } from "~/domain/domain-error";

const patience = 4000;
const patienceWhileAway = 500;
let isAway = false;

/**
 * The first query of a request, such as the session's: unanswered after some seconds, the database has stopped, and
 * the request is answered 503 instead of waiting. Requests after that wait less, until one is answered. A connection
 * that has not answered is closed, not used again.
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

import { DomainError } from "~/domain/domain-error";

const patience = 4000;
const patienceWhileAway = 500;
let isAway = false;

/**
 * The first question of a request to the database, which takes no time: when it is not answered, the database stands
 * still, and the request need not stand with it. Those who ask after that wait less. A connection that has not
 * answered is closed, not used again.
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

import type { Knex } from "knex";

type Transaction = Knex.Transaction;

/** Sends one statement, or none. */
export type Step = () => unknown;

type Answers<Steps extends readonly Step[]> = {
  -readonly [Index in keyof Steps]: Awaited<ReturnType<Steps[Index]>>;
};

/**
 * Sends statements together without waiting for each answer. PostgreSQL runs them in their order
 * (docs/decisions/round-trips.md). After one that fails, the others do not run.
 * @returns their answers
 * @throws the error of the first that fails
 */
export async function together<const Steps extends readonly Step[]>(trx: Transaction, ...steps: Steps) {
  return answersOf<Steps>(await sendAll(trx, steps));
}

/** What must hold before a transaction's last statements leave. */
const conditions = new WeakMap<Transaction, Promise<unknown>>();

/** Lets a transaction's `finish` wait for a condition. It throws what the condition throws. */
export const finishAfter = (trx: Transaction, condition: Promise<unknown>) => conditions.set(trx, condition);

/**
 * Sends the last statements of a transaction together with its COMMIT, so that the rows that all writers share are not locked for
 * another round trip. Only a failure in the database rolls back: what is to be judged is judged before.
 * @returns their answers
 * @throws the error of the first that fails
 */
export async function finish<const Steps extends readonly Step[]>(trx: Transaction, ...steps: Steps) {
  await conditions.get(trx);
  const answers = await sendAll(trx, steps);
  trx.commit();
  await answersOf([...answers, trx.executionPromise]);
  return answersOf<Steps>(answers);
}

async function sendAll(trx: Transaction, steps: readonly Step[]) {
  const answers: Promise<unknown>[] = [];
  for (const step of steps) answers.push((await send(trx, step)).answer);
  return answers;
}

/** All answers are awaited: the statements after a failed one fail too, and perhaps report it sooner. */
async function answersOf<Steps extends readonly Step[]>(answers: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(answers);
  for (const answer of outcomes) if (answer.status === "rejected") throw answer.reason;
  return outcomes.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as Answers<Steps>;
}

/** Sends a statement together with the COMMIT. If it fails, the COMMIT fails with its error. */
export async function beforeCommit(trx: Transaction, step: Step) {
  await send(trx, step);
}

/** Sends a statement without waiting for its answer. If it fails, the rest of the transaction fails too. */
export async function send(trx: Transaction, step: Step) {
  const leaving = new Promise((resolve) => trx.once("query", resolve));
  const answer = Promise.resolve(step());
  answer.catch(() => {}); // the COMMIT or whoever awaits the answer throws the error
  await Promise.race([leaving, answer]);
  return { answer };
}

import type { Transaction } from "./knex.server";

/** Asks for one statement, or for none. */
export type Step = () => unknown;

type Answers<Steps extends readonly Step[]> = {
  -readonly [Index in keyof Steps]: Awaited<ReturnType<Steps[Index]>>;
};

/**
 * Sends statements together without waiting for each answer. PostgreSQL runs them in their order
 * (docs/decisions/round-trips.md). After one that fails, the others do not run.
 * @returns their answers
 * @throws what the first of them that fails throws
 */
export async function together<const Steps extends readonly Step[]>(trx: Transaction, ...steps: Steps) {
  const answers: Promise<unknown>[] = [];
  for (const step of steps) answers.push((await send(trx, step)).answer);
  // In their order, since those behind a failure fail too, and may be told of it sooner.
  const outcomes = await Promise.allSettled(answers);
  for (const answer of outcomes) if (answer.status === "rejected") throw answer.reason;
  return outcomes.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as Answers<Steps>;
}

/** Sends a statement with the COMMIT, which does not wait for it: where it fails, the COMMIT fails by its error. */
export async function beforeCommit(trx: Transaction, step: Step) {
  await send(trx, step);
}

/** Sends a statement; its answer is not waited for. Where it fails, what comes after it in the transaction fails too. */
export async function send(trx: Transaction, step: Step) {
  const leaving = new Promise((resolve) => trx.once("query", resolve));
  const answer = Promise.resolve(step());
  answer.catch(() => {}); // told to whoever asks for the answer, or by the COMMIT
  await Promise.race([leaving, answer]);
  return { answer };
}

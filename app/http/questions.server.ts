import { createHash } from "node:crypto";
import { DomainError } from "~/domain/domain-error";
import type { Question } from "~/domain/question";

/** A question as a form shows it, with the answer that its button sends back. */
export type OpenQuestion = Omit<Question, "about"> & { answer: string };

/** Thrown by `By.ask`: the form is shown again with what it asks. It is a conflict (409), since nothing was done. */
export class Unanswered extends DomainError {
  constructor(readonly questions: OpenQuestion[]) {
    super("conflict", questions.map(({ text }) => text).join(" "));
  }
}

/** An answer holds for one question and its values. It is a choice and no secret, so that it needs no signature. */
const answerTo = ({ text, about }: Question) =>
  createHash("sha256")
    .update(JSON.stringify([text, about]))
    .digest("base64url")
    .slice(0, 22);

/**
 * What a domain function asks with (`By.ask`) while this form is saved: the answers are in `confirmed`.
 * @returns a function that throws Unanswered for the questions that the form has not answered
 */
export function askBy(form: FormData) {
  const answers = new Set(form.getAll("confirmed").flatMap((answer) => String(answer).split(" ")));
  return (questions: Question[]) => {
    const open = questions
      .map(({ about, ...question }) => ({ ...question, answer: answerTo({ ...question, about }) }))
      .filter(({ answer }) => !answers.has(answer));
    if (open.length) throw new Unanswered(open);
  };
}

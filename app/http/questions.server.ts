import { createHash } from "node:crypto";
import { DomainError } from "~/domain/domain-error";
import type { Question } from "~/domain/question";

/** A question as a form shows it, and the answer that its button sends. */
export type OpenQuestion = Omit<Question, "about"> & { answer: string };

/** `By.ask` throws it: the form is shown again with its questions. It is a conflict (409), since nothing was stored. */
export class Unanswered extends DomainError {
  constructor(readonly questions: OpenQuestion[]) {
    super("conflict", questions.map(({ text }) => text).join(" "));
  }
}

/** The answer to one question and its values. It needs no signature, since it is a choice and no secret. */
const answerTo = ({ text, about }: Question) =>
  createHash("sha256")
    .update(JSON.stringify([text, about]))
    .digest("base64url")
    .slice(0, 22);

/**
 * Makes the `By.ask` of a form's save. The form's answers are in `confirmed`.
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

/** The ticks of the form's questions that the user has taken away: what `offered` names and `ticked` does not. */
export function untickedIn(form: FormData): ReadonlySet<string> {
  const offered = form.getAll("offered").flatMap((values) => String(values).split(" "));
  const ticked = new Set(form.getAll("ticked").map(String));
  return new Set(offered.filter((value) => !ticked.has(value)));
}

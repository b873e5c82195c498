import { Form } from "@remix-run/react";
import {
  type Answers,
  type ColumnQuestion,
  columnQuestions,
  questionOf,
} from "~/features/importables/import";
import { Author } from "~/ui/page/author";
import { Sentence } from "~/ui/page/sentence";

/** A question about a column: a cell that needs its answer, or the answer that was given. */
type Question = { field: string; label: string; question: ColumnQuestion; example?: string; answer?: string };

type Asking = { asks?: Record<string, { question: ColumnQuestion; fault: string }> };

/** The questions about a file's columns, answered ones too, since an answer may be changed. */
export function questionsOf(
  columns: { field: string; label: string }[],
  verdicts: Asking[],
  answers: Answers,
): Question[] {
  return columns.flatMap(({ field, label }) => {
    const answer = answers[field];
    if (answer) return { field, label, question: questionOf(answer) as ColumnQuestion, answer };
    const { question, fault } = verdicts.find(({ asks }) => asks?.[field])?.asks?.[field] ?? {};
    return question ? { field, label, question, example: fault } : [];
  });
}

/** What was answered about columns and what is to be answered, with a button for each answer. */
export function ColumnQuestions({ questions, action }: { questions: Question[]; action: string }) {
  return questions.map(({ field, label, question, example, answer }) => {
    const { asks, answers } = columnQuestions[question];
    return (
      <Form key={field} method="post" action={action} className="notice info" preventScrollReset>
        <Author />
        <p>
          «{label}»: {asks}.{" "}
          {answer ? <>قرئت: {answers[answer as keyof typeof answers]}.</> : <Sentence text={`${example}.`} />}
        </p>
        <p className="buttons mt-2 flex flex-wrap gap-2">
          {Object.entries(answers).flatMap(([name, words]) =>
            name === answer ? (
              []
            ) : (
              <button key={name} className="button" type="submit" name="column" value={`${field}:${name}`}>
                {answer ? `بل ${words}` : words}
              </button>
            ),
          )}
        </p>
      </Form>
    );
  });
}

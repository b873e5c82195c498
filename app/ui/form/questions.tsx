import type { FormReply } from "~/http/screen.server";
import { useAnswerFocus } from "../page/presses";
import { Sentence } from "../page/sentence";

/**
 * The form's questions before it is saved (http/questions.server.ts), with the button that answers. The form's own button
 * asks again. An answer stays in the form, so that after another refusal it is not asked for again.
 */
export function Questions({ reply }: { reply: unknown }) {
  const { questions, result } = (reply ?? {}) as Partial<FormReply>;
  const box = useAnswerFocus(questions);
  const { initialValue } = (result ?? {}) as { initialValue?: { confirmed?: string | string[] } };
  const answer = [initialValue?.confirmed ?? []].flat().join(" ");
  return (
    <>
      {answer && <input type="hidden" name="confirmed" value={answer} />}
      {questions && (
        <div className="notice info questions" role="alert" tabIndex={-1} autoFocus ref={box}>
          {/* The form's first button: Enter in a field saves and does not answer the questions. */}
          <button type="submit" hidden tabIndex={-1} />
          <ul>
            {questions.map(({ text, link, answer }) => (
              <li key={answer}>
                <Sentence text={text} />{" "}
                {link && (
                  <a href={link.href} target="_blank" rel="noreferrer">
                    <Sentence text={link.label} />
                  </a>
                )}
              </li>
            ))}
          </ul>
          <button
            className="button"
            type="submit"
            name="confirmed"
            value={questions.map(({ answer }) => answer).join(" ")}
          >
            نعم، احفظ كذلك
          </button>
        </div>
      )}
    </>
  );
}

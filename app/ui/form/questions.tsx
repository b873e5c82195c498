import type { FormReply } from "~/http/screen.server";
import { DetailText } from "../page/detail-text";
import { useAnswerFocus } from "../page/presses";
import { Sentence } from "../page/sentence";

/**
 * The form's questions before it is saved (http/questions.server.ts), with the button that answers. The form's own button
 * asks again. An answer stays in the form, so that after another refusal it is not asked for again.
 */
export function Questions({ reply }: { reply: unknown }) {
  const { questions, result } = (reply ?? {}) as Partial<FormReply>;
  const box = useAnswerFocus(questions);
  const { initialValue } = (result ?? {}) as { initialValue?: Record<string, string | string[]> };
  const sent = (name: string) => [initialValue?.[name] ?? []].flat();
  const answer = sent("confirmed").join(" ");
  const boxes = new Set(questions?.flatMap(({ ticks = [] }) => ticks.map(({ value }) => value)));
  const answeredBoxes = (name: string) =>
    sent(name).flatMap((values) => values.split(" ").filter((value) => value && !boxes.has(value)));
  return (
    <>
      {answer && <input type="hidden" name="confirmed" value={answer} />}
      {["offered", "ticked"].map((name) =>
        answeredBoxes(name).map((value) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        )),
      )}
      {questions && (
        <div className="notice info questions" role="alert" tabIndex={-1} autoFocus ref={box}>
          {/* The form's first button: Enter in a field saves and does not answer the questions. */}
          <button type="submit" hidden tabIndex={-1} />
          <ul>
            {questions.map(({ text, link, answer, ticks, details }) => (
              <li key={answer}>
                <Sentence text={text} />{" "}
                {link && (
                  <a href={link.href} target="_blank" rel="noreferrer">
                    <Sentence text={link.label} />
                  </a>
                )}
                {ticks && ticks.length > 0 && <Ticks ticks={ticks} />}
                {details && details.length > 0 && (
                  <ul className="list-disc ps-5">
                    {details.map((detail) => (
                      <li key={detail.text}>
                        <DetailText {...detail} isBeside />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <button
            className="button primary"
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

/** The boxes of what a question does. A browser sends no box that is empty, so `offered` names them all. */
function Ticks({ ticks }: { ticks: { value: string; label: string; isTicked: boolean }[] }) {
  return (
    <>
      <input type="hidden" name="offered" value={ticks.map(({ value }) => value).join(" ")} />
      <ul>
        {ticks.map(({ value, label, isTicked }) => (
          <li key={value}>
            <label className="flex items-baseline gap-2">
              <input type="checkbox" name="ticked" value={value} defaultChecked={isTicked} />
              <span>
                <Sentence text={label} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

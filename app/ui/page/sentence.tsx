import { dayWithName } from "~/domain/hijri";

const whole = new RegExp(
  `(?<!\\w)([A-Z]{1,3}-\\d{4}-\\d+|\\d{4}-\\d\\d-\\d\\d(?: \\d\\d:\\d\\d)?|${dayWithName})(?!\\w)`,
);

/** The parts of a sentence: each second one is a number such as C-2026-00001, a date or a time. */
export const partsOf = (text: string) => text.split(whole);

/** The direction of such a part. A day whose month has its Arabic name runs as the sentence does. */
export const directionOfPart = (part: string) => (part.includes(" ") && !part.includes(":") ? "rtl" : "ltr");

/** A sentence. Numbers, dates and times in it keep their order and are not broken over two lines. */
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {partsOf(text).map((part, index) =>
        index % 2 ? (
          <bdi key={index} dir={directionOfPart(part)} className="whitespace-nowrap">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Why nothing was done, above what was sent. */
export const Refusal = ({ text }: { text: string | undefined }) =>
  text && (
    <p className="errors" role="alert">
      <Sentence text={text} />
    </p>
  );

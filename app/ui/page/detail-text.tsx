import type { Detail } from "~/domain/question";
import { useHolds } from "./links";
import { Sentence } from "./sentence";

/** A sentence with what it speaks of. @param isBeside whether a form is open, so that the links open beside it */
export function DetailText({
  text,
  links = [],
  rest = 0,
  right,
  isBeside = false,
}: Detail & { isBeside?: boolean }) {
  const holds = useHolds(right ?? "manage_trips");
  const mayOpen = !right || holds;
  return (
    <>
      <Sentence text={text} />
      {links.map(({ href, label }, index) => (
        <span key={href + label}>
          {index ? "، " : " "}
          <bdi>
            {mayOpen ? (
              <a className="underline" href={href} {...(isBeside && { target: "_blank", rel: "noreferrer" })}>
                <Sentence text={label} />
              </a>
            ) : (
              <Sentence text={label} />
            )}
          </bdi>
        </span>
      ))}
      {rest > 0 && ` وغيرها ${rest}`}
    </>
  );
}

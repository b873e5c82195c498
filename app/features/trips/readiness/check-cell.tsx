import type { ReactNode } from "react";
import { Badge } from "~/ui/page/page";
import {
  type Check,
  detailOf,
  labelsOf,
  type Pilgrim,
  type PrintedPilgrim,
  type State,
  stateMarks,
  stateTones,
  wordsOfCheck,
} from "./readiness";

/** A state as mark, words and colour. */
function Mark({ state, children }: { state: State; children: ReactNode }) {
  return (
    <Badge tone={stateTones[state]}>
      <span aria-hidden="true">{stateMarks[state]}</span>&nbsp;{children}
    </Badge>
  );
}

export const Readiness = ({ state, ...row }: Pick<Pilgrim, "state" | "has_departed">) => (
  <Mark state={state}>{labelsOf(row)[state]}</Mark>
);

/** The finding of a check, with a link to where it can be corrected. */
export function CheckCell({
  row,
  check,
  href,
}: {
  row: Pilgrim | PrintedPilgrim;
  check: Check;
  href?: string | null;
}) {
  const words = <Mark state={row[check].state}>{wordsOfCheck(row, check)}</Mark>;
  const detail = detailOf(row, check);
  return (
    <span className="check">
      {href ? <a href={href}>{words}</a> : words}{" "}
      {detail && (
        <small>
          <span>
            {detail[0]} <bdi dir="ltr">{detail[1]}</bdi>
          </span>{" "}
          {"hijri" in row && row.hijri[check] && <span>({row.hijri[check]})</span>}
        </small>
      )}
    </span>
  );
}

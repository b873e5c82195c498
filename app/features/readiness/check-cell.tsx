import type { ReactNode } from "react";
import { BedText } from "~/features/lodging/bed-text";
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

/** A finding's state as mark, words and colour. A page has hundreds, so the style sheet draws the marks of `stateMarks`. */
const Mark = ({ state, children }: { state: State; children: ReactNode }) => (
  <span className={`badge ${stateTones[state]} marked`}>{children}</span>
);

export const Readiness = ({ state, ...row }: Pick<Pilgrim, "state" | "has_departed">) => (
  <Badge tone={stateTones[state]}>
    <span aria-hidden="true">{stateMarks[state]}</span>&nbsp;{labelsOf(row)[state]}
  </Badge>
);

/** Whether a pilgrim has a room in each hotel; opened, which one. */
export function BedsNote({ stays }: Pick<Pilgrim, "stays">) {
  if (!stays.length) return null;
  const missing = stays.filter(({ room, is_bedless }) => !room && !is_bedless).length;
  const where = missing < stays.length ? ` في ${missing} من ${stays.length}` : "";
  return (
    <details className="beds-note">
      <summary>{missing ? `بلا غرفة${where}` : stays[0]?.is_bedless ? "لا سرير له" : "له غرفة"}</summary>
      {stays.map((bed) => (
        <div key={`${bed.hotel_id} ${bed.visit}`}>
          <BedText {...bed} />
        </div>
      ))}
    </details>
  );
}

/** The finding of a check, with a link to where it can be corrected. On paper a green one is its mark alone, since there are many columns. */
export function CheckCell({
  row,
  check,
  href,
}: {
  row: Pilgrim | PrintedPilgrim;
  check: Check;
  href?: string | null;
}) {
  const { state } = row[check];
  const isMarkEnough = "hijri" in row && state === "green";
  const text = wordsOfCheck(row, check);
  const words = <Mark state={state}>{isMarkEnough ? <span className="sr-only">{text}</span> : text}</Mark>;
  const detail = detailOf(row, check);
  return (
    <span className="check">
      {href ? <a href={href}>{words}</a> : words}{" "}
      {detail && (
        <small>
          <span>
            {`${detail[0]} `}
            {check === "balance" ? (
              <span className="money">{detail[1]}</span>
            ) : (
              <bdi dir="ltr">{detail[1]}</bdi>
            )}
          </span>{" "}
          {"hijri" in row && row.hijri[check] && <span>({row.hijri[check]})</span>}
        </small>
      )}
    </span>
  );
}

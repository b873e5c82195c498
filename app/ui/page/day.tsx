import type { Day } from "~/domain/hijri";

/** A day, and below it its Hijri date. */
export function DayCell({ date, hijri }: Day) {
  return (
    <span className="day">
      <bdi dir="ltr">{date}</bdi>
      {hijri && <small>{hijri}</small>}
    </span>
  );
}

/** The same within a line: `2026-02-18 (1 رمضان 1447 هـ)`. */
export function DayText({ date, hijri }: Day) {
  return (
    <>
      <bdi dir="ltr" className="whitespace-nowrap">
        {date}
      </bdi>
      {hijri && (
        <>
          {" "}
          <span className="whitespace-nowrap">({hijri})</span>
        </>
      )}
    </>
  );
}

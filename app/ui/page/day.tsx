import type { Day } from "~/domain/hijri";

/** A day with its Hijri date below. */
export function DayCell({ date, hijri }: Day) {
  return (
    <span className="day">
      <bdi dir="ltr">{date}</bdi>
      {hijri && <small>{hijri}</small>}
    </span>
  );
}

/** A day with its Hijri date in a sentence: `2026-02-18 (1 رمضان 1447 هـ)`. */
export function DayText({ date, hijri }: Day) {
  return (
    <>
      <bdi dir="ltr">{date}</bdi>
      {hijri && (
        <>
          {" "}
          <span className="whitespace-nowrap">({hijri})</span>
        </>
      )}
    </>
  );
}

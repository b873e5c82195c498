import { count } from "./page/page";
import type { Column } from "./page/table";

/** The rounded percent of the seats that are taken; 0 where there are none. */
export const occupancyPercent = (taken: number, seats: number) =>
  seats > 0 ? Math.round((taken * 100) / seats) : 0;

/** How full a campaign or a group is, as a bar and as a percentage. @param of its name */
export function Occupancy({ of, taken, seats }: { of: string; taken: number; seats: number }) {
  const percent = occupancyPercent(taken, seats);
  return (
    <p className="occupancy">
      الإشغال <bdi dir="ltr">{`${percent}%`}</bdi>
      <progress value={percent} max={100} aria-label={`إشغال ${of}`} />
    </p>
  );
}

/** The column of how many of its seats are taken, see `occupancyColumn`. */
export const takenColumn = <Taken extends string, Seats extends string>(
  label: string,
  taken: Taken,
  seats: Seats,
): Column<Record<Taken | Seats, number>> => ({
  label,
  kind: "n",
  cell: (row) => (
    <>
      {count(row[taken])} من {count(row[seats])}
    </>
  ),
});

/** The column of how full a row is. @param taken the field of the seats that are, and `seats` of all */
export const occupancyColumn = <Taken extends string, Seats extends string>(
  taken: Taken,
  seats: Seats,
): Column<Record<Taken | Seats, number>> => ({
  label: "الإشغال",
  kind: "n",
  cell: (row) => <bdi dir="ltr">{`${occupancyPercent(row[taken], row[seats])}%`}</bdi>,
});

import { count } from "./page/page";
import type { Column } from "./page/table";

/** The percentage of taken seats, rounded; 0 without seats. */
export const occupancyPercent = (taken: number, seats: number) =>
  seats > 0 ? Math.round((taken * 100) / seats) : 0;

/** The occupancy of a campaign or group, as a bar and a percentage. @param of its name */
export function Occupancy({ of, taken, seats }: { of: string; taken: number; seats: number }) {
  const percent = occupancyPercent(taken, seats);
  return (
    <p className="occupancy">
      الإشغال <bdi dir="ltr">{`${percent}%`}</bdi>
      <progress value={percent} max={100} aria-label={`إشغال ${of}`} />
    </p>
  );
}

/** The column of the number of taken seats, see `occupancyColumn`. */
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

/** The column of a row's occupancy. @param taken the field of the taken seats, and `seats` that of all seats */
export const occupancyColumn = <Taken extends string, Seats extends string>(
  taken: Taken,
  seats: Seats,
): Column<Record<Taken | Seats, number>> => ({
  label: "الإشغال",
  kind: "n",
  cell: (row) => <bdi dir="ltr">{`${occupancyPercent(row[taken], row[seats])}%`}</bdi>,
});

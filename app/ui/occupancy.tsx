import { count } from "./page/page";
import type { Column } from "./page/table";

/** The percentage of taken seats, rounded; 0 without seats. */
export const occupancyPercent = (takenSeats: number, seats: number) =>
  seats > 0 ? Math.round((takenSeats * 100) / seats) : 0;

/** The occupancy of a campaign or group, as a bar and a percentage. @param of its name */
export function Occupancy({ of, takenSeats, seats }: { of: string; takenSeats: number; seats: number }) {
  const percent = occupancyPercent(takenSeats, seats);
  return (
    <p className="occupancy">
      الإشغال <bdi dir="ltr">{`${percent}%`}</bdi>
      <progress value={percent} max={100} aria-label={`إشغال ${of}`} />
    </p>
  );
}

/** The column of the number of taken seats, see `occupancyColumn`. */
export const takenColumn = <TakenSeats extends string, Seats extends string>(
  label: string,
  takenSeats: TakenSeats,
  seats: Seats,
): Column<Record<TakenSeats | Seats, number>> => ({
  label,
  kind: "n",
  cell: (row) => (
    <>
      {count(row[takenSeats])} من {count(row[seats])}
    </>
  ),
});

/** The column of a row's occupancy. @param takenSeats the field of the taken seats, and `seats` that of all seats */
export const occupancyColumn = <TakenSeats extends string, Seats extends string>(
  takenSeats: TakenSeats,
  seats: Seats,
): Column<Record<TakenSeats | Seats, number>> => ({
  label: "الإشغال",
  kind: "n",
  cell: (row) => <bdi dir="ltr">{`${occupancyPercent(row[takenSeats], row[seats])}%`}</bdi>,
});

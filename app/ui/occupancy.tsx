import { count } from "./page/page";
import type { Column } from "./page/table";

/** The percentage of taken seats, rounded; 0 without seats. */
export const occupancyPercent = (takenSeats: number, seats: number) =>
  seats > 0 ? Math.round((takenSeats * 100) / seats) : 0;

/**
 * The occupancy of a campaign or group, as a bar and a percentage.
 * @param of its name
 * @param heldSeats stand in the bar beside the taken ones, in a tone and with a text of their own; the percentage leaves them out
 */
export function Occupancy({
  of,
  takenSeats,
  heldSeats = 0,
  seats,
}: {
  of: string;
  takenSeats: number;
  heldSeats?: number;
  seats: number;
}) {
  const percent = occupancyPercent(takenSeats, seats);
  return (
    <p className="occupancy">
      الإشغال <bdi dir="ltr">{`${percent}%`}</bdi>
      {heldSeats > 0 && (
        <progress
          className="held"
          value={occupancyPercent(takenSeats + heldSeats, seats)}
          max={100}
          aria-hidden="true"
        />
      )}
      <progress value={percent} max={100} aria-label={`إشغال ${of}`} />
      {heldSeats > 0 && <small>والمحجوز مؤقتًا {count(heldSeats)}</small>}
    </p>
  );
}

/** The column of a row's occupancy. @param takenSeats the field of the taken seats, and `seats` that of all seats */
export const occupancyColumn = <TakenSeats extends string, Seats extends string>(
  takenSeats: TakenSeats,
  seats: Seats,
): Column<Record<TakenSeats | Seats, number>> => ({
  label: "الإشغال",
  kind: "n",
  cell: (row) => <bdi dir="ltr">{`${occupancyPercent(row[takenSeats], row[seats])}%`}</bdi>,
});

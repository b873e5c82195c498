import { familiesOf } from "~/features/travellers/families";
import type { Fleet, Rider } from "./bus";

/**
 * Gives a seat to each rider without one, in their order. A family sits side by side if a bus has enough free seats for it.
 * @returns the new seats
 */
export function seatRiders(riders: Rider[], { buses, seats }: Fleet) {
  const seatsOf = Array.from({ length: buses }, () => new Set<number>());
  for (const { bus, seat } of riders) if (bus && seat) seatsOf[bus - 1]?.add(seat);
  const assignments: { id: number; bus: number; seat: number }[] = [];
  for (const family of familiesOf(riders.filter(({ seat }) => !seat))) {
    for (const [index, place] of placesFor(family.length, seatsOf, seats).entries()) {
      const { id } = family[index] as Rider;
      seatsOf[place.bus - 1]?.add(place.seat);
      assignments.push({ id, ...place });
    }
  }
  return assignments;
}

/** Free seats: the first that lie side by side, or else the first ones. */
function placesFor(count: number, taken: Set<number>[], seats: number) {
  const free: { bus: number; seat: number }[] = [];
  for (const [index, occupied] of taken.entries()) {
    let side: typeof free = [];
    for (let seat = 1; seat <= seats; seat++) {
      if (occupied.has(seat)) {
        side = [];
        continue;
      }
      side.push({ bus: index + 1, seat });
      if (free.length < count) free.push({ bus: index + 1, seat });
      if (side.length === count) return side;
    }
  }
  return free;
}

/** The free seats of each bus, with adjacent ones as a range: «1–4، 7». */
export function freeSeats(riders: Pick<Rider, "bus" | "seat">[], { buses, seats }: Fleet) {
  const taken = new Set(riders.map(({ bus, seat }) => `${bus}-${seat}`));
  return Array.from({ length: buses }, (_, index) => {
    const runs: [first: number, last: number][] = [];
    let free = 0;
    for (let seat = 1; seat <= seats; seat++) {
      if (taken.has(`${index + 1}-${seat}`)) continue;
      free++;
      const run = runs.at(-1);
      if (run?.[1] === seat - 1) run[1] = seat;
      else runs.push([seat, seat]);
    }
    return { bus: index + 1, free, runs };
  });
}

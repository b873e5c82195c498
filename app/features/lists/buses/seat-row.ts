import { areStrangers } from "~/features/travellers/families";
import type { Fleet, Rider } from "./bus";

/** Who has a seat or may get one. */
export type Passenger = Pick<Rider, "id" | "gender" | "kin" | "bus" | "seat">;

/**
 * The seats of all buses in one row, with a wall before each bus. A place is a seat's index there. Seats with neighbouring numbers
 * are side by side: the office does not know where a bus has its aisle.
 */
export function seatRow<One extends Passenger>(riders: One[], { buses, seats }: Fleet) {
  const length = seats + 1;
  const holders: (One | undefined)[] = Array.from({ length: buses * length + 1 });
  for (const rider of riders)
    if (rider.bus && rider.seat && rider.seat <= seats)
      holders[(rider.bus - 1) * length + rider.seat] = rider;
  const isFree = (place: number) => place % length !== 0 && !holders[place];
  const beside = (place: number) =>
    [holders[place - 1], holders[place + 1]].filter((one) => one !== undefined);
  return {
    holders,
    beside,
    isFree,
    seatAt: (place: number) => ({ bus: Math.floor(place / length) + 1, seat: place % length }),
    /** The number of neighbours of a place who are strangers of the other sex to a rider. */
    strangersAt: (place: number, rider: Passenger) =>
      beside(place).filter((other) => areStrangers(rider, other)).length,
    /** The first places of so many free seats side by side. */
    starts(count: number) {
      let free = 0;
      return holders.flatMap((_, place) => {
        free = isFree(place) ? free + 1 : 0;
        return free >= count ? [place - count + 1] : [];
      });
    },
    /** Who sits beside a stranger of the other sex, from the front of the first bus. */
    pairs: () =>
      holders.flatMap((one, place): [One, One][] => {
        const other = holders[place + 1];
        return one && other && areStrangers(one, other) ? [[one, other]] : [];
      }),
  };
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

import { groupBy } from "~/domain/group-by";
import { familiesOf } from "~/features/travellers/families";
import type { Fleet } from "./bus";
import { type Passenger, seatRow } from "./seat-row";

type Row = ReturnType<typeof seatRow<Passenger>>;

/**
 * Gives a seat to each rider without one. Nobody sits beside a stranger of the other sex while another free seat exists, and a family
 * sits side by side if a bus has enough free seats for it. Who has a seat keeps it.
 * @returns the new seats
 */
export function seatRiders(riders: Passenger[], fleet: Fleet) {
  const families = familiesOf(riders.filter(({ seat }) => !seat));
  const { men = [], women = [], mixed = [], others = [] } = bySex(families);
  const [bridge = [], ...moreMixed] = mixed;
  // A family of both sexes can stand between men and women. Where few seats are free, families go first.
  const orders = [
    [...men, bridge, ...women, ...moreMixed, ...others],
    [...mixed, ...men, ...women, ...others],
  ];
  const plans = orders.map((order) => {
    const row = seatRow(riders, fleet);
    const placeOf = new Map(order.flatMap((family) => [...seatFamily(row, family)]));
    while (moveApart(row, placeOf));
    const isSplit = (family: Passenger[]) => {
      const places = family.map((one) => placeOf.get(one) ?? 0);
      return Math.max(...places) - Math.min(...places) >= family.length;
    };
    const seats = [...placeOf].map(([{ id }, place]) => ({ id, ...row.seatAt(place) }));
    return { seats, pairs: row.pairs().length, split: families.filter(isSplit).length };
  });
  const [best] = plans.toSorted((one, other) => one.pairs - other.pairs || one.split - other.split);
  return best?.seats ?? [];
}

/** Families of men only, of women only, of both, and of who may be either. */
function bySex(families: Passenger[][]) {
  const kinds = groupBy(families, (family) => {
    const [sex, otherSex] = new Set(family.flatMap(({ gender }) => gender ?? []));
    return otherSex ? "mixed" : sex === "ذكر" ? "men" : sex ? "women" : "others";
  });
  return Object.fromEntries(kinds);
}

/** Seats a family where it suits best, side by side if it can. @returns the new places */
function seatFamily(row: Row, family: Passenger[]): Map<Passenger, number> {
  const places = new Map<Passenger, number>();
  const line = family.toSorted((one, other) => rankOf(one) - rankOf(other));
  let least = Number.POSITIVE_INFINITY;
  for (const start of row.starts(line.length))
    for (const [first, ...rest] of line.length > 1 ? [line, line.toReversed()] : [line]) {
      if (!first) continue;
      const end = start + rest.length;
      const strangers = row.strangersAt(start, first) + row.strangersAt(end, rest.at(-1) ?? first);
      const isBesideKin = [...row.beside(start), ...row.beside(end)].some(
        ({ kin }) => kin !== null && kin === first.kin,
      );
      const cost = 2 * strangers + (isBesideKin ? 0 : 1);
      if (cost >= least) continue;
      least = cost;
      for (const [index, one] of [first, ...rest].entries()) places.set(one, start + index);
    }
  if (line.length > 1 && least > 1) return new Map(line.flatMap((one) => [...seatFamily(row, [one])]));
  for (const [one, place] of places) row.holders[place] = one;
  return places;
}

/** Men stand at one end of a family, women at the other. */
const rankOf = ({ gender }: Passenger) => (gender === "ذكر" ? 0 : gender ? 2 : 1);

/**
 * Moves those who sit beside strangers of the other sex to free seats, or lets two who have no family change places, where fewer
 * sit so afterwards. Who is without a family moves first.
 * @param placeOf the places that may change
 * @returns whether anybody moved
 */
function moveApart(row: Row, placeOf: Map<Passenger, number>) {
  const { holders } = row;
  const strangersAt = (...places: number[]) =>
    places.reduce((sum, place) => sum + (holders[place] ? row.strangersAt(place, holders[place]) : 0), 0);
  const exchange = (one: number, other: number) => {
    [holders[one], holders[other]] = [holders[other], holders[one]];
  };
  const alone = [...placeOf.keys()].filter(({ kin }) => kin === null);
  const inFamilies = [...placeOf.keys()].filter(({ kin }) => kin !== null);
  let hasMoved = false;
  for (const rider of [...alone, ...inFamilies]) {
    const place = placeOf.get(rider) as number;
    if (!strangersAt(place)) continue;
    const others = rider.kin === null ? alone.flatMap((one) => placeOf.get(one) ?? []) : [];
    const target = [...row.starts(1), ...others].find((other) => {
      const before = strangersAt(place, other);
      exchange(place, other);
      const isBetter = strangersAt(place, other) < before;
      if (!isBetter) exchange(place, other);
      return isBetter;
    });
    if (target === undefined) continue;
    hasMoved = true;
    placeOf.set(rider, target);
    if (holders[place]) placeOf.set(holders[place], place);
  }
  return hasMoved;
}

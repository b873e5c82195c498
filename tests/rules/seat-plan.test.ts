import { describe, expect, test } from "vitest";
import { seatRiders } from "~/features/lists/buses/seat-plan";
import { type Passenger, seatRow } from "~/features/lists/buses/seat-row";
import { areStrangers, familiesOf } from "~/features/travellers/families";

const man = "ذكر";
const woman = "أنثى";

let last = 0;
const rider = (gender: string | null, kin: string | null = null, seat: number | null = null): Passenger => ({
  id: ++last,
  gender,
  kin,
  bus: seat && 1,
  seat,
});

/** The riders with the seats that they get. */
function seated(riders: Passenger[], fleet: { buses: number; seats: number }) {
  const places = new Map(seatRiders(riders, fleet).map((place) => [place.id, place]));
  return riders.map((one) => ({ ...one, ...places.get(one.id) }));
}

const isTogether = (family: Passenger[]) => {
  const seats = family.map(({ seat }) => seat ?? 0);
  return (
    new Set(family.map(({ bus }) => bus)).size === 1 &&
    Math.max(...seats) - Math.min(...seats) < family.length
  );
};

test("a single stranger is not seated in the gap of a family of the other sex", () => {
  const family = [rider(woman, "أ", 1), rider(man, "أ", 3)];
  const [, , ...others] = seated([...family, rider(man), rider(woman, "أ")], { buses: 1, seats: 10 });
  expect(others.map(({ seat }) => seat)).toEqual([4, 2]);
});

test("a full bus has nobody beside a stranger of the other sex where a family can stand between", () => {
  const family = [rider(woman, "أ"), rider(man, "أ")];
  const riders = [rider(woman), ...family, rider(man), rider(woman), rider(man)];
  const fleet = { buses: 1, seats: riders.length };
  expect(seatRow(seated(riders, fleet), fleet).pairs()).toEqual([]);
});

test("where it cannot be avoided, as few as possible sit so, and they are told", () => {
  const riders = [rider(man), rider(woman), rider(man), rider(woman)];
  const fleet = { buses: 1, seats: 4 };
  const pairs = seatRow(seated(riders, fleet), fleet).pairs();
  expect(pairs.map((pair) => pair.map(({ seat }) => seat))).toEqual([[2, 3]]);
});

/** Numbers from 0 up to 1, the same ones for a seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A group of a random kind; some of it may have a seat. */
function randomGroup(seed: number, isNew: boolean) {
  const random = randomOf(seed * 7919 + 1);
  const below = (count: number) => Math.floor(random() * count);
  const sex = () => (random() < 0.05 ? null : random() < 0.5 ? man : woman);
  const riders: Passenger[] = [];
  const size = 4 + below(40);
  while (riders.length < size) {
    const kin = random() < 0.4 ? `عائلة ${riders.length}` : null;
    const members = kin ? 2 + below(4) : 1;
    for (let count = 0; count < members; count++) riders.push(rider(sex(), kin));
  }
  const fleet = isNew
    ? { buses: 1, seats: riders.length + 1 + below(10) }
    : { buses: 3, seats: Math.ceil((riders.length + below(8)) / 3) };
  const free = Array.from({ length: fleet.seats }, (_, index) => index + 1);
  if (!isNew)
    for (const one of riders) {
      if (random() > 0.25) continue;
      const [seat] = free.splice(below(free.length), 1);
      if (seat) Object.assign(one, { bus: 1, seat });
    }
  return { riders: riders.toSorted(() => random() - 0.5), fleet };
}

describe.each(Array.from({ length: 30 }, (_, index) => index))("random group %i", (seed) => {
  test("nobody new sits beside a stranger of the other sex while a seat without one is free", () => {
    const { riders, fleet } = randomGroup(seed, false);
    const now = seated(riders, fleet);
    const seats = now.map(({ bus, seat }) => `${bus}-${seat}`);
    expect([new Set(seats).size, seats.includes("null-null")]).toEqual([now.length, false]);
    for (const [index, { seat, bus }] of riders.entries())
      if (seat) expect([now[index]?.bus, now[index]?.seat]).toEqual([bus, seat]);
    const row = seatRow(now, fleet);
    const before = new Set(riders.filter(({ seat }) => seat).map(({ id }) => id));
    for (const pair of row.pairs())
      for (const one of pair.filter(({ id }) => !before.has(id))) {
        const others = seatRow(
          now.filter(({ id }) => id !== one.id),
          fleet,
        );
        const better = others.starts(1).filter((place) => !others.strangersAt(place, one));
        expect(better.map(others.seatAt)).toEqual([]);
      }
  });

  test("a new bus with a free seat keeps all strangers of the other sex apart and every family together", () => {
    const { riders, fleet } = randomGroup(seed, true);
    const now = seated(riders, fleet);
    for (const one of now)
      for (const other of now)
        if (one.bus === other.bus && (one.seat ?? 0) + 1 === other.seat)
          expect([one.id, other.id, areStrangers(one, other)]).toEqual([one.id, other.id, false]);
    const families = familiesOf(now);
    expect(families.filter((family) => !isTogether(family))).toEqual([]);
  });
});

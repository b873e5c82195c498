import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { daySteps } from "../support/papers-model/day-steps";
import { factsOfGroup, factsOfTrip, journeyOf, readinessOf } from "../support/papers-model/facts";
import type { Room, State } from "../support/papers-model/model";
import { peopleSteps } from "../support/papers-model/people-steps";
import { readingsOf } from "../support/papers-model/readings";
import { roomSteps } from "../support/papers-model/room-steps";
import { makeWorld, type Step } from "../support/papers-model/world";

/*
 * All papers of a group say the same (journey.md): people sign, cancel, come back, join and leave groups, trips and departures move,
 * rooms and seats are given, sometimes two or three at once. After the steps every paper names who travels in a model, with the hotels,
 * rooms and days of the model.
 *
 *     PAPERS_SEEDS=10 PAPERS_STEPS=300 npm test -- tests/features/papers-model.test.ts
 */

const seeds = Number(process.env.PAPERS_SEEDS ?? 1);
const steps = Number(process.env.PAPERS_STEPS ?? 60);
const first = Number(process.env.PAPERS_SEED ?? 1);
/** After how many steps all papers are read. */
const pace = Number(process.env.PAPERS_PACE ?? 6);

describe.each(Array.from({ length: seeds }, (_, index) => first + index))("seed %i", (seed) => {
  const { office, client } = useOffice({ isFaultless: true });

  test("each paper says what the model says", async () => {
    const world = await makeWorld(office.knex, client, seed);
    const { random, pick, state: at } = world;
    const people = peopleSteps(world);
    const rooms = roomSteps(world);
    const days = daySteps(world);
    const readings = readingsOf(() => office.url, client, at);
    /** With how often each is drawn. */
    const deeds: [times: number, deed: () => Step | null][] = [
      [8, people.sign],
      [5, people.cancel],
      [4, people.uncancel],
      [2, people.remove],
      [9, people.enter],
      [2, people.exit],
      [2, people.confirmFamily],
      [1, people.correctBirth],
      [5, rooms.make],
      [5, rooms.fill],
      [1, rooms.remove],
      [2, rooms.copy],
      [4, rooms.seat],
      [2, days.depart],
      [1, days.moveTrip],
      [3, days.typeStay],
      [1, days.link],
    ];
    const urn = deeds.flatMap(([times, deed]) => Array.from({ length: times }, () => deed));
    const names: string[] = [];
    const outcomes = new Map<string, number>();

    /** Sends steps together. What happened is one of their orders: the states that these leave. */
    async function take(together: Step[]) {
      const answers = await Promise.all(together.map(({ send }) => send()));
      const done = together.map((step, index) => `${step.name}: ${answers[index]?.status}`);
      names.push(done.join(" | "));
      const states: State[] = [];
      const dues: string[] = [];
      for (const order of ordersOf(together.map((_, index) => index))) {
        const state = structuredClone(at());
        const faults = order.flatMap((index) => {
          const answer = answers[index] as (typeof answers)[number];
          const { status, told = {} } = (together[index] as Step).apply(state, answer);
          const says = Object.fromEntries(Object.keys(told).map((name) => [name, answer.body[name]]));
          const isAsDue = answer.status === status && (status > 299 || isDeepStrictEqual(says, told));
          return isAsDue
            ? []
            : [
                `${together[index]?.name}: ${status} ${JSON.stringify(told)} is due, ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 600)} came`,
              ];
        });
        if (faults.length) dues.push(...faults);
        else states.push(state);
      }
      expect(states.length, dues.join("\n")).toBeGreaterThan(0);
      for (const { status } of answers) {
        const outcome = status < 400 ? "done" : "refused";
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      return states;
    }

    /** Keeps the state that the office is in, which contracts, rooms, members and seats tell apart. */
    async function settleOn(states: State[]) {
      const stored = await readings.rooms();
      const standing = states.length > 1 && (await readings.standing());
      for (const state of states) {
        world.enter(withIds(state, stored));
        if (states.length === 1) return;
        if (
          !isDeepStrictEqual(
            standing,
            at().contracts.flatMap(({ id, stands }) => (stands ? id : [])),
          )
        )
          continue;
        const facts = at().groups.map((group) => factsOfGroup(at(), group));
        const read = [];
        for (const group of at().groups) read.push(await readings.group(group));
        if (isDeepStrictEqual(read, facts)) return;
      }
    }

    async function compare() {
      for (const group of at().groups)
        expect(await readings.group(group), group.name).toEqual(factsOfGroup(at(), group));
      expect(await readings.trip(), "trip").toEqual(factsOfTrip(at()));
      expect(await readings.readiness(), "readiness").toEqual(readinessOf(at()));
      for (const { id, name } of [pick(at().people), pick(at().people)])
        expect(await readings.journey(id), name).toEqual(journeyOf(at(), id));
    }

    try {
      for (let count = 1; count <= steps; count++) {
        const alone = random(14) ? undefined : rooms.propose();
        const wanted = random(5) ? 1 : 2 + random(2);
        const together: Step[] = alone ? [alone] : [];
        while (together.length < wanted && !alone) {
          const step = pick(urn)();
          if (step) together.push(step);
        }
        await settleOn(distinct(await take(together)));
        if (count % pace === 0 || count === steps) await compare();
      }
    } catch (error) {
      console.error(`Seed ${seed}, the last of ${names.length} steps:\n${names.slice(-14).join("\n")}`);
      throw error;
    }
    expect(outcomes.get("done")).toBeGreaterThan(steps / 2);
  });
});

/** All orders of some things. */
function ordersOf<Thing>(things: Thing[]): Thing[][] {
  if (things.length < 2) return [things];
  return things.flatMap((one) =>
    ordersOf(things.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}

const distinct = (states: State[]) =>
  states.filter((one, index) => !states.slice(0, index).some((other) => isDeepStrictEqual(one, other)));

/** Rooms that were copied have the ids that the office gave them. */
function withIds(state: State, stored: Room[][]): State {
  for (const [index, group] of state.groups.entries())
    for (const room of group.rooms)
      room.id =
        stored[index]?.find(({ name, lodging }) => name === room.name && lodging === room.lodging)?.id ??
        room.id;
  return state;
}

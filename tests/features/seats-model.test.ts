import { describe, expect, test } from "vitest";
import { makeCampaign, makeCustomer, makeDollar, makePackage } from "../support/factories";
import { inSeconds } from "../support/holds";
import { randomFrom } from "../support/model";
import { useOffice } from "../support/office";
import { infants } from "../support/rooms-and-ages";
import {
  bookedIn,
  type Campaign,
  firstIn,
  freeIn,
  heldIn,
  seatSteps,
  type World,
} from "../support/seats-model";

/*
 * A random walk over contracts, infants, moves, cancellings, holds and the waiting list. After each step calls, and at times screens, say of every campaign
 * what a model of its seats says.
 *
 *     SEATS_SEEDS=5 SEATS_STEPS=1000 npm test -- tests/features/seats-model.test.ts
 */

const seeds = Number(process.env.SEATS_SEEDS ?? 1);
const steps = Number(process.env.SEATS_STEPS ?? 300);
const first = Number(process.env.SEATS_SEED ?? 1);

describe.each(Array.from({ length: seeds }, (_, index) => first + index))("seed %i", (seed) => {
  const { office, client } = useOffice();

  test("seats are what the model says", async () => {
    const { knex } = office;
    const package_id = await makePackage(knex, await makeDollar(knex), "900");
    await knex("package_prices").insert({ package_id, ...infants, amount: "100" });
    const campaigns: Campaign[] = [];
    for (const [place, total] of [3, 6, 8].entries()) {
      const name = `حملة النموذج ${place + 1}`;
      campaigns.push({
        id: await makeCampaign(knex, total, [package_id], { name }),
        name,
        total,
        isOpen: true,
      });
    }
    const world: World = { campaigns, contracts: [], holds: [], lines: [] };
    const chance = randomFrom(seed);
    const deeds = seatSteps({
      client,
      world,
      chance,
      package_id,
      infants,
      newCustomers: (count) => Promise.all(Array.from({ length: count }, () => makeCustomer(knex))),
      endHold: (id) =>
        knex("holds")
          .where({ id })
          .update({ until: inSeconds(-1) }),
    });
    const urn = [
      ...[deeds.sign, deeds.sign, deeds.cancel, deeds.cancel, deeds.move, deeds.hold, deeds.hold],
      ...[deeds.changeHold, deeds.endHold, deeds.signHold, deeds.wait, deeds.serve, deeds.total],
    ];
    const outcomes = { done: 0, refused: 0 };
    const names: string[] = [];
    try {
      for (let count = 1; count <= steps; count++) {
        const step = await (chance.random(25) ? chance.pick(urn) : deeds.close)();
        if (!step) continue;
        const { status, body } = await step.send();
        names.push(`${step.name}: ${status}`);
        expect(status < 300, `${step.name}: ${JSON.stringify(body)}`).toBe(step.isDue);
        if (step.isDue) step.apply(body);
        else expect(status).toBe(409);
        outcomes[step.isDue ? "done" : "refused"]++;
        await compareCalls();
        if (count % 25 === 0 || count === steps) await compareScreens();
      }
    } catch (error) {
      console.error(`Seed ${seed}, the last of ${names.length} steps:\n${names.slice(-14).join("\n")}`);
      throw error;
    }
    expect(outcomes.done).toBeGreaterThan(steps / 4);
    expect(outcomes.refused).toBeGreaterThan(steps / 20);

    async function compareCalls() {
      const { body } = await client.get("/api/campaigns");
      const shown = body.campaigns.map((row: Record<string, number>) => [
        row.id,
        row.total_seats,
        row.booked_seats,
        row.held_seats,
        row.available_seats,
      ]);
      const due = campaigns.map((one) => [
        ...[one.id, one.total, bookedIn(world, one), heldIn(world, one), freeIn(world, one)],
      ]);
      expect(shown).toEqual(due.toReversed());
    }

    async function compareScreens() {
      const [page, list, fitting, holds] = await Promise.all([
        client.get("/campaigns"),
        client.get("/contracts/new"),
        client.get("/api/waiting-list?fits=true"),
        client.get("/api/holds?status=current"),
      ]);
      const cards = String(page.body).split(/<article|<li class="card/);
      for (const one of campaigns) {
        const [, named] =
          cards.find((card) => card.includes(one.name))?.match(/أول من تكفيه.*?<bdi>(.*?)<\/bdi>/s) ?? [];
        expect(named, one.name).toBe(firstIn(world, one)?.name);
        if (!one.isOpen) continue;
        const free = freeIn(world, one);
        const words = free > 0 ? `المقاعد المتاحة ${free}` : "لا مقاعد متاحة";
        expect(String(list.body)).toContain(`${one.name} · ${words}<`);
      }
      const served = world.lines.filter((line) => {
        const of = campaigns.find(({ id }) => id === line.campaign) as Campaign;
        return of.isOpen && line.seats <= freeIn(world, of);
      });
      const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
      expect(idsOf(fitting.body.waiting)).toEqual(idsOf(served));
      const current = world.holds.filter(({ isOver }) => !isOver);
      expect(idsOf(holds.body.holds).sort()).toEqual(idsOf(current).sort());
    }
  });
});

import type { Knex } from "knex";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fixture } from "./support/app";
import { connectPreparing } from "./support/preparing";

const office = fixture();
let knex: Knex;

beforeAll(() => {
  knex = connectPreparing(office.database.url, { min: 0, max: 8 });
});
afterAll(() => knex.destroy());

/** The process of PostgreSQL that answers. */
const backend = async (db: Knex = knex): Promise<number> =>
  (await db.raw("SELECT pg_backend_pid() AS pid")).rows[0].pid;
const used = () => knex.client.pool.numUsed();

test("statements that are asked in one turn share a connection, four at most", async () => {
  const acquire = vi.spyOn(knex.client, "acquireConnection");
  const pids = await Promise.all(Array.from({ length: 9 }, () => backend()));
  expect(new Set(pids.slice(0, 4)).size).toBe(1);
  expect(new Set(pids.slice(4, 8)).size).toBe(1);
  expect(acquire).toHaveBeenCalledTimes(3);
  expect(used()).toBe(0);
});

test("the statements of a later turn join none that is still asked", async () => {
  const slow = knex.raw("SELECT pg_backend_pid() AS pid, pg_sleep(0.2)").then(({ rows }) => rows[0].pid);
  await new Promise(setImmediate);
  expect(await backend()).not.toBe(await slow);
});

test("one that fails fails alone, and the connection stays in use", async () => {
  const answers = await Promise.allSettled([
    backend(),
    knex.raw("SELECT 1 / 0"),
    knex.raw("SELECT nothing"),
    backend(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect([answers[1], answers[2]]).toMatchObject([
    { reason: { code: "22012" } },
    { reason: { code: "42703" } },
  ]);
  expect(await backend()).toBe((answers[0] as PromiseFulfilledResult<number>).value);
  expect(used()).toBe(0);
});

test("a transaction has its connection alone", async () => {
  const inside = knex.transaction(async (trx) => {
    const pids = await Promise.all([backend(trx), backend(trx)]);
    const others = await Promise.all([backend(), backend(trx), backend()]);
    return { pids, others };
  });
  const [{ pids, others }, beside] = await Promise.all([inside, backend()]);
  expect(pids[1]).toBe(pids[0]);
  expect(others[1]).toBe(pids[0]);
  expect([beside, others[0], others[2]]).not.toContain(pids[0]);
  expect(others[2]).toBe(others[0]);
  expect(used()).toBe(0);
});

test("a statement with a time limit of its own has its connection alone", async () => {
  const limited = knex.raw("SELECT pg_backend_pid() AS pid").timeout(10_000);
  const [first, { rows }, last] = await Promise.all([backend(), limited, backend()]);
  expect(last).toBe(first);
  expect(rows[0].pid).not.toBe(first);
});

test("statements that get no connection fail, and later ones are answered", async () => {
  const full = connectPreparing(office.database.url, { min: 0, max: 1 }, { acquireConnectionTimeout: 200 });
  try {
    const trx = await full.transaction();
    const answers = await Promise.allSettled([backend(full), backend(full)]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await trx.rollback();
    expect(await backend(full)).toBeGreaterThan(0);
  } finally {
    await full.destroy();
  }
});

import { expect, test } from "vitest";
import { queue } from "~/files/queue.server";
import { OverLimit, runInWorker } from "~/files/worker.server";

/* Work in a thread of its own, within limits (docs/decisions/imports.md). */

const limits = { megabytes: 32, milliseconds: 60_000 };
const run = (code: string, more = {}) =>
  runInWorker(
    `const { parentPort, workerData } = require("node:worker_threads"); ${code}`,
    Uint8Array.of(1, 2, 3),
    { ...limits, ...more },
  );

test("gives what the script posts, and ends it", async () => {
  expect(await run("setInterval(() => {}, 1000); parentPort.postMessage([...workerData])")).toEqual([
    1, 2, 3,
  ]);
});

test("a script that takes too long is ended, whatever it does", async () => {
  for (const endless of ["for (;;);", "/(a+)+$/.test('a'.repeat(64) + 'b')", "setInterval(() => {}, 1000)"])
    await expect(run(endless, { milliseconds: 1000 })).rejects.toThrow(OverLimit);
});

test("a script that takes too much memory ends alone", async () => {
  await expect(run("const all = []; for (;;) all.push({ all: [all] })")).rejects.toThrow(OverLimit);
});

test("what a script throws is thrown", async () => {
  await expect(run("throw new TypeError('torn')")).rejects.toThrow("torn");
  await expect(run("Promise.reject(new Error('late'))")).rejects.toThrow("late");
});

test("lanes refuse whoever comes when enough are waiting, and go on when their works end or fail", async () => {
  const inLane = queue(1, 1);
  let end = () => {};
  const first = inLane(
    () =>
      new Promise<void>((_, reject) => {
        end = () => reject(new Error("failed"));
      }),
  );
  const second = inLane(async () => "second");
  await expect(inLane(async () => "third")).rejects.toMatchObject({ code: "unavailable" });
  end();
  await expect(first).rejects.toThrow("failed");
  expect(await second).toBe("second");
  expect(await inLane(async () => "fourth")).toBe("fourth");
});

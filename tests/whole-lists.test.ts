import { EventEmitter } from "node:events";
import { setImmediate as air } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { noteAnswer } from "~/framework/answers.server";
import { inTurns } from "~/http/whole-lists.server";
import { useOffice } from "./support/office";

/* Whole lists take turns: two of a user are written at a time, and other users are served meanwhile. */

const visitOf = (id: number) => ({ user: { id }, request: new Request("http://localhost/") }) as never;

/** Ten batches of three rows; `log` tells which list was read. */
async function* batches(name: string, log: string[]) {
  for (let batch = 0; batch < 10; batch++) {
    log.push(name);
    await air();
    yield [1, 2, 3];
  }
}

async function take(list: AsyncGenerator<number[]>) {
  let rows = 0;
  for await (const batch of list) rows += batch.length;
  return rows;
}

describe("turns", () => {
  test("two of a user's lists are written at a time, in the order in which they were asked for", async () => {
    const log: string[] = [];
    const names = ["a", "b", "c", "d", "e", "f"];
    const taken = await Promise.all(names.map((name) => take(inTurns(visitOf(1), batches(name, log)))));
    expect(taken).toEqual(names.map(() => 30));
    for (const [index, name] of names.entries()) {
      const began = log.indexOf(name);
      const under = names.filter((other) => log.indexOf(other) <= began && log.lastIndexOf(other) > began);
      expect([name, under.length <= 2, began >= log.lastIndexOf(names[index - 2] ?? "")]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test("another user's list waits for none of them", async () => {
    const log: string[] = [];
    const first = ["a", "b", "c"].map((name) => take(inTurns(visitOf(1), batches(name, log))));
    const other = take(inTurns(visitOf(2), batches("other", log)));
    await Promise.all([...first, other]);
    expect(log.indexOf("other")).toBeLessThan(log.indexOf("c"));
  });

  test("one whose reader takes nothing lets the next go ahead, and goes on later", async () => {
    const log: string[] = [];
    const standing = ["a", "b"].map((name) => inTurns(visitOf(1), batches(name, log)));
    for (const list of standing) await list.next();
    expect(await take(inTurns(visitOf(1), batches("c", log)))).toBe(30);
    for (const list of standing) expect(await take(list)).toBe(27);
  });

  test("one that is broken off, or fails, ends its turn", async () => {
    const broken = inTurns(visitOf(1), batches("a", []));
    await broken.next();
    await broken.return(undefined);
    async function* failing(): AsyncGenerator<number[]> {
      yield [1];
      throw new Error("no more");
    }
    await expect(take(inTurns(visitOf(1), failing()))).rejects.toThrow("no more");
    const log: string[] = [];
    await Promise.all(["b", "c"].map((name) => take(inTurns(visitOf(1), batches(name, log)))));
    expect(log.slice(0, 2)).toEqual(["b", "c"]);
  });
});

test("the lines of those who wait for their turn are kept, and of nobody else", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const kept: string[] = [];
    const visit = (name: string) => {
      const socket = Object.assign(new EventEmitter(), {
        timeout: 30_000,
        setTimeout: () => kept.push(name),
      });
      const line = Object.assign(new EventEmitter(), { setHeader() {} });
      const headers: Record<string, string> = {};
      noteAnswer(
        { headers, socket } as never,
        line as never,
        () => {},
        () => {},
      );
      return { user: { id: 1 }, request: new Request("http://localhost/", { headers }) } as never;
    };
    const lists = ["a", "b", "c"].map((name) => inTurns(visit(name), batches(name, [])));
    const [a, b, c] = lists.map((list) => list.next());
    await Promise.all([a, b]);
    vi.advanceTimersByTime(60_000);
    expect(kept).toEqual(Array(6).fill("c")); // three times within the longest idle time of a connection
    await lists[0]?.return(undefined);
    await c;
    vi.advanceTimersByTime(60_000);
    expect(kept).toHaveLength(6);
    await Promise.all(lists.map((list) => list.return(undefined)));
  } finally {
    vi.useRealTimers();
  }
});

describe("forty files of one user, asked for at once", () => {
  const { office, client } = useOffice();

  beforeAll(async () => {
    await office.knex.raw(
      "INSERT INTO customers (name, phone) SELECT 'عميل ' || n, '05' || n FROM generate_series(1, 3000) n",
    );
  });

  test("all come, whole, each with its line in the audit log, and pages meanwhile", async () => {
    const files = Promise.all(Array.from({ length: 40 }, () => client.get("/customers/export/csv")));
    const statuses = new Set<number>();
    let isDone = false;
    files.then(() => {
      isDone = true;
    });
    for (let pages = 0; !isDone || pages < 5; pages++)
      statuses.add((await fetch(`${office.url}/login`)).status);
    for (const { status, body } of await files)
      expect([status, body.split("\r\n").length]).toEqual([200, 3002]);
    expect(statuses).toEqual(new Set([200]));
    expect(await office.knex("audit_log").where({ action: "exported" })).toHaveLength(40);
  });
});

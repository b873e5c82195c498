import { setImmediate as air } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { withBreaks } from "~/http/breaks.server";
import { heavyTurn, turnFor, turnForPage, turnsOf, withoutTurn } from "~/http/turns.server";
import { type Client, signIn } from "./support/client";
import { useOffice } from "./support/office";
import { visitOf } from "./support/turns";
import { createUser } from "./support/users";

/* A user's requests take turns, so that nobody's many pages keep others from theirs. */

const settled = async (promise: Promise<unknown>) => {
  let state = "waits";
  promise.then(
    () => (state = "goes"),
    (error) => (state = error.code),
  );
  for (let turn = 0; turn < 5; turn++) await air();
  return state;
};

describe("turns", () => {
  afterEach(() => void vi.useRealTimers());

  test("so many of a user at a time, the oldest first; another user waits for none of them", async () => {
    const take = turnsOf({ atOnce: 2, waiting: 9 });
    const log: number[] = [];
    const all = [1, 2, 3, 4, 5].map(async (number) => {
      const end = await take(visitOf(1));
      log.push(number);
      return end;
    });
    expect(await settled(take(visitOf(2)))).toBe("goes");
    expect(log).toEqual([1, 2]);
    for (const one of all) {
      (await one)();
      (await one)(); // a second end ends no other's turn
      await air();
      expect(log.length).toBeLessThanOrEqual(2 + all.indexOf(one) + 1);
    }
    expect(log).toEqual([1, 2, 3, 4, 5]);
  });

  test("who has been alone for a while has more at once, until another user asks", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const take = turnsOf({ atOnce: 1, alone: () => 3, waiting: 9 });
    const ends = await Promise.all([1, 2, 3].map(() => take(visitOf(1))));
    const waiting = [1, 2, 3].map(() => take(visitOf(1)));
    const states = () => Promise.all(waiting.map(settled));
    expect(await states()).toEqual(["waits", "waits", "waits"]);
    ends[0]?.();
    expect(await states()).toEqual(["goes", "waits", "waits"]);
    (await take(visitOf(2)))();
    ends[1]?.();
    ends[2]?.();
    expect(await states()).toEqual(["goes", "waits", "waits"]);
    vi.advanceTimersByTime(11_000);
    (await waiting[0])?.();
    expect(await states()).toEqual(["goes", "goes", "goes"]);
  });

  test("more than may wait are refused, and who leaves makes room", async () => {
    const take = turnsOf({ atOnce: 1, waiting: 2 });
    const end = await take(visitOf(1));
    const visits = [visitOf(1), visitOf(1), visitOf(1)];
    const [gone, waiting, refused] = visits.map((visit) => take(visit));
    expect(await settled(refused as Promise<unknown>)).toBe("unavailable");
    visits[0]?.answered();
    expect(await settled(gone as Promise<unknown>)).toBe("unavailable");
    const last = take(visitOf(1));
    end();
    expect([await settled(waiting as Promise<unknown>), await settled(last)]).toEqual(["goes", "waits"]);
  });

  describe("of which none ends", () => {
    test("let nobody wait for ever", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
      const take = turnsOf({ atOnce: 1, waiting: 2, still: 5000 });
      await take(visitOf(1));
      const waiting = take(visitOf(1));
      vi.advanceTimersByTime(4000);
      expect(await settled(waiting)).toBe("waits");
      vi.advanceTimersByTime(2000);
      expect(await settled(waiting)).toBe("unavailable");
    });
  });
});

describe("a request's turn, while others ask too", () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"] }); // nobody is alone again meanwhile
    for (const id of [1, 2]) {
      const visit = visitOf(id);
      await turnFor(visit);
      visit.answered();
    }
  });
  afterEach(() => void vi.useRealTimers());

  test("is one for all loaders of its page, until it is answered", async () => {
    const [first, second, third] = [visitOf(1), visitOf(1), visitOf(1)];
    await Promise.all([turnFor(first), turnFor(first), turnFor(first), turnFor(second)]);
    const waiting = turnFor(third);
    expect(await settled(waiting)).toBe("waits");
    first.answered();
    expect(await settled(waiting)).toBe("goes");
    for (const { answered } of [second, third]) answered();
  });

  test("is given back before it waits for a heavier one, or for long work, so that none waits for another", async () => {
    const visits = Array.from({ length: 9 }, () => visitOf(1));
    const heavy = visits.slice(0, 6).map(async (visit) => {
      await turnFor(visit);
      await turnForPage(visit);
    });
    let finish = () => {};
    const work = new Promise<void>((done) => {
      finish = done;
    });
    const long = visits.slice(6, 8).map(async (visit) => {
      await turnFor(visit);
      await withoutTurn(visit, () => work);
    });
    const light = turnFor(visits[8] as (typeof visits)[0]);
    expect(await settled(light)).toBe("goes");
    expect(await Promise.all(heavy.map(settled))).toEqual([
      "goes",
      "goes",
      "waits",
      "waits",
      "waits",
      "waits",
    ]);
    finish();
    expect(await Promise.all(long.map(settled))).toEqual(["goes", "waits"]); // the light one has the other turn
    for (const visit of [visits[8], ...visits]) {
      visit?.answered();
      await air();
      await air();
    }
    await Promise.all(long);
    expect(await settled(heavyTurn(visitOf(1)).then((end) => end()))).toBe("goes");
  });

  test("ends although its client has gone before", async () => {
    const gone = [visitOf(1), visitOf(1), visitOf(1)];
    for (const { answered } of gone) answered();
    for (const visit of gone) await turnFor(visit);
    expect(await settled(turnFor(visitOf(1)))).toBe("goes");
  });
});

describe("breaks", () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    [1, 10],
    [3, 4],
    [50, 1],
  ])("work of %i ms for an element lets others go after %i at most", async (cost, most) => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    let [steps, longest, others] = [0, 0, 0];
    let isOver = false;
    const other = (async () => {
      for (; !isOver; others++) {
        await air();
        steps = 0;
      }
    })();
    for await (const _ of withBreaks(Array(100).keys())) {
      now += cost;
      longest = Math.max(longest, ++steps);
    }
    isOver = true;
    await other;
    expect(longest).toBe(most);
    expect(others).toBeGreaterThanOrEqual(Math.floor(100 / most));
  });
});

describe("forty pages of one user at once", () => {
  const { office, client } = useOffice();
  let other: Client;
  let otherId: number;

  beforeAll(async () => {
    const { username, password } = await createUser(office.knex, "other", ["manage_customers"]);
    other = await signIn(office.url, { username, password });
    otherId = (await office.knex("users").where({ username }).first("id")).id;
    await office.knex.raw(
      "INSERT INTO customers (name, phone) SELECT 'عميل ' || n, '05' || n FROM generate_series(1, 500) n",
    );
  });

  test.each([
    "/customers?per_page=200",
    "/customers/new",
    "/reports/financial",
    "/api/customers?per_page=200",
  ])("%s: all come, and another user's page comes long before the last of them", async (path) => {
    await client.get(path);
    await other.get("/customers");
    const before = office.app.output().length;
    const pages = Array.from({ length: 40 }, () => client.get(path));
    const answers = await Promise.all([other.get("/customers"), ...pages]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const lines = (): { user: number; time: string; ms: number }[] =>
      office.app
        .output()
        .slice(before)
        .split("\n")
        .filter((line) => line.includes('"user":'))
        .map((line) => JSON.parse(line));
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(41);
    // On a busy machine its request may reach the office late: what counts is answered from then on.
    const own = lines().find(({ user }) => user === otherId);
    const arrival = Date.parse(own?.time ?? "") - (own?.ms ?? 0);
    const place = lines().findIndex(({ user }) => user === otherId);
    const sooner = lines().filter(({ time }, index) => index < place && Date.parse(time) >= arrival);
    expect(sooner.length).toBeLessThan(25);
  });

  test("more than may wait are refused at once, with the time to try again; the others come", async () => {
    const held = await office.knex.transaction();
    await held.raw("LOCK TABLE customers");
    const pages = Array.from({ length: 160 }, () => client.get("/customers"));
    const refused = await Promise.race(pages);
    expect([refused.status, Boolean(refused.headers.get("Retry-After"))]).toEqual([503, true]);
    await held.commit();
    const answers = await Promise.all(pages);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await client.get("/customers")).status).toBe(200);
  });
});

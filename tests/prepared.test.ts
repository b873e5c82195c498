import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { beforeCommit, finish, together } from "~/db/together.server";
import { fixture } from "./support/app";
import { enter } from "./support/client";
import { connectPreparing } from "./support/preparing";

const office = fixture();

test("a migration under a running office spoils no plan that it has prepared", async () => {
  const manager = await enter(office);
  const { body } = await manager.post("/api/customers", { name: "سعاد", phone: "0501234567" });
  const one = `/api/customers/${body.customer.id}`;
  const visits = () => [
    ...Array.from({ length: 20 }, () => manager.get(one)),
    ...Array.from({ length: 20 }, (_, turn) => manager.put(one, { address: `شارع ${turn}` })),
    ...Array.from({ length: 20 }, () => manager.get("/customers")),
    ...Array.from({ length: 20 }, () => manager.get("/api/currencies")),
  ];
  await Promise.all(visits());
  const { rows } = await office.knex.raw(
    "SELECT count(*)::int AS used FROM pg_stat_activity WHERE application_name = 'office' AND datname = current_database()",
  );
  expect(rows[0].used).toBeGreaterThan(3); // so that there are connections with plans

  for (const change of [
    "ALTER TABLE customers ALTER COLUMN address TYPE varchar(700)",
    "DROP COLLATION by_name; CREATE COLLATION by_name (provider = icu, locale = 'ar')",
  ]) {
    await office.knex.raw(change);
    const answers = await Promise.all(visits());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
});

describe("statements that travel together", () => {
  let knex: Knex;
  beforeAll(() => {
    knex = connectPreparing(office.database.url, { min: 1, max: 1 });
  });
  afterAll(() => knex.destroy());
  const name = (trx: Knex.Transaction, text: string) => () => trx("cities").insert({ name: text });
  const names = async () => (await knex("cities").orderBy("id").pluck("name")) as string[];

  test("leave before one is answered, in their order, the BEGIN first", async () => {
    const events: string[] = [];
    knex.on("query", ({ sql }) => events.push(sql.slice(0, 6)));
    knex.on("query-response", (_, { sql }) => events.push(`${sql.slice(0, 6)} answered`));
    const answers = await knex.transaction((trx) =>
      together(trx, name(trx, "أولى"), async () => trx.raw("SELECT 1"), name(trx, "ثانية")),
    );
    expect(answers.length).toBe(3);
    expect(events.slice(0, 4)).toEqual(["BEGIN;", "insert", "SELECT", "insert"]);
    expect(events.slice(4, 7).toSorted()).toEqual(["SELECT answered", "insert answered", "insert answered"]);
    expect(await names()).toEqual(["أولى", "ثانية"]);
  });

  test("leave in one packet with the BEGIN, and fail with it", async () => {
    const connection = await knex.client.acquireConnection();
    await knex.client.releaseConnection(connection);
    const { stream } = connection.connection;
    const packets = [vi.spyOn(stream, "_write"), vi.spyOn(stream, "_writev")];
    const sent = () => packets.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const earlier = sent();
    await knex.transaction(async (trx) => {
      await together(
        trx,
        async () => trx.raw("SELECT 1"),
        async () => trx.raw("SELECT 2"),
      );
      expect(sent() - earlier).toBe(1);
    });
    const { query } = connection;
    connection.query = function (this: object, ...sent: [{ text: string }, (error: Error) => void]) {
      connection.query = query;
      return query.call(this, sent[0], () => sent[1](new Error("Query read timeout")));
    };
    await expect(knex.transaction((trx) => name(trx, "أخيرة")())).rejects.toThrow("Query read timeout");
    expect(await names()).toEqual(["أولى", "ثانية"]);
  });

  test("fail by the first that fails, whole, and the connection stays in use", async () => {
    const failing = knex.transaction((trx) =>
      together(
        trx,
        name(trx, "ثالثة"),
        async () => (await trx.raw("SELECT 1 / 0")).rows, // its error arrives after the next answer
        () => trx.raw("SELECT nothing"),
        name(trx, "رابعة"),
      ),
    );
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await names()).toEqual(["أولى", "ثانية"]);
  });

  test("one that went with the COMMIT and failed fails it, by its own error", async () => {
    const failing = knex.transaction(async (trx) => {
      await name(trx, "خامسة")();
      await beforeCommit(trx, name(trx, "أولى"));
      return "done";
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(await names()).toEqual(["أولى", "ثانية"]);
    await knex.transaction(async (trx) => beforeCommit(trx, name(trx, "سادسة")));
    expect(await names()).toEqual(["أولى", "ثانية", "سادسة"]);
  });

  test("take the COMMIT along where they are the last, and nothing comes after it", async () => {
    let commits = 0;
    knex.on("query", ({ sql }) => (commits += Number(sql === "COMMIT;")));
    const finished = knex.transaction((trx) => {
      finish(trx, name(trx, "سابعة"), async () => trx.raw("SELECT 7 AS seven")).then(async ([, { rows }]) => {
        expect([rows, commits, trx.isCompleted()]).toEqual([[{ seven: 7 }], 1, true]);
        await expect(name(trx, "ثامنة")()).rejects.toThrow(/already complete/);
      });
    });
    await finished;
    expect(await names()).toEqual(["أولى", "ثانية", "سادسة", "سابعة"]);
  });

  test("fail whole with the COMMIT that they took along, by the error of the first", async () => {
    const failing = knex.transaction((trx) => {
      finish(trx, name(trx, "تاسعة"), name(trx, "أولى"), async () => trx.raw("SELECT nothing")).catch(
        (error) => expect(error).toMatchObject({ code: "23505" }),
      );
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(await names()).toEqual(["أولى", "ثانية", "سادسة", "سابعة"]);
  });
});

test("a connection keeps a bounded number of plans, however many statements come", async () => {
  const knex = connectPreparing(office.database.url, { min: 1, max: 1 });
  try {
    const kept = async () =>
      (await knex.raw("SELECT count(*)::int AS kept FROM pg_prepared_statements")).rows[0].kept;
    for (let limit = 1; limit <= 700; limit++) {
      await knex("customers").select("id").limit(limit, { skipBinding: true });
      if (limit % 50 === 0) expect(await kept()).toBeLessThanOrEqual(250);
    }
    expect(await kept()).toBeGreaterThan(100); // a statement that is repeated is planned once

    await knex
      .transaction(async (trx) => {
        for (let limit = 1; limit <= 300; limit++)
          await trx("customers").select("id").limit(limit, { skipBinding: true });
        await expect(trx("nothing").select("id")).rejects.toThrow(/nothing/);
      })
      .catch(() => {}); // its ROLLBACK goes through, though the plans were dropped meanwhile
    expect(await knex("customers").select("id").limit(1)).toHaveLength(1);
  } finally {
    await knex.destroy();
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { openLine } from "./support/connection";
import { administrator, createDatabase, type TestDatabase } from "./support/database";

let database: TestDatabase;
let line: Awaited<ReturnType<typeof openLine>>;
let office: RunningApp;
let client: Client;

beforeAll(async () => {
  database = await createDatabase();
  line = await openLine(database.applicationUrl);
  office = await startApp({ database: { applicationUrl: line.url } });
  client = await signIn(office.url);
});
afterAll(async () => {
  await office?.stop();
  line?.close();
  await database?.drop();
});

const work = () =>
  Promise.all([
    ...Array.from({ length: 12 }, () => client.get("/customers")),
    ...Array.from({ length: 12 }, (_, n) =>
      client.post("/api/customers", { name: `عميل ${n}`, phone: "0501" }),
    ),
    ...Array.from({ length: 4 }, () =>
      signIn(office.url, administrator).then(
        ({ cookie }) => ({ status: cookie ? 200 : 0 }),
        () => ({ status: 503 }),
      ),
    ),
  ]);

test("on a line to the database that dies in silence, connections are given up and new ones take their place", async () => {
  expect((await work()).every(({ status }) => status < 300)).toBe(true);
  expect(line.fallSilent()).toBeGreaterThan(8);
  let answers = await work();
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 503].includes(status))).toEqual(
    [],
  );
  await expect
    .poll(async () => {
      answers = await work();
      return answers.every(({ status }) => status < 300);
    })
    .toBe(true);
});

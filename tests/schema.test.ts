import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaOf } from "../scripts/schema/catalog.js";
import { createEmptyDatabase, type TestDatabase } from "./support/database";

/* What docs/ says of the schema is true. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test("docs/schema.sql is what the migrations make", async () => {
  const schema = await schemaOf((statement) => database.knex.raw(statement));
  const file = readFileSync(new URL("../docs/schema.sql", import.meta.url), "utf8");
  expect(schema, "docs/schema.sql is out of date: run `npm run schema`").toBe(file);
});

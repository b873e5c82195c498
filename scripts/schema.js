import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createKnex from "knex";
import { register } from "tsx/esm/api";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { migrationSource } from "./migrations.js";
import { projectDir } from "./prepare.js";
import { schemaOf } from "./schema/catalog.js";

/* `npm run schema` migrates a new database, writes its schema to docs/schema.sql, and removes the database. */

register();
const dataDir = mkdtempSync(join(tmpdir(), "office-schema-"));
const database = await startEmbeddedPostgres(dataDir, { overrides: { fsync: "off" } });
const knex = createKnex({ client: "pg", connection: database.url });
try {
  await knex.migrate.latest({ migrationSource: migrationSource() });
  const schema = await schemaOf((statement) => knex.raw(statement));
  writeFileSync(join(projectDir, "docs", "schema.sql"), schema);
} finally {
  await knex.destroy();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

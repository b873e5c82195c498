import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo } from "../app/db/hosts.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { projectDir, run } from "./prepare.js";
import { schemaOf } from "./schema/catalog.js";

/* `npm run schema`: writes docs/schema.sql, as the migrations make it in a new database that goes again. */

const dataDir = mkdtempSync(join(tmpdir(), "office-schema-"));
const database = await startEmbeddedPostgres(dataDir, { fsync: "off" });
try {
  run("npx", ["knex", "migrate:latest"], { DATABASE_URL: database.url });
  const session = await connectTo({ connectionString: database.url });
  const schema = await schemaOf((statement) => session.query(statement));
  await session.end();
  writeFileSync(join(projectDir, "docs", "schema.sql"), schema);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

// Runs the tests' PostgreSQL as a process of its own, which cleans up even after a test run that was killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../scripts/embedded-postgres.js";

const folder = mkdtempSync(join(tmpdir(), "office-tests-"));
const database = await startEmbeddedPostgres(folder, {
  max_connections: "300",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
});

process.once("disconnect", async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
  process.exit();
});
process.on("SIGINT", () => {}); // Ctrl-C ends the test run, and with it us
process.send?.(database.url);

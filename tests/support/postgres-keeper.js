// Keeps an embedded PostgreSQL in a process of its own: `postgres-keeper.js <data folder> [throw-away]`. It ends with
// its parent, even one that was killed; a throw-away one is fast, not safe, and leaves no folder behind.
import { rmSync } from "node:fs";
import { startEmbeddedPostgres } from "../../scripts/embedded-postgres.js";

const [dataDir = "", kind] = process.argv.slice(2);
const isThrowAway = kind === "throw-away";

const overrides = isThrowAway
  ? { max_connections: "300", fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
  : {};
const starting = startEmbeddedPostgres(dataDir, { overrides });

process.on("SIGINT", () => {}); // Ctrl-C ends the test run, and with it us
process.once("disconnect", async () => {
  await (await starting).stop();
  if (isThrowAway) rmSync(dataDir, { recursive: true, maxRetries: 5 }); // what ends meanwhile still writes
  process.exit();
});

const { url } = await starting;
if (process.connected) process.send?.(url);

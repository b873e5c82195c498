import { readdirSync } from "node:fs";

/** The names of all migrations, in their order. */
export const migrationNames = readdirSync(new URL("../migrations/", import.meta.url))
  .filter((name) => name.endsWith(".ts"))
  .sort();

import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOffice } from "./office.js";
import { projectDir, serverBuild } from "./prepare.js";

if (!existsSync(serverBuild)) {
  console.error("Nothing is built yet. Build it with:\n\n  npm run build\n");
  process.exit(1);
}

await runOffice([join(projectDir, "scripts", "serve.js")], "production");

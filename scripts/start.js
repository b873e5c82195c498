import { join } from "node:path";
import { runOffice } from "./office.js";
import { projectDir } from "./prepare.js";
import { hasOwnBuild } from "./stamp.js";

if (!hasOwnBuild(projectDir)) {
  console.error("There is no build of this code. Build it with:\n\n  npm run build\n");
  process.exit(1);
}

await runOffice([join(projectDir, "scripts", "serve.js")], "production");

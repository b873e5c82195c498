import { join } from "node:path";
import { openDemo } from "./open-demo.js";
import { install, projectDir } from "./prepare.js";

install();
await openDemo();

// Imported only now, since in a fresh clone its packages were missing before.
const { runOffice } = await import("./office.js");
const { PORT = "", HOST } = process.env;
const remix = join(projectDir, "node_modules", "@remix-run", "dev", "dist", "cli.js");
await runOffice(
  [remix, "vite:dev", "--strictPort", "--port", PORT, "--host", HOST || "0.0.0.0"],
  "development",
);

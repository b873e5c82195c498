import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserPath } from "./browser.js";
import { build, install, projectDir, run } from "./prepare.js";

install();
requireBrowser();
// Runs beside the build, which leaves a core free. For single files it would only delay the tests.
const check =
  process.argv.length > 2 ? undefined : spawn("npm", ["run", "check"], { cwd: projectDir, stdio: "inherit" });
build();
if (check) {
  const [status] = await once(check, "exit");
  if (status !== 0) process.exit(1);
}

// In this process, so that ending `npm test` ends the tests.
process.env.NODE_ENV = "test";
process.argv.splice(2, 0, "run");
await import(pathToFileURL(join(projectDir, "node_modules", "vitest", "vitest.mjs")).href);

/** The tests drive a real browser: Debian's, which root can install, or the one at CHROMIUM_PATH. */
function requireBrowser() {
  if (browserPath()) return;
  if (process.getuid?.() !== 0 || process.env.CHROMIUM_PATH || !existsSync("/usr/bin/apt-get")) {
    console.error(
      "The tests need a Chromium: install Debian's package `chromium-headless-shell`, or set CHROMIUM_PATH to yours.",
    );
    process.exit(1);
  }
  run("apt-get", ["update", "--quiet"]);
  run("apt-get", ["install", "--yes", "--quiet", "--no-install-recommends", "chromium-headless-shell"], {
    DEBIAN_FRONTEND: "noninteractive",
  });
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserPath, otherBrowsers } from "./browser.js";
import { build, install, projectDir } from "./prepare.js";

install();
installBrowsers();
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

/**
 * The tests drive real browsers, Debian's, which root can install. They need a Chromium, also the one at CHROMIUM_PATH. The main path is
 * tested in the others too, and its test says which of them were left out.
 */
function installBrowsers() {
  const packages = Object.values(otherBrowsers)
    .filter(({ programs }) => !programs.every((program) => existsSync(program)))
    .flatMap((browser) => browser.packages);
  if (!browserPath() && !process.env.CHROMIUM_PATH) packages.unshift("chromium-headless-shell");
  if (packages.length && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    apt("update");
    // One by one: another distribution may have only some of them.
    for (const name of packages) apt("install", "--yes", "--no-install-recommends", name);
  }
  if (browserPath()) return;
  console.error(
    "The tests need a Chromium: install Debian's package `chromium-headless-shell`, or set CHROMIUM_PATH to yours.",
  );
  process.exit(1);
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["--quiet", ...args], { stdio: "inherit", env });
}

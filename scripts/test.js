import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserPath, otherBrowsers } from "./browser.js";
import { build, install, projectDir } from "./prepare.js";

/** Programs of Debian that some tests need; a test that lacks its program says so. */
const servers = [
  { packages: ["nginx-light"], programs: ["/usr/sbin/nginx"] },
  { packages: ["caddy"], programs: ["/usr/bin/caddy"] },
  { packages: ["pgbouncer"], programs: ["/usr/sbin/pgbouncer"] },
];

const quick = "--quick";
const isQuick = process.argv.includes(quick);
const words = process.argv.slice(2).filter((word) => word !== quick);

install();
if (!isQuick) installPrograms();
// Runs beside the build, which leaves a core free. For single files it would only delay the tests.
const check = words.length
  ? undefined
  : spawn("npm", ["run", "check"], { cwd: projectDir, stdio: "inherit" });
build();
if (check) {
  const [status] = await once(check, "exit");
  if (status !== 0) process.exit(1);
}

// In this process, so that ending `npm test` ends the tests.
process.env.NODE_ENV = "test";
if (isQuick) process.env.WITHOUT_BROWSER = "1"; // a test that opens a page skips itself: tests/support/browser.ts
process.argv.splice(2, Infinity, "run", ...(isQuick ? ["--exclude", "tests/e2e/**"] : []), ...words);
await import(pathToFileURL(join(projectDir, "node_modules", "vitest", "vitest.mjs")).href);

/**
 * The tests drive real browsers, Debian's, which root can install. They need a Chromium, also the one at CHROMIUM_PATH. The main path is
 * tested in the others too, and the office behind servers; their tests say what was left out.
 */
function installPrograms() {
  const packages = [...Object.values(otherBrowsers), ...servers]
    .filter(({ programs }) => !programs.every((program) => existsSync(program)))
    .flatMap((program) => program.packages);
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
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" }; // no server starts by itself
  spawnSync("apt-get", ["--quiet", ...args], { stdio: "inherit", env });
}

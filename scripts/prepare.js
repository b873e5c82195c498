import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasOwnBuild } from "./stamp.js";

/** The project's folder. */
export const projectDir = fileURLToPath(new URL("..", import.meta.url));

/** The server's code after a build. */
export const serverBuild = join(projectDir, "build", "server", "index.js");

/** Installs the packages unless node_modules already has the versions of package-lock.json. */
export function install() {
  if (!isInstalled({ withTools: true })) run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]);
}

/** Builds the office unless nothing has changed since the last build. */
export function build() {
  if (!hasOwnBuild(projectDir)) run("npm", ["run", "build"], { NODE_ENV: "production" });
}

/**
 * Runs a program in the project's folder on this terminal. If it fails, this process ends with its status.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] in addition to this process's own
 */
export function run(program, args, env) {
  const { status, error } = spawnSync(program, args, {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  if (error) console.error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Whether node_modules has the versions of package-lock.json. It compares contents and not times, since a checkout or copy may give files
 * any time.
 *
 * @param {{ withTools: boolean }} options whether also those that only build and test
 */
export function isInstalled({ withTools }) {
  const installed = packagesOf(join(projectDir, "node_modules", ".package-lock.json"));
  const wanted = packagesOf(join(projectDir, "package-lock.json"));
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      path === "" ||
      (dev && !withTools) ||
      installed[path]?.version === version ||
      (optional && !installed[path]),
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

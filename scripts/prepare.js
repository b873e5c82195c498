import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const projectDir = fileURLToPath(new URL("..", import.meta.url));

/** What the build is made of. */
const sources = [
  "app",
  "package-lock.json",
  "remix.config.js",
  "scripts/demo-logins.js",
  "tsconfig.json",
  "vite.config.ts",
];

/** Where the server finds its code after a build. */
export const serverBuild = join(projectDir, "build", "server", "index.js");

/** Installs the packages unless node_modules holds what package-lock.json asks for. */
export function install() {
  if (!isInstalled()) run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]);
}

/** Builds the office unless nothing changed since it was built. */
export function build() {
  const built = existsSync(serverBuild) ? statSync(serverBuild).mtimeMs : 0;
  if (sources.some((source) => newestChange(join(projectDir, source)) > built)) {
    run(process.execPath, [join("node_modules", "@remix-run", "dev", "dist", "cli.js"), "vite:build"], {
      NODE_ENV: "production",
    });
  }
}

/**
 * Runs a program in the project's folder, on this terminal; this process ends with it when it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] beside what this process has
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

/** By content, not by time: a checkout or a copy of the project gives files any time. */
function isInstalled() {
  const installed = packagesOf(join(projectDir, "node_modules", ".package-lock.json"));
  const wanted = packagesOf(join(projectDir, "package-lock.json"));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

/**
 * Folders count too: their time tells that a file was removed.
 *
 * @param {string} path
 * @returns {number} in milliseconds
 */
function newestChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationNames } from "./migration-names.js";

/*
 * Code, build and schema belong together. A build has a stamp with the migrations and a hash of the sources that it was made from.
 * `npm start` does not serve a build of other code, as after `git pull` alone: its old pages would meet a schema that the new
 * migrations make.
 */

/** The files and folders that the build reads. */
const sources = [
  "app",
  "package-lock.json",
  "remix.config.js",
  "scripts/demo-logins.js",
  "tsconfig.json",
  "vite.config.ts",
];

const fileIn = (/** @type {string} */ folder) => join(folder, "build", "stamp.json");

/** @param {string} folder of a project */
const stampOf = (folder) => ({ migrations: migrationNames, sources: hashOf(folder) });

/** @param {string} folder */
function hashOf(folder) {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ path) => {
    const full = join(folder, path);
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name));
    else hash.update(path).update("\0").update(readFileSync(full)).update("\0");
  };
  for (const path of sources) if (existsSync(join(folder, path))) add(path);
  return hash.digest("hex");
}

/** @param {string} folder of a project that has just been built */
export const writeStamp = (folder) => writeFileSync(fileIn(folder), JSON.stringify(stampOf(folder)));

/**
 * Whether a project's build is of the code that its folder has. An image has not all sources: there the migrations alone count.
 *
 * @param {string} folder
 */
export function hasOwnBuild(folder) {
  if (!existsSync(fileIn(folder))) return false;
  const build = JSON.parse(readFileSync(fileIn(folder), "utf8"));
  if (!existsSync(join(folder, "vite.config.ts"))) return `${build.migrations}` === `${migrationNames}`;
  return JSON.stringify(build) === JSON.stringify(stampOf(folder));
}

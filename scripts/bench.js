import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judge, report } from "./bench/aims.js";
import { compare } from "./bench/compare.js";
import { createOffice, names } from "./bench/data.js";
import { loadMixed } from "./bench/mixed-load.js";
import { receiptsToPost } from "./bench/posts.js";
import { signIn, startBareServer, startLoad, startOffice, stopAll } from "./bench/processes.js";
import { measure } from "./bench/rates.js";
import { visitOnSlowLine } from "./bench/slow-line.js";
import { survey } from "./bench/survey.js";
import { measureTrail, median } from "./bench/trail-cost.js";
import { readWholeLists } from "./bench/whole-lists.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { build } from "./prepare.js";

const help = `How fast the office is: as ratios to a bare node:http server that does the same work with the best SQL and writes
the same bytes, so that the figures mean the same on every machine (docs/decisions/bench.md).

  npm run bench               100,000 customers, 200,000 contracts, 500,000 receipts, 1,000,000 movements and lines of the trail; about fifteen minutes
  npm run bench -- --quick    a tenth of that, and short runs; about a minute, for a first look
  npm run bench -- --mixed    the mixed load of clerks alone
  npm run bench -- --trail    what the trail costs a receipt, alone
  npm run bench -- --rates    the rates beside the bare server and at two processes, alone
  npm run bench -- --survey   what the database does for every address of the office, alone
  npm run bench -- --survey --only=/reports   for those addresses that contain this
  npm run bench -- --help     this`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean" },
    mixed: { type: "boolean" },
    trail: { type: "boolean" },
    rates: { type: "boolean" },
    survey: { type: "boolean" },
    only: { type: "string" },
    help: { type: "boolean" },
  },
});
if (options.help) {
  console.log(help);
  process.exit();
}

const extent = options.quick
  ? { customers: 10_000, rounds: 2, seconds: 0.7, tries: 1 }
  : { customers: 100_000, rounds: 4, seconds: 1.2, tries: 3 };
const fewer = Math.max(extent.customers / 100, 1_000); // of fewer, the smallest tables would be empty

const list = { title: "The contracts", path: "/contracts" };
const receipts = { title: "The receipts", path: "/financial/receipts" };
const searched = (/** @type {string} */ name, /** @type {string} */ title) => ({
  title,
  path: `/contracts?search=${encodeURIComponent(name)}&status=active`,
});
const common = searched(names.common, "Active contracts of a first name that 1 of 20 has");
const rare = searched(names.rare, "Active contracts of a family name that 20 people have");

const addresses = { list, receipts, common, rare };

const place = mkdtempSync(join(tmpdir(), "office-bench-"));
/** @type {Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined} */
let postgres;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => leave(1));
build();
try {
  await bench();
  await leave(0);
} catch (error) {
  console.error(error);
  await leave(1);
}

/** @param {number} status */
async function leave(status) {
  await stopAll();
  await postgres?.stop();
  rmSync(place, { recursive: true, force: true });
  process.exit(status);
}

async function bench() {
  const whole = !options.mixed && !options.trail && !options.rates && !options.survey;
  if (whole) await benchStart();

  postgres = await startEmbeddedPostgres(place, { max_wal_size: "4GB" });
  console.log(`\nFilling two databases, for ${count(fewer)} and for ${count(extent.customers)} customers …`);
  const secret = randomBytes(32).toString("hex");
  const small = { secret, dataDir: place, url: await createOffice(postgres.url, "small", fewer) };
  const large = { secret, dataDir: place, url: await createOffice(postgres.url, "large", extent.customers) };

  if (whole) await benchWholeLists(large);

  if (whole || options.survey)
    await survey(large, small, { open, log: join(place, "postgres.log"), only: options.only });
  if (options.survey) return report();

  const office = await open(large);
  if (options.trail) {
    await benchTrail(startLoad(), office, large.url);
    return report();
  }
  if (!options.rates) await benchMixedLoad(large.url, office);
  if (options.mixed) return report();
  if (whole) await benchSlowLine(office);
  const bare = { ...(await startBareServer({ ...large, ...office })), cookie: office.cookie };
  const load = startLoad();
  await compare(load, office, bare, { ...extent, ...addresses, url: large.url });
  await benchProcesses(load, office, large);
  if (options.rates) return report();
  const smallOffice = await open(small);
  await benchGrowth(load, office, smallOffice);
  await benchTrail(load, office, large.url);
  report();
}

/** @param {{ url: string, secret: string, dataDir: string }} options */
async function open(options, processes = 1) {
  const server = await startOffice({ ...options, processes });
  return { ...server, cookie: await signIn(server.port) };
}

/** The time from `npm start`, on an embedded database that is there, to an office that says it is healthy. */
async function benchStart() {
  const dataDir = join(place, "embedded");
  /** @type {number[]} */
  const times = [];
  for (let tries = 0; tries <= extent.tries; tries++) {
    const office = await startOffice({ dataDir, command: ["npm", "start", "--silent"] });
    if (tries > 0) times.push(office.readyAfter / 1000); // the first makes the database
    await office.stop();
  }
  const ready = median(times);
  console.log(`Ready ${ready.toFixed(2)} s after \`npm start\` on an existing database.`);
  judge("ready after `npm start`", 1.5, ready, "s");
}

/** @param {Parameters<typeof open>[0]} large */
async function benchWholeLists(large) {
  const office = await open(large);
  console.log(`\nWhole lists of ${count(extent.customers)} customers by /api/customers`);
  let highest = 0;
  for (const readers of [1, 4]) {
    const { megabytes, seconds, peak } = await readWholeLists(office, readers);
    highest = Math.max(highest, peak);
    console.log(
      `  ${readers} at once: ${megabytes.toFixed(1)} MB each, ${seconds.toFixed(1)} s, memory up to ${peak.toFixed(0)} MB`,
    );
  }
  judge("memory while whole lists are read", 300, highest, "MB");
  await office.stop();
}

/**
 * @param {string} url
 * @param {import("./bench/rates.js").Target} office
 */
async function benchMixedLoad(url, office) {
  console.log("\nReceipts posted, edited across accounts, cancelled and deleted, in the same cash boxes");
  const bodies = await receiptsToPost(url);
  await loadMixed(url, office, { clerks: 6, seconds: 1, bodies }); // warm
  let [slowest, deadlocks, retries, failed] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const clerks of [6, 12, 20]) {
    const mixed = await loadMixed(url, office, { clerks, seconds: 5 * extent.seconds, bodies });
    slowest = Math.min(slowest, mixed.perSecond);
    deadlocks += mixed.deadlocks;
    retries += mixed.retries;
    failed += mixed.failures.length;
    console.log(
      `  ${clerks} clerks: ${mixed.perSecond.toFixed(0)} per second, median ${mixed.median.toFixed(0)} ms, ` +
        `p95 ${mixed.p95.toFixed(0)} ms, ${mixed.deadlocks} deadlocks, ${mixed.retries} retries, refused ${mixed.failures.length} ${mixed.failures[0] ?? ""}`,
    );
  }
  judge("mixed load: operations per second", -100, slowest, "");
  judge("mixed load: deadlocks", 0, deadlocks, "");
  judge("mixed load: retries", 0, retries, "");
  judge("mixed load: refused", 0, failed, "");
}

/** @param {import("./bench/rates.js").Target} office */
async function benchSlowLine(office) {
  const lists = [list.path, receipts.path];
  const visits = await visitOnSlowLine(office, [...lists, `${list.path}/new`, `${receipts.path}/new`]);
  console.log("\nOn a line of 400 kbit/s and 400 ms");
  for (const [path, { first, second }] of Object.entries(visits)) {
    for (const [title, visit] of Object.entries({ first, second })) {
      console.log(
        `  ${path}, ${title} visit: first row after ${visit.firstRow.toFixed(2)} s and ${kibibytes(visit.bytesToFirstRow)}, ` +
          `at rest after ${visit.atRest.toFixed(1)} s and ${kibibytes(visit.bytesAtRest)}`,
      );
    }
  }
  const worst = (/** @type {(visit: (typeof visits)[string]) => number} */ of, paths = lists) =>
    Math.max(...Object.entries(visits).flatMap(([path, visit]) => (paths.includes(path) ? of(visit) : [])));
  judge(
    "slow line: first row",
    1,
    worst(({ first }) => first.firstRow),
    "s",
  );
  judge("slow line: until the first row", 15, worst(({ first }) => first.bytesToFirstRow) / 1024, "KiB");
  const atRest = worst(({ first }) => first.bytesAtRest, Object.keys(visits)) / 1024;
  judge("slow line: when all is at rest, forms too", 120, atRest, "KiB");
  judge(
    "slow line: first row of a second visit",
    0.8,
    worst(({ second }) => second.firstRow),
    "s",
  );
}

/**
 * What a second server process brings, on a machine whose cores the database and the load use too.
 *
 * @param {import("./bench/rates.js").Load} load
 * @param {import("./bench/rates.js").Target} one
 * @param {Parameters<typeof open>[0]} large
 */
async function benchProcesses(load, one, large) {
  const two = await open(large, 2);
  console.log("\nTwo server processes, of the rate of one");
  const post = {
    title: "Receipts posted",
    path: "/api/receipt-vouchers",
    bodies: await receiptsToPost(large.url),
  };
  for (const address of [list, post]) {
    for (const connections of [10, 50]) {
      const [alone, both] = await measure(load, [one, two], address, { connections, ...extent });
      if (!alone || !both) continue;
      console.log(
        `  ${address.title}, ${connections} connections: ${(both.perSecond / alone.perSecond).toFixed(2)} ` +
          `(${alone.perSecond.toFixed(0)} and ${both.perSecond.toFixed(0)} per second, p99 ${both.p99.toFixed(0)} ms)`,
      );
    }
  }
  await two.stop();
}

/**
 * @param {import("./bench/rates.js").Load} load
 * @param {import("./bench/rates.js").Target} office
 * @param {import("./bench/rates.js").Target} smallOffice
 */
async function benchGrowth(load, office, smallOffice) {
  console.log("\nFrom a hundredth of the rows to the whole, 10 connections");
  let worst = 0;
  for (const address of [list, receipts, rare]) {
    const extentOfIt = { connections: 10, ...extent };
    await measure(load, [smallOffice], address, { ...extentOfIt, rounds: 1 }); // warm
    const [large, small] = await measure(load, [office, smallOffice], address, extentOfIt);
    if (!large || !small) continue;
    const growth = small.perSecond / large.perSecond;
    worst = Math.max(worst, growth);
    console.log(
      `  ${address.title}: ${growth.toFixed(2)} times (${small.perSecond.toFixed(0)} to ${large.perSecond.toFixed(0)} per second)`,
    );
  }
  judge("growth from a hundredth of the rows", 1.5, worst, "times");
}

/**
 * @param {import("./bench/rates.js").Load} load
 * @param {import("./bench/rates.js").Target} office
 * @param {string} url
 */
async function benchTrail(load, office, url) {
  const post = { title: "Receipts posted", path: "/api/receipt-vouchers", bodies: await receiptsToPost(url) };
  const { whole, without, telling } = await measureTrail(load, office, url, post, extent);
  const share = (whole - without + telling) / whole;
  console.log(
    `\nA receipt posted takes ${whole.toFixed(2)} ms, without the trail's triggers ${without.toFixed(2)} ms; ` +
      `to tell who acts takes ${telling.toFixed(2)} ms of it`,
  );
  judge("the trail's share of a receipt's time", 0.1, share, "");
}

/** @param {number} value */
function count(value) {
  return value.toLocaleString("en-US");
}

/** @param {number} bytes */
function kibibytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

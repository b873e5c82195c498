import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { judge, report } from "./bench/aims.js";
import { benchAttacks } from "./bench/attack.js";
import { copyForBefore, createOffice } from "./bench/data.js";
import { benchGrowth } from "./bench/growth.js";
import { quantile } from "./bench/load.js";
import { benchPages } from "./bench/pages.js";
import { benchPresses } from "./bench/presses.js";
import { forgetPeak, memoryOf, signIn, startBareServer, startOffice, stopAll } from "./bench/processes.js";
import { benchAuditLog, benchMemory, benchMixedLoad, compare, compareGrowth } from "./bench/rates.js";
import { comparePages, compareSearches, compareWithBefore } from "./bench/searches.js";
import { benchSlowLine } from "./bench/slow-line.js";
import { survey } from "./bench/survey.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { build } from "./prepare.js";

const help = `How fast the office is: as ratios to a bare node:http server that does the same work with the best SQL and writes
the same bytes, so that the figures mean the same on every machine (docs/decisions/bench.md).

  npm run bench               100,000 customers, 200,000 contracts, 500,000 receipts, 1,000,000 movements and lines of the audit log; more than an hour on two cores, half of it for the survey
  npm run bench -- --quick    a tenth of that, and short runs, for a first look
  npm run bench -- --mixed    the mixed load of clerks alone
  npm run bench -- --audit    what the audit log costs a receipt, alone
  npm run bench -- --rates    the rates beside the bare server, alone
  npm run bench -- --rates --before=DIR   searches, pages and receipts also beside the office in DIR, the built checkout of an earlier commit: it has a copy whose later migrations are taken back
  npm run bench -- --rates --node=FILE   the memory also with another Node, such as that of npm's package \`node\`
  npm run bench -- --line     first visits on a slow line and the bytes of pages, alone
  npm run bench -- --survey   what the database and the server do for every address of the office, alone
  npm run bench -- --survey --only=/reports   for those addresses that contain this
  npm run bench -- --growth   what the database does for every address in offices of 10,000, 100,000 and 1,000,000 customers, alone; not part of the whole
  npm run bench -- --growth --minutes=20   the same; the largest office is what can be filled in this time (60 unless told)
  npm run bench -- --attack   a user's pages while strangers and a session attack the server for two minutes each, alone; not part of the whole
  npm run bench -- --presses  presses and letters on forms that come back, and presses on fresh ones, every 100 ms of their first 3 s, alone; not part of the whole
  npm run bench -- --presses --step=300 --only=asking   every 300 ms, on forms of this kind (refused, given back, asking, fresh)
  npm run bench -- --data=DIR    with any but --growth: the offices stay in DIR for later runs, since filling the large one takes most of a run
  npm run bench -- --help     this`;

const flag = { type: /** @type {const} */ ("boolean") };
const { values: options } = parseArgs({
  options: {
    ...{
      quick: flag,
      mixed: flag,
      audit: flag,
      rates: flag,
      line: flag,
      survey: flag,
      growth: flag,
      attack: flag,
      presses: flag,
      help: flag,
    },
    before: { type: "string" },
    data: { type: "string" },
    node: { type: "string" },
    only: { type: "string" },
    step: { type: "string", default: "100" },
    minutes: { type: "string", default: "60" },
  },
});
if (options.help) {
  console.log(help);
  process.exit();
}

const extent = options.quick
  ? { customers: 10_000, rounds: 2, seconds: 0.7, tries: 1 }
  : { customers: 100_000, rounds: 4, seconds: 1.2, tries: 3 };
const fewer = Math.max(extent.customers / 100, 1_000); // with fewer the smallest tables would be empty

const kept = options.growth ? undefined : options.data; // growth measures how long filling takes
const place = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), "office-bench-"));
/** @type {Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined} */
let postgres;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => leave(1));
build();
try {
  await bench();
  report();
  await leave(0);
} catch (error) {
  console.error(error);
  await leave(1);
}

/** @param {number} status */
async function leave(status) {
  await stopAll();
  await postgres?.stop();
  if (!kept) rmSync(place, { recursive: true, force: true });
  process.exit(status);
}

async function bench() {
  const { mixed, audit, rates, line, attack, presses, growth } = options;
  const whole = !presses && !mixed && !audit && !rates && !line && !attack && !growth && !options.survey;
  if (whole) await benchStart();

  postgres = await startEmbeddedPostgres(place, {
    overrides: {
      max_wal_size: "4GB",
      shared_preload_libraries: "pg_stat_statements",
      "pg_stat_statements.track": "none", // until a part of the bench switches it on
    },
  });
  const secret = randomBytes(32).toString("hex");
  if (growth) return benchGrowth(postgres.url, open, { secret, dataDir: place }, Number(options.minutes));
  console.log(
    `\nFilling a database for ${count(fewer)} customers${presses ? "" : `, and one for ${count(extent.customers)}`} …`,
  );
  const small = { secret, dataDir: place, url: await createOffice(postgres.url, `office_${fewer}`, fewer) };
  if (presses) return benchPresses(await open(small), small.url, Number(options.step), options.only);
  const name = `office_${extent.customers}`;
  const large = { secret, dataDir: place, url: await createOffice(postgres.url, name, extent.customers) };

  const before = options.before && {
    ...{ ...large, folder: options.before },
    url: await copyForBefore(large.url, "before", options.before),
  };

  if (whole) await benchWholeLists(large);
  if (whole || options.survey) await survey(large, small, open, options.only);
  if (whole || mixed || rates || line) {
    const office = await open(large);
    if (whole || mixed) await benchMixedLoad(office, large.url, extent);
    if (whole || line) {
      await benchSlowLine(office);
      await benchPages(office);
    }
    if (whole || rates) {
      const bare = { ...(await startBareServer({ ...large, ...office })), cookie: office.cookie };
      await compare(office, bare, large.url, extent);
      await compareSearches(office, bare, extent);
      await comparePages(office, extent);
      if (before) await compareWithBefore(office, await open(before), large.url, extent);
      if (options.node)
        await benchMemory(
          await open({ ...large, node: options.node }),
          large.url,
          extent,
          versionOf(options.node),
        );
    }
    if (whole) await compareGrowth(office, await open(small), extent);
  }
  if (attack) {
    const office = await open({ ...large, env: { TRUST_PROXY: "1" } }); // so that attackers have addresses
    await benchAttacks(office, options.quick ? { quiet: 15, attack: 15 } : { quiet: 60, attack: 120 });
  }
  if (whole || audit) await benchAuditLog(() => open(large), large.url, extent);
}

/** @param {string} node a program */
const versionOf = (node) => execFileSync(node, ["--version"], { encoding: "utf8" }).trim();

/** @param {{ url: string, secret: string, dataDir: string, folder?: string, node?: string, env?: Record<string, string> }} options */
async function open(options) {
  const server = await startOffice(options);
  return { ...server, cookie: await signIn(server.port) };
}

/** Measures the time from `npm start`, with an existing embedded database, until the office is healthy. */
async function benchStart() {
  const dataDir = join(place, "embedded");
  /** @type {number[]} */
  const times = [];
  for (let tries = 0; tries <= extent.tries; tries++) {
    const office = await startOffice({ dataDir, command: ["npm", "start", "--silent"] });
    if (tries > 0) times.push(office.readyAfter / 1000); // the first start creates the database
    await office.stop();
  }
  const ready = quantile(times, 0.5);
  console.log(`Ready ${ready.toFixed(2)} s after \`npm start\` on an existing database.`);
  judge("ready after `npm start`", 1.5, ready, "s");
}

/**
 * Reads a whole list by call, first by one program and then by several at once, and measures the server's memory meanwhile. Then the journal of a year as both
 * of its files.
 *
 * @param {Parameters<typeof open>[0]} large
 */
async function benchWholeLists(large) {
  const office = await open(large);
  console.log(`\nWhole lists of ${count(extent.customers)} customers by /api/customers`);
  for (const readers of [1, 4]) {
    const { peak, said } = await readFiles(office, "/api/customers", readers);
    console.log(`  ${readers} at once: ${said}`);
    judge(`memory while whole lists are read, ${readers} at once`, 300, peak, "MB");
  }
  const year = new Date().getFullYear() - 1;
  console.log(`\nThe journal of a year with ${count(extent.customers * 6)} receipts and payments`);
  for (const format of ["csv", "xlsx"]) {
    const path = `/reports/journal/export/${format}?from=${year}-01-01&to=${year}-12-31`;
    const { peak, said } = await readFiles(office, path, 1);
    console.log(`  ${format}: ${said}`);
    judge(`memory while a year's journal is read as ${format}`, 300, peak, "MB");
  }
  await office.stop();
}

/**
 * Reads an address to its end and drops what comes, as several readers at once.
 *
 * @param {Awaited<ReturnType<typeof open>>} office
 * @param {string} path
 * @param {number} readers
 */
async function readFiles(office, path, readers) {
  forgetPeak(office.pid);
  const start = performance.now();
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${office.port}${path}`, {
      headers: { Cookie: office.cookie },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    let bytes = 0;
    for await (const part of Readable.fromWeb(/** @type {never} */ (answer.body))) bytes += part.byteLength;
    return bytes;
  };
  const [bytes = 0] = await Promise.all(Array.from({ length: readers }, read));
  const { peak } = memoryOf(office.pid);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return {
    peak,
    said: `${(bytes / 1e6).toFixed(1)} MB each, ${seconds} s, memory up to ${peak.toFixed(0)} MB`,
  };
}

/** @param {number} value */
function count(value) {
  return value.toLocaleString("en-US");
}

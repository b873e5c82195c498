import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { judge, print } from "./aims.js";
import { quantile } from "./load.js";
import { memoryOf, signIn } from "./processes.js";

/** @typedef {{ port: number, pid: number, cookie: string }} Office */

const mebi = 1024 * 1024;
/** Pages that a clerk opens one after the other, with a moment between them. */
const pages = [
  "/",
  "/customers",
  "/customers/new",
  "/contracts",
  "/financial/receipts?page=2",
  "/trips/visas",
];
const betweenPages = 100; // milliseconds

/** @param {string} lines */
const head = (lines) => `${lines}\r\nHost: localhost\r\n`;

/**
 * @param {Office} office
 * @returns {Promise<[title: string, attack: import("./attackers.js").Attack][]>}
 */
async function attacksOn({ port, cookie }) {
  const login = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(login)?.[0] ?? "/robots.txt";
  const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${mebi}\r\n\r\n`;
  const stranger = { reads: false };
  return [
    [
      "450 requests at once on a connection that leaves after 0.3 s",
      { ...stranger, count: 1, sent: `${head("GET /login HTTP/1.1")}\r\n`.repeat(450), leavesAfter: 300 },
    ],
    [
      "260 connections that ask 30 times for a file and read nothing",
      { ...stranger, count: 260, sent: `${head(`GET ${script} HTTP/1.1`)}\r\n`.repeat(30) },
    ],
    [
      "1,000 bodies without an end",
      { ...stranger, count: 1000, sent: `${head("POST /login HTTP/1.1")}${form}username=`, drip: "x" },
    ],
    [
      "900 bodies of nine addresses with an invented session, of which a part comes",
      {
        ...stranger,
        count: 900,
        sent: `${head("POST /customers/new HTTP/1.1")}X-Forwarded-For: {address}\r\nCookie: office_session=x\r\n${form}name=${"x".repeat(mebi / 8)}`,
        drip: "x",
      },
    ],
    [
      "200 whole lists of a session that nobody reads",
      { ...stranger, count: 200, sent: `${head("GET /api/customers HTTP/1.1")}Cookie: ${cookie}\r\n\r\n` },
    ],
    [
      "1,000 heads that come a byte at a time",
      { reads: true, count: 1000, sent: "GET /login HTTP/1.1\r\nHost: localhost\r\nX-Header: ", drip: "x" },
    ],
  ];
}

/**
 * Attacks one process of the office in several ways while a user works, and compares that user's pages with those of a quiet time.
 *
 * @param {Office} office
 * @param {{ quiet: number, attack: number }} seconds
 */
export async function benchAttacks(office, seconds) {
  const user = await sessionOfColleague(office);
  await work(office, user, 10); // the server compiles its code meanwhile
  const quiet = await work(office, user, seconds.quiet);
  const before = memoryOf(office.pid).now;
  const lines = [{ attack: "none", ...figuresOf(quiet) }];
  for (const [title, attack] of await attacksOn(office)) {
    const attackers = new Worker(new URL("attackers.js", import.meta.url), {
      workerData: { port: office.port, attack },
    });
    await once(attackers, "online");
    const under = await work(office, user, seconds.attack);
    attackers.postMessage("end");
    await once(attackers, "message");
    await attackers.terminate();
    await pause(5000);
    const after = await work(office, user, 5);
    const figures = figuresOf(under);
    lines.push({ attack: title, ...figures });
    judge(`p99 beside ${title}, of a quiet minute's`, 4, figures.p99 / figuresOf(quiet).p99);
    judge(`refused 5 s after ${title}`, 0, figuresOf(after).refused);
    judge(`memory after ${title}`, 300, memoryOf(office.pid).now, "MB");
  }
  print(`A user's pages under attack; memory ${before.toFixed(0)} MB before`, lines);
}

/**
 * The session of another user than the one with whose session the office is attacked.
 *
 * @param {Office} office
 */
async function sessionOfColleague({ port, cookie }) {
  const api = `http://127.0.0.1:${port}/api`;
  const { roles } = await (await fetch(`${api}/roles`, { headers: { Cookie: cookie } })).json();
  const user = { username: "colleague", password: "Muzdalifah-2026" };
  const role_ids = roles.map((/** @type {{ id: number }} */ { id }) => id);
  const answer = await fetch(`${api}/users`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ ...user, email: "colleague@example.com", role_ids }),
  });
  if (!answer.ok) throw new Error(`No colleague: ${answer.status} ${await answer.text()}`);
  return signIn(port, user);
}

/** @param {{ times: number[], refused: number }} pages */
const figuresOf = ({ times, refused }) => ({
  pages: times.length,
  median: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  refused,
});

/**
 * @param {number} port
 * @param {string} cookie
 * @param {string} page
 */
const ask = (port, cookie, page) => fetch(`http://127.0.0.1:${port}${page}`, { headers: { Cookie: cookie } });

/**
 * @param {number} port
 * @param {string} cookie
 */
const save = (port, cookie) =>
  fetch(`http://127.0.0.1:${port}/api/customers`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "سالم باوزير", phone: "0551234567" }),
  });

/**
 * @param {Office} office
 * @param {string} cookie
 * @param {number} seconds
 */
async function work({ port }, cookie, seconds) {
  /** @type {number[]} */
  const times = [];
  let refused = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(betweenPages)) {
    const start = performance.now();
    const page = pages[times.length % pages.length];
    const answer = await (page ? ask(port, cookie, page) : save(port, cookie));
    await answer.text();
    times.push(performance.now() - start);
    if (!answer.ok) refused++;
  }
  return { times, refused };
}

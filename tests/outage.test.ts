import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runningEmbeddedPostgres } from "../scripts/embedded-postgres.js";
import { isOpen, type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { answering } from "./support/cluster";
import { administrator } from "./support/database";
import { postmasterOf } from "./support/postgres-processes";

/* PostgreSQL dies or hangs while the office serves requests: the office survives, says so, and recovers by itself. */

let office: RunningApp;
let client: Client;

beforeAll(async () => {
  office = await startApp({});
  client = await signIn(office.url);
  for (let number = 0; number < 30; number++)
    await client.post("/api/customers", { name: `عميل ${number}`, phone: "0555123" });
});

afterAll(() => office.stop());

const pidsOf = (parent: number): number[] => {
  const tasks = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8");
  return [parent, ...tasks.split(" ").filter(Boolean).map(Number)];
};

/** Every process of the database, the ones that serve connections included. */
function signalDatabase(signal: NodeJS.Signals) {
  for (const pid of pidsOf(postmasterOf(office.dataDir))) {
    try {
      process.kill(pid, signal);
    } catch {} // its parent has already ended it
  }
}

/** The next one too: after a kill its file names a process that has ended, until the supervisor has started another. */
async function killDatabase() {
  let url: string | undefined;
  const ofRunning = () => {
    url = runningEmbeddedPostgres(office.dataDir);
    return url;
  };
  await expect.poll(ofRunning, { interval: 5 }).toBeDefined();
  await answering(url as unknown as string); // asked again, it may have gone since
  signalDatabase("SIGKILL");
}

type Sent = { what: string; status: number; type: string; text: string };

async function send(what: string, method: string, path: string, body?: object): Promise<Sent> {
  const isCall = path.startsWith("/api/");
  const response = await fetch(office.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(!(body && path.endsWith("/login")) && { Cookie: client.cookie }),
      ...(body && isCall && { "Content-Type": "application/json" }),
    },
    body: body && (isCall ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>)),
  });
  const text = await response.text();
  const type = response.headers.get("Content-Type") ?? "";
  return { what, status: response.status, type, text };
}

let sent = 0;
const requests: (() => Promise<Sent>)[] = [
  () => send("call", "GET", "/api/customers?page=1"),
  () => send("list", "GET", "/api/customers"),
  () => send("call", "GET", "/api/customers/search?q=عميل"),
  () => send("create", "POST", "/api/customers", { name: `أثناء الانقطاع ${++sent}`, phone: "0555123" }),
  () => send("call", "PUT", "/api/customers/1", { phone: "0555124" }),
  () => send("page", "GET", "/customers"),
  () => send("page", "GET", "/"),
  () => send("page", "GET", "/login"),
  () => send("form", "POST", "/customers/new", { name: "نموذج", phone: "0555123" }),
  () => send("form", "POST", "/login", administrator),
  () => send("call", "POST", "/api/auth/login", administrator),
  () => send("call", "GET", "/api/auth/check-session"),
  () => send("data", "GET", "/customers.data"),
  () => send("health", "GET", "/healthz"),
];

function expectAway({ what, status, type, text }: Sent) {
  expect([what, status], text.slice(0, 300)).toEqual([what, 503]);
  expect(text).not.toMatch(/node_modules|ECONN|at \w+ \(/);
  if (what === "data") return;
  expect(text).toMatch(/قاعدة البيانات غير متاحة الآن/);
  expect(type).toMatch(what === "page" || what === "form" ? /^text\/html/ : /^application\/json/);
}

const recovered = () => expect.poll(() => isOpen(office.url), { interval: 50 }).toBe(true);

describe("when PostgreSQL is killed", () => {
  let pid: number;

  beforeEach(() => {
    pid = office.pid();
  });

  test("under requests in flight, each is answered, and what was acknowledged is there", async () => {
    const answers: Sent[] = [];
    const broken: string[] = [];
    let busy = true;
    const crowd = Array.from({ length: 28 }, async (_, index) => {
      while (busy) {
        const request = requests[index % requests.length] as () => Promise<Sent>;
        await request().then(
          (answer) => answers.push(answer),
          (error) => broken.push(`${index % requests.length}: ${error.cause ?? error}`),
        );
      }
    });
    const came = (status: number) => answers.filter((answer) => answer.status === status).length;
    try {
      await expect.poll(() => came(201)).toBeGreaterThan(0);
      for (let round = 0; round < 3; round++) {
        await killDatabase();
        const [refused, saved] = [came(503), came(201)];
        await expect.poll(() => came(503)).toBeGreaterThan(refused);
        await expect.poll(() => came(201)).toBeGreaterThan(saved);
      }
      await recovered();
    } finally {
      busy = false;
      await Promise.all(crowd);
    }

    const bad = answers.filter(({ status }) => ![200, 201, 202, 302, 503].includes(status));
    expect(bad.slice(0, 5)).toEqual([]);
    // A list whose rows fail while it is being sent cannot become another answer: its connection is closed.
    expect(broken.filter((fault) => !fault.startsWith("1:"))).toEqual([]);

    const { body } = await client.get("/api/customers");
    const names = new Map<string, number>();
    for (const { name } of body.customers) names.set(name, (names.get(name) ?? 0) + 1);
    for (const { status, text } of answers.filter(({ what }) => what === "create")) {
      if (status === 201) expect(names.get(JSON.parse(text).customer.name)).toBe(1);
    }
    expect(body.customers.filter(({ phone }: { phone: string }) => phone === "0555124")).toHaveLength(1);
    expect(office.pid()).toBe(pid);
  });

  test("at the very moment it comes back, again and again, it comes back in the end", async () => {
    for (let round = 0; round < 8; round++) await killDatabase();
    await recovered();
    expect(office.pid()).toBe(pid);
  });

  test("and does not come back, every address says so, and works again when it does", async () => {
    office.supervisor.kill("SIGSTOP"); // which would start it again
    try {
      await killDatabase();
      for (let round = 0; round < 2; round++) {
        const answers = await Promise.all(
          [...requests, ...requests, ...requests].map((request) => request()),
        );
        for (const answer of answers) expectAway(answer);
      }
      const health = await send("health", "GET", "/healthz");
      expect(JSON.parse(health.text)).toEqual({ error: expect.any(String), message: expect.any(String) });
      const login = await send("form", "POST", "/login", { username: "typed", password: "secret" });
      expect(login.text).toContain('value="typed"');
    } finally {
      office.supervisor.kill("SIGCONT");
    }
    await recovered();
    for (const request of requests) expect((await request()).status).toBeLessThan(400);
    expect(office.pid()).toBe(pid);
  });
});

test("when PostgreSQL stands still, nobody waits for long, and it goes on where it stood", async () => {
  const pid = office.pid();
  await Promise.all(requests.map((request) => request()));
  signalDatabase("SIGSTOP");
  const answers = await Promise.all([...requests, ...requests].map((request) => request())).finally(() =>
    signalDatabase("SIGCONT"),
  );
  for (const answer of answers) expectAway(answer);
  await recovered();
  for (const request of requests) expect((await request()).status).toBeLessThan(400);
  expect(office.pid()).toBe(pid);
});

test("the process was never at a loss", () => {
  expect(office.output()).not.toMatch(/unhandled|uncaught|The server ended/i);
});

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freePort } from "../scripts/ports.js";
import { projectDir } from "../scripts/prepare.js";
import { isOpen, type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { createDatabase, type TestDatabase } from "./support/database";
import { waitingIn } from "./support/waiting";

/* Two server processes on one port (docs/decisions/supervisor.md), and their metrics (docs/decisions/log.md). */

let database: TestDatabase;
let office: RunningApp;
let client: Client;
let metricsPort: number;

beforeAll(async () => {
  [database, metricsPort] = await Promise.all([createDatabase(), freePort()]);
  const env = { WEB_CONCURRENCY: "2", METRICS_PORT: String(metricsPort), SLOW_STATEMENT_MS: "300" };
  office = await startApp({ database, env });
  client = await signIn(office.url);
});

afterAll(async () => {
  await office?.stop();
  await database?.drop();
});

type Line = {
  pid: number;
  request: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  user?: number;
};

const lines = (): Line[] =>
  office
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** Sends requests on separate connections, so that both processes answer some. */
async function askOften(path: string, times = 40) {
  const agent = new Agent({ keepAlive: false });
  const ask = () =>
    new Promise<{ status?: number; id: string }>((answered, failed) =>
      get(office.url + path, { agent, headers: { Cookie: client.cookie } }, (answer) => {
        answer
          .resume()
          .once("end", () =>
            answered({ status: answer.statusCode, id: String(answer.headers["x-request-id"]) }),
          );
      }).once("error", failed),
    );
  return Promise.all(Array.from({ length: times }, ask));
}

const lineOf = (id: string) => expect.poll(() => lines().find(({ request }) => request === id));

/** The processes that serve. */
const serving = () => {
  const { pid } = office.supervisor;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter((child) => child && readFileSync(`/proc/${child}/cmdline`, "utf8").includes("serve.js"))
    .map(Number);
};

describe("two processes", () => {
  test("share one port, and a session that one began", async () => {
    expect(serving()).toHaveLength(2);
    const both = async () => {
      const answers = await askOften("/api/auth/me");
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const ids = new Set(answers.map(({ id }) => id));
      await expect.poll(() => lines().filter(({ request }) => ids.has(request)).length).toBe(answers.length);
      return new Set(lines().flatMap(({ request, pid }) => (ids.has(request) ? pid : []))).size;
    };
    await expect.poll(both).toBe(2); // the idle process takes a connection
  });

  test("make one record of a key that both were sent at once", async () => {
    const customer = { name: "ناجي", phone: "0777000111" };
    const send = () =>
      client.post("/api/customers", customer, { "Idempotency-Key": "one", Connection: "close" });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.customer.id)).size).toBe(1);
  });

  test("count failed logins together", async () => {
    const fail = () =>
      fetch(`${office.url}/api/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Connection: "close" },
        body: JSON.stringify({ username: "nobody", password: "wrong password" }),
      });
    const statuses = (await Promise.all(Array.from({ length: 14 }, fail))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test("one that dies is started again, while the other answers", async () => {
    const [killed, other] = serving();
    process.kill(Number(killed), "SIGKILL");
    const answers = await askOften("/healthz");
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await expect.poll(() => serving().length).toBe(2);
    expect(serving()).toContain(other);
    expect(serving()).not.toContain(killed);
  });
});

test("one that says that it is stuck is started again", async () => {
  const folder = mkdtempSync(join(inject("place"), "stuck-"));
  // The first process says that it is stuck; the next one says that it is well. Neither ends by itself.
  const [server, supervisor] = [join(folder, "serve.mjs"), join(folder, "supervise.mjs")];
  writeFileSync(
    server,
    `import { existsSync, writeFileSync } from "node:fs";
     const mark = ${JSON.stringify(join(folder, "mark"))};
     console.log(existsSync(mark) ? "well" : "stuck");
     if (!existsSync(mark)) writeFileSync(mark, ""), process.send({ isStuck: true });
     setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    supervisor,
    `import { keepRunning } from ${JSON.stringify(join(projectDir, "scripts", "processes.js"))};
     const stop = keepRunning([${JSON.stringify(server)}], { ...process.env, WEB_CONCURRENCY: "1", DEMO: "1" });
     process.once("SIGTERM", stop);`,
  );
  const child = spawn(process.execPath, [supervisor], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      printed += part;
    });
  await expect.poll(() => printed).toMatch(/stuck\n.*starting it again.*well\n/s);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

describe("the log", () => {
  test("has a line of JSON for each request, by its route and user, and nothing of what was asked for", async () => {
    const { body } = await client.get("/api/auth/me");
    const answer = await client.get(`/customers?search=${encodeURIComponent("سراج")}`);
    const id = answer.headers.get("X-Request-Id") ?? "";
    await lineOf(id).toMatchObject({ method: "GET", route: "/customers", status: 200, user: body.user.id });
    const gone = await client.get("/customers/77/edit?search=secret-word");
    await lineOf(gone.headers.get("X-Request-Id") ?? "").toMatchObject({
      route: "/customers/:id/edit",
      status: 404,
    });
    const nowhere = await client.get("/nowhere/secret-word");
    await lineOf(nowhere.headers.get("X-Request-Id") ?? "").toMatchObject({ route: "/*", status: 404 });
    const stranger = await fetch(`${office.url}/api/customers/search?q=secret-word`);
    await lineOf(stranger.headers.get("X-Request-Id") ?? "").not.toHaveProperty("user");
    expect(office.output()).not.toMatch(/secret-word|سراج|%D8|manager/i);
  });

  test("names a fault by the number that its page shows", async () => {
    await database.knex.raw("ALTER TABLE hotels RENAME TO hotels_elsewhere");
    try {
      const page = await client.get("/services/hotels");
      const id = page.headers.get("X-Request-Id") ?? "";
      expect([page.status, page.body.includes(`>${id}<`)]).toEqual([500, true]);
      await expect
        .poll(() => lines().filter((line) => line.request === id))
        .toEqual([expect.objectContaining({ level: "error" }), expect.objectContaining({ status: 500 })]);
      const call = await client.get("/api/hotels");
      expect([call.status, call.body.error, call.body.stack]).toEqual([500, expect.any(String), undefined]);
      await lineOf(call.headers.get("X-Request-Id") ?? "").toMatchObject({ level: "error" });
    } finally {
      await database.knex.raw("ALTER TABLE hotels_elsewhere RENAME TO hotels");
    }
  });
});

test("a log that cannot be written, as on a full disk, keeps no process from its work nor from its end", () => {
  const work = `
    const { log } = await import("./app/log.server.ts");
    let count = 0;
    setInterval(() => { log.info("a line"); if (++count === 5) { console.error("worked"); process.exit(0); } }, 20);`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", work],
    {
      cwd: projectDir,
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([0, "worked\n"]);
});

describe("the figures for Prometheus", () => {
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

  /** How many requests of a route were answered 200, by one process or all. */
  const counted = async (route: string, process = "\\d") => {
    const line = new RegExp(
      `^office_request_duration_seconds_count\\{(?=.*process="${process}")(?=.*"${route}")(?=.*"200").*\\} (\\d+)$`,
      "gm",
    );
    return [...(await metrics()).matchAll(line)].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  test("are of both processes, on an address of their own", async () => {
    await askOften("/api/currencies", 30);
    await expect.poll(() => counted("/api/currencies")).toBe(30);
    const text = await metrics();
    for (const process of ["1", "2"])
      expect(text).toMatch(new RegExp(`\nprocess_resident_memory_bytes{process="${process}"} \\d`));
    for (const name of [
      "office_database_connections",
      "office_transaction_retries_total",
      "office_slow_statements_total",
      "nodejs_eventloop_lag_seconds",
      "process_resident_memory_bytes",
    ])
      expect(text).toContain(`\n# TYPE ${name} `);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    for (const method of ["HEAD", "POST", "DELETE"]) {
      const { status, headers } = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { method });
      expect([method, status, headers.get("Allow")]).toEqual([method, 405, "GET"]);
    }
    expect((await client.get("/metrics")).status).toBe(404);
  });

  test("go on counting where a process that died stood, the others' untouched", async () => {
    const ofEach = () => Promise.all(["1", "2"].map((one) => counted("/api/currencies", one)));
    const before = await ofEach();
    const all = serving();
    process.kill(Number(all[0]), "SIGKILL");
    const answeredByNew = async () => {
      await askOften("/healthz", 10);
      return lines().some(({ pid }) => serving().includes(pid) && !all.includes(pid));
    };
    await expect.poll(answeredByNew).toBe(true);
    const [one, two] = before;
    expect([
      [0, two],
      [one, 0],
    ]).toContainEqual(await ofEach());
  });

  test("have a line for each method that the office knows, and one for all others", async () => {
    for (const method of ["PROPFIND", "MKCOL", "LOCK"])
      expect((await fetch(`${office.url}/login`, { method })).status).toBe(405);
    await expect.poll(metrics).toMatch(/_count\{[^}]*method="other",route="\/login",status="405"/);
    expect(await metrics()).not.toContain("PROPFIND");
  });

  test("count a statement that took long, and the log names it without its values", async () => {
    const slow = await database.knex.transaction(async (trx) => {
      await trx("customers").where({ name: "ناجي" }).forUpdate();
      const change = client.put("/api/customers/1", { name: "ناجي الطويل" });
      await expect.poll(() => waitingIn(database.knex)).toBe(1);
      await pause(600); // what is called long
      return { change };
    });
    expect((await slow.change).status).toBe(200);
    await expect.poll(metrics).toMatch(/office_slow_statements_total\{process="\d"\} [1-9]/);
    await expect.poll(() => office.output()).toMatch(/"slow":\d+,"statement":"select .*customers/i);
    expect(office.output()).not.toContain("الطويل");
  });
});

test("told to end, they give the last answers, and the office ends in good order", async () => {
  const { change } = await database.knex.transaction(async (trx) => {
    await trx("customers").where({ id: 1 }).forUpdate();
    const change = client.put("/api/customers/1", { name: "ناجي الأخير" });
    await expect.poll(() => waitingIn(database.knex)).toBe(1);
    office.supervisor.kill("SIGTERM");
    await expect.poll(() => isOpen(office.url)).toBe(false);
    return { change };
  });
  expect((await change).status).toBe(200);
  await office.stop();
  expect(office.supervisor.exitCode).toBe(0);
});

import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { projectDir } from "./prepare.js";

/**
 * Node's flags for the server. The heap's limits make V8 collect instead of growing. They are large enough, since lists are
 * streamed and files lie outside the heap. A young generation of 16 MB is as fast as one of 32 and a tenth faster than one of 4. Node 24
 * takes more memory beside it, and is as fast with 8 MB (docs/decisions/bench.md).
 */
const serverFlags = [
  `--max-semi-space-size=${Number.parseInt(process.versions.node, 10) < 24 ? 16 : 8}`,
  "--max-old-space-size=192",
  ...["leave-with-parent.js", "../app/framework/remember-routes.js"].flatMap((preloaded) => [
    "--import",
    new URL(preloaded, import.meta.url).href,
  ]),
];

/** glibc gives each thread an arena of its own, of which little is given back. One for all saves some 25 MB under load and costs no time. */
const serverMemory = { MALLOC_ARENA_MAX: "1" };

const drainDeadline = 8_000;

/**
 * Runs the server processes and restarts those that end by themselves: at once, but more slowly if a process fails while
 * starting.
 *
 * @param {string[]} server
 * @param {import("./settings.js").Environment} env
 * @returns {() => Promise<void>} ends them gracefully, or kills them after a deadline
 */
export function keepRunning([program, ...args], env) {
  // Each process accepts connections itself: those that this process hands over would hang if the other one dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: program,
    args,
    execArgv: serverFlags,
    cwd: projectDir,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  if (env.DEMO !== "1") announce(env);
  const slots = Array.from({ length: Number(env.WEB_CONCURRENCY) }, (_, index) =>
    keepOneRunning({ ...env, OFFICE_PROCESS: String(index + 1) }),
  );
  return async () => {
    await Promise.all(slots.map((stop) => stop()));
  };
}

/**
 * Prints the address once all processes listen.
 *
 * @param {import("./settings.js").Environment} env
 */
async function announce({ WEB_CONCURRENCY, PORT, HOST, METRICS_PORT }) {
  for (let count = Number(WEB_CONCURRENCY); count > 0; count--) await once(cluster, "listening");
  const figures = METRICS_PORT ? `, figures on port ${METRICS_PORT}` : "";
  console.log(
    `The office is open on ${HOST || "*"}:${PORT}, server processes: ${WEB_CONCURRENCY}${figures}.`,
  );
}

/** @param {import("./settings.js").Environment} env */
function keepOneRunning(env) {
  let stopping = false;
  /** @type {import("node:cluster").Worker} */
  let worker;

  const ended = (async () => {
    for (let failures = 0; !stopping; ) {
      const born = Date.now();
      worker = cluster.fork({ ...serverMemory, ...env });
      worker.on("error", () => {}); // its exit reports that it no longer listens
      worker.on("message", ({ isStuck }) => isStuck && end(worker));
      const [status, signal] = await new Promise((told) => worker.once("exit", (...how) => told(how)));
      if (stopping) return;
      console.error(`The server ended (${signal ?? `status ${status}`}); starting it again.`);
      failures = Date.now() - born < 2_000 ? failures + 1 : 0;
      if (failures > 0) await pause(Math.min(100 * 2 ** failures, 3_000));
    }
  })();

  return async () => {
    stopping = true;
    end(worker);
    await ended;
  };
}

/**
 * Ends a process gracefully, or kills it after a deadline.
 *
 * @param {import("node:cluster").Worker} worker
 */
function end(worker) {
  worker.process.kill("SIGTERM");
  const deadline = setTimeout(() => worker.process.kill("SIGKILL"), drainDeadline);
  worker.once("exit", () => clearTimeout(deadline));
}

/**
 * Serves the metrics of all server processes together, in Prometheus' format, on a port of their own.
 *
 * @param {import("./settings.js").Environment} env
 */
export async function serveMetrics({ METRICS_PORT, HOST }) {
  const { AggregatorRegistry } = await import("prom-client");
  const registry = new AggregatorRegistry();
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return response.writeHead(404).end();
    if (request.method !== "GET") return response.writeHead(405, { Allow: "GET" }).end();
    try {
      const figures = await registry.clusterMetrics();
      response.writeHead(200, { "Content-Type": registry.contentType }).end(figures);
    } catch {
      response.writeHead(503).end(); // a process that just started or ended did not answer in time
    }
  });
  await once(server.listen(Number(METRICS_PORT), HOST || undefined), "listening");
}

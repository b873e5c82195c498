import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../scripts/ports.js";
import { postgresBinaries } from "../../scripts/postgres/binaries.js";

/* A primary and its streaming replica, as deploy/ has them on two machines. */

export interface Server {
  /** host:port */
  host: string;
  /** Its database `postgres`, as the owner of everything. */
  url: string;
  /** At once, with all its connections. */
  kill(): void;
}

// PostgreSQL refuses to run as root.
const account: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody() : {};

/** As `chown` takes it; undefined where tests run as an ordinary user. */
export const owner = `${account.uid}:${account.gid}`;

function nobody() {
  const [, uid, gid] = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Starts both; no COMMIT is acknowledged until the replica has it. `stop` ends and removes them. */
export async function startPair() {
  const place = mkdtempSync(join(tmpdir(), "office-pair-"));
  if (owner) await once(spawn("chown", [owner, place]), "exit");
  const bin = join(postgresBinaries(place), "bin");
  const [primaryData, replicaData] = [join(place, "primary"), join(place, "replica")] as const;
  const initdb = spawn(
    join(bin, "initdb"),
    [
      ...[`--pgdata=${primaryData}`, "--username=office", "--auth=trust", "--no-sync", "--encoding=UTF8"],
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--lc-ctype=C.UTF-8"],
    ],
    { ...account, cwd: place, stdio: "ignore" },
  );
  const [status] = await once(initdb, "exit");
  if (status !== 0) throw new Error(`initdb: ${status}`);

  // A replica may begin as a copy of a stopped cluster.
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  cpSync(primaryData, replicaData, { recursive: true });
  writeFileSync(join(replicaData, "standby.signal"), "");
  if (owner) await once(spawn("chown", ["-R", owner, replicaData]), "exit");

  const started: ChildProcess[] = [];
  async function start(data: string, port: number, settings: Record<string, string>): Promise<Server> {
    const all = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      shared_buffers: "32MB",
      fsync: "off", // the system still writes what a killed process has written
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    // The shell ends it when its own input closes, as it does also when this process is killed.
    const command = ["-c", '"$@" </dev/null & read _; kill -QUIT $!; wait', "sh", join(bin, "postgres")];
    const shell = spawn("sh", [...command, "-D", data, "-p", `${port}`, ...options], {
      ...account,
      cwd: place,
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.push(shell);
    const host = `127.0.0.1:${port}`;
    const url = `postgres://office@${host}/postgres`;
    await answering(url);
    return {
      host,
      url,
      kill() {
        const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
        for (const one of [pid, ...children.filter(Boolean).map(Number)]) {
          try {
            process.kill(one, "SIGKILL");
          } catch {} // its parent has already ended it
        }
      },
    };
  }
  const primary = await start(primaryData, primaryPort, { synchronous_standby_names: "replica" });
  const replica = await start(replicaData, replicaPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=office application_name=replica`,
  });
  return {
    primary,
    replica,
    async stop() {
      await Promise.all(
        started.map((shell) => {
          const ended = once(shell, "exit");
          shell.stdin?.end();
          return ended;
        }),
      );
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until PostgreSQL accepts connections.
 *
 * An attempt has a bound: while nobody listens on a port, the system may connect a client to itself, which hears its own
 * greeting and waits for ever.
 */
export async function answering(url: string) {
  for (; ; await pause(5)) {
    const session = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    session.on("error", () => {});
    try {
      await session.connect();
      await session.end();
      return;
    } catch {}
  }
}

/** One statement on a database of its own connection. */
export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return (await session.query<Row>(statement)).rows;
  } finally {
    await session.end();
  }
}

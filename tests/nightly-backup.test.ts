import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupsKept, namesToRemove, nightOf } from "../scripts/nightly.js";
import { startApp } from "./support/app";
import { done, useBackups } from "./support/backups";
import { useBucket } from "./support/bucket";
import { signIn } from "./support/client";

/* The backups that an embedded office makes of itself. */

const { place, run } = useBackups();
const bucket = await useBucket();

test("an embedded office backs itself up at night, keeps as many as it was told, and is restored into a new DATA_DIR", async () => {
  const dataDir = join(place, "embedded");
  const backups = join(dataDir, "backups");
  mkdirSync(backups, { recursive: true });
  for (const day of ["2026-01-01", "2026-01-02", "2026-01-03"])
    writeFileSync(join(backups, `office-${day}.tar.gz`), "");
  writeFileSync(join(backups, "office-2199-01-01.tar.gz"), ""); // while the clock was ahead
  writeFileSync(join(backups, "office-2026-01-02.tar.gz.part"), "");
  const office = await startApp({ dataDir, env: { BACKUPS_KEPT: "2", BACKUPS_URL: bucket.url } });
  const client = await signIn(office.url);
  await client.post("/api/customers", { name: "سعاد", phone: "0501234567" });
  const tonight = `office-${nightOf(new Date(), "")}.tar.gz`;
  await expect
    .poll(() => readdirSync(backups))
    .toEqual(["office-2026-01-03.tar.gz", tonight, "office-2199-01-01.tar.gz"]);
  expect(office.output()).toContain(
    "nights that have not come, which the clock must have named: office-2199-01-01",
  );
  const copy = join(bucket.folder, `${tonight}._S3rver_object`);
  await expect.poll(() => existsSync(copy)).toBe(true);
  expect(readFileSync(copy)).toEqual(readFileSync(join(backups, tonight)));

  expect(await run("backup", "running.tar.gz", { DATABASE_URL: undefined, DATA_DIR: dataDir })).toMatchObject(
    done,
  );
  await office.stop();
  expect(await run("backup", "stopped.tar.gz", { DATABASE_URL: undefined, DATA_DIR: dataDir })).toMatchObject(
    done,
  );

  const restored = join(place, "restored");
  const env = { DATABASE_URL: undefined, DATA_DIR: restored };
  expect(await run("restore", "running.tar.gz", env)).toEqual(done);
});

test("what is restored opens; a nightly backup that cannot be written is told there, and ends nothing", async () => {
  const dataDir = join(place, "restored");
  writeFileSync(join(dataDir, "backups"), "no folder");
  const office = await startApp({ dataDir, env: { BACKUPS_KEPT: "2" } });
  await expect.poll(office.output).toMatch(/The nightly backup failed \(.*backups cannot be written/);
  const { body } = await (await signIn(office.url)).get("/api/customers");
  expect(body.customers.map(({ name }: { name: string }) => name)).toEqual(["سعاد"]);
  await office.stop();
});

test.each([
  [["office-2026-11-24", "office-2026-11-25", "office-2026-11-26"], 2, ["office-2026-11-24"]],
  [["office-2027-01-01", "office-2026-11-25", "office-2026-11-26"], 1, ["office-2026-11-25"]],
  [["office-2027-01-01", "office-2027-01-02", "office-2026-11-26"], 1, []],
])("of %j %i stay, and the one just written always", (names, kept, removed) => {
  const files = (all: string[]) => all.map((name) => `${name}.tar.gz`);
  expect(namesToRemove([...files(names), "notes.txt"], "office-2026-11-26.tar.gz", kept)).toEqual(
    files(removed),
  );
});

test.each([
  [{ BACKUPS_KEPT: "x" }, "is no number"],
  [{ BACKUPS_KEPT: "7", DATABASE_URL: "postgres://a/b" }, "let cron run"],
  [{ BACKUPS_URL: "s3://b", DATABASE_URL: "postgres://a/b" }, "let cron run"],
  [{ BACKUPS_URL: "s3://b" }, "set BACKUPS_KEPT"],
])("%j is refused", (env, reason) => {
  expect(() => backupsKept(env)).toThrow(reason);
});

test("a night begins at two o'clock of the office's time", () => {
  expect(nightOf(new Date("2026-11-22T22:59:00Z"), "")).toBe("2026-11-22");
  expect(nightOf(new Date("2026-11-22T23:00:00Z"), "")).toBe("2026-11-23");
  expect(nightOf(new Date("2026-11-22T01:59:00Z"), "UTC")).toBe("2026-11-21");
});

import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the tests' PostgreSQL, by its maintenance database. */
    postgresUrl: string;
    /** A folder that goes when all tests are done. */
    place: string;
    /** The folder of the files that the demo agency's rows name. */
    demoUploads: string;
  }
}

/** Starts the one PostgreSQL in which each test file makes its own databases. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(isFit(memoryFolder) ? memoryFolder : tmpdir(), "office-tests-"));
  const keeper = fork(new URL("postgres-keeper.js", import.meta.url), [dataDir, "throw-away"], {
    detached: true,
  });
  const gone = once(keeper, "exit");
  const [url] = await Promise.race([once(keeper, "message"), gone]);
  if (typeof url !== "string") throw new Error("The tests' PostgreSQL did not start.");
  project.provide("postgresUrl", url);
  project.provide("place", dataDir);
  project.provide("demoUploads", join(dataDir, "uploads"));
  return async () => {
    keeper.disconnect();
    await gone;
  };
}

const memoryFolder = "/dev/shm";
const room = 6 * 2 ** 30; // bytes

/** Whether the databases of a run can lie in memory: on a disk a copy of a database takes ten times as long. */
function isFit(folder: string) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  const runsPrograms = !/^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync("/proc/mounts", "utf8"));
  return runsPrograms && Math.min(bavail * bsize, freemem()) > room;
}

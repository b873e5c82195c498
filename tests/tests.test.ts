import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";

/* Rules of the tests themselves (docs/decisions/tests.md). */

const files = execFileSync("git", ["ls-files", "tests"], { cwd: projectDir, encoding: "utf8" })
  .split("\n")
  .filter((name) => name.endsWith(".ts"));
const textOf = (name: string) => readFileSync(join(projectDir, name), "utf8");

test("no test measures a duration: a machine may be three times slower", () => {
  const duration = /(performance|Date)\.now\(\) - [a-z]/;
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((name) => duration.test(textOf(name)))).toEqual([]);
});

test("no test gives up earlier than the others", () => {
  const limit = /timeout: \d|AbortSignal\.timeout|vi\.wait/;
  const own = ["tests/support/until.ts", "tests/tests.test.ts"];
  // Timeouts of connections and poolers, which are the office's.
  const ofOffice = ["tests/support/turns.ts", "tests/whole-lists.test.ts", "tests/database-fit.test.ts"];
  expect(files.filter((name) => limit.test(textOf(name)) && ![...own, ...ofOffice].includes(name))).toEqual(
    [],
  );
});

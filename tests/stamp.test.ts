import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { migrationNames } from "../scripts/migration-names.js";
import { projectDir } from "../scripts/prepare.js";
import { hasOwnBuild, writeStamp } from "../scripts/stamp.js";
import { spawnOffice } from "./support/app";
import { createEmptyDatabase, knexCommand } from "./support/database";
import { usePlace } from "./support/place";

/* Code, build and schema belong together. */

const place = usePlace("stamp");
const [clone, image] = [join(place, "clone"), join(place, "image")];

beforeEach(() => {
  for (const folder of [clone, image]) {
    rmSync(folder, { recursive: true, force: true });
    for (const name of ["app", "build"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "app", "root.tsx"), "1");
  }
  writeFileSync(join(clone, "vite.config.ts"), "");
  for (const folder of [clone, image]) writeStamp(folder);
});

test("a build is of the code that it was made from, and of no other", () => {
  expect(hasOwnBuild(projectDir)).toBe(true);
  expect([clone, image, place].map(hasOwnBuild)).toEqual([true, true, false]);
  writeFileSync(join(clone, "app", "root.tsx"), "2");
  expect(hasOwnBuild(clone)).toBe(false);
  writeFileSync(join(clone, "app", "root.tsx"), "1");
  expect(hasOwnBuild(clone)).toBe(true);
  writeFileSync(join(clone, "app", "new.ts"), "");
  expect(hasOwnBuild(clone)).toBe(false);
});

test("in an image, which lacks most of the code, the migrations tell", () => {
  rmSync(join(image, "app"), { recursive: true });
  expect(hasOwnBuild(image)).toBe(true);
  const older = { migrations: migrationNames.slice(0, -1), sources: "" };
  writeFileSync(join(image, "build", "stamp.json"), JSON.stringify(older));
  expect(hasOwnBuild(image)).toBe(false);
});

test.each(["start", "backup", "restore"])(
  "npm run %s says in a sentence that nothing is installed",
  (name) => {
    for (const part of ["package.json", "package-lock.json", "scripts", "migrations", "app/framework"])
      cpSync(join(projectDir, part), join(clone, part), { recursive: true });
    const { status, stderr } = spawnSync("npm", ["run", "--silent", name], { cwd: clone, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The packages .* not installed.*\n\n {2}npm ci/),
    ]);
    expect(stderr).not.toMatch(/^ {4}at /m); // a stack
  },
);

test.each([
  [
    "a newer version",
    "INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('990_later.ts', 9, now())",
    "990_later",
  ],
  [
    "a migration by another name",
    "UPDATE knex_migrations SET name = '050_old.ts' WHERE name LIKE '050%'",
    "050_old",
  ],
])("the schema of %s is refused in one sentence, by the office and by Knex", async (_, change, name) => {
  const database = await createEmptyDatabase();
  await database.knex.raw(change);
  const sentence = new RegExp(`1 migration\\(s\\) that this code lacks, from ${name}\\.ts on: it belongs`);
  const office = await spawnOffice({ database });
  expect(await office.ended).toBe(1);
  expect(office.output()).toMatch(sentence);
  for (const command of ["migrate:latest", "migrate:rollback", "migrate:up"]) {
    const { stderr } = await knexCommand(command, { DATABASE_URL: database.url }).catch((error) => error);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/corrupt|^ {4}at /m);
  }
  await database.drop();
});

import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readArchive, writeArchive } from "../scripts/backup/archive.js";
import { fixture } from "./support/app";
import { contents, done, filesIn, useBackups } from "./support/backups";

/* A backup that was cut, changed or made by somebody else is refused, before anything is written. */

const { place, run, emptyTarget } = useBackups();

type Head = { tables: { name: string; columns: string[] }[] };

describe("of a backup", () => {
  const office = fixture({ demo: true });

  beforeAll(async () => {
    const env = { DATABASE_URL: office.database.applicationUrl, DATA_DIR: office.app.dataDir };
    expect(await run("backup", "rest.tar.gz", env)).toEqual(done);
  });

  test.each([0.5, 0.999])(
    "a backup of which a part is missing (%d is there) is refused before anything is written",
    async (share) => {
      const file = join(place, `cut-${share}.tar.gz`);
      writeFileSync(file, readFileSync(join(place, "rest.tar.gz")));
      truncateSync(file, Math.floor(statSync(file).size * share));
      const target = await emptyTarget();
      const folder = join(place, `cut-${share}`);
      expect(await run("restore", file, { DATABASE_URL: target.url, UPLOADS_URL: folder })).toMatchObject({
        status: 1,
        said: expect.stringContaining("cannot be read to its end"),
      });
      expect(Object.keys(await contents(target.knex))).toEqual(["sequences"]);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each([
    [
      "a table",
      (head: Head) =>
        Object.assign(head.tables[0] ?? {}, { name: 'agents" DISABLE TRIGGER USER; COMMIT; --' }),
    ],
    ["a column", (head: Head) => head.tables[0]?.columns.push('id") FROM PROGRAM $$id$$; --')],
    ["no migrations", (head: Head) => Object.assign(head, { migrations: undefined })],
    ["another folder", () => "files/elsewhere/x.html"],
    ["a path", () => "files/../../x.html"],
  ])("one that names %s of its own choice is refused before anything is written", async (what, change) => {
    const file = join(place, `hostile ${what}.tar.gz`);
    await writeArchive(file, async (add) => {
      for await (const { name, bytes } of readArchive(join(place, "rest.tar.gz"))) {
        if (name !== "office.json") await add(name, bytes);
        else {
          const head = JSON.parse(String(bytes));
          const entry = change(head);
          await add(name, Buffer.from(JSON.stringify(head)));
          if (typeof entry === "string") await add(entry, Buffer.from("<p>"));
        }
      }
    });
    const target = await emptyTarget();
    const folder = join(place, `hostile ${what}`);
    expect(await run("restore", file, { DATABASE_URL: target.url, UPLOADS_URL: folder })).toMatchObject({
      status: 1,
      said: expect.stringMatching(/is no whole backup of an office|cannot be read to its end: it has/),
    });
    expect(Object.keys(await contents(target.knex))).toEqual(["sequences"]);
    expect(existsSync(folder)).toBe(false);
  });

  test("one that lacks rows is refused before anything is written", async () => {
    await writeArchive(join(place, "thin.tar.gz"), async (add) => {
      for await (const { name, bytes } of readArchive(join(place, "rest.tar.gz")))
        if (name !== "tables/audit_log") await add(name, bytes);
    });
    const target = await emptyTarget();
    const { status, said } = await run("restore", "thin.tar.gz", { DATABASE_URL: target.url });
    expect([status, said]).toEqual([1, expect.stringContaining("lacks rows of audit_log: 0 of")]);
    expect(Object.keys(await contents(target.knex))).toEqual(["sequences"]);
  });

  test("one whose rows PostgreSQL refuses while they are loaded leaves no row and no file", async () => {
    await writeArchive(join(place, "orphans.tar.gz"), async (add) => {
      for await (const { name, bytes } of readArchive(join(place, "rest.tar.gz"))) {
        const end = name === "end.json" && JSON.parse(String(bytes));
        if (end)
          await add(name, Buffer.from(JSON.stringify({ ...end, rows: { ...end.rows, customers: 0 } })));
        else if (name !== "tables/customers") await add(name, bytes);
      }
    });
    const target = await emptyTarget();
    const folder = join(place, "orphans");
    const env = { DATABASE_URL: target.url, UPLOADS_URL: folder };
    const { status, said } = await run("restore", "orphans.tar.gz", env);
    expect([status, said]).toEqual([1, expect.stringContaining("The database refused: ")]);
    expect(await target.knex("users")).toEqual([]);
    expect(filesIn(folder)).toEqual([]);
  });
});

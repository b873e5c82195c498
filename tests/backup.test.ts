import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fileColumns } from "~/files/file-columns.js";
import { fixture } from "./support/app";
import { contents, done, filesIn, useBackups } from "./support/backups";
import { expectBalanced } from "./support/books";
import { useBucket } from "./support/bucket";
import { type Client, signIn } from "./support/client";
import { createDemoDatabase } from "./support/database";
import { inCash } from "./support/factories";

/* `npm run backup` and `npm run restore`, while the office serves requests. */

const { place, run, use, emptyTarget } = useBackups();
const bucket = await useBucket();

/** The files that rows refer to. */
async function namedFiles(knex: Knex) {
  const owners = Object.entries(fileColumns).flatMap(([folder, columns]) =>
    columns.map(([table, column]) => ({ folder, table, column })),
  );
  const names = owners.map(async ({ folder, table, column }) =>
    (await knex(table).whereNotNull(column).pluck(column)).map((name: string) => `${folder}/${name}`),
  );
  return [...new Set((await Promise.all(names)).flat())].sort();
}

const face = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();

describe("an office on a PostgreSQL of its own, with demonstration data", () => {
  const office = fixture({ demo: true });
  let client: Client;
  let uploads: string;
  let source: Record<string, string>;

  beforeAll(async () => {
    client = await signIn(office.url, { username: "admin", password: "Mina-2026" });
    uploads = join(office.app.dataDir, "uploads");
    source = { DATABASE_URL: office.database.applicationUrl, DATA_DIR: office.app.dataDir };
  });

  test("is restored with every row and every file, the files into a bucket", async () => {
    expect(await run("backup", "rest.tar.gz", source)).toEqual(done);
    expect(statSync(join(place, "rest.tar.gz")).mode & 0o777).toBe(0o600);
    const twice = await run("backup", "rest.tar.gz", source);
    expect(twice).toEqual({ status: 1, said: expect.stringContaining("is there already") });
    expect(readdirSync(place).filter((name) => name.endsWith(".part"))).toEqual([]);

    const target = await emptyTarget();
    const env = { DATABASE_URL: target.url, UPLOADS_URL: bucket.url };
    expect(await run("restore", "rest.tar.gz", env)).toEqual(done);
    expect(await contents(target.knex)).toEqual({
      ...(await contents(office.knex)),
      journal_state: ['{"is_only":true,"posted_before":9223372036854775807}'], // it is read anew once
    });
    const kept = filesIn(bucket.folder).filter((name) => name.endsWith("._S3rver_object"));
    const names = await namedFiles(office.knex);
    expect(names.length).toBeGreaterThan(0);
    expect(kept.map((name) => name.replace("._S3rver_object", ""))).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(bucket.folder, `${name}._S3rver_object`))).toEqual(
        readFileSync(join(uploads, name)),
      );

    const again = await run("restore", "rest.tar.gz", { ...env, UPLOADS_URL: join(place, "elsewhere") });
    expect(again).toMatchObject({ status: 1, said: expect.stringContaining("has users already") });
    const other = await emptyTarget();
    expect(await run("restore", "rest.tar.gz", { ...env, DATABASE_URL: other.url })).toMatchObject({
      status: 1,
      said: expect.stringContaining("There are files already"),
    });
  });

  test("is told by its file: whose it is, its rows and its files; a damaged one is none", async () => {
    const [{ name }] = await office.knex("company_info").select("name");
    const files = (await namedFiles(office.knex)).length;
    const { status, said } = await run("backup", ["--check", "rest.tar.gz"], {});
    expect([status, said]).toEqual([0, expect.stringContaining("is whole")]);
    expect(said).toContain(`the office ${JSON.stringify(name)} of 2`);
    expect(said).toMatch(new RegExp(`, \\d{3,} rows in \\d+ tables, ${files} files, the schema of \\d{3}_`));
    writeFileSync(join(place, "cut.tar.gz"), readFileSync(join(place, "rest.tar.gz")).subarray(0, 50_000));
    expect(await run("backup", ["--check", "cut.tar.gz"], {})).toEqual({
      status: 1,
      said: expect.stringContaining("cannot be read to its end"),
    });
  });

  test.each([
    ["the folder of another office", () => ({ DATA_DIR: join(place, "another") })],
    ["another place for files", () => ({ UPLOADS_URL: join(place, "elsewhere") })],
    ["a bucket that does not exist", () => ({ UPLOADS_URL: bucket.url.replace("/uploads", "/nothing") })],
  ])("with %s is refused, or named as one without its files", async (what, change) => {
    const files = (await namedFiles(office.knex)).length;
    const env = { ...source, ...change() };
    const lacks = expect.stringContaining(`${files} of ${files} files are not in the store (`);
    expect(await run("backup", `without ${what}.tar.gz`, env)).toEqual({ status: 1, said: lacks });
    expect(readdirSync(place).filter((name) => name.startsWith("without"))).toEqual([]);
    const allowed = `without ${what}.tgz`;
    expect(await run("backup", ["--allow-missing", allowed], env)).toEqual({ status: 0, said: lacks });
    const { said } = await run("backup", ["--check", allowed], {});
    expect(said).toContain(`, 0 files (${files} were missing), `);
    rmSync(join(place, allowed));
  });

  test("is backed up before its files' newest column is there, as by a newer version before the migration", async () => {
    const older = await use(createDemoDatabase());
    await older.knex.raw("ALTER TABLE group_upload_files RENAME file_name TO other_name");
    const env = { ...source, DATABASE_URL: older.url };
    expect(await run("backup", "older.tar.gz", env)).toEqual(done);
    const files = new RegExp(`, ${(await namedFiles(office.knex)).length} files, `);
    expect((await run("backup", ["--check", "older.tar.gz"], {})).said).toMatch(files);
  });

  test("is restored as of one moment, though a clerk wrote while it was backed up", async () => {
    const [customer] = await office.knex("customers").select("id");
    const currency = await office.knex("currencies").where({ code: "USD" }).first();
    const box = await office
      .knex("accounts")
      .where({ status: "active", currency_id: currency.id, kind: "cash_box" })
      .first();
    const said: { number: string; begun: number; ended: number }[] = [];
    let working = true;
    const clerks = Array.from({ length: 3 }, async () => {
      while (working) {
        const begun = performance.now();
        const { status, body } = await client.post("/api/receipt-vouchers", {
          customer_id: customer.id,
          ...inCash(box.id, currency.id, 5),
          date: "2026-11-01",
          description: "أثناء النسخ",
        });
        expect([status, JSON.stringify(body).slice(0, 300)]).toEqual([201, expect.anything()]);
        said.push({ number: body.receipt_voucher.receipt_number, begun, ended: performance.now() });
      }
    });
    await expect.poll(() => said.length).toBeGreaterThan(5);
    const started = performance.now();
    expect(await run("backup", "busy.tar.gz", source)).toEqual(done);
    const ended = performance.now();
    await expect.poll(() => said.some(({ begun }) => begun > ended)).toBe(true);
    working = false;
    await Promise.all(clerks);

    const target = await emptyTarget();
    expect(
      await run("restore", "busy.tar.gz", { DATABASE_URL: target.url, UPLOADS_URL: join(place, "busy") }),
    ).toEqual(done);
    const numbers = await target
      .knex("receipt_vouchers")
      .where({ description: "أثناء النسخ" })
      .orderBy("id")
      .pluck("receipt_number");
    expect(numbers).toEqual(
      expect.arrayContaining(said.filter((one) => one.ended < started).map(({ number }) => number)),
    );
    for (const { number, begun } of said) if (begun > ended) expect(numbers).not.toContain(number);
    const { rows } = await target.knex.raw(
      `SELECT last = (SELECT max(split_part(receipt_number, '-', 3)::int) FROM receipt_vouchers
         WHERE split_part(receipt_number, '-', 2)::int = year) AS agrees FROM document_numbers WHERE prefix = 'RV' ORDER BY year DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ agrees: true }]);
    await expectBalanced(target.knex);
    const { rows: triggers } = await target.knex.raw(
      "SELECT count(*)::int AS off FROM pg_trigger WHERE tgenabled = 'D'",
    );
    expect(triggers).toEqual([{ off: 0 }]);
  });

  test("keeps its files while it is backed up", async () => {
    const form = async (colour: string) => ({
      name: "صاحبة صورة",
      phone: "0555123",
      image: new Blob([new Uint8Array(await face(colour))]),
    });
    await client.submit("/customers/new", await form("#123456"));
    const imageOf = async () =>
      (await office.knex("customers").where({ name: "صاحبة صورة" }).first()) as { id: number; image: string };
    const { id, image } = await imageOf();
    const isKept = (name: string) => existsSync(join(uploads, "customers", name));
    const backup = await office.knex.transaction();
    await backup.raw("SELECT pg_advisory_xact_lock(20260103)"); // as a backup does
    const replace = async (colour: string) => {
      const data = new FormData();
      data.append("image", new Blob([new Uint8Array(await face(colour))]), "face.png");
      expect((await client.send("PUT", `/api/customers/${id}`, { body: data })).status).toBe(200);
    };
    await replace("#654321");
    const second = (await imageOf()).image;
    expect(second).not.toBe(image);
    const draft = join(place, "second.tar.gz.part");
    writeFileSync(draft, "of the backup that is under way");
    const refused = await run("backup", "second.tar.gz", source);
    expect(readFileSync(draft, "utf8")).toBe("of the backup that is under way");
    await backup.commit();
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining("Another backup") });
    expect(isKept(image)).toBe(true);
    await replace("#abcdef");
    await expect.poll(() => isKept(second)).toBe(false);
    expect(isKept(image)).toBe(true);
  });
});

describe("what the environment names", () => {
  const stores: [what: string, location: () => string, sentence: RegExp][] = [
    ["no bucket", () => bucket.url.replace("/uploads", "/nothing"), /cannot be used: The specified bucket/],
    ["a store that is down", () => "s3://key:secret@127.0.0.1:1/b", /cannot be used: .*ECONNREFUSED/],
    ["a folder below a file", () => "/dev/null/files", /cannot be used: ENOTDIR/],
    ["an address of something else", () => "https://files.example/b", /UPLOADS_URL is neither/],
  ];
  test.each(stores)("is refused by a restore in a sentence: %s", async (_, location, sentence) => {
    const { url } = await emptyTarget();
    const { status, said } = await run("restore", "rest.tar.gz", {
      DATABASE_URL: url,
      UPLOADS_URL: location(),
    });
    expect([status, said]).toEqual([1, expect.stringMatching(sentence)]);
    expect(said).not.toMatch(/^ {4}at /m); // a stack
  });

  const databases: [address: (url: string) => string, sentence: string][] = [
    [(url) => url, "This database has no office"],
    [(url) => `${url}\r`, "This database has no office"],
    [(url) => `"${url}"`, "DATABASE_URL has quotation marks around its value"],
    [(url) => `${url}_gone`, "The database of DATABASE_URL cannot be reached: "],
    [() => "postgres://u:p#w@a/office", "must be percent-encoded"],
    [() => "mysql://a/office", "DATABASE_URL: it is no address"],
  ];
  test.each(databases)("is refused by a backup in a sentence: %s", async (address, sentence) => {
    const { url } = await emptyTarget();
    const { status, said } = await run("backup", "none.tar.gz", { DATABASE_URL: address(url) });
    expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
    expect(said).not.toMatch(/^ {4}at /m);
    expect(readdirSync(place).filter((name) => name.startsWith("none"))).toEqual([]);
  });
});

import { existsSync } from "node:fs";
import { to } from "pg-copy-streams";
import { fileColumns, filesLock } from "../app/files/file-columns.js";
import { connectTo } from "../app/framework/hosts.js";
import { writeArchive } from "./backup/archive.js";
import { inspect, summaryOf } from "./backup/contents.js";
import { fileStore, givenFile, runCommand, withDatabase } from "./backup/place.js";
import { copied, plainNotation, sequences, tablesInOrder } from "./backup/tables.js";
import { appliedMigrations, holdSchema, requireKnownMigrations } from "./migrations.js";
import { Refusal, unreachable } from "./refusal.js";

/*
 * `npm run backup -- FILE` saves database and files of an office as of one moment, while it works; with `--check` it tells what such a
 * file has (docs/decisions/backup.md).
 */

/** @typedef {(name: string, bytes: Uint8Array) => Promise<void>} Add */

/** The bytes of COPY's output in one entry of the archive. */
const portion = 4 * 1024 * 1024;

const usage = "npm run backup -- [--allow-missing] FILE.tar.gz, or npm run backup -- --check FILE.tar.gz";

await runCommand(async () => {
  const { file, flags } = givenFile(usage, ["--allow-missing", "--check"]);
  if (flags.includes("--check"))
    return console.log(`${file} is whole. It has ${summaryOf(await inspect(file))}.`);
  await withDatabase({ isNew: false }, async (url) => {
    const contents = await backUp(url, file, flags.includes("--allow-missing"));
    console.log(`Backed up to ${file}: ${summaryOf(contents)}.`);
  });
});

/**
 * The locks are held until the file is whole: a second backup into the same file does not touch the first one's draft.
 *
 * @param {string} url
 * @param {string} file
 * @param {boolean} mayMissFiles
 */
async function backUp(url, file, mayMissFiles) {
  const session = await connectTo({ connectionString: url, keepAlive: true }).catch((error) => {
    throw unreachable(error);
  });
  session.on("error", () => {}); // the running statement throws the error
  try {
    if ((await appliedMigrations(session)).length === 0)
      throw new Refusal("This database has no office: set DATABASE_URL or DATA_DIR to yours.");
    await requireKnownMigrations(session);
    await takeLocks(session);
    if (existsSync(file)) throw new Refusal(`${file} is there already: give the backup a name of its own.`);
    return await writeArchive(file, (add) => addOffice(session, add, mayMissFiles));
  } finally {
    await session.end();
  }
}

/**
 * Adds what an office has, as of one moment.
 *
 * @param {import("pg").Client} session
 * @param {Add} add
 * @param {boolean} mayMissFiles
 * @returns {Promise<import("./backup/contents.js").Contents>}
 */
async function addOffice(session, add, mayMissFiles) {
  await session.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${plainNotation}`);
  const tables = await tablesInOrder(session);
  const migrations = (await appliedMigrations(session)).sort();
  const { rows } = await session.query("SELECT (SELECT max(name) FROM company_info) AS office, now() AS at");
  const [{ office, at }] = rows;
  const head = { format: 1, office, at: at.toISOString(), migrations, tables };
  await add("office.json", json(head));
  const files = await addFiles(session, tables, add, mayMissFiles);
  /** @type {Record<string, number>} */
  const counts = {};
  for (const table of tables) counts[table.name] = await addTable(session, table, add);
  // Last and outside of the snapshot, so that after a restore no number is issued twice.
  const end = { ...files, rows: counts, sequences: await sequences(session) };
  await add("end.json", json(end));
  return { ...head, ...end };
}

/** @param {unknown} value */
function json(value) {
  return Buffer.from(JSON.stringify(value, null, 1));
}

/**
 * Until its end the schema does not change and no file is removed.
 *
 * @param {import("pg").Client} session
 */
async function takeLocks(session) {
  const { rows } = await session.query("SELECT pg_try_advisory_lock($1) AS ours", [filesLock]);
  if (!rows[0].ours) throw new Refusal("Another backup of this office is under way.");
  await holdSchema(session, "pg_try_advisory_lock_shared");
}

/**
 * Adds the files that rows of the snapshot name. A schema that the next migration will change may lack columns.
 *
 * @param {import("pg").Client} session
 * @param {import("./backup/tables.js").Table[]} tables
 * @param {Add} add
 * @param {boolean} mayMissFiles
 * @returns {Promise<{ files: number, missing: number }>} how many it added, and how many are not there
 * @throws {Refusal} if some are not there and may not be missing
 */
async function addFiles(session, tables, add, mayMissFiles) {
  const store = await fileStore();
  /** @type {string[]} */
  const missing = [];
  let files = 0;
  for (const [folder, owners] of Object.entries(fileColumns)) {
    const present = owners.filter(([name, column]) =>
      tables.some((table) => table.name === name && table.columns.includes(column)),
    );
    if (present.length === 0) continue;
    const ownerNames = present.map(
      ([table, column]) => `SELECT ${column} AS name FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const { rows } = await session.query(`${ownerNames.join(" UNION ")} ORDER BY name`);
    for (const { name } of rows) {
      const key = `${folder}/${name}`;
      if (await store.exists(key)) {
        await add(`files/${key}`, await store.getBytes(key));
        files++;
      } else missing.push(key);
    }
  }
  if (missing.length === 0) return { files, missing: 0 };
  const examples = missing.slice(0, 3).join(", ");
  const sentence = `${missing.length} of ${files + missing.length} files are not in the store (${examples}${missing.length > 3 ? ", …" : ""})`;
  if (!mayMissFiles)
    throw new Refusal(
      `${sentence}. Nothing was written. Do UPLOADS_URL and DATA_DIR name this office's files? With --allow-missing they are left out.`,
    );
  console.error(`${sentence}: the backup is without them.`);
  return { files, missing: missing.length };
}

/**
 * @param {import("pg").Client} session
 * @param {import("./backup/tables.js").Table} table
 * @param {Add} add
 * @returns {Promise<number>} the number of rows
 */
async function addTable(session, table, add) {
  const stream = session.query(to(`COPY ${copied(table)} TO STDOUT`));
  let chunks = /** @type {Buffer[]} */ ([]);
  let size = 0;
  const flush = async () => {
    if (size > 0) await add(`tables/${table.name}`, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= portion) await flush();
  }
  await flush();
  return stream.rowCount;
}

import { existsSync } from "node:fs";
import { to } from "pg-copy-streams";
import { fileColumns, filesLock } from "../app/files/file-columns.js";
import { connectTo } from "../app/framework/hosts.js";
import { writeArchive } from "./backup/archive.js";
import { fileStore, givenFile, runCommand, withDatabase } from "./backup/place.js";
import { copied, plainNotation, sequences, tablesInOrder } from "./backup/tables.js";
import { holdSchema } from "./migrations.js";
import { Refusal } from "./refusal.js";

/* `npm run backup -- FILE` saves database and files of an office as of one moment, while it works (docs/decisions/backup.md). */

/** @typedef {(name: string, bytes: Uint8Array) => Promise<void>} Add */

/** The bytes of COPY's output in one entry of the archive. */
const portion = 4 * 1024 * 1024;

await runCommand(async () => {
  const file = givenFile("npm run backup -- FILE.tar.gz");
  if (existsSync(file)) throw new Refusal(`${file} is there already: give the backup a name of its own.`);
  await withDatabase({ isNew: false }, (url) => writeArchive(file, (add) => backUp(url, add)));
  console.log(`Backed up to ${file}`);
});

/**
 * @param {string} url
 * @param {Add} add
 */
async function backUp(url, add) {
  const session = await connectTo({ connectionString: url, keepAlive: true });
  session.on("error", () => {}); // the running statement throws the error
  try {
    await takeLocks(session);
    await session.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${plainNotation}`);
    const tables = await tablesInOrder(session);
    const { rows } = await session.query("SELECT name FROM knex_migrations ORDER BY name");
    await add("office.json", json({ format: 1, migrations: rows.map(({ name }) => name), tables }));
    const files = await addFiles(session, add);
    /** @type {Record<string, number>} */
    const counts = {};
    for (const table of tables) counts[table.name] = await addTable(session, table, add);
    // Last and outside of the snapshot, so that after a restore no number is issued twice.
    await add("end.json", json({ files, rows: counts, sequences: await sequences(session) }));
  } finally {
    await session.end();
  }
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
 * Adds the files that rows of the snapshot name.
 *
 * @param {import("pg").Client} session
 * @param {Add} add
 * @returns {Promise<number>} their number
 */
async function addFiles(session, add) {
  const store = await fileStore();
  let count = 0;
  for (const [folder, owners] of Object.entries(fileColumns)) {
    const ownerNames = owners.map(
      ([table, column]) => `SELECT ${column} AS name FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const { rows } = await session.query(`${ownerNames.join(" UNION ")} ORDER BY name`);
    for (const { name } of rows) {
      const key = `${folder}/${name}`;
      if (await store.exists(key)) {
        await add(`files/${key}`, await store.getBytes(key));
        count++;
      } else console.error(`Missing already, and so in the backup: ${key}`);
    }
  }
  return count;
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

import { once } from "node:events";
import { existsSync } from "node:fs";
import createKnex from "knex";
import { from } from "pg-copy-streams";
import { register } from "tsx/esm/api";
import { fileColumns } from "../app/files/file-columns.js";
import { connectTo } from "../app/framework/hosts.js";
import { HostsClient } from "../app/framework/hosts-client.js";
import { readArchive } from "./backup/archive.js";
import { fileStore, givenFile, runCommand, withDatabase } from "./backup/place.js";
import { copied, plainNotation } from "./backup/tables.js";
import { migrationNames, migrationSource, takeTurn } from "./migrations.js";
import { Refusal } from "./refusal.js";

/* `npm run restore -- FILE` restores a backup into an empty office, all of it or nothing (docs/decisions/backup.md). */

/**
 * @typedef {object} Contents
 * @property {string[]} migrations
 * @property {import("./backup/tables.js").Table[]} tables
 * @property {number} files
 * @property {Record<string, number>} rows
 * @property {Record<string, string | null>} sequences
 */

/** A name that may stand in a statement. The archive may come from anyone, so other names are refused. */
const plainName = /^[a-z_][a-z0-9_]{0,62}$/;

await runCommand(async () => {
  const file = givenFile("npm run restore -- FILE.tar.gz");
  const contents = await inspect(file);
  await withDatabase({ isNew: true }, (url) => restore(url, file, contents));
  console.log(`Restored ${file}. Start the office; a newer version migrates what it finds.`);
});

/**
 * Reads the whole archive, so that a damaged or foreign one is refused before anything is written.
 *
 * @param {string} file
 * @returns {Promise<Contents>}
 */
async function inspect(file) {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}`);
  let head, end;
  let files = 0;
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (!isKnown(name)) throw new Error(`it has ${name}`);
      if (name === "office.json") head = JSON.parse(`${bytes}`);
      else if (name === "end.json") end = JSON.parse(`${bytes}`);
      else if (name.startsWith("files/")) files++;
    }
  } catch (error) {
    throw new Refusal(`${file} cannot be read to its end: ${/** @type {Error} */ (error).message}`);
  }
  if (!isContents({ ...head, ...end }) || head.format !== 1 || end.files !== files)
    throw new Refusal(`${file} is no whole backup of an office.`);
  const unknown = head.migrations.find((/** @type {string} */ name) => !migrationNames.includes(name));
  if (unknown) throw new Refusal(`The backup is of a newer version of the office: it has ${unknown}.`);
  return { ...head, ...end };
}

/** @param {string} entry its name */
function isKnown(entry) {
  const [kind, folder = "", ...name] = entry.split("/");
  if (kind === "files")
    return Object.hasOwn(fileColumns, folder) && name.length === 1 && /^[\w-]+\.\w+$/.test(`${name}`);
  return kind === "tables" ? plainName.test(folder) : ["office.json", "end.json"].includes(entry);
}

/**
 * @param {any} contents
 * @returns {contents is Contents}
 */
function isContents({ migrations, tables, rows, sequences }) {
  const arePlain = (/** @type {unknown} */ names) =>
    Array.isArray(names) && names.every((name) => typeof name === "string" && plainName.test(name));
  return (
    Array.isArray(migrations) &&
    Array.isArray(tables) &&
    tables.every((table) => arePlain([table?.name]) && arePlain(table.columns)) &&
    arePlain(Object.keys(rows ?? {})) &&
    arePlain(Object.keys(sequences ?? {}))
  );
}

/**
 * @param {string} url
 * @param {string} file
 * @param {Contents} contents
 */
async function restore(url, file, contents) {
  register();
  const knex = createKnex({
    client: HostsClient,
    connection: { connectionString: url },
    migrations: { migrationSource: migrationSource(contents.migrations) },
  });
  const store = await fileStore();
  const turn = await takeTurn(url);
  try {
    await requireEmpty(knex, store, contents);
    await knex.migrate.latest();
    await load(url, file, contents, store);
  } finally {
    await knex.destroy();
    await turn.end();
  }
}

/**
 * Refuses an office with users, since somebody has worked in it, and a store with files: they may be another office's, whose
 * files this one would sweep away.
 *
 * @param {import("knex").Knex} knex
 * @param {import("flydrive").Disk} store
 * @param {Contents} contents
 */
async function requireEmpty(knex, store, { migrations }) {
  const into =
    "Restore into an empty office: a new DATA_DIR, or a new database and a new place for its files.";
  const { rows } = await knex.raw("SELECT tablename FROM pg_tables WHERE schemaname = current_schema");
  const tables = new Set(rows.map((/** @type {{ tablename: string }} */ { tablename }) => tablename));
  if (tables.has("users") && (await knex("users").first()))
    throw new Refusal(`The database has users already. ${into}`);
  if (tables.size > 0 && !tables.has("knex_migrations"))
    throw new Refusal(`The database has tables that are none of an office (${[...tables][0]}). ${into}`);
  const applied = tables.size > 0 ? await knex("knex_migrations").pluck("name") : [];
  const later = applied.find((name) => !migrations.includes(name));
  if (later) throw new Refusal(`The database has a migration that the backup lacks (${later}). ${into}`);
  for (const folder of Object.keys(fileColumns)) {
    const { objects } = await store.listAll(folder).catch(noFolder);
    if ([...objects].length > 0)
      throw new Refusal(`There are files already, in the folder ${folder}. ${into}`);
  }
}

/**
 * Whether an error means that a new place has no folders yet. A bucket reports no such error.
 *
 * @param {Error} error
 */
function noFolder({ cause }) {
  if (/** @type {{ code?: string }} */ (cause)?.code !== "ENOENT") throw cause;
  return { objects: [] };
}

/**
 * Loads the rows. Totals and audit log are rows of the backup too, so the office's triggers are off; keys and checks are on.
 *
 * @param {string} url
 * @param {string} file
 * @param {Contents} contents
 * @param {import("flydrive").Disk} store
 */
async function load(url, file, { tables, rows, sequences }, store) {
  const session = await connectTo({ connectionString: url, keepAlive: true });
  session.on("error", () => {}); // the running statement throws the error
  const forAll = (/** @type {string} */ change) =>
    session.query(tables.map(({ name }) => `ALTER TABLE "${name}" ${change};`).join(""));
  /** @type {string[]} */
  const restoredKeys = [];
  try {
    await session.query(`BEGIN; ${plainNotation}`);
    await forAll("DISABLE TRIGGER USER");
    await session.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    /** @type {Record<string, number>} */
    const loaded = {};
    /** @type {{ name: string, stream: import("pg-copy-streams").CopyStreamQuery } | undefined} */
    let copying;
    const finish = async () => {
      if (!copying) return;
      copying.stream.end();
      await once(copying.stream, "finish");
      loaded[copying.name] = copying.stream.rowCount;
      copying = undefined;
    };
    for await (const { name, bytes } of readArchive(file)) {
      const [kind, ...path] = name.split("/");
      const key = path.join("/");
      if (kind !== "tables" || key !== copying?.name) await finish();
      if (kind === "files") {
        restoredKeys.push(key);
        await store.put(key, bytes);
      }
      if (kind !== "tables") continue;
      const table = tables.find((one) => one.name === key);
      if (!table) throw new Refusal(`The backup has rows of an unknown table, ${key}.`);
      copying ??= { name: key, stream: session.query(from(`COPY ${copied(table)} FROM STDIN`)) };
      if (!copying.stream.write(bytes)) await once(copying.stream, "drain");
    }
    for (const { name } of tables)
      if ((loaded[name] ?? 0) !== rows[name])
        throw new Refusal(`The backup lacks rows of ${name}: ${loaded[name] ?? 0} of ${rows[name]}.`);
    for (const [name, last] of Object.entries(sequences))
      await session.query("SELECT setval($1::regclass, $2, $3)", [`"${name}"`, last ?? 1, last !== null]);
    await forAll("ENABLE TRIGGER USER");
    await session.query("COMMIT");
    await session.query("ANALYZE");
  } catch (error) {
    for (const key of restoredKeys) await store.delete(key).catch(() => {});
    throw error;
  } finally {
    await session.end();
  }
}

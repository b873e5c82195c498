import { once } from "node:events";
import createKnex from "knex";
import { from } from "pg-copy-streams";
import { register } from "tsx/esm/api";
import { fileColumns } from "../app/files/file-columns.js";
import { connectTo } from "../app/framework/hosts.js";
import { HostsClient } from "../app/framework/hosts-client.js";
import { readArchive } from "./backup/archive.js";
import { inspect } from "./backup/contents.js";
import { fileStore, givenFile, runCommand, withDatabase } from "./backup/place.js";
import { copied, plainNotation } from "./backup/tables.js";
import { migrationNames } from "./migration-names.js";
import { migrationSource, takeTurn } from "./migrations.js";
import { Refusal } from "./refusal.js";

/* `npm run restore -- FILE` restores a backup into an empty office, all of it or nothing (docs/decisions/backup.md). */

/** @typedef {import("./backup/contents.js").Contents} Contents */

await runCommand(async () => {
  const { file } = givenFile("npm run restore -- FILE.tar.gz");
  const contents = await inspect(file);
  requireKnownMigrations(contents);
  await withDatabase({ isNew: true }, (url) => restore(url, file, contents));
  console.log(`Restored ${file}. Start the office; a newer version migrates what it finds.`);
});

/** @param {Contents} contents */
function requireKnownMigrations({ migrations }) {
  const unknown = migrations.find((name) => !migrationNames.includes(name));
  if (unknown) throw new Refusal(`The backup is of a newer version of the office: it has ${unknown}.`);
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
  const turn = await takeTurn(url, { isChange: true });
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
    const { objects } = await store.listAll(folder).catch(requireNoFolder);
    if ([...objects].length > 0)
      throw new Refusal(`There are files already, in the folder ${folder}. ${into}`);
  }
}

/**
 * Takes an error for an empty folder if a new place has no folders yet. A bucket reports no such error.
 *
 * @param {Error} error
 * @throws {Refusal} if the store cannot be used
 */
function requireNoFolder(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error.cause ?? error);
  if (code === "ENOENT") return { objects: [] };
  throw new Refusal(`The files' store of UPLOADS_URL cannot be used: ${message || code}`);
}

/**
 * Loads the rows. Totals and audit log are rows of the backup too, so the office's triggers are off; keys and checks are on.
 *
 * @param {string} url
 * @param {string} file
 * @param {Contents} contents
 * @param {import("flydrive").Disk} store
 */
async function load(url, file, { tables, sequences }, store) {
  const session = await connectTo({ connectionString: url, keepAlive: true });
  session.on("error", () => {}); // the running statement throws the error
  const forAll = (/** @type {string} */ change) =>
    session.query(tables.map(({ name }) => `ALTER TABLE "${name}" ${change};`).join(""));
  /** @type {string[]} */
  const restoredKeys = [];
  try {
    await session.query(`BEGIN; ${plainNotation}`);
    await session.query("SET CONSTRAINTS ALL DEFERRED");
    await forAll("DISABLE TRIGGER USER");
    await session.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    /** @type {{ name: string, stream: import("pg-copy-streams").CopyStreamQuery } | undefined} */
    let copying;
    const finish = async () => {
      if (!copying) return;
      copying.stream.end();
      await once(copying.stream, "finish");
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
    for (const [name, last] of Object.entries(sequences))
      await session.query("SELECT setval($1::regclass, $2, $3)", [`"${name}"`, last ?? 1, last !== null]);
    // Another cluster counts its transactions anew, so the journal looks once at everything. A backup of an older release has none.
    if (tables.some(({ name }) => name === "journal_state"))
      await session.query("UPDATE journal_state SET posted_before = 9223372036854775807");
    await session.query("SET CONSTRAINTS ALL IMMEDIATE");
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

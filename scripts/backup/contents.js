import { existsSync } from "node:fs";
import { fileColumns } from "../../app/files/file-columns.js";
import { Refusal } from "../refusal.js";
import { readArchive } from "./archive.js";

/**
 * @typedef {object} Contents
 * @property {string} [office] its name; older backups do not have it
 * @property {string} [at] the moment that it shows, in ISO 8601
 * @property {string[]} migrations
 * @property {import("./tables.js").Table[]} tables
 * @property {number} files
 * @property {number} [missing] files that rows name and the store did not have
 * @property {Record<string, number>} rows
 * @property {Record<string, string | null>} sequences
 */

/** A name that may stand in a statement. The archive may come from anyone, so other names are refused. */
const plainName = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * What a backup has. It is read to its end and counted.
 *
 * @param {string} file
 * @returns {Promise<Contents>}
 * @throws {Refusal} if it is cut, damaged, lacks rows or files, or is no backup of an office
 */
export async function inspect(file) {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}`);
  let head, end;
  let files = 0;
  /** @type {Record<string, number>} */
  const rows = {};
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (!isKnown(name)) throw new Error(`it has ${name}`);
      if (name === "office.json") head = JSON.parse(`${bytes}`);
      else if (name === "end.json") end = JSON.parse(`${bytes}`);
      else if (name.startsWith("files/")) files++;
      else {
        const table = name.slice("tables/".length);
        rows[table] = (rows[table] ?? 0) + lines(bytes);
      }
    }
  } catch (error) {
    throw new Refusal(`${file} cannot be read to its end: ${/** @type {Error} */ (error).message}`);
  }
  if (!isContents({ ...head, ...end }) || head.format !== 1 || end.files !== files)
    throw new Refusal(`${file} is no whole backup of an office.`);
  const short = Object.entries(end.rows).find(([name, count]) => (rows[name] ?? 0) !== count);
  if (short) throw new Refusal(`${file} lacks rows of ${short[0]}: ${rows[short[0]] ?? 0} of ${short[1]}.`);
  return { ...head, ...end };
}

/**
 * The number of lines, of which COPY writes one a row: it escapes those within values.
 *
 * @param {Buffer} bytes
 */
function lines(bytes) {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
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
 * A sentence on what a backup has.
 *
 * @param {Contents} contents
 */
export function summaryOf({ office, at, migrations, rows, files, missing }) {
  const sum = Object.values(rows).reduce((all, count) => all + count, 0);
  const parts = [
    `the office ${office ? JSON.stringify(office) : "without a name"}${at ? ` of ${at}` : ""}`,
    `${sum} rows in ${Object.keys(rows).length} tables`,
    `${files} files${missing ? ` (${missing} were missing)` : ""}`,
    `the schema of ${migrations.at(-1)?.replace(/\.ts$/, "")}`,
  ];
  return parts.join(", ");
}

import { DomainError } from "~/domain/domain-error";
import { isNamed, nouns, type TableName, usedBy } from "~/domain/nouns";
import type { Db, Transaction } from "./knex.server";

type Reference = { referrer: string; target: string; column: string; cascades: boolean };

let references: Promise<Reference[]> | undefined;

/** Reads every foreign key of the database. */
function readReferences(db: Db) {
  references ??= db
    .raw<{ rows: Reference[] }>(
      `SELECT conrelid::regclass::text AS referrer, confrelid::regclass::text AS target,
              attname AS column, confdeltype = 'c' AS cascades
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE contype = 'f' ORDER BY 1, 3`,
    )
    .then(({ rows }) => rows);
  references.catch(() => {
    references = undefined;
  });
  return references;
}

/** The table that each column refers to, by `<table>.<column>`. */
export async function referencedTables(db: Db) {
  const all = await readReferences(db);
  return new Map(all.map(({ referrer, column, target }) => [`${referrer}.${column}`, target]));
}

/** Our tables that refer to a table, with the columns that do. */
export async function referrersOf(trx: Transaction, table: TableName) {
  const all = await readReferences(trx);
  return all.flatMap(({ referrer, target, column }) =>
    target === table && isNamed(referrer) ? [{ referrer, column }] : [],
  );
}

/** Every column that refers to a table, also in tables whose rows have no noun. */
export async function referrerColumns(db: Db, table: TableName) {
  const all = await readReferences(db);
  return all.flatMap(({ referrer, target, column }) => (target === table ? [{ referrer, column }] : []));
}

/**
 * Refuses a deletion while other rows refer to the row, and names those rows (rulings §4). A table that only links two others,
 * such as campaign_packages, counts as the other one of the two.
 * @param what the row's noun, if it differs from its table's
 * @param except tables that may refer to it
 * @throws DomainError conflict
 */
export async function refuseWhileUsed(
  trx: Db,
  table: TableName,
  id: number,
  what: Parameters<typeof usedBy>[0] = nouns[table],
  except: TableName[] = [],
) {
  const all = await readReferences(trx);
  for (const { referrer, column, cascades } of all.filter(({ target }) => target === table)) {
    if (cascades || except.includes(referrer as TableName)) continue; // a cascading row is deleted with it
    if (referrer === "entries") continue; // the row is hidden for them
    const owner = isNamed(referrer)
      ? undefined
      : all.find((other) => other.referrer === referrer && other.cascades && isNamed(other.target));
    const user = (owner?.target ?? referrer) as TableName;
    const rows = trx(user).select({ name: nouns[user].name }).orderBy("id").limit(4);
    const users: { name: string }[] = owner
      ? await rows.whereIn("id", trx(referrer).where(column, id).select(owner.column))
      : await rows.where(column, id);
    if (!users.length) continue;
    const names = users.slice(0, 3).map(({ name }) => String(name));
    throw new DomainError("conflict", usedBy(what, user, names, users.length > 3));
  }
}

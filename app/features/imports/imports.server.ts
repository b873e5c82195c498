import { setTimeout as pause } from "node:timers/promises";
import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import type { SessionUser } from "~/domain/permissions";
import { type Import, isLeft, leftOutcomes, type Outcome, whoIs } from "~/features/importables/import";
import type { Importable } from "~/features/importables/importable.server";
import { withBreaks } from "~/http/breaks.server";
import { fileRefusal, hasCells, lackingOf, lackingSentence } from "./headings.server";
import { judge, type Row } from "./judgement.server";
import { findImport, readArranged } from "./kept-files.server";
import { withoutTotals } from "./totals.server";

/** The rows of one statement. The progress moves after each. */
const batch = 250;
/** In milliseconds: how long an import waits for another one at most, and how often it tries. */
const patience = { turn: 60_000, between: 300 };

/**
 * Checks the rows without importing them: all rows, or those that were left over after an import. Dates are given as they were
 * understood: without the rest of its column, `01/02/1980` may be ambiguous.
 * @returns `totals` are the lines with sums, which are left out
 * @param isHeld whether the same transaction imports them next
 * @throws DomainError not_found if no rows are stored
 */
export async function tryOut(db: Db, user: SessionUser, importable: Importable, id: number, isHeld = false) {
  const { rows: all, others, ...file } = await readArranged(db, id);
  const { columns } = file;
  const { rows, totals } = withoutTotals(all.filter(hasCells(columns)));
  const verdicts = await judge(db, importable, file, rows, { user, others: new Set(others), isHeld });
  const understood: Row[] = [];
  for await (const [line, ...cells] of withBreaks(rows)) {
    const cellValues = verdicts[understood.length]?.cells ?? {};
    understood.push([line, ...cells.map((cell, place) => cellValues[columns[place] ?? ""] ?? cell)]);
  }
  return { ...file, rows: understood, totals, verdicts };
}

export type Trial = Awaited<ReturnType<typeof tryOut>>;

/**
 * Stores the answers about lines: whether they are wanted (as another person than the stored one). A finished import stores none.
 * @param lines their numbers in the file, or all lines with a question
 * @throws DomainError not_found
 */
export function sayWhoIs(
  user: SessionUser,
  importable: Importable,
  id: number,
  lines: number[] | "all",
  areOthers: boolean,
) {
  return transact(user, async (trx) => {
    await trx("imports").where({ id }).forNoKeyUpdate();
    const { done_at } = await findImport(trx, user, importable, id);
    if (done_at) return;
    const trial = lines === "all" ? await tryOut(trx, user, importable, id) : undefined;
    const lineNumbers = trial?.verdicts.filter(({ outcome }) => outcome === "alike").map(({ line }) => line);
    await trx.raw(
      `UPDATE import_rows SET others = ARRAY(
         SELECT unnest(others) EXCEPT SELECT unnest(:said::integer[])
         UNION ALL SELECT unnest(:said::integer[]) WHERE :areOthers)
       WHERE import_id = :id`,
      { said: lineNumbers ?? lines, areOthers, id },
    );
  });
}

/**
 * Imports all new rows in one transaction or none. Imports of a kind run one at a time, so that nothing is created twice; the
 * others wait, and their progress says so. A finished import is left as it is.
 * @param rightOnly whether rows with faults or questions are left out; otherwise they refuse the whole import
 * @throws DomainError not_found, invalid, conflict; unavailable after waiting too long
 */
export async function carryOut(user: SessionUser, importable: Importable, id: number, rightOnly: boolean) {
  const last = Date.now() + patience.turn;
  for (;;) {
    const result = await carryOutInTurn(user, importable, id, rightOnly);
    if (result) return result;
    if (Date.now() > last)
      throw new DomainError("unavailable", "يجري استيراد آخر منذ وقت، فحاول مرة أخرى بعد قليل");
    await findImport(db, user, importable, id);
    await noteOf(id, { waiting: true });
    await pause(patience.between); // without a connection, since others may need it
  }
}

/** Undefined if another import of the kind is running; then nothing is done. */
function carryOutInTurn(user: SessionUser, importable: Importable, id: number, rightOnly: boolean) {
  return transact(user, async (trx): Promise<Import | undefined> => {
    const { rows } = await trx.raw("SELECT pg_try_advisory_xact_lock(hashtext(?)) AS is_free", [
      `import ${importable.entity.table}`,
    ]);
    if (!rows[0].is_free) return undefined;
    await trx("imports").where({ id }).forNoKeyUpdate(); // also keeps the import from being swept away
    const importRow = await findImport(trx, user, importable, id);
    if (importRow.done_at) return importRow;
    const trial = await tryOut(trx, user, importable, id, true);
    const lacking = lackingOf(importable, trial.columns);
    if (lacking.length) throw fileRefusal(`${lackingSentence(lacking)}: عيّنها أولًا`);
    const count = (outcome: Outcome) => trial.verdicts.filter((row) => row.outcome === outcome).length;
    const blocker = leftOutcomes.find((outcome) => count(outcome) && !rightOnly);
    if (blocker)
      throw fileRefusal(
        blocker === "alike" ? (importable.asking ?? whoIs).refusal : (refusals[blocker] ?? ""),
      );
    const total = await makeAll(
      trx,
      user,
      importable,
      id,
      trial.verdicts.flatMap(({ outcome, input = [] }) => (outcome === "new" ? input : [])),
    );
    const rowsLeft = trial.rows.filter((_, index) => isLeft(trial.verdicts[index]?.outcome ?? "wrong"));
    const rest = trx("import_rows").where({ import_id: id });
    await (rowsLeft.length ? rest.update({ rows: JSON.stringify(rowsLeft) }) : rest.delete());
    const [result] = await trx("imports")
      .where({ id })
      .update({
        made: total,
        existing: count("existing"),
        left_out: rowsLeft.length + count("double"),
        done_at: trx.fn.now(),
      })
      .returning("*");
    return result;
  });
}

/** By outcome: the sentence that refuses an import with such rows, unless only the right ones are wanted. */
const refusals: Partial<Record<Outcome, string>> = {
  wrong: "في الملف أسطر فيها أخطاء: صححها وارفع الملف من جديد، أو استورد الصحيح وحده",
  another: "في الملف أسطر أرقامها لأسماء أخرى: صححها وارفع الملف من جديد، أو استورد الصحيح وحده",
};

async function makeAll(
  trx: Transaction,
  user: SessionUser,
  { createAll }: Importable,
  id: number,
  inputs: object[],
) {
  for (let start = 0; start < inputs.length; start += batch) {
    await noteOf(id, { progress: start, waiting: false });
    await createAll(trx, inputs.slice(start, start + batch) as never, { user });
  }
  return inputs.length;
}

type Progress = { progress: number; waiting: boolean };

/** Stores the progress outside of the import's transaction, so that it is visible at once. */
const noteOf = (id: number, progress: Partial<Progress>) =>
  db("import_rows").where({ import_id: id }).update(progress);

/**
 * The number of rows written so far by the user's own import, and whether it waits for another one; undefined if none is
 * running.
 */
export const progressOf = (user: SessionUser, id: number): Promise<Progress | undefined> =>
  db("import_rows")
    .join("imports", "imports.id", "import_id")
    .where({ import_id: id, user_id: user.id, done_at: null })
    .first("progress", "waiting");

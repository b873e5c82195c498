import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import type { Importable } from "~/features/importables/importable.server";
import { type Asker, turnsOf, workInTurn } from "~/http/turns.server";
import { type Trial, tryOut } from "./imports.server";

/*
 * The trials that users look at. A trial is kept while nothing changes that it depends on, so the pages of a file, and all tabs with it, are
 * judged once (docs/decisions/imports.md).
 */

/** `most`: trials that a process keeps, one of each user. `life`: how long it keeps one, in milliseconds. */
const limits = { most: 4, life: 60_000 };
/** The newest lines of the audit log that tell whether the office has changed. */
const newestLines = 1000;

type Kept = { key: string; trial: Promise<Trial>; timer: NodeJS.Timeout };
const keptOf = new Map<number, Kept>();

const takeTurn = turnsOf({ atOnce: 1, waiting: 40 });

/** Judges a file in the user's turn: one at a time, since it costs as much as many pages. */
export const inTurn = <T>(visit: Asker, work: () => Promise<T>) => workInTurn(takeTurn, visit, work);

/**
 * The trial of an import, as `tryOut` gives it. Nobody may change it, since several pages may share it. If the page that asked for it
 * first is closed before it is judged, the next one has it judged.
 * @throws DomainError not_found if no rows are stored
 */
export async function trialOf(db: Db, visit: Asker, importable: Importable, id: number): Promise<Trial> {
  const { user } = visit;
  const key = await keyOf(db, user, id);
  const kept = keptOf.get(user.id);
  if (kept?.key === key)
    return kept.trial.catch((error) => {
      if (error.code !== "unavailable") throw error;
      return trialOf(db, visit, importable, id);
    });
  const trial = inTurn(visit, () => tryOut(db, user, importable, id));
  keep(user.id, key, trial);
  return trial;
}

function keep(userId: number, key: string, trial: Promise<Trial>) {
  forget(userId);
  const [oldest] = keptOf.keys();
  if (oldest !== undefined && keptOf.size >= limits.most) forget(oldest);
  const forgetThis = () => keptOf.get(userId)?.trial === trial && forget(userId);
  keptOf.set(userId, { key, trial, timer: setTimeout(forgetThis, limits.life).unref() });
  trial.catch(forgetThis);
}

function forget(userId: number) {
  clearTimeout(keptOf.get(userId)?.timer);
  keptOf.delete(userId);
}

/**
 * What a trial depends on: the user's rights, the day, the stored version of the file's rows with their columns and answers, and the
 * office's data. Each change of these leaves a line in the audit log, so the newest lines differ after it: also if a
 * line with a lower number is committed later, since the sum of the numbers changes.
 */
async function keyOf(db: Db, { permissions }: SessionUser, id: number) {
  const { rows } = await db.raw(
    `SELECT (SELECT concat(xmin, ctid) FROM import_rows WHERE import_id = ?) AS stored,
       (SELECT sum(id) FROM (SELECT id FROM audit_log ORDER BY id DESC LIMIT ?) AS newest) AS log`,
    [id, newestLines],
  );
  return JSON.stringify([id, permissions, officeToday(), rows[0]]);
}

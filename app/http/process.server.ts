import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, db } from "~/db/knex.server";
import { lookAtStore } from "~/files/store-state.server";
import { sweepFiles } from "~/files/sweep.server";
import { answersDue } from "~/framework/answers.server";
import { log } from "~/log.server";
import { dropHeld } from "./form-hold.server";

const deadline = 7000;

type Chore = () => Promise<unknown>;

/**
 * Ends the process. At SIGTERM the server takes no more connections (`scripts/serve.js`), requests under way get a few
 * seconds, the pools are closed, and the process exits. It also exits when its supervisor has died, so that it does not keep the
 * port.
 * @param chores work that is done at the start and every hour, beside tidying up
 */
export function watchProcess(chores: Chore[]) {
  const cache = globalThis as { officeWatched?: boolean };
  if (cache.officeWatched) return;
  cache.officeWatched = true;
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), deadline).unref();
    while (answersDue() > 0) await pause(20);
    await closeDatabase();
    process.exit(0);
  };
  process.once("SIGTERM", end).once("SIGINT", end).once("disconnect", end);
  lookAtStore();
  const work = () => Promise.all([...chores, tidyUp, dropHeld, sweepFiles].map(attempt));
  work();
  setInterval(work, 60 * 60 * 1000).unref();
}

/** A failed chore, for instance without the database or the file store, stops neither the process nor the other chores. */
async function attempt(chore: Chore) {
  try {
    await chore();
  } catch (error) {
    log.warn({ err: error }, "What has served its time was left for the next hour");
  }
}

/** Deletes expired rows. */
async function tidyUp() {
  await db("sessions").whereRaw("expires_at < now()").delete();
  await db("failed_logins").whereRaw("failed_at < now() - interval '1 day'").delete();
  await db("idempotency_keys").whereRaw("created_at < now() - interval '30 days'").delete();
  await db("imports").whereNull("done_at").whereRaw("created_at < now() - interval '1 day'").delete();
  await db("group_uploads").whereRaw("touched_at < now() - interval '1 day'").delete();
  const old = db("imports").whereRaw("done_at < now() - interval '1 day'").select("id");
  await db("import_rows").whereIn("import_id", old).delete();
}

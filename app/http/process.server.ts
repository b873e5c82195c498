import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, db } from "~/db/knex.server";
import { sweepFiles } from "~/files/sweep.server";
import { answersDue } from "~/framework/answers.server";
import { dropHeld } from "~/http/held-forms.server";
import { log } from "~/log.server";

const deadline = 7000;

type Chore = () => Promise<unknown>;

/**
 * The end of the process: at SIGTERM the server takes no more connections (`scripts/serve.js`). Requests under way get a
 * few seconds, the pools are closed, then the process exits. A supervisor that died takes its children along, so that no
 * orphan keeps the port.
 * @param chores what is done at the start and every hour, beside tidying up
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
  const work = () => Promise.all([...chores, tidyUp, dropHeld, sweepFiles].map(attempt));
  work();
  setInterval(work, 60 * 60 * 1000).unref();
}

/** A database or a store that is away is no reason to stop, nor to leave the other chores. */
async function attempt(chore: Chore) {
  try {
    await chore();
  } catch (error) {
    log.warn({ err: error }, "What has served its time was left for the next hour");
  }
}

/** Drops what has served its time. */
async function tidyUp() {
  await db("sessions").whereRaw("expires_at < now()").delete();
  await db("failed_logins").whereRaw("failed_at < now() - interval '1 day'").delete();
  await db("idempotency_keys").whereRaw("created_at < now() - interval '30 days'").delete();
  await db("imports").whereNull("done_at").whereRaw("created_at < now() - interval '1 day'").delete();
  await db("group_uploads").whereRaw("touched_at < now() - interval '1 day'").delete();
  const old = db("imports").whereRaw("done_at < now() - interval '1 day'").select("id");
  await db("import_rows").whereIn("import_id", old).delete();
}

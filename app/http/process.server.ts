import { closeDatabase, connectionsInUse, db } from "~/db/knex.server";
import { sweepFiles } from "~/files/sweep.server";

const deadline = 7000;

/**
 * The end of the process: remix-serve closes its listener at SIGTERM but waits for idle connections. Requests under
 * way get a few seconds, the pool is closed, then the process exits. A supervisor that died takes its child along,
 * so that no orphan keeps the port.
 */
export function watchProcess() {
  const kept = globalThis as { officeWatched?: boolean };
  if (kept.officeWatched) return;
  kept.officeWatched = true;
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), deadline).unref();
    await underWay();
    await closeDatabase();
    process.exit(0);
  };
  process.once("SIGTERM", end).once("SIGINT", end).once("disconnect", end);
  clean();
  setInterval(clean, 60 * 60 * 1000).unref();
}

/** Waits until no request holds a connection. */
async function underWay() {
  await new Promise((resolve) => setTimeout(resolve, 200));
  while (connectionsInUse() > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 100)); // the last answers leave
}

/** Drops what has served its time; a database or a store that is away is no reason to stop. */
async function clean() {
  try {
    await db("sessions").whereRaw("expires_at < now()").delete();
    await db("failed_logins").whereRaw("failed_at < now() - interval '1 day'").delete();
    await db("one_time_keys").whereRaw("created_at < now() - interval '30 days'").delete();
    await sweepFiles();
  } catch (error) {
    console.error("What has served its time was left for the next hour:", (error as Error).message);
  }
}

import type { Db, Transaction } from "~/db/knex.server";
import { officeTime } from "~/domain/office-day.server";
import { writeAuditLog } from "./audit-log.server";
import { browserName } from "./browser-name";
import { tokenHashOf } from "./session.server";

/** A session as screens show it to its owner and the administrator. */
export type SessionShown = {
  id: number;
  browser: string;
  address: string | null;
  since: string;
  seen: string;
  /** Whether it is the request's own session. */
  is_own: boolean;
};

/** A user's sessions, the last seen first. */
export async function sessionsOf(db: Db, userId: number, request: Request): Promise<SessionShown[]> {
  const own = await tokenHashOf(request);
  const rows = await db("sessions")
    .where({ user_id: userId, pending: false })
    .whereRaw("expires_at > now()")
    .orderBy([
      { column: "last_seen_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .select("id", "address", "user_agent", "created_at", "last_seen_at", "token_hash");
  return rows.map(({ id, address, user_agent, created_at, last_seen_at, token_hash }) => ({
    id,
    browser: browserName(user_agent),
    address,
    since: officeTime(created_at),
    seen: officeTime(last_seen_at),
    is_own: token_hash === own,
  }));
}

/**
 * Ends a user's sessions: the one of that number, all, or all but the request's own.
 * @returns whether any ended
 */
export async function endSessions(
  trx: Transaction,
  user: { id: number; username: string },
  which: number | "all" | "others",
  request: Request,
) {
  const sessions = trx("sessions").where({ user_id: user.id });
  if (which === "others") sessions.whereNot({ token_hash: await tokenHashOf(request) });
  else if (which !== "all") sessions.where({ id: which });
  const count = await sessions.delete();
  if (count) await writeAuditLog(trx, "sessions_ended", user, request);
  return count > 0;
}

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createCookie } from "@remix-run/node";
import { failFast } from "~/db/fail-fast.server";
import { type Db, db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { clientAddress, noteUser } from "~/framework/answers.server";
import { type Rights, rightsColumns } from "./rights.server";
import { secrets } from "./secrets.server";

const week = 7 * 24 * 60 * 60;
/** The time between password and code, in seconds. */
const pendingFor = 5 * 60;
const longestUserAgent = 300;

const cookie = createCookie("office_session", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: week,
  secrets,
});

const known = new WeakMap<IncomingMessage, boolean>();

/** Whether a request has the cookie of a session, which may have ended. Nobody can invent one, since it is signed. */
export function hasSessionCookie(request: IncomingMessage) {
  const before = known.get(request);
  if (before !== undefined) return before;
  const [, value = ""] = /(?:^|; )office_session=([^;]*)/.exec(request.headers.cookie ?? "") ?? [];
  const answer = isSigned(value);
  known.set(request, answer);
  return answer;
}

/** Whether the framework has signed a cookie's value. Its own function is asynchronous. */
function isSigned(value: string) {
  const [, text = "", signature = ""] =
    /^(.*)\.([^.]*)$/.exec(value.replace(/%(2B|2F|3D)/g, decodeURIComponent)) ?? [];
  return secrets.some((secret) => {
    const own = createHmac("sha256", secret).update(text).digest("base64").replace(/=+$/, "");
    return signature.length === own.length && timingSafeEqual(Buffer.from(signature), Buffer.from(own));
  });
}

const hash = (token: string) => createHash("sha256").update(token).digest("hex");

/** The key of the request's session in the table `sessions`; null for a cookie without our signature. */
export async function tokenHashOf(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  return typeof token === "string" ? hash(token) : null;
}

/**
 * Starts a session with a fresh id, which replaces the request's session. Returns the Set-Cookie header.
 * @param pending whether it waits for a two-factor code, and gives no access until then
 */
export async function startSession(trx: Db, request: Request, userId: number, { pending = false } = {}) {
  const before = await tokenHashOf(request);
  if (before) await trx("sessions").where({ token_hash: before }).delete();
  const token = randomBytes(32).toString("base64url");
  const seconds = pending ? pendingFor : week;
  await trx("sessions").insert({
    token_hash: hash(token),
    user_id: userId,
    pending,
    address: clientAddress(request),
    user_agent: request.headers.get("User-Agent")?.slice(0, longestUserAgent),
    expires_at: trx.raw("now() + make_interval(secs => ?)", [seconds]),
  });
  return cookie.serialize(token, { maxAge: seconds });
}

/** Runs work that ends a user's sessions in the database, such as a new password, but keeps the session of the request. */
export async function keepSession<T>(trx: Db, request: Request, userId: number, work: () => Promise<T>) {
  const token_hash = await tokenHashOf(request);
  const own = await trx("sessions").where({ user_id: userId, token_hash }).first();
  const result = await work();
  if (own) await trx("sessions").insert(own);
  return result;
}

/** Logs out: ends the request's session, if there is one. Returns the Set-Cookie header that removes the cookie. */
export async function endSession(request: Request) {
  const tokenHash = await tokenHashOf(request);
  if (tokenHash)
    await db.raw(
      `WITH ended AS (DELETE FROM sessions WHERE token_hash = ? RETURNING *)
       SELECT note_in_audit_log('logout', users.id, username, ?) FROM ended JOIN users ON users.id = user_id
       WHERE NOT pending AND expires_at > now()`,
      [tokenHash, clientAddress(request)],
    );
  return cookie.serialize("", { maxAge: 0 });
}

// A page's loaders ask at the same moment and share one answer. A later request never shares an earlier one's.
const lookups = new Map<string, Promise<SessionUser | null>>();

/** The user who sends the request, with the present permissions; null without a session or for a deactivated user. */
export function sessionUser(request: Request): Promise<SessionUser | null> {
  const cookies = request.headers.get("Cookie") ?? "";
  let answer = lookups.get(cookies);
  if (!answer) {
    answer = tokenHashOf(request).then((tokenHash) => (tokenHash ? queryUser(tokenHash) : null));
    lookups.set(cookies, answer);
    setImmediate(() => lookups.delete(cookies));
  }
  answer.then((user) => user && noteUser(request, user.id)).catch(() => {}); // the callers get the error
  return answer;
}

const isUnseen = "last_seen_at < now() - interval '1 minute'";

async function queryUser(tokenHash: string): Promise<SessionUser | null> {
  const question = db.raw<{ rows: (Rights & { is_unseen: boolean })[] }>(
    `SELECT ${rightsColumns}, ${isUnseen} AS is_unseen
     FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE token_hash = ? AND NOT pending AND expires_at > now() AND is_active`,
    [tokenHash],
  );
  const [row] = (await failFast(question)).rows;
  if (!row) return null;
  const { is_unseen, is_active: _, ...user } = row;
  if (is_unseen) noteSeen(tokenHash);
  return user;
}

/** Notes the time of the last request. The answer does not wait for it; a locked row or a missing database is no error. */
function noteSeen(tokenHash: string) {
  db.raw(
    `UPDATE sessions SET last_seen_at = now() WHERE token_hash =
       (SELECT token_hash FROM sessions WHERE token_hash = ? AND ${isUnseen} FOR NO KEY UPDATE SKIP LOCKED)`,
    [tokenHash],
  ).catch(() => {});
}

export type PendingUser = { id: number; username: string };

/** The user whose session still waits for the two-factor code; null for any other session. */
export async function pendingUser(request: Request): Promise<PendingUser | null> {
  const question = db.raw<{ rows: PendingUser[] }>(
    `SELECT users.id, username FROM sessions JOIN users ON users.id = sessions.user_id
     JOIN two_factor_secrets ON two_factor_secrets.user_id = users.id
     WHERE token_hash = ? AND pending AND expires_at > now() AND is_active AND confirmed_at IS NOT NULL`,
    [await tokenHashOf(request)],
  );
  return (await failFast(question)).rows[0] ?? null;
}

/** Deletes the pending session. Only one of several simultaneous requests gets true. */
export async function takePending(trx: Db, request: Request, { id }: PendingUser) {
  const { rowCount } = await trx.raw(
    `DELETE FROM sessions USING users
     WHERE token_hash = ? AND pending AND expires_at > now() AND users.id = user_id AND users.id = ? AND is_active`,
    [await tokenHashOf(request), id],
  );
  return rowCount === 1;
}

import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { failFast } from "~/db/fail-fast.server";
import { type Db, db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { schemeHeader } from "~/http/gate.server";
import { secrets } from "./secrets.server";

const days = 7;
const cookie = createCookie("office_session", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: days * 24 * 60 * 60,
  secrets,
});

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const isSecure = (request: Request) => request.headers.get(schemeHeader) === "https";

async function readToken(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  return typeof token === "string" ? token : null;
}

/** Starts a session with a fresh id, in place of the one that the request may have. Returns the Set-Cookie header. */
export async function startSession(trx: Db, request: Request, userId: number) {
  await endSession(request);
  const token = randomBytes(32).toString("base64url");
  await trx("sessions").insert({
    token_hash: hash(token),
    user_id: userId,
    expires_at: trx.raw("now() + make_interval(days => ?)", [days]),
  });
  return cookie.serialize(token, { secure: isSecure(request) });
}

/** Ends the request's session, if there is one. Returns the Set-Cookie header that removes the cookie. */
export async function endSession(request: Request) {
  const token = await readToken(request);
  if (token)
    await db("sessions")
      .where({ token_hash: hash(token) })
      .delete();
  return cookie.serialize("", { maxAge: 0, secure: isSecure(request) });
}

// A page's loaders ask at the same moment: they share one answer. A later request never shares an earlier one's.
const asking = new Map<string, Promise<SessionUser | null>>();

/** Who sends the request, with the permissions of this very moment; null without a session or when deactivated. */
export function sessionUser(request: Request): Promise<SessionUser | null> {
  const cookies = request.headers.get("Cookie") ?? "";
  let answer = asking.get(cookies);
  if (!answer) {
    answer = readToken(request).then((token) => (token ? queryUser(hash(token)) : null));
    asking.set(cookies, answer);
    setImmediate(() => asking.delete(cookies));
  }
  return answer;
}

async function queryUser(tokenHash: string): Promise<SessionUser | null> {
  const question = db.raw<{ rows: SessionUser[] }>(
    `SELECT users.id, username, email, user_type, ARRAY(
       SELECT DISTINCT permissions.name FROM user_roles
       JOIN role_permissions USING (role_id) JOIN permissions ON permissions.id = permission_id
       WHERE user_roles.user_id = users.id ORDER BY 1) AS permissions
     FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE token_hash = ? AND expires_at > now() AND is_active`,
    [tokenHash],
  );
  return (await failFast(question)).rows[0] ?? null;
}

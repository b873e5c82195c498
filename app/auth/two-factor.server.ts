import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Db, type Transaction, transact } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import { writeAuditLog } from "./audit-log.server";
import { tokenHashOf } from "./session.server";
import { endSessions } from "./sessions.server";

type User = { id: number; username: string };

const codes = 10;

/** Whether a user's two-factor is on, and how many recovery codes are left. */
export async function twoFactorOf(
  db: Db,
  userId: number,
): Promise<{ since: string; codesLeft: number } | null> {
  const step = await db("two_factor_secrets")
    .where({ user_id: userId })
    .whereNotNull("confirmed_at")
    .first(
      "confirmed_at",
      db.raw(
        "(SELECT count(*) FROM recovery_codes WHERE user_id = two_factor_secrets.user_id AND used_at IS NULL) AS left",
      ),
    );
  return step ? { since: step.confirmed_at, codesLeft: step.left } : null;
}

/**
 * The secret for setting up two-factor in the request's session. It stays the same for an hour, so that the scanned picture stays
 * valid. Then it is replaced, since somebody may have seen it. No other session has it.
 */
export function secretToSetUp(user: User, request: Request): Promise<string> {
  return transact(user, async (trx) => {
    const session = { token_hash: await tokenHashOf(request) };
    await trx("sessions")
      .where(session)
      .whereRaw("coalesce(set_up_at < now() - interval '1 hour', true)")
      .update({ set_up_secret: new Secret({ size: 20 }).base32, set_up_at: trx.fn.now() });
    const { set_up_secret } = await trx("sessions").where(session).first("set_up_secret");
    return set_up_secret;
  });
}

// The QR picture has room for this many encoded letters.
const shorten = (text: string) => [...text].slice(0, 60).join("");

/** The address in the QR picture, for an authenticator program (RFC 6238's usual values). */
export const setUpAddress = (secret: string, username: string, issuer: string) =>
  // The issuer appears once only: its encoded Arabic letters would double the picture's size.
  new TOTP({ secret, label: shorten(username), issuer: shorten(issuer), issuerInLabel: false }).toString();

/** Removes blanks and hyphens from a typed code, and makes its digits Latin. */
const tidy = (code: string) => latinDigits(code).replace(/[\s-]/g, "");

/** The time step of a typed code: the present one, the one before or the next. Undefined if none matches. */
function stepOf(secret: string, code: string) {
  const token = tidy(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = Date.now();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/**
 * Switches two-factor on after a right code of the secret that the request's session has set up. The user's other sessions end,
 * since one of them may be somebody else's.
 * @returns the recovery codes; undefined for a wrong code
 */
export async function switchOn(trx: Transaction, user: User, code: string, request: Request) {
  const session = trx("sessions").where({ token_hash: await tokenHashOf(request), user_id: user.id });
  const row = await session.clone().forUpdate().first("set_up_secret");
  const last_step = row?.set_up_secret && stepOf(row.set_up_secret, code);
  if (!last_step) return undefined;
  const { rowCount } = await trx.raw(
    `INSERT INTO two_factor_secrets AS kept (user_id, secret, confirmed_at, last_step) VALUES (?, ?, now(), ?)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, confirmed_at = now(), last_step = excluded.last_step
     WHERE kept.confirmed_at IS NULL`,
    [user.id, row.set_up_secret, last_step],
  );
  if (!rowCount) return undefined;
  await session.update({ set_up_secret: null, set_up_at: null });
  await writeAuditLog(trx, "two_factor_on", user, request);
  await endSessions(trx, user, "others", request);
  return newRecoveryCodes(trx, user);
}

/** Replaces the recovery codes by ten new ones. They are shown only this once. */
async function newRecoveryCodes(trx: Transaction, { id }: User) {
  const fresh = Array.from({ length: codes }, recoveryCode);
  await trx("recovery_codes").where({ user_id: id }).delete();
  await trx("recovery_codes").insert(fresh.map((code) => ({ user_id: id, code_hash: hash(code) })));
  return fresh;
}

// 83 random bits as digits, which any keyboard can type, an Arabic one too.
const recoveryCode = () =>
  Array.from({ length: 5 }, () => String(randomInt(100_000)).padStart(5, "0")).join("-");

const hash = (code: string) => createHash("sha256").update(tidy(code)).digest("hex");

/** Checks a code of the authenticator program or a recovery code, and marks it as used. A used code is refused. */
export async function useCode(trx: Transaction, user: User, code: string, request: Request) {
  const row = await trx("two_factor_secrets")
    .where({ user_id: user.id })
    .whereNotNull("confirmed_at")
    .first("secret");
  if (!row) return false;
  const step = stepOf(row.secret, code);
  if (step)
    return (
      1 ===
      (await trx("two_factor_secrets")
        .where({ user_id: user.id })
        .where("last_step", "<", step)
        .update({ last_step: step }))
    );
  const recovery = await trx("recovery_codes")
    .where({ user_id: user.id, code_hash: hash(code), used_at: null })
    .update({ used_at: trx.fn.now() });
  if (recovery) await writeAuditLog(trx, "recovery_code_used", user, request);
  return recovery === 1;
}

export async function renewRecoveryCodes(trx: Transaction, user: User, request: Request) {
  await writeAuditLog(trx, "recovery_codes_renewed", user, request);
  return newRecoveryCodes(trx, user);
}

/**
 * Switches a user's two-factor off and deletes its secret and codes.
 * @returns whether it was on
 */
export async function switchOff(
  trx: Transaction,
  user: User,
  deed: "two_factor_off" | "two_factor_reset",
  request: Request,
) {
  const count = await trx("two_factor_secrets")
    .where({ user_id: user.id })
    .whereNotNull("confirmed_at")
    .delete();
  if (count) await writeAuditLog(trx, deed, user, request);
  return count === 1;
}

import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Db, type Transaction, transact } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import { writeAuditLog } from "./audit-log.server";
import { tokenHashOf } from "./session.server";
import { endSessions } from "./sessions.server";

type User = { id: number; username: string };

const codes = 10;

/** Whether a user's second factor is on, and what is left of the recovery codes. */
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
 * The secret of a second factor (two-factor) that the request's session sets up. It stays the same for an hour, so that the scanned
 * picture stays valid; then it is replaced, since somebody may have seen it. No other session has it.
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

// The picture has room for so many letters, encoded.
const shorten = (text: string) => [...text].slice(0, 60).join("");

/** The address that a program for codes reads from the QR picture (RFC 6238's usual values). */
export const setUpAddress = (secret: string, username: string, issuer: string) =>
  // The issuer stands in it once: its Arabic letters, encoded, would double the picture.
  new TOTP({ secret, label: shorten(username), issuer: shorten(issuer), issuerInLabel: false }).toString();

/** As it is typed, in groups and in any digits. */
const tidy = (code: string) => latinDigits(code).replace(/[\s-]/g, "");

/** The time step whose code was typed: this one, the one before or the next; undefined where there is none. */
function stepOf(secret: string, code: string) {
  const token = tidy(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = Date.now();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/**
 * Switches the second factor on, for the right code of what the request's session has set up. The user's other sessions end:
 * one of them may be somebody else's.
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

/** Ten new recovery codes in place of those there were. They are given here and never again. */
async function newRecoveryCodes(trx: Transaction, { id }: User) {
  const fresh = Array.from({ length: codes }, recoveryCode);
  await trx("recovery_codes").where({ user_id: id }).delete();
  await trx("recovery_codes").insert(fresh.map((code) => ({ user_id: id, code_hash: hash(code) })));
  return fresh;
}

// 83 random bits, in digits: they are typed on any keyboard, an Arabic one too.
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
 * Takes a second factor away, with its secret and codes.
 * @returns whether there was one
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

import { type Db, db, transact } from "~/db/knex.server";
import { clientAddress } from "~/framework/answers.server";

/** The audit log's lines about a user that are no change of their row (docs/decisions/audit-log.md). */
export type Deed =
  | "login"
  | "login_failed"
  | "proof_failed"
  | "logout"
  | "password"
  | "two_factor_on"
  | "two_factor_off"
  | "two_factor_reset"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "sessions_ended"
  | ListDeed;

/** A list left the office as a file, on paper or by a call. */
export type ListDeed = "exported" | "printed" | "listed";

/**
 * Writes a line of the audit log about a user. The transaction knows who acts.
 * @param whose the user that the line is about
 * @param request its address goes into the line; left out if somebody acts on another user
 */
export function writeAuditLog(
  trx: Db,
  deed: Deed,
  whose: { id: number; username: string } | undefined,
  request?: Request,
) {
  return trx.raw("SELECT note_in_audit_log(?, ?, ?, ?)", [
    deed,
    whose?.id ?? null,
    whose?.username ?? null,
    request ? clientAddress(request) : null,
  ]);
}

/**
 * Writes a line of the audit log about a list that left the office.
 * @param facts the filters of the list and its number of rows; `kind` is the table of its rows, `name` its title
 */
export function writeListAuditLog(
  user: { id: number; username: string },
  deed: ListDeed,
  { kind, name, facts }: { kind: string; name: string; facts: object },
  request: Request,
) {
  const line = [deed, kind, name, JSON.stringify(facts), clientAddress(request)];
  // Uses a connection for reading: lists can be read even while every writer waits for one row.
  return transact(user, (trx) => trx.raw("SELECT note_list_in_audit_log(?, ?, ?, ?::jsonb, ?)", line), db);
}

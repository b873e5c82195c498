import { type Db, db, transact } from "~/db/knex.server";
import { clientAddress } from "~/framework/answers.server";

/** What the trail tells of a user beside changes of their row (docs/decisions/trail.md). */
export type Deed =
  | "login"
  | "login_failed"
  | "proof_failed"
  | "logout"
  | "password"
  | "second_step_on"
  | "second_step_off"
  | "second_step_reset"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "sessions_ended"
  | ListDeed;

/** Of a whole list: as a file, on paper, by call. */
export type ListDeed = "exported" | "printed" | "listed";

/**
 * @param whose of whom it is told; the transaction knows who does it
 * @param request whose address is told; of what is done to somebody else none is
 */
export function writeAuditLog(
  trx: Db,
  deed: Deed,
  whose: { id: number; username: string } | undefined,
  request?: Request,
) {
  return trx.raw("SELECT note_in_trail(?, ?, ?, ?)", [
    deed,
    whose?.id ?? null,
    whose?.username ?? null,
    request ? clientAddress(request) : null,
  ]);
}

/**
 * @param list the table of its rows, what it is called, and what else is told: its filters, how many rows
 */
export function writeListAuditLog(
  user: { id: number; username: string },
  deed: ListDeed,
  { kind, name, facts }: { kind: string; name: string; facts: object },
  request: Request,
) {
  const line = [deed, kind, name, JSON.stringify(facts), clientAddress(request)];
  // By a reader's connection: lists are read also while every writer waits for one row.
  return transact(user, (trx) => trx.raw("SELECT note_list_in_trail(?, ?, ?, ?::jsonb, ?)", line), db);
}

import { type Db, db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { networkOf } from "~/domain/networks.server";
import { clientAddress } from "~/framework/answers.server";
import { writeAuditLog } from "./audit-log.server";

const window = "15 minutes";
const allowedPerUsername = 10;
const allowedPerAddress = 100;

/** The key under which failures are counted. */
export const nameOf = (username: string) => username.trim().toLowerCase();

/**
 * Tries a user's password or code. A wrong one of either kind counts against the name and the address (rulings §2);
 * only a complete login forgets them (`enter`).
 * @param user the user of that name, if there is one. An unknown name is not logged, since it may be a password in the wrong
 * field
 * @param attempt gives undefined for a wrong secret
 * @param deed the audit log's name of a failure
 * @throws DomainError too_many past the limit
 */
export function limited<T>(
  request: Request,
  username: string,
  user: { id: number; username: string } | undefined,
  attempt: () => Promise<T | undefined>,
  deed: "login_failed" | "proof_failed" = "login_failed",
): Promise<T | undefined> {
  const name = nameOf(username);
  const address = networkOf(clientAddress(request));
  const tryOnce = async () => {
    const id = await countAsFailed(name, address);
    const answer = await attempt();
    if (answer === undefined) await writeAuditLog(db, deed, user, request);
    else await db("failed_logins").where({ id }).delete();
    return answer;
  };
  return inTurn(`name ${name}`, () => inTurn(`address ${address}`, tryOnce));
}

/**
 * Counts an attempt as a failure before it is made, so that simultaneous attempts in other processes cannot exceed the limit.
 * @returns the failure's id, which is deleted again after a right secret
 * @throws DomainError too_many
 */
const countAsFailed = (name: string, address: string) =>
  db.transaction(async (trx) => {
    await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(:name, 1))", { name });
    await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(:address, 2))", { address });
    await requireFewFailures(trx, name, address);
    const [row] = await trx("failed_logins").insert({ username: name, address }).returning("id");
    return row.id as number;
  });

async function requireFewFailures(trx: Db, name: string, address: string) {
  const { rows } = await trx.raw<{ rows: { by_username: number; by_address: number }[] }>(
    `SELECT (SELECT count(*) FROM failed_logins WHERE username = :name AND failed_at > now() - :window::interval) AS by_username,
            (SELECT count(*) FROM failed_logins WHERE address = :address AND failed_at > now() - :window::interval) AS by_address`,
    { name, address, window },
  );
  const failed = rows[0];
  if (!failed || failed.by_username >= allowedPerUsername || failed.by_address >= allowedPerAddress) {
    throw new DomainError("too_many", "محاولات دخول كثيرة، حاول مرة أخرى بعد ربع ساعة");
  }
}

// Attempts wait for one another: simultaneous right ones would count as failures for each other.
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(queue) ?? Promise.resolve()).then(work, work);
  turns.set(queue, turn);
  turn.finally(() => turns.get(queue) === turn && turns.delete(queue)).catch(() => {});
  return turn;
}

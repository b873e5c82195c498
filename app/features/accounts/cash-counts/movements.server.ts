import type { Db } from "~/db/knex.server";
import { officeTime } from "~/domain/office-day.server";
import { type Cause, causeLabels } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import type { MovementsSince } from "../count";

/** The most movements beside a count; the account's statement has all. */
const most = 50;

type Moments = { opened_at: string | null; expected_at: string | null };

/**
 * The movements of a box after its count was opened, up to the moment of the expected balance. Amounts are in the
 * box's currency, the newest comes first.
 */
export async function movedBetween(
  db: Db,
  boxId: number,
  { opened_at, expected_at }: Moments,
): Promise<MovementsSince> {
  const between = () =>
    db("movements")
      .where({ account_id: boxId })
      .where("movements.created_at", ">", opened_at)
      .where("movements.created_at", "<=", expected_at);
  const [total] = await between().select(
    db.raw("count(*)::integer AS count, coalesce(sum(amount), 0) AS amount"),
  );
  const lines: Line[] = await between()
    .leftJoin("users", "users.id", "user_id")
    .orderBy([
      { column: "movements.created_at", order: "desc" },
      { column: "movements.id", order: "desc" },
    ])
    .limit(most)
    .select("movements.id", "movements.created_at", "amount", "cause", "document_number", "username");
  return {
    count: total.count,
    amount: Number(total.amount),
    lines: lines.map(({ id, created_at, amount, cause, document_number, username }) => ({
      id,
      at: officeTime(created_at),
      amount: Number(amount),
      cause: causeLabels[cause],
      document_number,
      username,
    })),
  };
}

type Line = {
  id: number;
  created_at: string;
  amount: Decimal;
  cause: Cause;
  document_number: string | null;
  username: string | null;
};

/** The moment at which the form read its box, at the latest the box's present one; null if the form sent none. */
export function openedAt(readAt: string | undefined, present: string) {
  const moment = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(readAt ?? "")
    ? Date.parse(String(readAt))
    : Number.NaN;
  if (Number.isNaN(moment)) return null;
  return new Date(Math.min(moment, Date.parse(present))).toISOString();
}

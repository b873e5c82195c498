import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { date, optional } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny, permissionLabels, type SessionUser } from "~/domain/permissions";

/* The day of an event: of a cancelling, its end, a discount, a fee, "paid without a voucher" (`books.md`, rule 6). */

/** The field `event_date` of the changes that may be an event. */
export const eventFields = { event_date: optional(date()) };
export type SentEvent = { event_date?: string | null };

type Item = {
  user: SessionUser;
  /** The document's own day. */
  day: string;
  /** The last day up to today on which something was entered for it. */
  last: (today: string) => Promise<string | null | undefined>;
};

/**
 * The day on which an event of a document stands: the day that was sent, otherwise today, or the document's own where that is
 * later. What the transaction enters as an event is of that day. The database refuses a closed one.
 * @throws DomainError forbidden without manage_financials, invalid after today, conflict before the document or its last entry
 */
export async function eventDay(trx: Transaction, sent: SentEvent, { user, day, last }: Item) {
  const usual = usualDay(day);
  const event_date = otherDay(sent, usual, user);
  if (!event_date) return usual;
  const first = [day, (await last(officeToday())) ?? day].sort().at(-1) as string;
  if (event_date < first) throw conflicting("event_date", `آخر ما قيد في ${first}: اختر يومًا لا يسبقه`);
  await enterOn(trx, event_date);
  return event_date;
}

/** The day of an event where none was sent: today, or the document's own where that is later. */
export function usualDay(day: string) {
  const today = officeToday();
  return day > today ? day : today;
}

/** The day that was sent, if it is not the usual one. @throws DomainError forbidden without manage_financials, invalid after the usual one */
export function otherDay({ event_date }: SentEvent, usual: string, user: SessionUser) {
  if (!event_date || event_date === usual) return undefined;
  if (!holdsAny(user, ["manage_financials"])) {
    const sentence = `تاريخ غير اليوم يحتاج صلاحية «${permissionLabels.manage_financials}»`;
    throw new DomainError("forbidden", sentence, { fields: { event_date: sentence } });
  }
  if (event_date > usual) throw invalid("event_date", `لا يكون بعد ${usual}`);
  return event_date;
}

/** Gives what the transaction enters as an event this day. */
export const enterOn = (trx: Transaction, day: string) =>
  trx.raw("SELECT set_config('office.event_date', ?, true)", [day]);

type Entered =
  | { contract_id: number | Knex.Ref<string, object> }
  | { invoice_id: number }
  | { document: string; document_id: number };

/**
 * The last day up to today on which something was entered for a contract or an invoice, or by a document. What was corrected away is
 * nothing.
 */
export function lastDay(trx: Transaction, item: Entered, today: string) {
  const days = trx("entries")
    .where(item)
    .where("date", "<=", today)
    .groupBy("date", "document", "document_id", "cause")
    .havingRaw("sum(amount) <> 0")
    .select("date");
  return trx.from(days.as("days")).max("date");
}

/** The same, for `eventDay`. */
export const lastEntry =
  (trx: Transaction, item: Entered) =>
  async (today: string): Promise<string | null> =>
    (await lastDay(trx, item, today))[0]?.max ?? null;

/** The last day up to today on which vouchers moved money or entered something. */
export const lastOfVouchers =
  (
    trx: Transaction,
    document: "receipt" | "payment" | "transfer",
    vouchers: { id: number; number: string }[],
  ) =>
  async (today: string) => {
    const lines = trx
      .from(
        trx.raw("unnest(?::text[]) AS number, lines_of_document(number) AS line", [
          vouchers.map(({ number }) => number),
        ]),
      )
      .where("line.date", "<=", today);
    const days: (string | null)[] = [(await lines.max("line.date"))[0]?.max];
    for (const { id } of vouchers) days.push(await lastEntry(trx, { document, document_id: id })(today));
    return days.filter(Boolean).sort().at(-1);
  };

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
export async function eventDay(trx: Transaction, { event_date }: SentEvent, { user, day, last }: Item) {
  const today = officeToday();
  const usual = day > today ? day : today;
  if (!event_date || event_date === usual) return usual;
  if (!holdsAny(user, ["manage_financials"])) {
    const sentence = `تاريخ غير اليوم يحتاج صلاحية «${permissionLabels.manage_financials}»`;
    throw new DomainError("forbidden", sentence, { fields: { event_date: sentence } });
  }
  if (event_date > usual) throw invalid("event_date", `لا يكون بعد ${usual}`);
  const first = [day, (await last(today)) ?? day].sort().at(-1) as string;
  if (event_date < first) throw conflicting("event_date", `آخر ما قيد في ${first}: اختر يومًا لا يسبقه`);
  await trx.raw("SELECT set_config('office.event_date', ?, true)", [event_date]);
  return event_date;
}

type Entered = { contract_id: number } | { invoice_id: number } | { document: string; document_id: number };

/**
 * The last day up to today on which something was entered for a contract or an invoice, or by a document. What was corrected away is
 * nothing.
 */
export const lastEntry =
  (trx: Transaction, item: Entered) =>
  async (today: string): Promise<string | null> => {
    const days = trx("entries")
      .where(item)
      .where("date", "<=", today)
      .groupBy("date", "document", "document_id", "cause")
      .havingRaw("sum(amount) <> 0")
      .select("date");
    return (await trx.from(days.as("days")).max("date"))[0]?.max ?? null;
  };

/** The last day up to today on which vouchers moved money or entered something. */
export const lastOfVouchers =
  (trx: Transaction, document: "receipt" | "payment", vouchers: { id: number; number: string }[]) =>
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

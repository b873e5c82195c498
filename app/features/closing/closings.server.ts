import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import type { By } from "~/db/store.server";
import { later } from "~/domain/dates";
import { DomainError, invalid } from "~/domain/domain-error";
import { choice, date, longText, optional, requiredMessage } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { officeTime, officeToday } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import type { Question } from "~/domain/question";
import { statementPath } from "~/features/links/statement-link";
import { belowZero, belowZeroText } from "~/features/money/below-zero.server";
import { type Closing, type ClosingDeed, extents } from "./closing";

export const closeSchema = z.object({ closed_until: date(), reason: optional(longText(500)) });
export const reopenSchema = z.object({
  extent: choice(extents),
  closed_until: optional(date()),
  reason: longText(500),
});

export const mayClose = ({ user_type }: SessionUser) => user_type === "admin";

/** @throws DomainError forbidden */
export function requireMayClose(user: SessionUser) {
  if (!mayClose(user)) throw new DomainError("forbidden", "إقفال الفترات وإعادة فتحها للمدير وحده");
}

/** Closes all days up to this one, yesterday at the latest: events are of today. @throws DomainError forbidden, invalid, conflict */
export function closePeriod(trx: Transaction, input: z.output<typeof closeSchema>, by: By) {
  return decide(trx, by, "close", async (closed) => {
    const { closed_until } = input;
    const today = officeToday();
    if (closed_until >= today)
      throw invalid("closed_until", `يقفل حتى أمس على الأكثر، ليبقى اليوم ${today} مفتوحًا`);
    if (closed && closed_until <= closed) {
      throw invalid("closed_until", `الفترة مقفلة حتى ${closed}: اختر تاريخًا بعده، أو أعد فتح ما أقفل`);
    }
    by.ask?.(await questionsOf(trx, closed ? later(closed, 1) : undefined, closed_until));
    return { closed_until, reason: input.reason };
  });
}

/** A closing asks about each cash box that was below zero at the end of a day of the period. */
async function questionsOf(db: Db, from: string | undefined, to: string): Promise<Question[]> {
  const boxes = await belowZero(db, { kind: "cash_box" }, { from, to });
  const search = new URLSearchParams({ ...(from && { from }), to });
  return boxes.map((box) => ({
    text: `الصندوق «${box.name}»: ${belowZeroText(box)}`,
    about: [box.id, box.spans],
    ...(!box.is_deleted && {
      link: { href: `${statementPath("cash-boxes", box.id)}?${search}`, label: "كشف حسابه" },
    }),
  }));
}

/** Reopens the days after an earlier one, or all. @throws DomainError forbidden, invalid, conflict */
export function reopenPeriod(trx: Transaction, input: z.output<typeof reopenSchema>, by: By) {
  return decide(trx, by, "reopen", async (closed) => {
    if (!closed) throw new DomainError("conflict", "لا توجد فترة مقفلة");
    const { extent, closed_until: day, reason } = input;
    if (extent === "all") {
      if (day) throw invalid("closed_until", "اترك التاريخ فارغًا لفتح كل ما أقفل");
      return { closed_until: null, reason };
    }
    if (!day) throw invalid("closed_until", requiredMessage);
    if (day >= closed) throw invalid("closed_until", `الفترة مقفلة حتى ${closed}: اختر تاريخًا قبله`);
    return { closed_until: day, reason };
  });
}

/**
 * Changes the date up to which the books are closed. Writers of documents share its lock until their commit: this waits for those
 * under way, and later ones see the new date. Nothing else is locked (docs/decisions/closing.md).
 */
async function decide(
  trx: Transaction,
  { user, readAt }: By,
  deed: ClosingDeed,
  to: (closed: string | null) => Promise<Pick<Closing, "closed_until"> & { reason?: string | null }>,
): Promise<Closing> {
  requireMayClose(user);
  await trx.raw("SELECT pg_advisory_xact_lock(hashtext('period_closings'))");
  const last = await lastClosing(trx);
  if (readAt && readAt !== last?.created_at) {
    const by = last ? ` (${quote(last.closed_by)}، ${last.at})` : "";
    throw new DomainError(
      "conflict",
      `غيّر مدير آخر الإقفال بعد أن فتحت هذه الصفحة${by}، راجع ما أقفل ثم احفظ`,
      { current: { updated_at: last?.created_at } },
    );
  }
  const decision = await to(last?.closed_until ?? null);
  await trx("period_closings").insert({ ...decision, deed, closed_by: user.id });
  return (await lastClosing(trx)) as Closing;
}

const rows = (db: Db) =>
  db("period_closings")
    .join("users", "users.id", "closed_by")
    .select("period_closings.*", { closed_by: "users.username" });

const toClosing = (row: Omit<Closing, "at">): Closing => ({
  ...row,
  at: officeTime(row.created_at),
});

/** Refuses the form of a document of this day before somebody fills it in. @throws the closed period's refusal */
export const requireOpen = (db: Db, day: string) => db.raw("SELECT refuse_closed_period(?)", [day]);

/**
 * The sentence about the closing by whose rates a period stays as it is: the one that its last day is closed by (docs/decisions/closing.md).
 * Null if that day is open, or the period has no end.
 */
export async function closingOf(db: Db, to: string | undefined): Promise<string | null> {
  if (!to) return null;
  const row = await rows(db)
    .where("period_closings.id", db.raw("closing_of(?)", [to]))
    .first();
  return row ? `أُقفلت هذه الفترة في ${officeTime(row.created_at)}، حتى ${row.closed_until}.` : null;
}

/** The decision in force; null without any. */
export async function lastClosing(db: Db): Promise<Closing | null> {
  const row = await rows(db).orderBy("period_closings.id", "desc").first();
  return row ? toClosing(row) : null;
}

/** The last closed day; where nothing is closed it is empty, which is before every day. */
export const lastClosedDay = async (db: Db) => (await lastClosing(db))?.closed_until ?? "";

export const listClosings = (): List<Closing> => ({
  table: "period_closings",
  matching: db("period_closings").select("id"),
  rows,
  toRow: toClosing,
});

import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { invalid } from "~/domain/domain-error";
import { date, positiveAmount } from "~/domain/input.server";
import { rows } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { amountInText, type Decimal, fits, roundTo, tooFine } from "~/features/money/money.server";
import { type Dues, type Instalment, mostInstalments, type openStates } from "./instalment";

/*
 * The schedules of contracts (docs/decisions/instalments.md). `instalments_of` of migration 035 says what of each part is paid;
 * all else that is due follows from it, here.
 */

/** A part as it is stored. */
export type Part = { due_date: string; amount: Decimal };

/** The parts of a row of `contracts`, in SQL, with what of each was paid and not given back. */
export const instalments = `instalments_of(contracts.schedule, contracts.contract_date, contracts.total_amount,
  least(contracts.paid_amount - contracts.refunded_amount, contracts.total_amount))`;

/** A contract's `Dues` as JSON, in a query of `contracts`. Nothing is due of a cancelled one. */
export const duesOf = (db: Db) =>
  db.raw(
    `(SELECT json_build_object(
        'schedule', CASE WHEN contracts.schedule IS NULL THEN '[]'::json ELSE json_agg(json_build_object('due_date', due_date,
          'amount', amount, 'paid_amount', part.paid_amount, 'status', CASE WHEN part.remaining_amount = 0 THEN 'paid'
            WHEN NOT stands(contracts.status) THEN 'cancelled' WHEN due_date < :today THEN 'overdue' WHEN due_date = :today THEN 'due'
            ELSE 'upcoming' END) ORDER BY place) END,
        'due_amount', coalesce(sum(part.remaining_amount) FILTER (WHERE owes AND due_date <= :today), 0),
        'overdue_amount', coalesce(sum(part.remaining_amount) FILTER (WHERE owes AND due_date < :today), 0),
        'next_due_date', min(due_date) FILTER (WHERE owes AND part.remaining_amount > 0))
      FROM ${instalments} AS part, (SELECT stands(contracts.status) AS owes) AS state)`,
    { today: officeToday() },
  );

/** Whether a contract has an unpaid part that was due before `?`, in SQL. */
export const overdue = "(contracts.next_due_date < ? AND stands(contracts.status))";

const dueDate = date();
const amount = positiveAmount();

/**
 * A schedule: of a call `[{due_date, amount}]`, of a form dates and amounts in turn. Undefined when not sent, empty for none. What is
 * wrong is said of the first part to blame.
 */
export const scheduleField = () =>
  rows(["due_date", "amount"], {
    most: mostInstalments,
    long: `الأقساط ${mostInstalments} على الأكثر`,
    wrong: "الجدول قائمة أقساط، لكل منها موعد ومبلغ",
    faultOf,
    read: (row): Part => ({ due_date: dueDate.parse(row.due_date), amount: amount.parse(row.amount) }),
  })
    .transform((parts) => parts.sort((a, b) => a.due_date.localeCompare(b.due_date)))
    .optional();

function faultOf(rows: { due_date?: unknown; amount?: unknown }[]) {
  for (const [index, row] of rows.entries()) {
    const [due, sum] = [dueDate.safeParse(row.due_date), amount.safeParse(row.amount)];
    const fault = due.error ? `الموعد: ${due.error.issues[0]?.message}` : sum.error?.issues[0]?.message;
    if (fault) return `القسط ${index + 1}: ${fault}`;
  }
  return undefined;
}

type Signed = { contract_date: string; total_amount: Decimal; code: string };

/** The schedule of a contract that has been signed, and what was paid and given back of it. */
type Covered = { schedule: Part[] | null; paid_amount: Decimal; refunded_amount: Decimal };

/** The longest a payment may wait after signing, in days. */
const longest = 5 * 366;

/**
 * Checks a schedule against its contract, and gives what is stored: null for none. Parts that are paid in full stay as they are.
 * @param present of a contract that has been signed
 * @throws DomainError invalid
 */
export function scheduleToStore(
  parts: Part[],
  { contract_date, total_amount, code }: Signed,
  present?: Covered,
): string | null {
  const fail = (sentence: string): never => {
    throw invalid("schedule", sentence);
  };
  const settled = present ? settledParts(present) : [];
  for (const [index, { due_date, amount }] of settled.entries()) {
    const sent = parts[index];
    if (sent?.due_date !== due_date || !Big(sent.amount).eq(amount))
      fail(
        `القسط ${index + 1} مسدد: يبقى موعده ${due_date} ومبلغه ${amountInText(amount, code)}، ولا يسبقه قسط آخر`,
      );
  }
  if (!parts.length) return null;
  for (const [index, { due_date, amount }] of parts.entries()) {
    const at = `القسط ${index + 1}: `;
    if (!fits(amount, code)) fail(at + tooFine("المبلغ", code));
    if (due_date < contract_date) fail(`${at}الموعد لا يسبق تاريخ العقد ${contract_date}`);
    if (due_date > later(contract_date, longest)) fail(`${at}الموعد بعد أكثر من خمس سنوات من تاريخ العقد`);
  }
  const sum = parts.reduce((sum, { amount }) => sum.plus(amount), Big(0));
  const rest = Big(total_amount).minus(sum);
  if (!rest.eq(0))
    fail(
      `مجموع الأقساط ${amountInText(sum, code)} وإجمالي العقد ${amountInText(total_amount, code)}: ${
        rest.gt(0) ? "بقي بلا قسط" : "زادت الأقساط"
      } ${amountInText(rest.abs(), code)}`,
    );
  return JSON.stringify(parts.map(({ due_date, amount }) => ({ due_date, amount: roundTo(amount, code) })));
}

/**
 * The schedule of a contract when its total changes: what it loses comes off the last parts, what it gains is added to the last
 * part, or as a new part if that one is paid. Parts that are paid stay as they are.
 * @returns what is stored: null for none
 */
export function scheduleForTotal(present: Covered, total: Decimal, code: string): string | null {
  if (!present.schedule) return null;
  let rest = Big(total);
  const parts = present.schedule.flatMap(({ due_date, amount }) => {
    const kept = rest.lt(amount) ? rest : Big(amount);
    rest = rest.minus(kept);
    return kept.gt(0) ? [{ due_date, amount: kept }] : [];
  });
  const last = parts.at(-1);
  if (rest.gt(0) && last) {
    const isNew = settledParts(present).length === parts.length && parts.length < mostInstalments;
    if (isNew) parts.push({ due_date: [last.due_date, officeToday()].sort()[1] as string, amount: rest });
    else last.amount = last.amount.plus(rest);
  }
  const stored = parts.map(({ due_date, amount }) => ({ due_date, amount: roundTo(amount, code) }));
  return stored.length ? JSON.stringify(stored) : null;
}

/** The parts that are paid in full with what was not given back. */
function settledParts({ schedule, paid_amount, refunded_amount }: Covered) {
  const kept = Big(paid_amount).minus(refunded_amount);
  let covered = Big(0);
  return (schedule ?? []).filter(({ amount }) => {
    covered = covered.plus(amount);
    return covered.lte(kept);
  });
}

/** An unpaid part of one of a customer's contracts, or of what stands against them on account. */
export type OpenInstalment = Omit<Instalment, "paid_amount" | "status"> & {
  status: keyof typeof openStates.labels;
  customer_id: number;
  contract_id: number | null;
  contract_number: string | null;
  remaining_amount: number;
  code: string;
  symbol: string;
  decimals: number;
};

export type { Dues };

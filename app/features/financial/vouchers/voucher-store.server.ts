import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { finish, type Step } from "~/db/together.server";
import { conflicting, DomainError, notFound } from "~/domain/domain-error";
import type { Question } from "~/domain/question";
import { eventDay, lastOfVouchers, type SentEvent } from "~/features/money/event-day.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import type { Currencies } from "~/features/money/rates.server";
import { isReturnable, type PaymentMethod, type VoucherStatus } from "~/features/money/voucher";
import { bookMoney } from "./account.server";
import {
  type Cheque,
  changedCharge,
  checkCharge,
  grownCharge,
  judgeEach,
  keepCollected,
  keepCurrencyOfCharge,
  notCollected,
  placeOf,
  type Return,
  requireMoney,
  requireReturnable,
  type SentCharge,
} from "./cheque.server";
import { changedStatus } from "./form.server";
import { questionsOf } from "./questions.server";

/** The types of a kind of voucher, with what all kinds have in common. */
type Types = {
  Input: object;
  Change: { status?: VoucherStatus } & SentEvent & SentCharge;
  /** The values that a user enters. */
  Terms: {
    date: string;
    currency_id: number;
    amount: Decimal;
    account_id: number;
    payment_method: PaymentMethod;
    payment_reference: string | null;
    description: string | null;
  };
  /** The amounts that are computed of them. */
  Booking: { account_amount: Decimal };
  Row: { id: number; updated_at: string } & Cheque;
  /** The locked rows that a voucher changes and is checked against. */
  Locks: { accounts: Map<number, LockedAccount>; currencies: Currencies };
  Shown: object;
};

/** What of a voucher's booking stays when it changes: what its account got, and what it settled. */
type Stays = { account: boolean; settlement: boolean };

type Booked<Of extends Types> = Of["Terms"] & Of["Booking"];
type Stored<Of extends Types> = Booked<Of> & Of["Row"];

/** What a kind of voucher does in its own way: what it settles, and at which rates. Its checks throw DomainError. */
type VoucherKind<Of extends Types> = {
  kind: "receipt" | "payment";
  series: { table: string; column: keyof Of["Row"] & string; prefix: string };
  /** The column of the user who wrote it. */
  by: "received_by" | "paid_by";
  termsOf(input: Of["Input"]): Of["Terms"];
  changedTerms(present: Stored<Of>, change: Of["Change"]): Of["Terms"];
  /** The changed fields among those that decide the amounts, and what stays. */
  compare(present: Stored<Of>, terms: Of["Terms"], change: Of["Change"]): { fields: string[]; stays: Stays };
  /** @param booked the terms that are booked */
  lock(trx: Transaction, all: Of["Terms"][], booked?: Of["Terms"]): Promise<Of["Locks"]>;
  /** Checks the terms against the locked rows, and computes the amounts that do not stay. */
  book(
    locks: Of["Locks"],
    terms: Of["Terms"],
    input: Of["Input"] | Of["Change"],
    present?: Stored<Of>,
    stays?: Stays,
  ): Partial<Of["Booking"]>;
  /** The questions of a form beside those of every voucher. @param isBooked whether the amounts stay */
  questions?(locks: Of["Locks"], row: Booked<Of>, isBooked: boolean): Question[];
  /** Adds what a voucher settles to the locked rows, or takes it back. */
  settle(locks: Of["Locks"], row: Booked<Of>, sign: 1 | -1): void;
  /** Judges a change of a voucher that stands: a correction, or an event of a day. */
  judge?(
    trx: Transaction,
    locks: Of["Locks"],
    before: Stored<Of>,
    after: Booked<Of> | null,
    day?: string,
  ): Promise<void>;
  /** The statements that store what is settled now, by the vouchers that stood before and stand after, also where a cheque was returned. */
  store(
    trx: Transaction,
    locks: Of["Locks"],
    before: (Booked<Of> & { id?: number })[],
    after: (Booked<Of> & { id?: number })[],
    isReturned?: boolean,
  ): Step[];
  /** Locks these vouchers with the other parts of their payments, all at once. */
  lockParts?(trx: Transaction, ids: number[]): Promise<Stored<Of>[]>;
  find(trx: Transaction, id: number): Promise<Of["Shown"]>;
  answer(trx: Transaction, id: number | Knex.Raw): Promise<Of["Shown"]>;
};

const nothing: Stays = { account: false, settlement: false };

export const otherTerms = "الإلغاء لا يغير بنود السند: ألغه كما سجل، أو عدله قبل إلغائه";
const chargeAlone = "يعدل رسم الشيك المرتجع وحده، دون بنود السند";
const otherFields = ["date", "payment_method", "payment_reference", "description"] as const;

/**
 * Creates, changes and removes vouchers. A voucher, what it settles and its account's balance change in one transaction (rulings §3).
 * Locks are taken in one order: voucher, contracts, invoices, accounts, number, totals (docs/decisions/locks.md). Statements that do
 * not need another's answer are sent together: first all locks and reads, then all writes (docs/decisions/round-trips.md).
 */
export function voucherStore<Of extends Types>(kind: VoucherKind<Of>) {
  type Shown = Of["Shown"];
  const { series } = kind;
  const voucherOf = (row: Stored<Of>) => ({ kind: kind.kind, number: row[series.column] as string });
  /** The day of an event of vouchers, of which none is before its own document or last entry. */
  const dayOfEvent = (trx: Transaction, event: SentEvent, { user }: By, rows: Stored<Of>[]) =>
    eventDay(trx, event, {
      user,
      day: rows
        .map(({ date }) => date)
        .sort()
        .at(-1) as string,
      last: lastOfVouchers(
        trx,
        kind.kind,
        rows.map((row) => ({ id: row.id, number: row[series.column] as string })),
      ),
    });
  const questions = (
    row: Booked<Of>,
    locks: Of["Locks"],
    before: { date?: string; isBooked?: boolean } = {},
  ) => [
    ...questionsOf(kind.kind, row, locks.accounts.get(row.account_id), locks.currencies, before),
    ...(kind.questions?.(locks, row, Boolean(before.isBooked)) ?? []),
  ];
  /** The statements that insert a new voucher and move its money. */
  const record = (trx: Transaction, userId: number, row: Booked<Of>): Step[] => [
    () => insertNumbered(trx, series, row.date, { ...row, [kind.by]: userId }),
    ...bookMoney(trx, userId, { kind: kind.kind, number: lastOf(trx, series).number }, null, row),
  ];
  return {
    record,

    async create(trx: Transaction, input: Of["Input"], { user, ask }: By): Promise<Shown> {
      const terms = kind.termsOf(input);
      const locks = await kind.lock(trx, [terms], terms);
      const row = { ...terms, ...(kind.book(locks, terms, input) as Of["Booking"]) };
      ask?.(questions(row, locks));
      kind.settle(locks, row, 1);
      const answers = await finish(
        trx,
        ...record(trx, user.id, row),
        ...kind.store(trx, locks, [], [row]),
        () => kind.answer(trx, lastOf(trx, series).id),
      );
      return answers.at(-1) as Shown;
    },

    /**
     * Changes a voucher, cancels it or confirms it again, or changes the charge of a returned cheque. The amounts that differ are given
     * back and booked anew.
     */
    async update(trx: Transaction, id: number, change: Of["Change"], by: By): Promise<Shown> {
      const { user, readAt, ask } = by;
      const present = await lockRow<Stored<Of>>(trx, series.table, id, readAt, () => kind.find(trx, id));
      const charge = changedCharge(present, change);
      const status =
        charge === undefined ? changedStatus(present, change) : (change.status ?? present.status);
      const day =
        status !== present.status || charge !== undefined
          ? await dayOfEvent(trx, change, by, [present])
          : undefined;
      const isConfirmed = status === "confirmed";
      const terms = kind.changedTerms(present, change);
      keepYear(present[series.column] as string, present.date, terms.date);
      const { fields, stays } = kind.compare(present, terms, change);
      if (!isConfirmed) refuseChanged(fields, otherTerms);
      const otherMethod = present.payment_method === terms.payment_method ? [] : ["payment_method"];
      keepCollected(present, isConfirmed, [...fields, ...otherMethod]);
      if (charge !== undefined)
        refuseChanged(
          [...fields, ...otherFields.filter((name) => present[name] !== terms[name])],
          chargeAlone,
        );
      keepCurrencyOfCharge(present, terms);
      const before = present.status === "confirmed" ? present : null;
      const locks = await kind.lock(trx, [present, terms], isConfirmed ? terms : undefined);
      checkCharge(charge, present, locks.currencies);
      if (before && !isConfirmed && kind.kind === "receipt") requireMoney(before, locks.accounts);
      const kept = before ? stays : nothing;
      const isSettled = isConfirmed && kept.settlement;
      if (before && !isSettled) kind.settle(locks, before, -1);
      const booking = isConfirmed ? kind.book(locks, terms, change, present, kept) : {};
      const row = { ...present, ...terms, ...booking };
      ask?.(questions(row, locks, { date: present.date, isBooked: !isConfirmed || kept.account }));
      const after = isConfirmed ? row : null;
      if (before) await kind.judge?.(trx, locks, before, after, day);
      if (after && !isSettled) kind.settle(locks, after, 1);
      const answers = await finish(
        trx,
        () =>
          trx(series.table)
            .where({ id })
            .update({ ...terms, ...booking, status, ...(charge !== undefined && { charge_amount: charge }) }),
        ...kind.store(trx, locks, listOf(before), listOf(after)),
        ...bookMoney(trx, user.id, voucherOf(present), before, after),
        () => kind.answer(trx, id),
      );
      return answers.at(-1) as Shown;
    },

    /**
     * Cancels vouchers whose cheques the bank has returned, with the other cheques' vouchers of their payments. The money leaves the account
     * where it is now, also where that takes a bank below zero, and a cancelled contract then owes what its fee and refunds need.
     * @param id the voucher that has the charge and is answered, and `others` that are returned with it: all or none
     * @throws DomainError conflict, invalid
     */
    async returnCheque(
      trx: Transaction,
      id: number,
      sent: Return,
      by: By,
      others: number[] = [],
    ): Promise<Shown> {
      const named = [id, ...others];
      const parts = (await kind.lockParts?.(trx, named)) ?? [];
      const present = await lockRow<Stored<Of>>(trx, series.table, id, by.readAt, () => kind.find(trx, id));
      const asked = parts.length ? parts.filter((row) => named.includes(row.id)) : [present];
      if (asked.length < new Set(named).size) throw notFound("السند غير موجود");
      await judgeEach(asked, series.column, requireReturnable);
      const rows = (parts.length ? parts.filter(isReturnable) : [present]).map((row) => ({
        ...row,
        account_id: placeOf(row),
      }));
      await judgeEach(rows, series.column, (row) => dayOfEvent(trx, sent, by, [row]));
      const locks = await kind.lock(trx, rows);
      for (const row of rows) kind.settle(locks, row, -1);
      const charge = grownCharge(present, sent);
      checkCharge(charge, present, locks.currencies);
      const change = {
        status: "cancelled",
        cheque_state: "returned",
        return_reason: sent.reason ?? null,
        ...(kind.kind === "receipt" && notCollected),
      };
      const answers = await finish(
        trx,
        ...rows.map(
          (row) => () =>
            trx(series.table)
              .where({ id: row.id })
              .update(row.id === id && charge ? { ...change, charge_amount: charge } : change),
        ),
        ...kind.store(trx, locks, rows, [], true),
        ...rows.flatMap((row) => bookMoney(trx, by.user.id, voucherOf(row), row, null)),
        () => kind.answer(trx, id),
      );
      return answers.at(-1) as Shown;
    },

    /** Gives the money back and deletes the voucher; its number is not issued again. */
    async remove(trx: Transaction, id: number, { user }: By) {
      const present = await lockRowWithKey<Stored<Of>>(trx, series.table, id);
      keepCollected(present, false, []);
      const locks = await kind.lock(trx, [present]);
      const before = present.status === "confirmed" ? present : null;
      if (before) {
        kind.settle(locks, before, -1);
        await kind.judge?.(trx, locks, before, null);
      }
      await finish(
        trx,
        () => trx(series.table).where({ id }).delete(),
        ...kind.store(trx, locks, listOf(before), []),
        ...bookMoney(trx, user.id, voucherOf(present), before, null),
      );
    },
  };
}

/** @throws DomainError conflict where a date leaves the year of its voucher's number (`books.md`, numbers never change) */
export function keepYear(number: string, before: string, date: string) {
  const year = number.split("-")[1] ?? "";
  if (date !== before && !date.startsWith(`${year}-`))
    throw conflicting("date", `رقم السند من سنة ${year}: ألغه وأدخله من جديد بتاريخه`);
}

const listOf = <Row>(row: Row | null) => (row ? [row] : []);

/** @throws DomainError invalid, at the fields that an event would change */
export function refuseChanged(fields: string[], sentence: string) {
  if (!fields.length) return;
  throw new DomainError("invalid", sentence, {
    fields: Object.fromEntries(fields.map((field) => [field, sentence])),
  });
}

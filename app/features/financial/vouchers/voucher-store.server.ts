import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { finish, type Step } from "~/db/together.server";
import { DomainError } from "~/domain/domain-error";
import { eventDay, lastMovement, type SentEvent } from "~/features/money/event-day.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import type { Currencies } from "~/features/money/rates.server";
import type { VoucherStatus } from "~/features/money/voucher";
import { bookMoney } from "./account.server";
import { changedStatus } from "./form.server";
import { questionsOf } from "./questions.server";

/** The types of a kind of voucher, with what all kinds have in common. */
type Types = {
  Input: object;
  Change: { status?: VoucherStatus } & SentEvent;
  /** The values that a user enters. */
  Terms: { date: string; currency_id: number; amount: Decimal; account_id: number };
  /** The amounts that are computed of them. */
  Booking: { account_amount: Decimal };
  Row: { id: number; status: VoucherStatus; updated_at: string };
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
  /** Adds what a voucher settles to the locked rows, or takes it back. */
  settle(locks: Of["Locks"], row: Booked<Of>, sign: 1 | -1): void;
  /** The statements that store what is settled now. */
  store(trx: Transaction, locks: Of["Locks"], before: Booked<Of> | null, after: Booked<Of> | null): Step[];
  find(trx: Transaction, id: number): Promise<Of["Shown"]>;
  answer(trx: Transaction, id: number | Knex.Raw): Promise<Of["Shown"]>;
};

const nothing: Stays = { account: false, settlement: false };

const otherTerms = "الإلغاء لا يغير بنود السند: ألغه كما سجل، أو عدله قبل إلغائه";

/**
 * Creates, changes and removes vouchers. A voucher, what it settles and its account's balance change in one transaction (rulings §3).
 * Locks are taken in one order: voucher, contracts, invoices, accounts, number, totals (docs/decisions/locks.md). Statements that do
 * not need another's answer are sent together: first all locks and reads, then all writes (docs/decisions/round-trips.md).
 */
export function voucherStore<Of extends Types>(kind: VoucherKind<Of>) {
  type Shown = Of["Shown"];
  const { series } = kind;
  const voucherOf = (row: Stored<Of>) => ({ kind: kind.kind, number: row[series.column] as string });
  const questions = (row: Booked<Of>, { accounts, currencies }: Of["Locks"], before = {}) =>
    questionsOf(kind.kind, row, accounts.get(row.account_id), currencies, before);
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
        ...kind.store(trx, locks, null, row),
        () => kind.answer(trx, lastOf(trx, series).id),
      );
      return answers.at(-1) as Shown;
    },

    /** Changes a voucher, cancels it or confirms it again. The amounts that differ are given back and booked anew. */
    async update(
      trx: Transaction,
      id: number,
      change: Of["Change"],
      { user, readAt, ask }: By,
    ): Promise<Shown> {
      const present = await lockRow<Stored<Of>>(trx, series.table, id, readAt, () => kind.find(trx, id));
      const status = changedStatus(present, change);
      if (status !== present.status)
        await eventDay(trx, change, {
          user,
          day: present.date,
          last: lastMovement(trx, present[series.column] as string),
        });
      const isConfirmed = status === "confirmed";
      const terms = kind.changedTerms(present, change);
      const { fields, stays } = kind.compare(present, terms, change);
      if (!isConfirmed && fields.length)
        throw new DomainError("invalid", otherTerms, {
          fields: Object.fromEntries(fields.map((field) => [field, otherTerms])),
        });
      const locks = await kind.lock(trx, [present, terms], isConfirmed ? terms : undefined);
      const before = present.status === "confirmed" ? present : null;
      const kept = before ? stays : nothing;
      const isSettled = isConfirmed && kept.settlement;
      if (before && !isSettled) kind.settle(locks, before, -1);
      const booking = isConfirmed ? kind.book(locks, terms, change, present, kept) : {};
      const row = { ...present, ...terms, ...booking };
      ask?.(questions(row, locks, { date: present.date, isBooked: !isConfirmed || kept.account }));
      const after = isConfirmed ? row : null;
      if (after && !isSettled) kind.settle(locks, after, 1);
      const answers = await finish(
        trx,
        () =>
          trx(series.table)
            .where({ id })
            .update({ ...terms, ...booking, status }),
        ...kind.store(trx, locks, before, after),
        ...bookMoney(trx, user.id, voucherOf(present), before, after),
        () => kind.answer(trx, id),
      );
      return answers.at(-1) as Shown;
    },

    /** Gives the money back and deletes the voucher; its number is not issued again. */
    async remove(trx: Transaction, id: number, { user }: By) {
      const present = await lockRowWithKey<Stored<Of>>(trx, series.table, id);
      const locks = await kind.lock(trx, [present]);
      const before = present.status === "confirmed" ? present : null;
      if (before) kind.settle(locks, before, -1);
      await finish(
        trx,
        () => trx(series.table).where({ id }).delete(),
        ...kind.store(trx, locks, before, null),
        ...bookMoney(trx, user.id, voucherOf(present), before, null),
      );
    },
  };
}

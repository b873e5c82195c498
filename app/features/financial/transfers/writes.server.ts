import Big from "big.js";
import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { id } from "~/domain/input.server";
import { eventDay, lastOfVouchers } from "~/features/money/event-day.server";
import { type Posting, postingSteps } from "~/features/money/ledger.server";
import { changedStatus } from "../vouchers/form.server";
import { keepYear, otherTerms, refuseChanged } from "../vouchers/voucher-store.server";
import { book, lock, questionsOf, type Terms, termsOf } from "./terms.server";
import type { Transfer } from "./transfer";
import {
  findTransfer,
  listTransfers,
  type TransferChange,
  type TransferRow,
  transferChangeSchema,
  transferSchema,
} from "./transfers.server";

const series = { table: "transfers", column: "transfer_number", prefix: "TV" } as const;

/** What a transfer moves: the amount out of one account and into the other, and the fee. */
const postingsOf = (row: Terms, documentNumber: string | Knex.Raw): Posting[] => [
  {
    accountId: row.from_account_id,
    amount: Big(row.from_amount).neg().toFixed(),
    cause: "transfer",
    documentNumber,
  },
  { accountId: row.to_account_id, amount: row.to_amount, cause: "transfer", documentNumber },
  {
    accountId: row.from_account_id,
    amount: Big(row.fee_amount).neg().toFixed(),
    cause: "transfer_fee",
    documentNumber,
  },
];

const reversed = (postings: Posting[]): Posting[] =>
  postings.map((posting) => ({
    ...posting,
    amount: Big(posting.amount).neg().toFixed(),
    cause: posting.cause === "transfer" ? "transfer_reversal" : "transfer_fee_reversal",
  }));

/** What moves other money if it changes. */
const moved = new Set(["from_account_id", "to_account_id", "from_amount", "to_amount", "fee_amount"]);

const columnsOf = ({ from: _, to: __, ...terms }: ReturnType<typeof book>): Terms => terms;

/**
 * Records transfers, cancels them as an event, and corrects or deletes them (books.md, rule 8). A transfer and its movements change in one
 * transaction.
 * @throws DomainError invalid, conflict if an account has too little or a day is closed, forbidden (another day of an event)
 */
export const transfers: Store<Transfer, typeof transferSchema> = {
  schema: transferSchema,
  changeSchema: transferChangeSchema,
  list: listTransfers,
  find: findTransfer,

  async create(trx, input, { user, ask }) {
    const terms = termsOf(input);
    const locks = await lock(trx, [terms]);
    const booked = book(input, terms, locks);
    await requireRows(trx, input, { fee_expense_id: "expenses" });
    ask?.(questionsOf(booked));
    const row = columnsOf(booked);
    const { id } = await insertNumbered(trx, series, row.date, row);
    await together(trx, ...postingSteps(trx, user.id, postingsOf(row, lastOf(trx, series).number)));
    return findTransfer(trx, id);
  },

  update: updateTransfer,

  /** Takes its money back on its own day; its number is not issued again. */
  async remove(trx, id, { user }) {
    const present = await lockRowWithKey<TransferRow>(trx, "transfers", id);
    await lock(trx, [present]);
    await trx("transfers").where({ id }).delete();
    if (present.status === "confirmed")
      await together(
        trx,
        ...postingSteps(trx, user.id, reversed(postingsOf(present, present.transfer_number))),
      );
  },
};

/** Changes a transfer, cancels it or confirms it again. */
export async function updateTransfer(
  trx: Transaction,
  id: number,
  change: TransferChange,
  by: By,
): Promise<Transfer> {
  const { user, readAt, ask } = by;
  const present = await lockRow<TransferRow>(trx, "transfers", id, readAt, () => findTransfer(trx, id));
  const status = changedStatus(present, change);
  const number = present.transfer_number;
  if (status !== present.status)
    await eventDay(trx, change, {
      user,
      day: present.date,
      last: lastOfVouchers(trx, "transfer", [{ id, number }]),
    });
  const terms = termsOf(change, present);
  keepYear(number, present.date, terms.date);
  const isConfirmed = status === "confirmed";
  const locks = await lock(trx, [present, terms]);
  const isBooked = present.status === "confirmed" || !isConfirmed;
  const booked = book(change, terms, locks, present, isBooked);
  const row = columnsOf(booked);
  if (!isConfirmed) refuseChanged(changedFields(present, row), otherTerms);
  await requireRows(trx, change, { fee_expense_id: "expenses" });
  if (isConfirmed) ask?.(questionsOf(booked, present));
  const before = present.status === "confirmed" ? present : null;
  const stays = before && isConfirmed && !changedFields(before, row).some((name) => moved.has(name));
  await trx("transfers")
    .where({ id })
    .update({ ...row, status });
  const postings = stays
    ? []
    : [
        ...(before ? reversed(postingsOf(before, number)) : []),
        ...(isConfirmed ? postingsOf(row, number) : []),
      ];
  await together(trx, ...postingSteps(trx, user.id, postings));
  return findTransfer(trx, id);
}

/** The fields in which a transfer changes. */
const changedFields = (present: TransferRow, row: Terms) =>
  (Object.keys(row) as (keyof Terms)[]).filter((name) =>
    name.endsWith("_amount") ? !Big(row[name] ?? 0).eq(present[name] ?? 0) : row[name] !== present[name],
  );

const formSchema: typeof transferSchema = transferSchema.extend({
  from_account_id: id(),
  to_account_id: id(),
}) as never;

/** The store of the screen's form, which names each account by one choice. */
export const transferForms = { ...transfers, schema: formSchema, changeSchema: formSchema };

import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { finish, type Step } from "~/db/together.server";
import { DomainError, type FieldErrors, invalid } from "~/domain/domain-error";
import { isShown, readRateShown } from "~/features/money/rate";
import type { RateInput } from "~/features/money/rates.server";
import type { PaymentMethod } from "~/features/money/voucher";
import { accountField, accountIdOf, bookMoney } from "../vouchers/account.server";
import { intoWhich, withAccount } from "../vouchers/account-choice.server";
import { changedStatus } from "../vouchers/form.server";
import { questionsOf } from "../vouchers/questions.server";
import { type Booking, book, type Terms } from "./booking.server";
import { giveBack, lockAll, paid, pay, takenBack } from "./contracts.server";
import type { Receipt } from "./receipt";
import {
  answerReceipt,
  findReceipt,
  listReceipts,
  type ReceiptInput,
  type ReceiptRow,
  type ReceiptUpdate,
  receiptFormSchema,
  receiptSchema,
  receiptUpdateSchema,
  toReceipt,
} from "./receipts.server";

/*
 * A voucher, its contract's paid amount and its account's balance change in one transaction (rulings §3). Locks are taken in
 * one order: voucher, contracts, accounts, number, totals (docs/decisions/locks.md). Statements that do not need another's
 * answer are sent together: first all locks and reads, then all writes (docs/decisions/round-trips.md).
 */

const series = { table: "receipt_vouchers", column: "receipt_number", prefix: "RV" };

/** Creates a voucher and adds its amount to the account. @throws DomainError invalid, conflict */
async function createReceipt(trx: Transaction, input: ReceiptInput, { user, ask }: By): Promise<Receipt> {
  const terms = termsOf(input);
  const locks = await lockAll(trx, [terms]);
  const { account, currencies } = locks.of(terms);
  const booking = book(terms, askedRate(input), locks.of(terms));
  const row = { ...terms, ...booking };
  ask?.(questionsOf("receipt", row, account, currencies));
  const { id } = lastOf(trx, series);
  const answers = await finish(trx, ...recordAll(trx, user.id, [row]), () => answerReceipt(trx, id));
  return answers.at(-1) as Receipt;
}

/** Writes new vouchers that have been checked, and books their money. */
export function recordAll(
  trx: Transaction,
  userId: number,
  vouchers: (Terms & Booking & { split_id?: string })[],
): Step[] {
  const { number } = lastOf(trx, series);
  return [
    ...vouchers.flatMap((row) => [
      () => insertNumbered(trx, series, row.date, { ...row, received_by: userId }),
      ...bookMoney(trx, userId, { kind: "receipt", number }, null, row),
    ]),
    ...pay(trx, vouchers.map(paid)),
  ];
}

/**
 * Changes a voucher, cancels it or confirms it again. If the booked amounts differ, the old ones are reversed and the new ones
 * booked.
 * @throws DomainError not_found, invalid, conflict
 */
export async function updateReceipt(
  trx: Transaction,
  id: number,
  input: ReceiptUpdate,
  { user, readAt, ask }: By,
): Promise<Receipt> {
  const present = await lockRow<ReceiptRow>(trx, "receipt_vouchers", id, readAt, () => findReceipt(trx, id));
  const status = changedStatus(present, input);
  const terms = changedTerms(present, input);
  const rateInput = askedRate(input, present);
  if (status === "cancelled") refuseOtherTerms(present, terms, rateInput);
  const locks = await lockAll(trx, [present, terms]);

  const before = present.status === "confirmed" ? present : null;
  const isBooked = status === "cancelled" || (before !== null && sameMoney(present, terms, rateInput));
  if (before && !(isBooked && status === "confirmed")) giveBack(locks.contracts, before);
  const booking = isBooked
    ? bookingOf(present)
    : book(terms, rateInput, { ...locks.of(terms), booked: present });
  const row = { ...present, ...terms, ...booking };
  const { account, currencies } = locks.of(terms);
  ask?.(questionsOf("receipt", row, account, currencies, { date: present.date, isBooked }));
  const after = status === "confirmed" ? row : null;

  const answers = await finish(
    trx,
    () =>
      trx("receipt_vouchers")
        .where({ id })
        .update({ ...terms, ...booking, status }),
    ...pay(trx, [before && takenBack(paid(before)), after && paid(after)]),
    ...bookMoney(trx, user.id, asReceipt(present), before, after),
    () => answerReceipt(trx, id),
  );
  return answers.at(-1) as Receipt;
}

/** Gives the money back and deletes the voucher; its number is not issued again. @throws DomainError not_found, conflict */
async function removeReceipt(trx: Transaction, id: number, { user }: By) {
  const present = await lockRowWithKey<ReceiptRow>(trx, "receipt_vouchers", id);
  const { contracts } = await lockAll(trx, [present]);
  const booked = present.status === "confirmed" ? present : null;
  if (booked) giveBack(contracts, booked);
  await finish(
    trx,
    () => trx("receipt_vouchers").where({ id }).delete(),
    ...pay(trx, [booked && takenBack(paid(booked))]),
    ...bookMoney(trx, user.id, asReceipt(present), booked, null),
  );
}

const asReceipt = ({ receipt_number }: { receipt_number: string }) =>
  ({ kind: "receipt", number: receipt_number }) as const;

/* Terms: the sent values compared with the present ones */

export function termsOf({
  customer_id,
  contract_id = null,
  currency_id,
  amount,
  payment_method,
  payment_reference = null,
  date,
  description,
  ...account
}: ReceiptInput): Terms {
  return {
    customer_id,
    contract_id,
    currency_id,
    amount,
    payment_method,
    payment_reference,
    account_id: accountIdOf(payment_method, account) ?? missingAccount(payment_method),
    date,
    description,
  };
}

/** @throws DomainError invalid */
function missingAccount(payment_method: PaymentMethod): never {
  throw invalid(accountField(payment_method), intoWhich(accountField(payment_method)));
}

/** The voucher's present values with those that were sent. */
export function changedTerms(present: ReceiptRow, input: ReceiptUpdate): Terms {
  return termsOf({
    ...present,
    [accountField(present.payment_method)]: present.account_id,
    ...withoutUndefined(input),
  });
}

/**
 * The rate that was sent, and the pair for which it was shown. A call that sends a voucher back as it read it, except for its
 * amount or texts, means the rate for the pair of its booking.
 */
export function askedRate(input: Partial<ReceiptInput>, present?: ReceiptRow): RateInput {
  const rate = input.exchange_rate_at_payment;
  const rateField = readRateShown(input.rate_shown);
  const isSentBack =
    !rateField &&
    present &&
    rate &&
    isShown(present.exchange_rate_at_payment, rate) &&
    (input.currency_id ?? present.currency_id) === present.currency_id &&
    (input.contract_id === undefined ? present.contract_id : input.contract_id) === present.contract_id;
  return isSentBack
    ? { rate, shown: { from: present.currency_id, to: present.equivalent_currency_id, rate } }
    : { rate, shown: rateField };
}

/** The changed fields among those that decide the amounts. */
function changedFields(present: ReceiptRow, terms: Terms, { rate }: RateInput) {
  const changes = (["customer_id", "contract_id", "currency_id"] as const).filter(
    (field) => present[field] !== terms[field],
  );
  return [
    ...changes,
    ...(Big(present.amount).eq(terms.amount) ? [] : ["amount"]),
    ...(present.account_id === terms.account_id ? [] : [accountField(terms.payment_method)]),
    ...(rate && !isShown(present.exchange_rate_at_payment, rate) ? ["exchange_rate_at_payment"] : []),
  ];
}

/** Whether all values that decide the amounts are unchanged: then the booked amounts stay, even if the rates have changed. */
export const sameMoney = (present: ReceiptRow, terms: Terms, rateInput: RateInput) =>
  rateInput.rate !== null && !changedFields(present, terms, rateInput).length;

/** Refuses other changes of a cancelled voucher: its amounts stay as they were booked. @throws DomainError invalid */
export function refuseOtherTerms(present: ReceiptRow, terms: Terms, rateInput: RateInput) {
  const sentence = "الإلغاء لا يغير بنود السند: ألغه كما سجل، أو عدله قبل إلغائه";
  const fields: FieldErrors = Object.fromEntries(
    changedFields(present, terms, rateInput).map((field) => [field, sentence]),
  );
  if (Object.keys(fields).length) throw new DomainError("invalid", sentence, { fields });
}

const bookingOf = (present: ReceiptRow): Booking => ({
  exchange_rate_at_payment: present.exchange_rate_at_payment,
  equivalent_amount: present.equivalent_amount,
  equivalent_currency_id: present.equivalent_currency_id,
  account_amount: present.account_amount,
});

export const receipts: Store<Receipt, typeof receiptSchema> = {
  schema: receiptSchema,
  changeSchema: receiptUpdateSchema,
  list: listReceipts,
  find: findReceipt,
  create: createReceipt,
  shown: toReceipt,
  update: updateReceipt,
  remove: removeReceipt,
};

/** The store of the screen's form, which also sends the pair of currencies of its rate. */
export const receiptForms: Store<Receipt, typeof receiptFormSchema> = {
  ...receipts,
  schema: withAccount(receiptFormSchema, intoWhich),
  changeSchema: withAccount(receiptFormSchema, intoWhich),
};

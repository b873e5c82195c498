import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { type Step, together } from "~/db/together.server";
import { DomainError, type FieldErrors, invalid } from "~/domain/domain-error";
import { lockAccounts } from "../ledger.server";
import type { Decimal } from "../money.server";
import { accountField, accountIdOf, bookMoney } from "../vouchers/account.server";
import { isShown, readRateShown } from "../vouchers/rate-shown";
import { type AskedRate, readCurrencies } from "../vouchers/rates.server";
import type { PaymentMethod } from "../vouchers/voucher";
import { type Booking, book, type Contract, type Terms } from "./booking.server";
import type { Receipt } from "./receipt";
import {
  findReceipt,
  listReceipts,
  type ReceiptInput,
  type ReceiptUpdate,
  receiptFormSchema,
  receiptSchema,
  receiptUpdateSchema,
  type Stored,
} from "./receipts.server";

/*
 * A voucher, its contract's paid amount and its account's balance change in one transaction (rulings §3), and lock in
 * one order: voucher, contracts, accounts, number, totals (docs/decisions/locks.md). What needs no answer of another
 * travels with it: first all that is locked and read, then all that is written (docs/decisions/round-trips.md).
 */

const series = { table: "receipt_vouchers", column: "receipt_number", prefix: "RV" };

/** Takes money in. @throws DomainError invalid, conflict */
async function createReceipt(trx: Transaction, input: ReceiptInput, { user }: By): Promise<Receipt> {
  const terms = termsOf(input);
  const found = await lockAll(trx, [terms]);
  const booking = book(terms, askedRate(input), found.of(terms));
  const row = { ...terms, ...booking };
  const { id, number } = lastOf(trx, series);
  const answers = await together(
    trx,
    () => insertNumbered(trx, series, terms.date, { ...row, received_by: user.id }),
    ...pay(trx, [paid(row)]),
    ...bookMoney(trx, user.id, { kind: "receipt", number }, null, row),
    () => findReceipt(trx, id),
  );
  return answers.at(-1) as Receipt;
}

/**
 * Changes a voucher, cancels it or confirms it again; what was booked is reversed and booked anew where it differs.
 * @throws DomainError not_found, invalid, conflict
 */
export async function updateReceipt(
  trx: Transaction,
  id: number,
  input: ReceiptUpdate,
  { user, readAt }: By,
): Promise<Receipt> {
  const stored = await lockRow<Stored>(trx, "receipt_vouchers", id, readAt, () => findReceipt(trx, id));
  const status = input.status ?? stored.status;
  if (stored.status === "cancelled" && status === "cancelled") {
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  }
  const terms = changedTerms(stored, input);
  const asked = askedRate(input, stored);
  if (status === "cancelled") refuseOtherTerms(stored, terms, asked);
  const found = await lockAll(trx, [stored, terms]);

  const before = stored.status === "confirmed" ? stored : null;
  if (before) giveBack(found.contracts, before);
  const booking =
    status === "cancelled" || (before && sameMoney(stored, terms, asked))
      ? bookingOf(stored)
      : book(terms, asked, { ...found.of(terms), booked: stored });
  const after = status === "confirmed" ? { ...stored, ...terms, ...booking } : null;

  const answers = await together(
    trx,
    () =>
      trx("receipt_vouchers")
        .where({ id })
        .update({ ...terms, ...booking, status }),
    ...pay(trx, [before && takenBack(paid(before)), after && paid(after)]),
    ...bookMoney(trx, user.id, asReceipt(stored), before, after),
    () => findReceipt(trx, id),
  );
  return answers.at(-1) as Receipt;
}

/** Gives the money back and removes the voucher; its number is not given again. @throws DomainError not_found, conflict */
async function removeReceipt(trx: Transaction, id: number, { user }: By) {
  const stored = await lockRowWithKey<Stored>(trx, "receipt_vouchers", id);
  await lockAll(trx, [stored]);
  const booked = stored.status === "confirmed" ? stored : null;
  await together(
    trx,
    () => trx("receipt_vouchers").where({ id }).delete(),
    ...pay(trx, [booked && takenBack(paid(booked))]),
    ...bookMoney(trx, user.id, asReceipt(stored), booked, null),
  );
}

const asReceipt = ({ receipt_number }: { receipt_number: string }) =>
  ({ kind: "receipt", number: receipt_number }) as const;

/* Terms: what is asked for, against what stands */

function termsOf({
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
  throw invalid(
    accountField(payment_method),
    payment_method === "cash" ? "اختر الصندوق الذي يدخله المبلغ" : "اختر الحساب البنكي الذي يدخله المبلغ",
  );
}

/** The stored voucher with what was sent. */
function changedTerms(stored: Stored, input: ReceiptUpdate): Terms {
  return termsOf({
    ...stored,
    [accountField(stored.payment_method)]: stored.account_id,
    ...withoutUndefined(input),
  });
}

/**
 * The rate that was sent, with what it was shown for. A voucher that is sent back as it was read, but for its amount or
 * words, carries the rate of the pair for which it was booked.
 */
function askedRate(input: Partial<ReceiptInput>, stored?: Stored): AskedRate {
  const rate = input.exchange_rate_at_payment;
  const shown = readRateShown(input.rate_shown);
  const isSentBack =
    !shown &&
    stored &&
    rate &&
    isShown(stored.exchange_rate_at_payment, rate) &&
    (input.currency_id ?? stored.currency_id) === stored.currency_id &&
    (input.contract_id === undefined ? stored.contract_id : input.contract_id) === stored.contract_id;
  return isSentBack
    ? { rate, shown: { from: stored.currency_id, to: stored.equivalent_currency_id, rate } }
    : { rate, shown };
}

/** The fields of what money follows from that are not as they were booked. */
function changedFields(stored: Stored, terms: Terms, { rate }: AskedRate) {
  const changed = (["customer_id", "contract_id", "currency_id"] as const).filter(
    (field) => stored[field] !== terms[field],
  );
  return [
    ...changed,
    ...(Big(stored.amount).eq(terms.amount) ? [] : ["amount"]),
    ...(stored.account_id === terms.account_id ? [] : [accountField(terms.payment_method)]),
    ...(rate && !isShown(stored.exchange_rate_at_payment, rate) ? ["exchange_rate_at_payment"] : []),
  ];
}

/** Whether nothing that money follows from has changed: then what was booked stays, whatever the rates are by now. */
const sameMoney = (stored: Stored, terms: Terms, asked: AskedRate) =>
  asked.rate !== null && !changedFields(stored, terms, asked).length;

/** What is cancelled was booked as it stands. @throws DomainError invalid */
function refuseOtherTerms(stored: Stored, terms: Terms, asked: AskedRate) {
  const sentence = "الإلغاء لا يغير بنود السند: ألغه كما سجل، أو عدله قبل إلغائه";
  const fields: FieldErrors = Object.fromEntries(
    changedFields(stored, terms, asked).map((field) => [field, sentence]),
  );
  if (Object.keys(fields).length) throw new DomainError("invalid", sentence, { fields });
}

const bookingOf = (stored: Stored): Booking => ({
  exchange_rate_at_payment: stored.exchange_rate_at_payment,
  equivalent_amount: stored.equivalent_amount,
  equivalent_currency_id: stored.equivalent_currency_id,
  account_amount: stored.account_amount,
});

/* Contracts */

/** Locks what vouchers of these terms change, and reads what they are judged by. */
async function lockAll(trx: Transaction, all: Pick<Terms, "contract_id" | "account_id" | "customer_id">[]) {
  const [contracts, accounts, currencies, customers] = await together(
    trx,
    () => lockContracts(trx, all),
    () =>
      lockAccounts(
        trx,
        all.map(({ account_id }) => account_id),
      ),
    () => readCurrencies(trx),
    () => customersOf(trx, all),
  );
  const of = ({ contract_id, account_id, customer_id }: Terms) => ({
    currencies,
    contract: contracts.get(contract_id),
    account: accounts.get(account_id),
    hasCustomer: customers.includes(customer_id),
  });
  return { contracts, of };
}

/** The contracts by their ids; null, for none, finds none. */
async function lockContracts(trx: Transaction, all: Pick<Terms, "contract_id">[]) {
  const wanted = all.map(({ contract_id }) => contract_id).filter((id) => id !== null);
  const rows: Contract[] = wanted.length
    ? await trx("contracts")
        .whereIn("id", [...new Set(wanted)])
        .orderBy("id")
        .forNoKeyUpdate()
        .select("id", "customer_id", "currency_id", "remaining_amount", "status")
    : [];
  return new Map<number | null, Contract>(rows.map((row) => [row.id, row]));
}

/** Which customers of vouchers without a contract are there; a contract knows its own. */
async function customersOf(trx: Transaction, all: Pick<Terms, "contract_id" | "customer_id">[]) {
  const wanted = all.filter(({ contract_id }) => !contract_id).map(({ customer_id }) => customer_id);
  const ids: number[] = wanted.length ? await trx("customers").whereIn("id", wanted).pluck("id") : [];
  return ids;
}

function giveBack(contracts: Map<number | null, Contract>, { contract_id, equivalent_amount }: Stored) {
  const contract = contracts.get(contract_id);
  if (contract) contract.remaining_amount = Big(contract.remaining_amount).plus(equivalent_amount).toFixed();
}

type Payment = { contract_id: number | null; amount: Decimal };

const paid = ({ contract_id, equivalent_amount }: Terms & Booking): Payment => ({
  contract_id,
  amount: equivalent_amount,
});
const takenBack = ({ contract_id, amount }: Payment): Payment => ({
  contract_id,
  amount: Big(amount).neg().toFixed(),
});

/** What adds to what contracts have paid: one statement, so that their totals are locked in one order. */
function pay(trx: Transaction, payments: (Payment | null)[]): Step[] {
  const sums = new Map<number, Big>();
  for (const payment of payments) {
    if (!payment?.contract_id) continue;
    sums.set(payment.contract_id, Big(payment.amount).plus(sums.get(payment.contract_id) ?? 0));
  }
  const changed = [...sums].filter(([, sum]) => !sum.eq(0));
  if (!changed.length) return [];
  const change = [changed.map(([id]) => id), changed.map(([, sum]) => sum.toFixed())];
  return [
    () =>
      trx.raw(
        `UPDATE contracts SET paid_amount = paid_amount + change.amount
         FROM unnest(?::integer[], ?::numeric[]) AS change (id, amount) WHERE contracts.id = change.id`,
        change as never,
      ),
  ];
}

export const receipts: Store<Receipt, typeof receiptSchema> = {
  schema: receiptSchema,
  changeSchema: receiptUpdateSchema,
  list: listReceipts,
  find: findReceipt,
  create: createReceipt,
  update: updateReceipt,
  remove: removeReceipt,
};

/** What the screen's form saves: its rate says for which currencies it was shown. */
export const receiptForms: Store<Receipt, typeof receiptFormSchema> = {
  ...receipts,
  schema: receiptFormSchema,
  changeSchema: receiptFormSchema,
};

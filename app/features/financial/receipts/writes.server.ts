import Big from "big.js";
import { typedOf } from "~/db/document.server";
import type { Transaction } from "~/db/knex.server";
import { withoutUndefined } from "~/db/rows.server";
import type { Store } from "~/db/store.server";
import type { Step } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { overCredited } from "~/features/invoices/credit-notes.server";
import { decimalOf } from "~/features/money/divide";
import type { LockedAccount } from "~/features/money/ledger.server";
import { isShown, readRateShown } from "~/features/money/rate";
import { type RateInput, sentRate } from "~/features/money/rates.server";
import type { PaymentMethod } from "~/features/money/voucher";
import { accountField, accountIdOf } from "../vouchers/account.server";
import { intoWhich, withAccount } from "../vouchers/account-choice.server";
import { settleContracts } from "../vouchers/contracts.server";
import { withParty } from "../vouchers/party.server";
import { takeBackParts, takenBack } from "../vouchers/pots.server";
import { changedService, noService, serviceOf } from "../vouchers/purpose.server";
import { voucherStore } from "../vouchers/voucher-store.server";
import { type Booking, book, checkPlace, dueLater, noCheque, type Terms } from "./booking.server";
import { giveBack, lockAll, questionsOf, requireFree, requireKept } from "./contracts.server";
import { noteSteps, settleMoney } from "./partners.server";
import { payerOf, payers, payerTypeOf } from "./payer.server";
import { changedMoneyBack, moneyBackOf } from "./purpose.server";
import { type Receipt, receipt, receiptSeries } from "./receipt";
import {
  answerReceipt,
  findReceipt,
  listReceipts,
  newReceiptSchema,
  type ReceiptInput,
  type ReceiptRow,
  type ReceiptUpdate,
  receiptFormSchema,
  type receiptSchema,
  receiptUpdateSchema,
  toReceipt,
} from "./receipts.server";

/* Terms: the sent values compared with the present ones */

export function termsOf(input: ReceiptInput): Terms {
  const { exchange_rate_at_payment: _, ...typed } = typedOf(receipt.fields, input);
  const { payment_method, contract_id } = typed;
  const payer = payerOf(input);
  return {
    ...typed,
    ...(payment_method !== "cheque" && noCheque),
    ...payer,
    ...serviceOf(input, { contract_id, isCustomers: payer.payer_type === "customer" }),
    ...moneyBackOf({ ...input, ...payer }),
    account_id: accountIdOf(payment_method, input) ?? missingAccount(payment_method),
  };
}

/** @throws DomainError invalid */
function missingAccount(payment_method: PaymentMethod): never {
  throw invalid(accountField(payment_method), intoWhich(accountField(payment_method)));
}

/** The voucher's present values with those that were sent. */
export function changedTerms(present: ReceiptRow, input: ReceiptUpdate): Terms {
  const payer_type = payerTypeOf(input) ?? present.payer_type;
  return termsOf({
    ...present,
    [accountField(present.payment_method)]: present.account_id,
    ...withoutUndefined(input),
    payer_type,
    ...changedService(payer_type === present.payer_type ? present : noService, input),
    ...changedMoneyBack(present, {
      contract_id: present.contract_id,
      ...withoutUndefined(input),
      payer_type,
    }),
  });
}

/**
 * The rate that was sent, and the pair for which it was shown. A call that sends a voucher back as it read it, except for its
 * amount or texts, means the rate for the pair of its booking.
 */
export function askedRate(input: Partial<ReceiptInput>, present?: ReceiptRow): RateInput {
  const rate = input.exchange_rate_at_payment;
  const rateField = readRateShown(input.rate_shown);
  const from = present?.currency_id ?? 0;
  const isSentBack =
    !rateField &&
    present &&
    rate &&
    isShown(present.exchange_rate_at_payment, rate) &&
    (input.currency_id ?? from) === from &&
    (input.contract_id === undefined ? present.contract_id : input.contract_id) === present.contract_id;
  return isSentBack
    ? { rate, shown: { from, to: present.equivalent_currency_id, one: from, rate } }
    : { rate, shown: rateField };
}

/** What partners take is checked when it is booked. */
const isCustomers = ({ customer_id }: Terms) => customer_id !== null;

const payerFields = ["payer_type", ...Object.values(payers.references)] as const;

/** The changed fields among those that decide the amounts. */
function changedFields(present: ReceiptRow, terms: Terms, { rate, shown }: RateInput) {
  const changes = (["contract_id", "currency_id"] as const).filter(
    (field) => present[field] !== terms[field],
  );
  return [
    ...changes,
    ...(Big(present.amount).eq(terms.amount) ? [] : ["amount"]),
    ...(present.account_id === terms.account_id ? [] : [accountField(terms.payment_method)]),
    ...(rate && !isShown(present.exchange_rate_at_payment, decimalOf(sentRate(rate, shown)))
      ? ["exchange_rate_at_payment"]
      : []),
  ];
}

/** The changed fields among those that decide the amounts and who pays, and whether the booked amounts stay: even if the rates have changed. */
export function compare(present: ReceiptRow, terms: Terms, change: ReceiptUpdate) {
  const rateInput = askedRate(change, present);
  const fields = changedFields(present, terms, rateInput);
  const isSame = rateInput.rate !== null && !fields.length;
  const others = [...payerFields, "service_name", "other_service_id", "credited_invoice_id"] as const;
  return {
    fields: [
      ...fields,
      ...others.filter((field) => present[field] !== terms[field]),
      ...(present.money_back === terms.money_back ? [] : ["purpose"]),
    ],
    stays: { account: isSame, settlement: isSame },
  };
}

/** Locks receipts with the other parts of their payments, by their ids. */
export const lockWithParts = (trx: Transaction, ids: number[]): Promise<(Terms & Booking & ReceiptRow)[]> =>
  trx("receipt_vouchers")
    .whereRaw(
      `id IN (SELECT unnest(:ids::integer[]) UNION SELECT id FROM receipt_vouchers
         WHERE split_id IN (SELECT split_id FROM receipt_vouchers WHERE id = ANY (:ids)))`,
      { ids },
    )
    .orderBy("id")
    .forNoKeyUpdate() as never;

const { record, ...store } = voucherStore<{
  Input: ReceiptInput;
  Change: ReceiptUpdate;
  Terms: Terms;
  Booking: Booking;
  Row: ReceiptRow;
  Locks: Awaited<ReturnType<typeof lockAll>>;
  Shown: Receipt;
}>({
  kind: "receipt",
  series: receiptSeries,
  by: "received_by",
  termsOf,
  changedTerms,
  compare,
  lock: lockAll,
  book(locks, terms, input, present, stays) {
    const money = settleMoney(locks.money, terms, present, locks.currencies);
    if (!stays?.account)
      return { ...book(terms, askedRate(input, present), { ...locks.of(terms), booked: present }), ...money };
    checkPlace(terms, locks.accounts.get(terms.account_id) as LockedAccount);
    return money;
  },
  questions: ({ contracts, accounts, money }, row, isBooked) =>
    isBooked
      ? []
      : [
          ...questionsOf([contracts.get(row.contract_id)]),
          ...overCredited(money.credit ?? "0", money.invoice),
          ...dueLater(row, accounts.get(row.account_id)),
        ],
  settle: ({ contracts }, row, sign) => sign < 0 && giveBack(contracts, row),
  judge(trx, { contracts }, before, after, day) {
    if (before.collected_on && after && after.date > before.collected_on)
      throw invalid("date", `حُصّل شيكه في ${before.collected_on}: اختر يومًا لا يلي ذلك`);
    if (before.sold_on && after && after.date > before.sold_on)
      throw invalid("date", `سُجلت خدمته في ${before.sold_on}: اختر يومًا لا يلي ذلك`);
    return requireFree(trx, contracts, before, after, day);
  },
  store(trx, locks, before, after, isReturned) {
    const { pots, targets } = locks;
    const notes = noteSteps(trx, locks.money, before[0], after[0]);
    if (isReturned)
      return [
        ...notes,
        ...takeBackParts(trx, takenBack(pots.lacks(before), targets)),
        ...settleContracts(trx, [...before, ...targets]),
      ];
    requireKept(locks, before[0] ?? null, after[0] ?? null);
    pots.change(before.filter(isCustomers), after.filter(isCustomers));
    return [...notes, ...settleContracts(trx, [...before, ...after])];
  },
  lockParts: lockWithParts,
  find: findReceipt,
  answer: answerReceipt,
});

export const updateReceipt = store.update;
export const returnReceipt = store.returnCheque;

/** Writes new vouchers that have been checked, and books their money. */
export const recordAll = (
  trx: Transaction,
  userId: number,
  vouchers: (Terms & Booking & { split_id?: string })[],
): Step[] => [...vouchers.flatMap((row) => record(trx, userId, row)), ...settleContracts(trx, vouchers)];

export const receipts: Store<Receipt, typeof receiptSchema> = {
  schema: newReceiptSchema,
  changeSchema: receiptUpdateSchema,
  list: listReceipts,
  find: findReceipt,
  shown: toReceipt,
  ...store,
};

const formSchema = withAccount(withParty(receiptFormSchema, payers), intoWhich);

/** The store of the screen's form, which also sends the pair of currencies of its rate. */
export const receiptForms: Store<Receipt, typeof receiptFormSchema> = {
  ...receipts,
  schema: formSchema,
  changeSchema: formSchema,
};

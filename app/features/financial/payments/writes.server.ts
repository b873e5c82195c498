import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { lastOf, requireRows } from "~/db/rows.server";
import type { Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { lockInvoices } from "~/features/invoices/settlement.server";
import { lockAccounts } from "~/features/money/ledger.server";
import { fits, tooFine } from "~/features/money/money.server";
import { type Currency, readCurrencies } from "~/features/money/rates.server";
import { amountInAccount, checkAccount } from "../vouchers/account.server";
import { withAccount } from "../vouchers/account-choice.server";
import { keptByPayers, lockContracts } from "../vouchers/contracts.server";
import { Pots, takeBackParts, takenBack } from "../vouchers/pots.server";
import { namedTables } from "../vouchers/purpose.server";
import { voucherStore } from "../vouchers/voucher-store.server";
import type { Payment } from "./payment";
import {
  answerPayment,
  findPayment,
  listPayments,
  type PaymentInput,
  type PaymentRow,
  type PaymentUpdate,
  paymentSchema,
  paymentUpdateSchema,
  type Terms,
  toPayment,
} from "./payments.server";
import { serviceQuestions, soldBeside } from "./service-returns.server";
import { customerQuestions, netsBeside, readAvailable, readRefunds, setAgainst } from "./set-against.server";
import {
  checkSettled,
  requireAvailable,
  type Settled,
  settle,
  settlementOf,
  storeAllSettled,
} from "./settlement.server";
import {
  changedFields,
  changedTerms,
  refuseCampaign,
  refuseOtherSettled,
  sameFromAccount,
  sameSettlement,
  termsOf,
  withBeneficiary,
} from "./terms.server";

/** The amounts that were computed when the voucher was booked: in the account's currency, and for what it settles. */
type Booking = Pick<PaymentRow, "account_amount" | "settled_amount" | "exchange_rate_at_payment">;

const series = { table: "payment_vouchers", column: "payment_number", prefix: "PV" } as const;

const listOf = <Row>(row: Row | undefined) => (row ? [row] : []);

type Locks = Awaited<ReturnType<typeof lockAll>>;

const { record: _, ...store } = voucherStore<{
  Input: PaymentInput;
  Change: PaymentUpdate;
  Terms: Terms;
  Booking: Booking;
  Row: PaymentRow;
  Locks: Locks;
  Shown: Payment;
}>({
  kind: "payment",
  series,
  by: "paid_by",
  termsOf(input) {
    const terms = termsOf(input, officeToday());
    refuseOtherSettled(input, terms);
    refuseCampaign(input, terms);
    return terms;
  },
  changedTerms(present, change) {
    const terms = changedTerms(present, change);
    refuseCampaign(change, terms);
    return terms;
  },
  compare: (present, terms) => ({
    fields: changedFields(present, terms),
    stays: { account: sameFromAccount(present, terms), settlement: sameSettlement(present, terms) },
  }),
  lock: lockAll,
  book(locks, terms, _, present, stays) {
    checkSettled(terms, locks.settled, stays?.settlement);
    return book(terms, locks, {
      fromAccount: stays?.account ? present : undefined,
      settlement: stays?.settlement ? present : undefined,
    });
  },
  settle: ({ settled }, row, sign) => settle(settled, row, sign),
  questions: ({ settled: { contracts }, sold, ...locks }, row) => [
    ...customerQuestions(row, { contracts, ...locks }),
    ...serviceQuestions(row.amount, sold, locks.currencies.get(row.currency_id)?.code ?? ""),
  ],
  store(trx, { settled, pots, refunds, targets }, [before], [after], isReturned) {
    const id = before?.id ?? after?.id ?? lastOf(trx, series).id;
    const vouchers = { before: before ?? null, after: after ?? null, id };
    const { parts, steps } = setAgainst(trx, vouchers, refunds, settled.contracts);
    const set = parts.reduce((sum, { amount }) => sum.plus(amount), Big(0));
    const taken = isReturned ? takenBack(pots.lacks(listOf(before)), targets) : [];
    for (const { invoice_id, loss } of taken)
      settle(settled, { contract_id: null, customer_id: null, invoice_id, settled_amount: loss }, -1);
    if (!isReturned)
      pots.change(
        listOf(before),
        listOf(after && { ...after, amount: Big(after.amount).minus(set).toFixed() }),
      );
    return [...steps, ...takeBackParts(trx, taken), ...storeAllSettled(trx, settled)];
  },
  find: findPayment,
  answer: answerPayment,
});

export const updatePayment = store.update;
export const returnPayment = store.returnCheque;

/**
 * Locks the rows that vouchers with these terms change, and reads the rows that they are checked against.
 * @param voucher the terms whose beneficiary must exist
 * @throws DomainError invalid
 */
async function lockAll(
  trx: Transaction,
  all: (Terms & { id?: number; status?: string })[],
  voucher: Partial<Terms> = {},
) {
  const pots = await Pots.lock(trx, "payment", all);
  const targets = await pots.targets(trx);
  const candidates = await readRefunds(trx, all, voucher);
  const own = { ...voucher, id: all.find(({ id }) => id)?.id };
  const nets = await netsBeside(trx, own);
  const sold = await soldBeside(trx, own);
  const refundable = [...candidates.own, ...candidates.contracts.map(({ id }) => ({ contract_id: id }))];
  const [contracts, invoices, accounts, currencies, , kept] = await together(
    trx,
    () => lockContracts(trx, [...all, ...refundable]),
    () => lockInvoices(trx, [...all, ...targets]),
    () => lockAccounts(trx, all),
    () => readCurrencies(trx),
    () => requireRows(trx, voucher, namedTables),
    () => keptByPayers(trx, all),
  );
  const refunds = { ...candidates, ...(await readAvailable(trx, candidates, all, voucher)) };
  return {
    settled: { contracts, invoices, kept, available: refunds.available } satisfies Settled,
    accounts,
    currencies,
    pots,
    targets,
    refunds,
    sold,
    nets,
  };
}

/**
 * Checks the amount against its currency and account, and computes the booked amounts at the present rates.
 * @param unchanged booked amounts of a changed voucher that stay
 */
function book(
  terms: Terms,
  { settled, accounts, currencies }: Locks,
  unchanged: { fromAccount?: Booking; settlement?: Booking } = {},
): Booking {
  const currency = currencies.get(terms.currency_id);
  if (!currency) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(terms.amount, currency.code)) throw invalid("amount", tooFine("المبلغ", currency.code));
  const { settled_amount, exchange_rate_at_payment } =
    unchanged.settlement ?? settlementOf(terms, settled, currency, currencies);
  requireAvailable(terms, settled_amount, settled, currencies);
  const account = accounts.get(terms.account_id);
  if (!unchanged.fromAccount) checkAccount(terms.payment_method, account);
  const inAccount = currencies.get(account?.currency_id ?? 0) as Currency;
  const { account_amount } = unchanged.fromAccount ?? {
    account_amount: amountInAccount(terms.amount, currency, inAccount),
  };
  return { account_amount, settled_amount, exchange_rate_at_payment };
}

export const payments: Store<Payment, typeof paymentSchema> = {
  schema: paymentSchema,
  changeSchema: paymentUpdateSchema,
  list: listPayments,
  find: findPayment,
  shown: toPayment,
  ...store,
};

const paymentFormSchema = withAccount(withBeneficiary(paymentSchema), () => requiredMessage);

/** The store of the screen's form, which sends all values of a voucher except its status. */
export const paymentForms: Store<Payment, typeof paymentSchema> = {
  ...payments,
  schema: paymentFormSchema,
  changeSchema: paymentFormSchema,
};

import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { finish, together } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { lockInvoices } from "~/features/invoices/settlement.server";
import { lockAccounts } from "~/features/money/ledger.server";
import { fits, tooFine } from "~/features/money/money.server";
import { type Currency, readCurrencies } from "~/features/money/rates.server";
import { amountInAccount, bookMoney, checkAccount } from "../vouchers/account.server";
import { withAccount } from "../vouchers/account-choice.server";
import { lockContracts } from "../vouchers/contracts.server";
import { changedStatus } from "../vouchers/form.server";
import { questionsOf } from "../vouchers/questions.server";
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
  toPayment,
} from "./payments.server";
import { checkSettled, type Settled, settle, settlementOf, storeAllSettled } from "./settlement.server";
import {
  changedTerms,
  refuseCampaign,
  refuseOtherSettled,
  refuseOtherTerms,
  sameFromAccount,
  sameSettlement,
  type Terms,
  termsOf,
  withBeneficiary,
} from "./terms.server";

/*
 * A voucher, its invoice or contract and its account's balance change in one transaction (rulings §3). Locks are taken in
 * one order: voucher, contracts, invoices, accounts, number, totals (docs/decisions/locks.md). Statements that do not need another's
 * answer are sent together (docs/decisions/round-trips.md).
 */

const series = { table: "payment_vouchers", column: "payment_number", prefix: "PV" };

/** The amounts that were computed when the voucher was booked: in the account's currency, and for what it settles. */
type Booking = Pick<PaymentRow, "account_amount" | "settled_amount" | "exchange_rate_at_payment">;

/** Creates a voucher and takes its amount from the account. @throws DomainError invalid, conflict */
async function createPayment(trx: Transaction, input: PaymentInput, { user, ask }: By): Promise<Payment> {
  const terms = termsOf(input, officeToday());
  refuseOtherSettled(input, terms);
  refuseCampaign(input, terms);
  const locks = await lockAll(trx, [terms], terms);
  const { settled, accounts, currencies } = locks;
  checkSettled(terms, settled);
  const row = { ...terms, ...book(terms, locks) };
  ask?.(questionsOf("payment", row, accounts.get(terms.account_id), currencies));
  settle(settled, row, 1);
  const { id, number } = lastOf(trx, series);
  const answers = await finish(
    trx,
    () => insertNumbered(trx, series, terms.date, { ...row, paid_by: user.id }),
    ...storeAllSettled(trx, settled),
    ...bookMoney(trx, user.id, { kind: "payment", number }, null, row),
    () => answerPayment(trx, id),
  );
  return answers.at(-1) as Payment;
}

/**
 * Changes a voucher, cancels it or confirms it again. If the booked amounts differ, the old ones are given back and the new ones
 * booked.
 * @throws DomainError not_found, invalid, conflict
 */
export async function updatePayment(
  trx: Transaction,
  id: number,
  input: PaymentUpdate,
  { user, readAt, ask }: By,
): Promise<Payment> {
  const present = await lockRow<PaymentRow>(trx, "payment_vouchers", id, readAt, () => findPayment(trx, id));
  const status = changedStatus(present, input);
  const terms = changedTerms(present, input);
  refuseCampaign(input, terms);
  if (status === "cancelled") refuseOtherTerms(present, terms);
  const isConfirmed = status === "confirmed";
  const locks = await lockAll(trx, [present, terms], isConfirmed ? terms : undefined);
  const { settled, accounts, currencies } = locks;

  const before = present.status === "confirmed" ? present : null;
  const stays = (isSame: typeof sameSettlement) =>
    !isConfirmed || (before && isSame(present, terms)) ? present : undefined;
  const unchanged = { fromAccount: stays(sameFromAccount), settlement: stays(sameSettlement) };
  const isSettled = isConfirmed && unchanged.settlement !== undefined;
  if (before && !isSettled) settle(settled, before, -1);
  if (isConfirmed) checkSettled(terms, settled, isSettled);
  const booking = book(terms, locks, unchanged);
  const row = { ...terms, ...booking };
  const standing = { date: present.date, isBooked: unchanged.fromAccount !== undefined };
  ask?.(questionsOf("payment", row, accounts.get(terms.account_id), currencies, standing));
  const after = isConfirmed ? row : null;
  if (after && !isSettled) settle(settled, after, 1);

  const answers = await finish(
    trx,
    () =>
      trx("payment_vouchers")
        .where({ id })
        .update({ ...terms, ...booking, status }),
    ...storeAllSettled(trx, settled),
    ...bookMoney(trx, user.id, { kind: "payment", number: present.payment_number }, before, after),
    () => answerPayment(trx, id),
  );
  return answers.at(-1) as Payment;
}

/** Gives the money back and deletes the voucher; its number is not issued again. @throws DomainError not_found, conflict */
async function removePayment(trx: Transaction, id: number, { user }: By) {
  const present = await lockRowWithKey<PaymentRow>(trx, "payment_vouchers", id);
  const { settled } = await lockAll(trx, [present]);
  const booked = present.status === "confirmed" ? present : null;
  if (booked) settle(settled, booked, -1);
  await finish(
    trx,
    () => trx("payment_vouchers").where({ id }).delete(),
    ...storeAllSettled(trx, settled),
    ...bookMoney(trx, user.id, { kind: "payment", number: present.payment_number }, booked, null),
  );
}

/* The booked amounts */

/**
 * Locks the rows that vouchers with these terms change, and reads the rows that they are checked against.
 * @param voucher the terms whose beneficiary must exist
 * @throws DomainError invalid
 */
async function lockAll(
  trx: Transaction,
  all: Pick<Terms, "invoice_id" | "contract_id" | "account_id">[],
  voucher: Partial<Terms> = {},
) {
  const [contracts, invoices, accounts, currencies] = await together(
    trx,
    () =>
      lockContracts(
        trx,
        all.map(({ contract_id }) => contract_id),
      ),
    () =>
      lockInvoices(
        trx,
        all.map(({ invoice_id }) => invoice_id),
      ),
    () =>
      lockAccounts(
        trx,
        all.map(({ account_id }) => account_id),
      ),
    () => readCurrencies(trx),
    () => requireRows(trx, voucher, namedTables),
  );
  return { settled: { contracts, invoices } satisfies Settled, accounts, currencies };
}

const namedTables = {
  customer_id: "customers",
  agent_id: "agents",
  supplier_id: "suppliers",
  expense_id: "expenses",
  campaign_id: "campaigns",
};

/**
 * Checks the amount against its currency and account, and computes the booked amounts at the present rates.
 * @param unchanged booked amounts of a changed voucher that stay
 */
function book(
  terms: Terms,
  { settled, accounts, currencies }: Awaited<ReturnType<typeof lockAll>>,
  unchanged: { fromAccount?: Booking; settlement?: Booking } = {},
): Booking {
  const currency = currencies.get(terms.currency_id);
  if (!currency) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(terms.amount, currency.code)) throw invalid("amount", tooFine("المبلغ", currency.code));
  const { settled_amount, exchange_rate_at_payment } =
    unchanged.settlement ?? settlementOf(terms, settled, currency, currencies);
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
  create: createPayment,
  shown: toPayment,
  update: updatePayment,
  remove: removePayment,
};

const paymentFormSchema = withAccount(withBeneficiary(paymentSchema), () => requiredMessage);

/** The store of the screen's form, which sends all values of a voucher except its status. */
export const paymentForms: Store<Payment, typeof paymentSchema> = {
  ...payments,
  schema: paymentFormSchema,
  changeSchema: paymentFormSchema,
};

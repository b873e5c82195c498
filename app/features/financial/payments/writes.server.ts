import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { riyal } from "~/features/invoices/invoice";
import {
  lockInvoices,
  remainingOf,
  type SettledInvoice,
  storeSettled,
  withSettled,
} from "~/features/invoices/settlement.server";
import { type LockedAccount, lockAccounts } from "~/features/money/ledger.server";
import { type Decimal, fits, rateBetween, tooFine } from "~/features/money/money.server";
import {
  type Currencies,
  type Currency,
  equivalentOf,
  rateToKeep,
  readCurrencies,
} from "~/features/money/rates.server";
import { formatMoney } from "~/ui/page/money";
import { amountInAccount, bookMoney, checkAccount } from "../vouchers/account.server";
import { withAccount } from "../vouchers/account-choice.server";
import { changedStatus } from "../vouchers/form.server";
import { questionsOf } from "../vouchers/questions.server";
import type { Payment } from "./payment";
import {
  findPayment,
  listPayments,
  type PaymentInput,
  type PaymentRow,
  type PaymentUpdate,
  paymentSchema,
  paymentUpdateSchema,
} from "./payments.server";
import {
  changedTerms,
  invoiceFieldOf,
  refuseCampaign,
  refuseOtherInvoice,
  refuseOtherTerms,
  sameFromAccount,
  sameSettlement,
  type Terms,
  termsOf,
  withBeneficiary,
} from "./terms.server";

/*
 * A voucher, its invoice and its account's balance change in one transaction (rulings §3). Locks are taken in
 * one order: voucher, invoices, accounts, number, totals (docs/decisions/locks.md). Statements that do not need another's
 * answer are sent together (docs/decisions/round-trips.md).
 */

const series = { table: "payment_vouchers", column: "payment_number", prefix: "PV" };

/** The amounts that were computed when the voucher was booked: in the account's currency, and for the invoice in riyals. */
type Booking = Pick<PaymentRow, "account_amount" | "settled_amount" | "exchange_rate_at_payment">;

/** Creates a voucher and takes its amount from the account. @throws DomainError invalid, conflict */
async function createPayment(trx: Transaction, input: PaymentInput, { user, ask }: By): Promise<Payment> {
  const terms = termsOf(input, officeToday());
  refuseOtherInvoice(input, terms);
  refuseCampaign(input, terms);
  const { invoices, accounts, currencies } = await lockAll(trx, [terms], terms);
  const invoice = invoices.get(terms.invoice_id);
  checkInvoice(terms, invoice);
  const account = accounts.get(terms.account_id);
  const booking = book(terms, { invoice, account, currencies });
  const row = { ...terms, ...booking };
  ask?.(questionsOf("payment", row, account, currencies));
  const { id, number } = lastOf(trx, series);
  const answers = await together(
    trx,
    () => insertNumbered(trx, series, terms.date, { ...row, paid_by: user.id }),
    () => storeSettled(trx, invoice ? [withSettled(invoice, booking.settled_amount ?? "0")] : []),
    ...bookMoney(trx, user.id, { kind: "payment", number }, null, row),
    () => findPayment(trx, id),
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
  const { invoices, accounts, currencies } = await lockAll(
    trx,
    [present, terms],
    isConfirmed ? terms : undefined,
  );

  const before = present.status === "confirmed" ? present : null;
  const stays = (isSame: typeof sameSettlement) =>
    !isConfirmed || (before && isSame(present, terms)) ? present : undefined;
  const unchanged = { fromAccount: stays(sameFromAccount), settlement: stays(sameSettlement) };
  const isSettled = isConfirmed && unchanged.settlement !== undefined;
  if (before && !isSettled) settle(invoices, before, -1);
  const invoice = invoices.get(terms.invoice_id);
  if (isConfirmed) checkInvoice(terms, invoice, isSettled);
  const account = accounts.get(terms.account_id);
  const booking = book(terms, { invoice, account, currencies }, unchanged);
  const row = { ...terms, ...booking };
  const standing = { date: present.date, isBooked: unchanged.fromAccount !== undefined };
  ask?.(questionsOf("payment", row, account, currencies, standing));
  const after = isConfirmed ? row : null;
  if (after && !isSettled) settle(invoices, after, 1);

  const answers = await together(
    trx,
    () =>
      trx("payment_vouchers")
        .where({ id })
        .update({ ...terms, ...booking, status }),
    () => storeSettled(trx, [...invoices.values()]),
    ...bookMoney(trx, user.id, { kind: "payment", number: present.payment_number }, before, after),
    () => findPayment(trx, id),
  );
  return answers.at(-1) as Payment;
}

/** Gives the money back and deletes the voucher; its number is not issued again. @throws DomainError not_found, conflict */
async function removePayment(trx: Transaction, id: number, { user }: By) {
  const present = await lockRowWithKey<PaymentRow>(trx, "payment_vouchers", id);
  const { invoices } = await lockAll(trx, [present]);
  const booked = present.status === "confirmed" ? present : null;
  if (booked) settle(invoices, booked, -1);
  await together(
    trx,
    () => trx("payment_vouchers").where({ id }).delete(),
    () => storeSettled(trx, [...invoices.values()]),
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
  all: Pick<Terms, "invoice_id" | "account_id">[],
  voucher: Partial<Terms> = {},
) {
  const [invoices, accounts, currencies] = await together(
    trx,
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
  return { invoices, accounts, currencies };
}

const namedTables = {
  customer_id: "customers",
  agent_id: "agents",
  supplier_id: "suppliers",
  expense_id: "expenses",
  campaign_id: "campaigns",
};

/**
 * Checks that the invoice is the beneficiary's and open.
 * @param isBooked whether the voucher has already settled the invoice and still does so with the same amount
 * @throws DomainError invalid, conflict
 */
function checkInvoice(terms: Terms, invoice: SettledInvoice | undefined, isBooked = false) {
  const field = invoiceFieldOf(terms.beneficiary_type);
  if (!field || !terms.invoice_id) return;
  const kind = terms.beneficiary_type === "agent" ? "agent" : "purchase";
  if (invoice?.kind !== kind) throw invalid(field, "الفاتورة غير موجودة");
  if (invoice.agent_id !== terms.agent_id || invoice.supplier_id !== terms.supplier_id)
    throw invalid(field, "الفاتورة لا تخص هذا المستفيد");
  if (isBooked) return;
  if (invoice.payment_status === "cancelled") throw conflicting(field, "الفاتورة ملغاة ولا تقبل سدادًا");
  if (invoice.payment_status === "paid" || Big(remainingOf(invoice)).lte(0))
    throw conflicting(field, "الفاتورة مدفوعة، لم يبق منها شيء");
}

/**
 * Checks the amount against currency, account and invoice, and computes the booked amounts at the present rates.
 * @param unchanged booked amounts of a changed voucher that stay
 */
function book(
  terms: Terms,
  {
    invoice,
    account,
    currencies,
  }: { invoice: SettledInvoice | undefined; account: LockedAccount | undefined; currencies: Currencies },
  unchanged: { fromAccount?: Booking; settlement?: Booking } = {},
): Booking {
  const currency = currencies.get(terms.currency_id);
  if (!currency) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(terms.amount, currency.code)) throw invalid("amount", tooFine("المبلغ", currency.code));
  const { settled_amount, exchange_rate_at_payment } =
    unchanged.settlement ?? settlementOf(terms, invoice, currency, [...currencies.values()]);
  if (!unchanged.fromAccount) checkAccount(terms.payment_method, account);
  const inAccount = currencies.get(account?.currency_id ?? 0) as Currency;
  const { account_amount } = unchanged.fromAccount ?? {
    account_amount: amountInAccount(terms.amount, currency, inAccount),
  };
  return { account_amount, settled_amount, exchange_rate_at_payment };
}

/** The amount that the voucher pays of its invoice, in riyals; null without an invoice. @throws DomainError invalid */
function settlementOf(
  terms: Terms,
  invoice: SettledInvoice | undefined,
  currency: Currency,
  currencies: Currency[],
): Omit<Booking, "account_amount"> {
  if (!invoice) return { settled_amount: null, exchange_rate_at_payment: null };
  const field = invoiceFieldOf(terms.beneficiary_type) as string;
  const sar = currencies.find(({ code }) => code === riyal.code);
  if (!sar) throw invalid(field, "الفواتير بالريال السعودي: أضف عملة الريال (SAR) إلى العملات أولًا");
  const rate = rateBetween(currency.exchange_rate, sar.exchange_rate);
  const remaining = remainingOf(invoice);
  const settled_amount = equivalentOf(terms.amount, rate, currency.code, sar.code, remaining);
  if (settled_amount === null)
    throw invalid("amount", `المبلغ أكبر من المتبقي من الفاتورة (${formatMoney(Number(remaining), riyal)})`);
  return { settled_amount, exchange_rate_at_payment: rateToKeep(rate) };
}

/** Adds a voucher's payment to its locked invoice, or takes it back. */
function settle(
  invoices: Map<number | null, SettledInvoice>,
  { invoice_id, settled_amount }: Pick<PaymentRow, "invoice_id" | "settled_amount">,
  sign: 1 | -1,
) {
  const invoice = invoices.get(invoice_id);
  const amount: Decimal = Big(settled_amount ?? "0")
    .times(sign)
    .toFixed();
  if (invoice) invoices.set(invoice_id, withSettled(invoice, amount));
}

export const payments: Store<Payment, typeof paymentSchema> = {
  schema: paymentSchema,
  changeSchema: paymentUpdateSchema,
  list: listPayments,
  find: findPayment,
  create: createPayment,
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

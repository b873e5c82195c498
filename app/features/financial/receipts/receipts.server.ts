import Big from "big.js";
import { z } from "zod";
import type { SessionUser } from "~/auth/permissions";
import { type Db, db, type Transaction } from "~/db/knex.server";
import {
  belongingTo,
  choiceOf,
  idOf,
  keptCount,
  type List,
  searchOf,
  whereNumber,
  whereSearch,
} from "~/db/list.server";
import { lockRow, nextNumber, sent } from "~/db/rows.server";
import { conflicting, DomainError, invalid, notFound } from "~/http/domain-error";
import { choice, code, date, decimal, id, longText, optional } from "~/http/input.server";
import { officeToday } from "~/http/office-day.server";
import { divide } from "../divide";
import { type Posting, post } from "../ledger.server";
import { convert, type Decimal, fits, minorUnit, roundTo, tooFine } from "../money.server";
import { shownRateDecimals } from "./equivalent";
import {
  type PaymentMethod,
  paymentMethods,
  type Receipt,
  type ReceiptStatus,
  receiptStatuses,
} from "./receipt";

export const receiptSchema = z.object({
  customer_id: id(),
  contract_id: optional(id()),
  currency_id: id(),
  amount: decimal({ exclusive: true, minMessage: "المبلغ يجب أن يكون أكبر من صفر" }),
  exchange_rate_at_payment: optional(
    decimal({
      exclusive: true,
      decimals: 20,
      message: "أدخل سعر صرف صحيحًا",
      minMessage: "سعر الصرف يجب أن يكون أكبر من صفر",
    }),
  ),
  payment_method: choice(paymentMethods),
  payment_reference: optional(code(100)),
  cash_box_id: optional(id()),
  bank_account_id: optional(id()),
  date: date(),
  description: longText(500),
});
export type ReceiptInput = z.output<typeof receiptSchema>;

/** A call may also cancel a voucher, or confirm it again. */
export const receiptUpdateSchema = receiptSchema
  .partial()
  .extend({ status: choice(receiptStatuses).optional() });
export type ReceiptUpdate = z.output<typeof receiptUpdateSchema>;

/* Reading */

const columns = [
  "receipt_vouchers.*",
  "customers.name AS customer_name",
  "customers.phone AS customer_phone",
  "contracts.contract_number",
  "contracts.contract_date",
  "contracts.total_amount AS contract_total",
  "contracts.remaining_amount AS contract_remaining",
  "contract_currencies.id AS contract_currency_id",
  "contract_currencies.code AS contract_currency_code",
  "contract_currencies.symbol AS contract_currency_symbol",
  "currencies.code AS currency_code",
  "currencies.symbol AS currency_symbol",
  "accounts.name AS account_name",
  "accounts.kind AS account_kind",
  "users.username AS received_by_name",
];

const receiptRows = (db: Db) =>
  db("receipt_vouchers")
    .join("customers", "customers.id", "receipt_vouchers.customer_id")
    .join("currencies", "currencies.id", "receipt_vouchers.currency_id")
    .join("accounts", "accounts.id", "receipt_vouchers.account_id")
    .join("users", "users.id", "receipt_vouchers.received_by")
    .leftJoin("contracts", "contracts.id", "receipt_vouchers.contract_id")
    .leftJoin("currencies AS contract_currencies", "contract_currencies.id", "contracts.currency_id")
    .select(columns);

type Joined = Stored &
  Record<`${"customer" | "account" | "received_by"}_name`, string> & {
    customer_phone: string;
    contract_number: string | null;
    contract_date: string;
    contract_total: Decimal;
    contract_remaining: Decimal;
    contract_currency_id: number;
    contract_currency_code: string;
    contract_currency_symbol: string;
    currency_code: string;
    currency_symbol: string;
    account_kind: "bank" | "cash_box";
  };

function toReceipt(row: Joined): Receipt {
  const currency = (id: number, code: string, symbol: string) => ({
    id,
    code,
    symbol,
    decimals: minorUnit(code),
  });
  return {
    id: row.id,
    receipt_number: row.receipt_number,
    date: row.date,
    customer_id: row.customer_id,
    customer: row.customer_name,
    customer_details: { name: row.customer_name, phone: row.customer_phone },
    contract_id: row.contract_id,
    contract_number: row.contract_number,
    contract: row.contract_number
      ? {
          contract_number: row.contract_number,
          start_date: row.contract_date,
          total_amount: Number(row.contract_total),
          remaining_amount: Number(row.contract_remaining),
          currency: currency(
            row.contract_currency_id,
            row.contract_currency_code,
            row.contract_currency_symbol,
          ),
        }
      : null,
    amount: Number(row.amount),
    currency_id: row.currency_id,
    currency_code: row.currency_code,
    currency: currency(row.currency_id, row.currency_code, row.currency_symbol),
    payment_method: row.payment_method,
    payment_reference: row.payment_reference,
    account: row.account_name,
    cash_box_id: row.account_kind === "cash_box" ? row.account_id : null,
    bank_account_id: row.account_kind === "bank" ? row.account_id : null,
    description: row.description,
    exchange_rate_at_payment: Number(row.exchange_rate_at_payment),
    equivalent_amount: Number(row.equivalent_amount),
    received_by: row.received_by_name,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The vouchers of a search (number, customer, contract number), a status, a customer or a contract; newest first. */
export function listReceipts(params: URLSearchParams): List<Receipt> {
  const search = searchOf(params);
  const filters = sent({
    status: choiceOf(params, "status", receiptStatuses),
    customer_id: idOf(params, "customer_id"),
    contract_id: idOf(params, "contract_id"),
  });
  const counted = !search && !filters.customer_id && !filters.contract_id;
  const vouchers = () => db("receipt_vouchers").select("id").where(filters);
  const customers = whereSearch(db("customers").select("id"), "search", search);
  const contracts = whereNumber(db("contracts").select("id"), "contract_number", search);
  return {
    matching: search
      ? whereNumber(vouchers(), "receipt_number", search).union(
          [
            belongingTo(customers, vouchers(), "customer_id"),
            belongingTo(contracts, vouchers(), "contract_id"),
          ],
          true,
        )
      : vouchers(),
    table: "receipt_vouchers",
    rows: receiptRows,
    toRow: toReceipt,
    total: counted ? keptCount("receipt_vouchers", filters.status) : undefined,
  };
}

/** The tiles: confirmed vouchers in all and of this month, each sum in the default currency at the stored rates. */
export async function receiptFigures(db: Db) {
  const { rows } = await db.raw<{
    rows: { total: Decimal; month: Decimal; count: number; code: string | null; symbol: string | null }[];
  }>(
    `SELECT coalesce(sum(amount * exchange_rate), 0) AS total,
            coalesce(sum(amount * exchange_rate) FILTER (WHERE month = ?::date), 0) AS month,
            coalesce(sum(count), 0)::bigint AS count,
            (SELECT code FROM currencies WHERE is_default),
            (SELECT symbol FROM currencies WHERE is_default)
     FROM receipt_vouchers_totals JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
    [`${officeToday().slice(0, 7)}-01`],
  );
  const { total = "0", month = "0", count = 0, code: base, symbol } = rows[0] ?? {};
  const code = base ?? "USD";
  const currency = { code, symbol: symbol ?? "$", decimals: minorUnit(code) };
  return { total: Number(roundTo(total, code)), month: Number(roundTo(month, code)), count, currency };
}

/** @throws DomainError not_found */
export async function findReceipt(db: Db, id: number): Promise<Receipt> {
  const row = await receiptRows(db).where("receipt_vouchers.id", id).first();
  if (!row) throw notFound("السند غير موجود");
  return toReceipt(row);
}

/* Writing: the voucher, its contract's paid amount and its account's balance, in one transaction (rulings §3) */

type Stored = Omit<Terms, "exchange_rate_at_payment"> &
  Booking & {
    id: number;
    receipt_number: string;
    received_by: number;
    status: ReceiptStatus;
    created_at: string;
    updated_at: string;
  };

/** What a voucher says. */
type Terms = {
  customer_id: number;
  contract_id: number | null;
  currency_id: number;
  amount: Decimal;
  exchange_rate_at_payment: Decimal | null;
  payment_method: PaymentMethod;
  payment_reference: string | null;
  account_id: number;
  date: string;
  description: string;
};

/** What follows from it, and is kept as it was booked. */
type Booking = { exchange_rate_at_payment: Decimal; equivalent_amount: Decimal; account_amount: Decimal };

type Contract = {
  id: number;
  customer_id: number;
  currency_id: number;
  remaining_amount: Decimal;
  status: string;
};

/** Takes money in. @throws DomainError invalid, conflict */
export async function createReceipt(
  trx: Transaction,
  input: ReceiptInput,
  user: SessionUser,
): Promise<Receipt> {
  const terms = termsOf(input, accountIdOf(input));
  const contract = terms.contract_id
    ? (await lockContracts(trx, [terms.contract_id])).get(terms.contract_id)
    : undefined;
  const booking = await book(trx, terms, contract);
  const receiptNumber = await nextNumber(trx, "RV", terms.date);
  const [row] = await trx("receipt_vouchers")
    .insert({ ...terms, ...booking, receipt_number: receiptNumber, received_by: user.id })
    .returning("id");
  await pay(trx, terms.contract_id, booking.equivalent_amount);
  await post(trx, user.id, [
    {
      accountId: terms.account_id,
      amount: booking.account_amount,
      cause: "receipt",
      documentNumber: receiptNumber,
    },
  ]);
  return findReceipt(trx, row.id);
}

/**
 * Changes a voucher, cancels it or confirms it again; what was booked is reversed and booked anew where it differs.
 * @throws DomainError not_found, invalid, conflict
 */
export async function updateReceipt(
  trx: Transaction,
  id: number,
  input: ReceiptUpdate,
  user: SessionUser,
  { readAt }: { readAt?: string } = {},
): Promise<Receipt> {
  const stored = await lockRow<Stored>(trx, "receipt_vouchers", id, readAt, () => findReceipt(trx, id));
  const { status = stored.status, ...changes } = input;
  if (stored.status === "cancelled" && status === "cancelled") {
    throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  }
  const terms = await changedTerms(trx, stored, changes);
  const contracts = await lockContracts(trx, [stored.contract_id, terms.contract_id]);
  if (stored.status === "confirmed" && stored.contract_id) giveBack(contracts, stored);

  const next =
    status === "cancelled" || sameMoney(stored, terms)
      ? stored
      : await book(trx, terms, terms.contract_id ? contracts.get(terms.contract_id) : undefined);
  await trx("receipt_vouchers")
    .where({ id })
    .update({ ...terms, ...bookingOf(next), status });

  const before = stored.status === "confirmed" ? stored : null;
  const after = status === "confirmed" ? { ...terms, ...bookingOf(next) } : null;
  if (before) await pay(trx, before.contract_id, Big(before.equivalent_amount).neg().toFixed());
  if (after) await pay(trx, after.contract_id, after.equivalent_amount);
  if (
    !before ||
    !after ||
    before.account_id !== after.account_id ||
    !Big(before.account_amount).eq(after.account_amount)
  ) {
    await post(trx, user.id, [
      ...(before ? [reversal(before, stored.receipt_number)] : []),
      ...(after
        ? [
            {
              accountId: after.account_id,
              amount: after.account_amount,
              cause: "receipt" as const,
              documentNumber: stored.receipt_number,
            },
          ]
        : []),
    ]);
  }
  return findReceipt(trx, id);
}

/** Gives the money back and removes the voucher; its number is not given again. @throws DomainError not_found, conflict */
export async function deleteReceipt(trx: Transaction, id: number, user: SessionUser) {
  const stored = await lockRow<Stored>(trx, "receipt_vouchers", id);
  await lockContracts(trx, [stored.contract_id]);
  await trx("receipt_vouchers").where({ id }).delete();
  if (stored.status === "cancelled") return;
  await pay(trx, stored.contract_id, Big(stored.equivalent_amount).neg().toFixed());
  await post(trx, user.id, [reversal(stored, stored.receipt_number)]);
}

const reversal = ({ account_id, account_amount }: Stored, documentNumber: string): Posting => ({
  accountId: account_id,
  amount: Big(account_amount).neg().toFixed(),
  cause: "receipt_reversal",
  documentNumber,
});

const bookingOf = ({ exchange_rate_at_payment, equivalent_amount, account_amount }: Booking): Booking => ({
  exchange_rate_at_payment,
  equivalent_amount,
  account_amount,
});

/** Cash pays into a cash box, the other methods into a bank account (spec §9). */
function accountIdOf({
  payment_method,
  cash_box_id,
  bank_account_id,
}: Pick<ReceiptInput, "payment_method" | "cash_box_id" | "bank_account_id">): number {
  const accountId = payment_method === "cash" ? cash_box_id : bank_account_id;
  if (accountId) return accountId;
  throw payment_method === "cash"
    ? invalid("cash_box_id", "اختر الصندوق الذي يدخله المبلغ")
    : invalid("bank_account_id", "اختر الحساب البنكي الذي يدخله المبلغ");
}

function termsOf(input: ReceiptInput, accountId: number): Terms {
  const { cash_box_id: _, bank_account_id: __, ...said } = input;
  return {
    ...said,
    contract_id: said.contract_id ?? null,
    exchange_rate_at_payment: said.exchange_rate_at_payment ?? null,
    payment_reference: said.payment_reference ?? null,
    account_id: accountId,
  };
}

/** The stored voucher with what was sent; a rate that was agreed stays while its two currencies stay. */
async function changedTerms(
  trx: Transaction,
  stored: Stored,
  changes: Omit<ReceiptUpdate, "status">,
): Promise<Terms> {
  const kept = {
    customer_id: stored.customer_id,
    contract_id: stored.contract_id,
    currency_id: stored.currency_id,
    amount: stored.amount,
    exchange_rate_at_payment: null as Decimal | null,
    payment_method: stored.payment_method,
    payment_reference: stored.payment_reference,
    date: stored.date,
    description: stored.description,
  };
  const merged = { ...kept, ...sent(changes) };
  if (
    !("exchange_rate_at_payment" in sent(changes)) &&
    merged.currency_id === stored.currency_id &&
    merged.contract_id === stored.contract_id
  ) {
    merged.exchange_rate_at_payment = stored.exchange_rate_at_payment;
  }
  const kind = (await trx("accounts").where({ id: stored.account_id }).first("kind"))?.kind;
  const field = kind === "cash_box" ? "cash_box_id" : "bank_account_id";
  const accountId = accountIdOf({
    [field]: stored.account_id,
    ...sent(changes),
    payment_method: merged.payment_method,
  });
  return termsOf(merged as ReceiptInput, accountId);
}

/** Whether nothing that money follows from has changed: then what was booked stays, whatever the rates are by now. */
function sameMoney(stored: Stored, terms: Terms) {
  return (
    stored.status === "confirmed" &&
    stored.customer_id === terms.customer_id &&
    stored.contract_id === terms.contract_id &&
    stored.currency_id === terms.currency_id &&
    stored.account_id === terms.account_id &&
    Big(stored.amount).eq(terms.amount) &&
    terms.exchange_rate_at_payment !== null &&
    isShown(stored.exchange_rate_at_payment, terms.exchange_rate_at_payment)
  );
}

const isShown = (exact: Decimal | Big, sentBack: Decimal) =>
  Big(exact).eq(sentBack) || Big(exact).round(shownRateDecimals, Big.roundHalfUp).eq(sentBack);

async function lockContracts(trx: Transaction, ids: (number | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (!wanted.length) return new Map<number, Contract>();
  const rows: Contract[] = await trx("contracts")
    .whereIn("id", wanted)
    .orderBy("id")
    .forUpdate()
    .select("id", "customer_id", "currency_id", "remaining_amount", "status");
  return new Map(rows.map((row) => [row.id, row]));
}

function giveBack(contracts: Map<number, Contract>, { contract_id, equivalent_amount }: Stored) {
  const contract = contracts.get(contract_id as number);
  if (contract) contract.remaining_amount = Big(contract.remaining_amount).plus(equivalent_amount).toFixed();
}

async function pay(trx: Transaction, contractId: number | null, equivalent: Decimal) {
  if (!contractId || Big(equivalent).eq(0)) return;
  await trx("contracts")
    .where({ id: contractId })
    .increment("paid_amount", equivalent as never);
}

type Currency = { id: number; code: string; exchange_rate: Decimal; is_default: boolean };

/**
 * Checks a voucher against its contract, currency and account, and computes what is booked.
 * @throws DomainError invalid, at the field; conflict for a cancelled contract
 */
async function book(trx: Transaction, terms: Terms, contract: Contract | undefined): Promise<Booking> {
  const currencies = new Map<number, Currency>(
    (await trx("currencies").select("id", "code", "exchange_rate", "is_default")).map((row) => [row.id, row]),
  );
  const currency = currencies.get(terms.currency_id);
  const base = [...currencies.values()].find(({ is_default }) => is_default);
  if (!currency || !base) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(terms.amount, currency.code)) {
    throw invalid("amount", tooFine("المبلغ", currency.code));
  }
  if (terms.contract_id) checkContract(terms, contract);
  else await checkCustomer(trx, terms.customer_id);

  const target = (contract && currencies.get(contract.currency_id)) ?? base;
  const stored = divide(currency.exchange_rate, target.exchange_rate);
  const asked = terms.exchange_rate_at_payment;
  const rate = currency.id === target.id ? Big(1) : asked && !isShown(stored, asked) ? Big(asked) : stored;
  const equivalent = equivalentOf(terms.amount, rate, currency.code, target.code, contract?.remaining_amount);

  const account = await accountFor(trx, terms);
  const accountCurrency = currencies.get(account.currency_id) as Currency;
  const accountAmount =
    accountCurrency.id === currency.id
      ? terms.amount
      : roundTo(
          convert(terms.amount, currency.exchange_rate, accountCurrency.exchange_rate),
          accountCurrency.code,
        );
  if (Big(accountAmount).eq(0)) throw invalid("amount", "المبلغ أصغر من أصغر وحدة في عملة الحساب");
  return {
    exchange_rate_at_payment: rate.round(20, Big.roundHalfUp).toFixed(),
    equivalent_amount: equivalent,
    account_amount: accountAmount,
  };
}

function checkContract(terms: Terms, contract: Contract | undefined): asserts contract {
  if (!contract) throw invalid("contract_id", "العقد غير موجود");
  if (contract.customer_id !== terms.customer_id) throw invalid("contract_id", "العقد لا يخص هذا العميل");
  if (contract.status === "cancelled") throw conflicting("contract_id", "العقد ملغي ولا يقبل سندات قبض");
}

async function checkCustomer(trx: Transaction, id: number) {
  if (!(await trx("customers").where({ id }).first("id"))) throw invalid("customer_id", "العميل غير موجود");
}

/**
 * amount × rate, rounded to the contract's currency. An instalment whose worth differs from what remains by less than
 * one minor unit of its own currency closes the contract: nothing nearer can be paid in that currency (rulings §3).
 * @param remaining what the contract still asks for; undefined without a contract
 */
export function equivalentOf(
  amount: Decimal,
  rate: Big | Decimal,
  currencyCode: string,
  targetCode: string,
  remaining: Decimal | undefined,
): Decimal {
  const equivalent = roundTo(Big(amount).times(rate), targetCode);
  if (remaining !== undefined) {
    const oneMinorUnit = Big(10).pow(-minorUnit(currencyCode)).times(rate);
    if (Big(remaining).gt(0) && Big(equivalent).minus(remaining).abs().lt(oneMinorUnit)) return remaining;
    if (Big(equivalent).gt(remaining))
      throw invalid("amount", "المبلغ المعادل أكبر من المبلغ المتبقي في العقد!");
  }
  if (Big(equivalent).eq(0)) throw invalid("amount", "المبلغ المعادل أصغر من أصغر وحدة في العملة");
  if (Big(equivalent).gte("1e15"))
    throw invalid("exchange_rate_at_payment", "المبلغ المعادل أكبر من المسموح");
  return equivalent;
}

async function accountFor(trx: Transaction, { account_id, payment_method }: Terms) {
  const [kind, field, missing, idle] =
    payment_method === "cash"
      ? ["cash_box", "cash_box_id", "الصندوق غير موجود", "الصندوق غير نشط"]
      : ["bank", "bank_account_id", "الحساب البنكي غير موجود", "الحساب البنكي غير نشط"];
  const account = await trx("accounts")
    .where({ id: account_id, kind, deleted_at: null })
    .forKeyShare() // neither deactivated nor deleted until this is booked; other vouchers need not wait
    .first("currency_id", "status");
  if (!account) throw invalid(field as string, missing as string);
  if (account.status !== "active") throw invalid(field as string, idle as string);
  return account as { currency_id: number };
}

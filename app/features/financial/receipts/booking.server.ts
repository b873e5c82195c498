import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { conflicting, invalid } from "~/domain/domain-error";
import type { LockedAccount } from "../ledger.server";
import { convert, type Decimal, fits, minorUnit, rateBetween, roundTo, tooFine } from "../money.server";
import { isShown, type RateShown } from "./equivalent";
import type { PaymentMethod } from "./receipt";

/** What a voucher says. */
export type Terms = {
  customer_id: number;
  contract_id: number | null;
  currency_id: number;
  amount: Decimal;
  payment_method: PaymentMethod;
  payment_reference: string | null;
  account_id: number;
  date: string;
  description: string;
};

/** What follows from it, and is kept as it was booked. */
export type Booking = {
  exchange_rate_at_payment: Decimal;
  equivalent_amount: Decimal;
  /** The contract's currency; without a contract, the base of that moment. */
  equivalent_currency_id: number;
  /** In the account's currency. */
  account_amount: Decimal;
};

/** The rate that was sent: null for the stored one, undefined where none was; and what it was shown for. */
export type AskedRate = { rate: Decimal | null | undefined; shown?: RateShown };

export type Contract = {
  id: number;
  customer_id: number;
  currency_id: number;
  remaining_amount: Decimal;
  status: string;
};

type Currency = { id: number; code: string; exchange_rate: Decimal; is_default: boolean };
type Currencies = Map<number, Currency>;

/**
 * Checks a voucher against its contract, currency and account, and computes what is booked.
 * @param booked what stood before, where the voucher is changed
 * @throws DomainError invalid, at the field; conflict for a cancelled contract
 */
export async function book(
  trx: Transaction,
  terms: Terms,
  asked: AskedRate,
  {
    contract,
    account,
    booked,
  }: {
    contract: Contract | undefined;
    account: LockedAccount | undefined;
    booked?: Terms & Booking;
  },
): Promise<Booking> {
  const currencies: Currencies = new Map(
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
  const rate = rateOf(asked, currency, target, booked, currencies);
  const equivalent = equivalentOf(terms.amount, rate, currency.code, target.code, contract?.remaining_amount);

  checkAccount(terms, account);
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
    equivalent_currency_id: target.id,
    account_amount: accountAmount,
  };
}

/**
 * The rate between two currencies: the one that was agreed for them, else the stored one. What was shown for another
 * pair and left as it stood is no agreement for this one; what was typed over it may be a mistake.
 * @throws DomainError invalid, at the rate
 */
function rateOf(
  { rate, shown }: AskedRate,
  from: Currency,
  to: Currency,
  booked: (Terms & Booking) | undefined,
  currencies: Currencies,
): Big {
  if (from.id === to.id) return Big(1);
  const stored = rateBetween(from.exchange_rate, to.exchange_rate);
  if (rate === null) return stored;
  const agreed = booked?.currency_id === from.id && booked.equivalent_currency_id === to.id;
  const current = agreed ? Big(booked.exchange_rate_at_payment) : stored;
  if (rate === undefined) return current;
  if (shown && (shown.from !== from.id || shown.to !== to.id)) {
    if (Big(shown.rate).eq(rate)) return current;
    const [shownFrom, shownTo] = [shown.from, shown.to].map((id) => currencies.get(id)?.code);
    throw invalid(
      "exchange_rate_at_payment",
      `سعر الصرف ${rate} كُتب للتحويل من ${shownFrom} إلى ${shownTo}، والمعروض الآن سعر ${from.code} إلى ${to.code}: راجعه ثم احفظ`,
    );
  }
  return [current, stored].find((exact) => isShown(exact, rate)) ?? Big(rate);
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
function equivalentOf(
  amount: Decimal,
  rate: Big,
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

function checkAccount(
  { payment_method }: Terms,
  account: LockedAccount | undefined,
): asserts account is LockedAccount {
  const [kind, field, missing, idle] =
    payment_method === "cash"
      ? (["cash_box", "cash_box_id", "الصندوق غير موجود", "الصندوق غير نشط"] as const)
      : (["bank", "bank_account_id", "الحساب البنكي غير موجود", "الحساب البنكي غير نشط"] as const);
  if (account?.kind !== kind || account.deleted_at) throw invalid(field, missing);
  if (account.status !== "active") throw invalid(field, idle);
}

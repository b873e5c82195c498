import Big from "big.js";
import { invalid } from "~/domain/domain-error";
import type { TypedOf } from "~/domain/fields";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { requireStanding } from "~/features/contracts/cancellation.server";
import type { LockedAccount } from "~/features/money/ledger.server";
import { type Decimal, fits, tooFine } from "~/features/money/money.server";
import {
  type Currencies,
  type Currency,
  equivalentOf,
  type RateInput,
  rateOf,
  rateToKeep,
} from "~/features/money/rates.server";
import { accountField, amountInAccount, requireAccount, requireMoneyPlace } from "../vouchers/account.server";
import type { Contract as LockedContract } from "../vouchers/contracts.server";
import type { receipt } from "./receipt";

/** The values that a user enters for a voucher; the rate is in its booking. */
export type Terms = Omit<TypedOf<(typeof receipt)["fields"]>, "exchange_rate_at_payment"> & {
  account_id: number;
  /** Whether a partner gives money back. */
  money_back: boolean;
};

/** What a receipt by another method says of a cheque, whatever was sent: as of a cash box where it is a transfer. */
export const noCheque = { cheque_bank: null, cheque_due_date: null };

/** What of a partner's receipt is set against riyals: in its own currency, and in riyals. */
export type Converted = { converted_amount: Decimal | null; settled_amount: Decimal | null };

/** The amounts that were computed when the voucher was booked. */
export type Booking = Partial<Converted> & {
  exchange_rate_at_payment: Decimal;
  equivalent_amount: Decimal;
  /** The contract's currency; without a contract, the base currency of that moment. */
  equivalent_currency_id: number;
  /** In the account's currency. */
  account_amount: Decimal;
};

/** What a receipt is checked against; amounts in the contract's currency. */
export type Contract = Omit<LockedContract, "refundable_amount">;

/**
 * Checks a voucher against its contract, currency and account, and computes the booked amounts.
 * @param booked the booked amounts of a changed voucher
 * @throws DomainError invalid, at the field; conflict for a cancelled contract
 */
export function book(
  terms: Terms,
  rateInput: RateInput,
  {
    currencies,
    contract,
    account,
    booked,
  }: {
    currencies: Currencies;
    contract: Contract | undefined;
    account: LockedAccount | undefined;
    booked?: Terms & Booking;
  },
): Booking {
  const currency = currencies.get(terms.currency_id);
  const base = [...currencies.values()].find(({ is_default }) => is_default);
  if (!currency || !base) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(terms.amount, currency.code)) {
    throw invalid("amount", tooFine("المبلغ", currency.code));
  }
  if (terms.contract_id) checkContract(contract);

  const target = (contract && currencies.get(contract.currency_id)) ?? base;
  const rate = rateOf(rateInput, currency, target, booked, currencies);
  const equivalent = equivalentOf(terms.amount, rate, currency.code, target.code, contract?.remaining_amount);
  if (equivalent === null) throw invalid("amount", "المبلغ المعادل أكبر من المبلغ المتبقي في العقد!");

  requireAccount(account, accountField(terms.payment_method));
  checkPlace(terms, account);
  const accountAmount = amountInAccount(
    terms.amount,
    currency,
    currencies.get(account.currency_id) as Currency,
  );
  return {
    exchange_rate_at_payment: rateToKeep(rate),
    equivalent_amount: equivalent,
    equivalent_currency_id: target.id,
    account_amount: accountAmount,
  };
}

/**
 * An account of cheques in hand takes cheques of its own currency, and nothing else.
 * @throws DomainError invalid, at the account's field
 */
export function checkPlace(
  { payment_method, currency_id }: Pick<Terms, "payment_method" | "currency_id">,
  account: LockedAccount,
) {
  const field = accountField(payment_method);
  if (payment_method !== "cheque") requireMoneyPlace(account, field);
  if (account.is_cheques_in_hand && account.currency_id !== currency_id)
    throw invalid(field, "شيك بعملة أخرى: اختر حساب شيكات برسم التحصيل بعملة السند");
}

/** The question about a cheque that is due later, whose amount would be in a bank at once. */
export const dueLater = (
  { cheque_due_date: due, date }: Pick<Terms, "cheque_due_date" | "date">,
  account: LockedAccount | undefined,
): Question[] =>
  due && account && due > officeToday() && !account.is_cheques_in_hand
    ? [
        {
          text: `الشيك مستحق في ${due}، ويدخل مبلغه «${account.name}» في ${date}. ليبقى برسم التحصيل حتى يحصل اختر حساب شيكات برسم التحصيل.`,
          about: [account.id, due],
        },
      ]
    : [];

function checkContract(contract: Contract | undefined): asserts contract {
  if (!contract) throw invalid("contract_id", "العقد غير موجود");
  requirePayable(contract);
}

/** A cancelled contract is paid only what is left of its fee. @throws DomainError conflict */
export function requirePayable(contract: { status: string; remaining_amount: Decimal | number }) {
  if (Big(contract.remaining_amount).eq(0)) requireStanding(contract, "contract_id", "ولا يقبل سندات قبض");
}

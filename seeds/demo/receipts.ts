import Big from "big.js";
import { type AccountName, accounts, baseCurrency, type CurrencyCode, currencyOf } from "./agency";
import type { Moment } from "./calendar";
import type { Cheque } from "./cheques";
import type { Contract } from "./contracts";
import type { Generator } from "./generator";
import { convert, divide, minorUnit, type Rated, roundTo } from "./money";
import type { Pilgrim } from "./pilgrims";

export type Receipt = {
  number: string;
  pilgrim: Pilgrim;
  contract: Contract | null;
  /** Who pays, if not the pilgrim. */
  payer: Pilgrim | { agent: string } | { supplier: string } | null;
  /** What it sells. */
  service: string | null;
  currency: PaidIn;
  amount: string;
  payment_method: "cash" | "bank_transfer" | "cheque" | "credit_card";
  payment_reference: string | null;
  account: AccountName;
  account_amount: string;
  exchange_rate_at_payment: string;
  equivalent_amount: string;
  /** `{contract}` becomes the contract's number. */
  description: string;
  received_by: "cashier" | "admin";
  issued: Moment;
  cancelled: Moment | null;
  /** Of one whose cheque the bank returned. */
  returned: { reason: string; charge: string } | null;
  /** Of one by a cheque that was in hand. */
  cheque: Cheque | null;
};

/** The currencies in which pilgrims pay, and the step of round sums. */
const steps = { USD: 50, SAR: 100, YER: 10_000 };
export type PaidIn = keyof typeof steps;

const cashBoxes: Record<PaidIn, AccountName> = {
  USD: "صندوق الدولار",
  SAR: "صندوق السعودي",
  YER: "صندوق اليمني",
};
const riyalBank: AccountName = "مصرف الراجحي";
const dollarBank: AccountName = "بنك التضامن";
const dinarBank: AccountName = "بيت التمويل الكويتي";

/** A round sum of about `percent` of the contract. */
export function instalment(
  contract: Contract,
  percent: number,
  issued: Moment,
  which: "first" | "further",
  chance: Generator,
): Receipt {
  const currency = paidIn(contract.currency, chance);
  const share = Big(contract.total_amount).times(percent).div(100);
  const worth = convert(share, currencyOf(contract.currency), currencyOf(currency));
  const step = steps[currency];
  const amount = Big(step).times(worth.div(step).round(0, Big.roundHalfUp)).toFixed();
  const description =
    which === "first"
      ? chance.pick([
          "دفعة مقدمة من قيمة العقد رقم {contract}",
          `عربون حجز مقعد في ${contract.campaign}`,
          `دفعة أولى من قيمة باقة ${contract.package}`,
        ])
      : chance.pick(["دفعة ثانية من قيمة العقد رقم {contract}", `دفعة من قيمة باقة ${contract.package}`]);
  return receipt({ pilgrim: contract.pilgrim, contract, currency, amount, issued, description }, chance);
}

/** The remaining amount. Payments in rials close only contracts in rials, since nobody counts out fils. */
export function closing(contract: Contract, issued: Moment, isOnly: boolean, chance: Generator): Receipt {
  const wanted = paidIn(contract.currency, chance);
  const currency = wanted === "YER" ? contract.currency : wanted;
  const remaining = Big(contract.total_amount).minus(contract.paid_amount);
  const amount = roundTo(convert(remaining, currencyOf(contract.currency), currencyOf(currency)), currency);
  const description = isOnly
    ? chance.pick(["سداد كامل قيمة العقد رقم {contract}", `كامل قيمة باقة ${contract.package}`])
    : chance.pick([
        "الدفعة الأخيرة من قيمة العقد رقم {contract}",
        "تسوية المتبقي من قيمة العقد رقم {contract}",
      ]);
  return receipt({ pilgrim: contract.pilgrim, contract, currency, amount, issued, description }, chance);
}

/** Mostly the contract's own currency. */
function paidIn(currency: PaidIn, { pick }: Generator) {
  const others = { USD: ["SAR", "SAR", "YER"], SAR: ["YER", "YER", "USD"], YER: ["SAR"] } as const;
  return pick([currency, currency, currency, currency, ...others[currency]]);
}

/** Books a voucher as the office does (rulings §3). */
export function receipt(
  terms: Pick<Receipt, "pilgrim" | "contract" | "currency" | "amount" | "issued" | "description"> & {
    service?: string;
  },
  chance: Generator,
): Receipt {
  const currency = currencyOf(terms.currency);
  const target = terms.contract ? currencyOf(terms.contract.currency) : baseCurrency;
  const rate = divide(currency.exchange_rate, target.exchange_rate);
  const means = meansFor(terms.currency, chance);
  const own = currencyOf(accountCurrency(means.account));
  return {
    number: "",
    payer: null,
    service: null,
    ...terms,
    ...means,
    account_amount: roundTo(convert(terms.amount, currency, own), own.code),
    exchange_rate_at_payment: rate.round(20, Big.roundHalfUp).toFixed(),
    equivalent_amount: equivalent(terms.amount, rate, currency, target, terms.contract),
    received_by: chance.between(1, 8) === 1 ? "admin" : "cashier",
    cancelled: null,
    returned: null,
    cheque: null,
  };
}

/** In the contract's currency. Within one minor unit of the rest it is the rest (rulings §3). */
function equivalent(amount: string, rate: Big, currency: Rated, target: Rated, contract: Contract | null) {
  const worth = roundTo(Big(amount).times(rate), target.code);
  if (!contract) return worth;
  const remaining = Big(contract.total_amount).minus(contract.paid_amount);
  const oneMinorUnit = Big(10).pow(-minorUnit(currency.code)).times(rate);
  if (remaining.minus(worth).abs().lt(oneMinorUnit)) return remaining.toFixed();
  if (remaining.lt(worth)) throw new Error(`${contract.pilgrim.name} would pay more than what is left.`);
  return worth;
}

/**
 * The method and account of a payment. The office has no bank account in rials, so transfers in rials go to the account in
 * riyals.
 */
function meansFor(currency: PaidIn, { pick, digits }: Generator) {
  const payment_method = pick(
    currency === "YER"
      ? ["cash", "cash", "cash", "cash", "cash", "bank_transfer"]
      : ["cash", "cash", "cash", "bank_transfer", "bank_transfer", "cheque", "credit_card"],
  );
  const bank = currency === "USD" ? dollarBank : riyalBank;
  switch (payment_method) {
    case "cash":
      return { payment_method, payment_reference: null, account: cashBoxes[currency] };
    case "bank_transfer": {
      const account = currency === "USD" ? pick([bank, bank, bank, dinarBank]) : bank;
      return { payment_method, payment_reference: digits("TRX-########"), account };
    }
    case "cheque":
      return { payment_method, payment_reference: digits("00#####"), account: bank };
    case "credit_card":
      return { payment_method, payment_reference: null, account: riyalBank };
  }
}

export function accountCurrency(name: AccountName): CurrencyCode {
  const account = accounts.find((kept) => kept.name === name);
  if (!account) throw new Error(`The office keeps no account ${name}.`);
  return account.currency;
}

import Big from "big.js";
import { currencyOf } from "./agency";
import { compareMoments, later, type Moment } from "./calendar";
import type { Contract } from "./contracts";
import type { Generator } from "./generator";
import type { Invoice } from "./invoices";
import { type Means, means } from "./means";
import { convert, rateBetween, roundTo } from "./money";
import { accountCurrency } from "./receipts";
import type { Spending } from "./spending";

type Refund = { contract: Contract; settled_amount: string; exchange_rate_at_payment: string };
type Settled = { invoice: Invoice; settled_amount: string; exchange_rate_at_payment: string };

export type Payment = (typeof means)[Means] & {
  number: string;
  to: Spending["to"];
  /** The part of an invoice that it paid, in riyals, and the rate: riyals for one unit. */
  settled: Settled | null;
  /** The cancelled contract of which it gives back, in its currency, and the rate to it. */
  refund: Refund | null;
  amount: string;
  payment_reference: string | null;
  account_amount: string;
  description: string | null;
  /** The service of which it gives the price back. */
  service: string | null;
  paid_by: "cashier" | "admin";
  issued: Moment;
  cancelled: Moment | null;
};

/** The office's payments in the order of their issue, those that settle invoices and the others. */
export function payments(
  invoices: Invoice[],
  spendings: Spending[],
  refundable: (pilgrim: number) => Contract,
  chance: Generator,
): Payment[] {
  const settlements = invoices.flatMap((invoice) =>
    invoice.paid.map(([daysAgo, means, amount, cancelled]) =>
      pay(
        {
          to: invoice.kind === "agent" ? { agent: invoice.partner } : { supplier: invoice.partner },
          daysAgo,
          means,
          amount,
          description: `سداد من فاتورة: ${invoice.description}`,
          ...(cancelled && { cancelled: true }),
        },
        chance,
        invoice,
      ),
    ),
  );
  const others = spendings.map((spending) => {
    const contract = spending.refund && "pilgrim" in spending.to ? refundable(spending.to.pilgrim) : null;
    const payment = pay(spending, chance);
    return contract ? { ...payment, refund: refundOf(payment, contract) } : payment;
  });
  return [...settlements, ...others].sort((a, b) => compareMoments(a.issued, b.issued));
}

/** The paid amount of an invoice, and its last payment. */
export function settledOf(invoice: Invoice, payments: Payment[]) {
  const theirs = payments.filter(({ settled }) => settled?.invoice === invoice);
  const standing = theirs.filter(({ cancelled }) => !cancelled);
  const paid = standing.reduce((sum, { settled }) => sum.plus(settled?.settled_amount ?? 0), Big(0));
  const total = Big(invoice.amount).plus(invoice.tax_amount);
  if (paid.gt(total)) throw new Error(`${invoice.description} is paid twice.`);
  return { paid_amount: paid.toFixed(2), isPaid: paid.eq(total), last: theirs.at(-1)?.issued };
}

/** What a payment gives back of a contract, which knows it then. */
function refundOf({ amount, account }: Payment, contract: Contract): Refund {
  const rate = rateBetween(currencyOf(accountCurrency(account)), currencyOf(contract.currency));
  const settled_amount = roundTo(rate.times(amount), contract.currency);
  contract.refunded_amount = Big(contract.refunded_amount).plus(settled_amount).toFixed();
  return { contract, settled_amount, exchange_rate_at_payment: rate.toFixed() };
}

/** Books a payment as the office does (rulings §3). */
function pay(spending: Spending, chance: Generator, invoice?: Invoice): Payment {
  const { to, daysAgo, amount, description, cancelled } = spending;
  const way = means[spending.means];
  const currency = currencyOf(way.currency);
  const own = currencyOf(accountCurrency(way.account));
  const riyal = currencyOf("SAR");
  const rate = rateBetween(currency, riyal);
  const issued = { daysAgo, minute: cancelled ? 9 * 60 + 5 : chance.between(9 * 60 + 30, 15 * 60) };
  return {
    ...way,
    number: "",
    to,
    settled: invoice
      ? {
          invoice,
          settled_amount: roundTo(rate.times(amount), "SAR"),
          exchange_rate_at_payment: rate.toFixed(),
        }
      : null,
    refund: null,
    amount,
    payment_reference: {
      cash: null,
      bank_transfer: chance.digits("TRX-########"),
      cheque: chance.digits("00#####"),
    }[way.payment_method],
    account_amount: roundTo(convert(amount, currency, own), own.code),
    description,
    service: spending.service ?? null,
    paid_by: chance.between(1, 6) === 1 ? "admin" : "cashier",
    issued,
    cancelled: cancelled ? later(issued, 7) : null,
  };
}

import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { Step } from "~/db/together.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { stands } from "~/features/contracts/contract";
import {
  remainingOf,
  type SettledInvoice,
  storeSettled,
  withSettled,
} from "~/features/invoices/settlement.server";
import { amountInText, type Decimal, rateBetween } from "~/features/money/money.server";
import {
  type Currencies,
  type Currency,
  equivalentOf,
  noRiyal,
  rateToKeep,
  riyalOf,
} from "~/features/money/rates.server";
import { riyal } from "~/features/money/riyal";
import { addOwed, type Contract, keyOf, settleContracts } from "../vouchers/contracts.server";
import type { PaymentRow, Terms } from "./payments.server";
import { settledFieldOf } from "./terms.server";

/*
 * What a voucher settles: an invoice, in riyals, or what a cancelled contract owes its customer, in the contract's currency.
 */

/** The locked rows that vouchers settle, with what is settled of each. */
export type Settled = {
  invoices: Map<number | null, SettledInvoice>;
  contracts: Map<number | null, Contract>;
  /** What each who paid these contracts may get back. */
  kept: Map<string, Decimal>;
  /** What each contract may give back on the voucher's day and since; nothing is said of a closed day. */
  available: Map<number, Decimal>;
};

type Settlement = Pick<PaymentRow, "settled_amount" | "exchange_rate_at_payment">;

/**
 * Checks that what the voucher names is the beneficiary's and open.
 * @param isBooked whether the voucher has already settled it and still does so with the same amount
 * @throws DomainError invalid, conflict
 */
export function checkSettled(terms: Terms, { invoices, contracts, kept }: Settled, isBooked = false) {
  if (terms.contract_id) checkContract(terms, contracts.get(terms.contract_id), kept, isBooked);
  if (terms.invoice_id) checkInvoice(terms, invoices.get(terms.invoice_id), isBooked);
}

function checkInvoice(terms: Terms, invoice: SettledInvoice | undefined, isBooked: boolean) {
  const field = settledFieldOf(terms.beneficiary_type) as string;
  const kind = terms.beneficiary_type === "agent" ? "agent" : "purchase";
  if (invoice?.kind !== kind) throw invalid(field, "الفاتورة غير موجودة");
  if (invoice.agent_id !== terms.agent_id || invoice.supplier_id !== terms.supplier_id)
    throw invalid(field, "الفاتورة لا تخص هذا المستفيد");
  if (isBooked) return;
  if (invoice.payment_status === "cancelled") throw conflicting(field, "الفاتورة ملغاة ولا تقبل سدادًا");
  if (invoice.payment_status === "paid" || Big(remainingOf(invoice)).lte(0))
    throw conflicting(field, "الفاتورة مدفوعة، لم يبق منها شيء");
}

function checkContract(
  terms: Terms,
  contract: Contract | undefined,
  kept: Settled["kept"],
  isBooked: boolean,
) {
  if (!contract) throw invalid("contract_id", "العقد غير موجود");
  if (isBooked) return;
  if (Big(contract.refundable_amount).lte(0))
    throw conflicting(
      "contract_id",
      stands(contract) ? "العقد غير ملغي، فلا يرد منه شيء" : "لم يبق من العقد ما يرد",
    );
  if (contract.customer_id !== terms.customer_id && Big(kept.get(keyOf(terms)) ?? 0).lte(0))
    throw conflicting("customer_id", "يرد من العقد إلى صاحبه، أو إلى من دفع فيه ما لم يرد إليه بعد");
}

/** The amount that the voucher settles, and the rate; null where it settles nothing. @throws DomainError invalid, conflict */
export function settlementOf(
  terms: Terms,
  { invoices, contracts, kept }: Settled,
  currency: Currency,
  currencies: Currencies,
): Settlement {
  const contract = contracts.get(terms.contract_id);
  const invoice = invoices.get(terms.invoice_id);
  if (!contract && !invoice) return { settled_amount: null, exchange_rate_at_payment: null };
  const target = contract ? currencies.get(contract.currency_id) : riyalOf(currencies);
  if (!target) throw invalid(settledFieldOf(terms.beneficiary_type) as string, noRiyal);
  const rate = rateBetween(currency.exchange_rate, target.exchange_rate);
  const paidByHim =
    contract && contract.customer_id !== terms.customer_id ? kept.get(keyOf(terms)) : undefined;
  const refundable = contract?.refundable_amount;
  const isBounded = refundable && paidByHim && Big(paidByHim).lt(refundable);
  const remaining = isBounded ? paidByHim : (refundable ?? remainingOf(invoice as SettledInvoice));
  const settled_amount = equivalentOf(terms.amount, rate, currency.code, target.code, remaining);
  if (settled_amount === null && isBounded)
    throw conflicting(
      "amount",
      `المبلغ أكبر مما دفعه في العقد ولم يرد إليه (${amountInText(paidByHim, target.code)})`,
    );
  if (settled_amount === null && contract)
    throw conflicting(
      "amount",
      `المبلغ أكبر من المستحق رده من العقد (${amountInText(remaining, target.code)})`,
    );
  if (settled_amount === null)
    throw invalid("amount", `المبلغ أكبر من المتبقي من الفاتورة (${formatMoney(Number(remaining), riyal)})`);
  return { settled_amount, exchange_rate_at_payment: rateToKeep(rate) };
}

/** @throws DomainError conflict if a contract has not so much to give back on the voucher's day and since */
export function requireAvailable(
  { contract_id, date }: Terms,
  settled_amount: Decimal | null,
  { contracts, available }: Settled,
  currencies: Currencies,
) {
  const contract = contracts.get(contract_id);
  if (!contract || !settled_amount) return;
  const most = available.get(contract.id);
  if (!most || Big(settled_amount).lte(most)) return;
  const code = currencies.get(contract.currency_id)?.code ?? "";
  throw conflicting(
    "date",
    `المستحق رده من العقد في ${date} وما بعده ${amountInText(most, code)}: اختر يومًا بعد ذلك`,
  );
}

/** Adds what a voucher settles to its locked rows, or takes it back. */
export function settle(
  { invoices, contracts, kept }: Settled,
  {
    invoice_id,
    contract_id,
    customer_id,
    settled_amount,
  }: Pick<PaymentRow, "invoice_id" | "contract_id" | "customer_id" | "settled_amount">,
  sign: 1 | -1,
) {
  const amount: Decimal = Big(settled_amount ?? "0")
    .times(sign)
    .toFixed();
  const invoice = invoices.get(invoice_id);
  if (invoice) invoices.set(invoice_id, withSettled(invoice, amount));
  const contract = contracts.get(contract_id);
  if (!contract) return;
  const key = keyOf({ contract_id, customer_id });
  kept.set(
    key,
    Big(kept.get(key) ?? 0)
      .minus(amount)
      .toFixed(),
  );
  addOwed(contract, amount);
}

/** The statements that store what is settled now, each table by one, so that totals are locked in one order. */
export const storeAllSettled = (trx: Transaction, { invoices, contracts }: Settled): Step[] => [
  ...settleContracts(
    trx,
    [...contracts.values()].map(({ id }) => ({ contract_id: id })),
  ),
  ...(invoices.size ? [() => storeSettled(trx, [...invoices.values()])] : []),
];

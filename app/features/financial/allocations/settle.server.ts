import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import type { TypedOf } from "~/domain/fields";
import { lockInvoices, remainingOf, withSettled } from "~/features/invoices/settlement.server";
import { amountInText, type Decimal } from "~/features/money/money.server";
import { lockPots, type Pot } from "~/features/money/pots.server";
import {
  type Currency,
  equivalentOf,
  noRiyal,
  type RateInput,
  rateOf,
  rateToKeep,
  readCurrencies,
  riyalOf,
} from "~/features/money/rates.server";
import { requirePayable } from "../receipts/booking.server";
import { addOwed, lockContracts } from "../vouchers/contracts.server";
import type { allocation } from "./allocation";
import type { AllocationRow } from "./allocations.server";

/* What an allocation locks, and what its target gets. */

/** What a user enters, and the invoice of whichever kind. */
export type Terms = TypedOf<(typeof allocation)["fields"]> & Pick<AllocationRow, "invoice_id">;

export type Parties = Pick<Terms, "customer_id" | "agent_id" | "supplier_id">;

/** The party of an allocation. @throws DomainError invalid unless there is exactly one */
export function partyOf(input: Parties): Pick<Pot, "field" | "id"> {
  const named = (["customer_id", "agent_id", "supplier_id"] as const).filter((field) => input[field]);
  const [field] = named;
  if (!field || named.length > 1)
    throw invalid(named[1] ?? "customer_id", "اختر عميلًا أو وكيلًا أو موردًا، واحدًا فقط");
  return { field, id: input[field] as number };
}

/** What an allocation names, locked: contracts, invoices, currencies, and the pots of its party. */
export async function lockAll(
  trx: Transaction,
  row: Pick<Terms, keyof Parties | "from_contract_id" | "contract_id" | "invoice_id">,
) {
  await lockPots(trx, partyOf(row));
  const contracts = await lockContracts(trx, [row, { contract_id: row.from_contract_id }]);
  const invoices = await lockInvoices(trx, [row]);
  return { contracts, invoices, currencies: await readCurrencies(trx) };
}
export type Locks = Awaited<ReturnType<typeof lockAll>>;

export const invoiceFields = { agent_id: "agent_invoice_id", supplier_id: "purchase_invoice_id" } as const;

/** What the target gets, taken off the locked rows; nothing without one. @throws DomainError invalid, conflict */
export function settle(
  { contract_id, from_contract_id, customer_id, invoice_id, amount, ...party }: Terms,
  field: Pot["field"],
  worthIn: (target: Currency, remaining: Decimal) => ReturnType<typeof worthOf>,
  { contracts, invoices, currencies }: Locks,
) {
  const source = contracts.get(from_contract_id);
  if (source) addOwed(source, amount);
  const none = { exchange_rate: null, equivalent_amount: null };
  if (contract_id) {
    const contract = contracts.get(contract_id);
    if (contract?.customer_id !== customer_id)
      throw invalid("contract_id", contract ? "العقد لا يخص هذا العميل" : "العقد غير موجود");
    requirePayable(contract);
    const target = currencies.get(contract.currency_id) as Currency;
    const { equivalent, rate } = worthIn(target, contract.remaining_amount);
    if (equivalent === null)
      throw invalid(
        "amount",
        `المبلغ أكبر من المتبقي في العقد (${amountInText(contract.remaining_amount, target.code)})`,
      );
    addOwed(contract, Big(equivalent).neg());
    return { exchange_rate: rate, equivalent_amount: equivalent };
  }
  if (!invoice_id || field === "customer_id") return none;
  const [item, invoice, target] = [invoiceFields[field], invoices.get(invoice_id), riyalOf(currencies)];
  if (invoice?.kind !== (field === "agent_id" ? "agent" : "purchase"))
    throw invalid(item, "الفاتورة غير موجودة");
  if (invoice[field] !== party[field]) throw invalid(item, "الفاتورة لا تخص صاحب المبلغ");
  if (!target) throw invalid(item, noRiyal);
  const remaining = remainingOf(invoice);
  if (!["pending", "overdue"].includes(invoice.payment_status) || Big(remaining).lte(0))
    throw conflicting(item, "لم يبق من الفاتورة ما يسدد");
  const { equivalent, rate } = worthIn(target, remaining);
  if (equivalent === null)
    throw invalid("amount", `المبلغ أكبر من المتبقي من الفاتورة (${amountInText(remaining, target.code)})`);
  invoices.set(invoice_id, withSettled(invoice, equivalent));
  return { exchange_rate: rate, equivalent_amount: equivalent };
}

/**
 * What an amount is worth in its target's currency, at which rate; null if it is more than what remains.
 * @throws DomainError invalid
 */
export function worthOf(
  { amount }: Terms,
  rateInput: RateInput,
  from: Currency,
  to: Currency,
  remaining: Decimal,
  { currencies }: Locks,
) {
  try {
    const rate = rateOf(rateInput, from, to, undefined, currencies);
    return { rate: rateToKeep(rate), equivalent: equivalentOf(amount, rate, from.code, to.code, remaining) };
  } catch (error) {
    // receipts call the field of the rate otherwise
    const isOfRate = error instanceof DomainError && error.fields?.exchange_rate_at_payment;
    throw isOfRate ? invalid("exchange_rate", error.message) : error;
  }
}

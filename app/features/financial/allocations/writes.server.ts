import Big from "big.js";
import type { z } from "zod";
import { typedOf } from "~/db/document.server";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import type { TypedOf } from "~/domain/fields";
import { id as anId, optional, requiredMessage } from "~/domain/input.server";
import { lockInvoices, remainingOf, storeSettled, withSettled } from "~/features/invoices/settlement.server";
import { eventDay, type SentEvent } from "~/features/money/event-day.server";
import { amountInText, fits, tooFine } from "~/features/money/money.server";
import {
  type Currency,
  equivalentOf,
  noRiyal,
  rateOf,
  rateToKeep,
  readCurrencies,
  riyalOf,
} from "~/features/money/rates.server";
import { requirePayable } from "../receipts/booking.server";
import { giveBack } from "../receipts/contracts.server";
import { addOwed, lockContracts, settleContracts } from "../vouchers/contracts.server";
import { availableIn, lockPots, type Pot, refundableOf } from "../vouchers/on-account.server";
import { type Allocation, allocation } from "./allocation";
import { type AllocationRow, allocationSchema, findAllocation, listAllocations } from "./allocations.server";

type Input = z.output<typeof allocationSchema>;

/** What a user enters, and the invoice of whichever kind. */
type Terms = TypedOf<(typeof allocation)["fields"]> & Pick<AllocationRow, "invoice_id">;

const series = { table: "allocations", column: "allocation_number", prefix: "AL" };

type Parties = Pick<Terms, "customer_id" | "agent_id" | "supplier_id">;

/** The party of an allocation. @throws DomainError invalid unless there is exactly one */
function partyOf(input: Parties): Pick<Pot, "field" | "id"> {
  const named = (["customer_id", "agent_id", "supplier_id"] as const).filter((field) => input[field]);
  const [field] = named;
  if (!field || named.length > 1)
    throw invalid(named[1] ?? "customer_id", "اختر عميلًا أو وكيلًا أو موردًا، واحدًا فقط");
  return { field, id: input[field] as number };
}

/** What an allocation names, locked: contracts, invoices, currencies, and the pots of its party. */
async function lockAll(
  trx: Transaction,
  row: Pick<Terms, keyof Parties | "from_contract_id" | "contract_id" | "invoice_id">,
) {
  await lockPots(trx, partyOf(row));
  const contracts = await lockContracts(trx, [row, { contract_id: row.from_contract_id }]);
  const invoices = await lockInvoices(trx, [row]);
  return { contracts, invoices, currencies: await readCurrencies(trx) };
}
type Locks = Awaited<ReturnType<typeof lockAll>>;

const invoiceFields = { agent_id: "agent_invoice_id", supplier_id: "purchase_invoice_id" } as const;

/**
 * Sets what a party has on account, or what is to be given back of a customer's contract, against another contract or an invoice
 * (books.md): the amount is in the currency that is on account, and is converted as a receipt is.
 * @throws DomainError invalid, forbidden (another day); conflict if it is more than there is on that day or since, or the period is closed
 */
async function createAllocation(trx: Transaction, input: Input, { user }: By): Promise<Allocation> {
  const { agent_invoice_id, purchase_invoice_id, event_date } = input;
  const row: Terms = {
    ...typedOf(allocation.fields, input),
    invoice_id: agent_invoice_id ?? purchase_invoice_id ?? null,
  };
  const party = partyOf(row);
  await requireRows(trx, row, { customer_id: "customers", agent_id: "agents", supplier_id: "suppliers" });
  refuseOthers(input, party.field);
  const locks = await lockAll(trx, row);
  const currency = locks.currencies.get(row.currency_id);
  if (!currency) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(row.amount, currency.code)) throw invalid("amount", tooFine("المبلغ", currency.code));
  const date = await eventDay(
    trx,
    { event_date },
    { user, day: await firstDay(trx, row), last: async () => null },
  );
  await requireMoney(trx, row, { ...party, code: currency.code }, currency, date, locks);
  const settlement = settle(row, party.field, currency, locks);
  const { id } = await insertNumbered(trx, series, date, {
    ...row,
    ...settlement,
    date,
    created_by: user.id,
  });
  await storeAll(trx, row, locks);
  return findAllocation(trx, id);
}

/** @throws DomainError invalid for an item of another kind of party, or for none */
function refuseOthers(input: Input, field: Pot["field"]) {
  const own: string[] =
    field === "customer_id" ? ["from_contract_id", "contract_id"] : [invoiceFields[field]];
  const items = ["from_contract_id", "contract_id", "agent_invoice_id", "purchase_invoice_id"] as const;
  for (const item of items) if (input[item] && !own.includes(item)) throw invalid(item, "لا يخص صاحب المبلغ");
  if (!items.some((item) => input[item]))
    throw invalid(
      own.at(-1) as string,
      field === "customer_id" ? "اختر العقد الذي يخصص له المبلغ" : "اختر الفاتورة التي يخصص لها المبلغ",
    );
  if (input.contract_id && input.contract_id === input.from_contract_id)
    throw invalid("contract_id", "اختر عقدًا آخر: هذا هو العقد الذي يؤخذ منه");
}

/** The day of the newest document that an allocation names: it does not stand before that. */
async function firstDay(trx: Transaction, { contract_id, from_contract_id, invoice_id }: Terms) {
  const { rows } = await trx.raw(
    `SELECT max(day) AS day FROM (SELECT contract_date AS day FROM contracts WHERE id IN (?, ?)
     UNION ALL SELECT invoice_date FROM invoices WHERE id = ?) AS days`,
    [contract_id, from_contract_id, invoice_id],
  );
  return (rows[0].day as string | null) ?? "0001-01-01";
}

/** @throws DomainError invalid, conflict if there is not so much on that day and since */
async function requireMoney(
  trx: Transaction,
  { from_contract_id, customer_id, currency_id, amount }: Terms,
  pot: Pot,
  { code }: Currency,
  date: string,
  { contracts }: Locks,
) {
  const source = contracts.get(from_contract_id);
  if (from_contract_id && source?.customer_id !== customer_id)
    throw invalid("from_contract_id", source ? "العقد لا يخص هذا العميل" : "العقد غير موجود");
  if (source && source.currency_id !== currency_id)
    throw invalid("currency_id", "ما يرد من العقد بعملة العقد");
  const most = source ? await refundableOf(trx, source.id, date) : await availableIn(trx, pot, date);
  if (Big(amount).lte(most)) return;
  const where = source ? "المستحق رده من العقد" : "ما تحت الحساب";
  throw conflicting("amount", `${where} في ${date} وما بعده ${amountInText(most, code)}، فلا يخصص أكثر منه`);
}

/** What the target gets, taken off the locked rows; nothing without one. @throws DomainError invalid, conflict */
function settle(
  { contract_id, from_contract_id, customer_id, invoice_id, amount, exchange_rate, ...party }: Terms,
  field: Pot["field"],
  currency: Currency,
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
    const rate = rateOf({ rate: exchange_rate ?? undefined }, currency, target, undefined, currencies);
    const equivalent = equivalentOf(amount, rate, currency.code, target.code, contract.remaining_amount);
    if (equivalent === null)
      throw invalid(
        "amount",
        `المبلغ أكبر من المتبقي في العقد (${amountInText(contract.remaining_amount, target.code)})`,
      );
    addOwed(contract, Big(equivalent).neg());
    return { exchange_rate: rateToKeep(rate), equivalent_amount: equivalent };
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
  const rate = rateOf({ rate: exchange_rate ?? undefined }, currency, target, undefined, currencies);
  const equivalent = equivalentOf(amount, rate, currency.code, target.code, remaining);
  if (equivalent === null)
    throw invalid("amount", `المبلغ أكبر من المتبقي من الفاتورة (${amountInText(remaining, target.code)})`);
  invoices.set(invoice_id, withSettled(invoice, equivalent));
  return { exchange_rate: rateToKeep(rate), equivalent_amount: equivalent };
}

async function storeAll(
  trx: Transaction,
  { contract_id, from_contract_id }: Pick<AllocationRow, "contract_id" | "from_contract_id">,
  { invoices }: Locks,
) {
  for (const step of settleContracts(trx, [{ contract_id }, { contract_id: from_contract_id }])) await step();
  await storeSettled(trx, [...invoices.values()]);
}

/**
 * Takes an allocation's amount back from what got it.
 * @param day on which it goes back
 * @throws DomainError conflict if the payment that made it stands, or the money is needed where it is
 */
async function takeBack(trx: Transaction, row: AllocationRow, day: string): Promise<Locks> {
  if (row.payment_id) throw new DomainError("conflict", "أجرى سند صرف هذا التخصيص: عدل السند أو ألغه");
  const locks = await lockAll(trx, row);
  const party = partyOf(row);
  const rest = Big(row.amount).minus(row.taken_amount);
  const equivalent = Big(row.equivalent_amount ?? 0).minus(row.taken_equivalent);
  const invoice = locks.invoices.get(row.invoice_id);
  if (invoice) locks.invoices.set(invoice.id, withSettled(invoice, equivalent.neg().toFixed()));
  giveBack(locks.contracts, { contract_id: row.contract_id, equivalent_amount: equivalent.toFixed() });
  const isLeft = row.from_contract_id && !row.equivalent_amount; // it lies on account
  const { code } = locks.currencies.get(row.currency_id) as Currency;
  if (isLeft && rest.gt(await availableIn(trx, { ...party, code }, day)))
    throw new DomainError("conflict", "صُرف ما عاد بهذا التخصيص إلى الحساب أو خُصص لغيره: ألغ ذلك أولًا");
  return locks;
}

/** Takes the pots before the row, as a returned cheque does that takes allocations back. */
async function lockPotsOf(trx: Transaction, id: number) {
  const row = await trx("allocations")
    .where({ id })
    .first<Parties | undefined>("customer_id", "agent_id", "supplier_id");
  if (row) await lockPots(trx, partyOf(row));
}

/**
 * Cancels an allocation as an event of its own day: what it took is there again.
 * @throws DomainError not_found, forbidden, invalid, conflict
 */
export async function cancelAllocation(
  trx: Transaction,
  id: number,
  event: SentEvent,
  { user }: By,
): Promise<Allocation> {
  await lockPotsOf(trx, id);
  const row = await lockRow<AllocationRow>(trx, "allocations", id);
  if (row.status === "cancelled") throw new DomainError("conflict", "التخصيص ملغي");
  const day = await eventDay(trx, event, { user, day: row.date, last: async () => lastDay(trx, id) });
  const locks = await takeBack(trx, row, day);
  await trx("allocations")
    .where({ id })
    .update({
      status: "cancelled",
      taken_amount: row.amount,
      taken_equivalent: row.equivalent_amount ?? "0",
    });
  await storeAll(trx, row, locks);
  return findAllocation(trx, id);
}

const lastDay = async (trx: Transaction, document_id: number) =>
  (await trx("entries").where({ document: "allocation", document_id }).max("date"))[0]?.max as string | null;

/** Deletes an allocation that was entered by mistake: a correction. @throws DomainError not_found, conflict */
async function removeAllocation(trx: Transaction, id: number) {
  await lockPotsOf(trx, id);
  const row = await lockRowWithKey<AllocationRow>(trx, "allocations", id);
  const locks = row.status === "confirmed" ? await takeBack(trx, row, row.date) : undefined;
  await trx("allocations").where({ id }).delete();
  if (locks) await storeAll(trx, row, locks);
}

/** An allocation does not change: it is cancelled, or deleted and made anew. */
export const allocations = {
  schema: allocationSchema,
  list: listAllocations,
  find: findAllocation,
  create: createAllocation,
  remove: removeAllocation,
} satisfies Partial<Store<Allocation, typeof allocationSchema>>;

type FormInput = Omit<Input, "currency_id"> & { currency_id?: number | null };

/** The store of the form: the currency may be left out where a contract gives it. */
export const allocationForms = {
  ...allocations,
  schema: allocationSchema.extend({ currency_id: optional(anId()) }),
  async create(trx: Transaction, { currency_id, ...input }: FormInput, by: By) {
    const source =
      input.from_contract_id &&
      (await trx("contracts").where({ id: input.from_contract_id }).first("currency_id"));
    const currency = source?.currency_id ?? currency_id;
    if (!currency) throw invalid("currency_id", requiredMessage);
    return createAllocation(trx, { ...input, currency_id: currency }, by);
  },
};

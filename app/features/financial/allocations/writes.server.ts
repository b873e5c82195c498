import Big from "big.js";
import type { z } from "zod";
import { typedOf } from "~/db/document.server";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lockRow, lockRowWithKey, requireRows } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { code, optional } from "~/domain/input.server";
import { storeSettled, withSettled } from "~/features/invoices/settlement.server";
import { eventDay, type SentEvent } from "~/features/money/event-day.server";
import { amountInText, type Decimal, fits, tooFine } from "~/features/money/money.server";
import { allocationSeries, availableIn, lockPots, type Pot } from "~/features/money/pots.server";
import { readRateShown } from "~/features/money/rate";
import type { Currency } from "~/features/money/rates.server";
import { addOwed, settleContracts } from "../vouchers/contracts.server";
import { refundableOf, requireUnowed } from "../vouchers/on-account.server";
import { type Allocation, allocation } from "./allocation";
import { type AllocationRow, allocationSchema, findAllocation, listAllocations } from "./allocations.server";
import {
  invoiceFields,
  type Locks,
  lockAll,
  type Parties,
  partyOf,
  settle,
  type Terms,
  worthOf,
} from "./settle.server";
import { readSource } from "./source";

type Input = z.output<typeof allocationSchema> & { rate_shown?: string | null };

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
  const shown = readRateShown(input.rate_shown);
  const worthIn = (target: Currency, remaining: Decimal) =>
    worthOf(row, { shown, rate: row.exchange_rate ?? undefined }, currency, target, remaining, locks);
  const settlement = settle(row, party.field, worthIn, locks);
  const { id } = await insertNumbered(trx, allocationSeries, date, { ...row, ...settlement, date });
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
 * @param day of the event; none for a correction, which is of the allocation's own day
 * @throws DomainError conflict if the payment that made it stands, or the money is needed where it is
 */
async function takeBack(trx: Transaction, row: AllocationRow, day?: string): Promise<Locks> {
  if (row.payment_id) throw new DomainError("conflict", "أجرى سند صرف هذا التخصيص: عدل السند أو ألغه");
  const locks = await lockAll(trx, row);
  const party = partyOf(row);
  const rest = Big(row.amount).minus(row.taken_amount);
  const equivalent = Big(row.equivalent_amount ?? 0).minus(row.taken_equivalent);
  const invoice = locks.invoices.get(row.invoice_id);
  if (invoice) locks.invoices.set(invoice.id, withSettled(invoice, equivalent.neg().toFixed()));
  const contract = locks.contracts.get(row.contract_id);
  if (contract) {
    const amount = equivalent.toFixed();
    await (day
      ? requireUnowed(trx, contract, null, { date: day, amount })
      : requireUnowed(trx, contract, { document: "allocation", id: row.id }, null));
    addOwed(contract, equivalent);
  }
  const isLeft = row.from_contract_id && !row.equivalent_amount; // it lies on account
  const { code } = locks.currencies.get(row.currency_id) as Currency;
  if (isLeft && rest.gt(await availableIn(trx, { ...party, code }, day ?? row.date)))
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
  const locks = row.status === "confirmed" ? await takeBack(trx, row) : undefined;
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

const formSchema = allocationSchema
  .omit({ currency_id: true, from_contract_id: true })
  .extend({ source: code(30), rate_shown: optional(code(100)) });

/** The store of the form, which sends one choice for the source and the currency, and the pair of currencies of its rate. */
export const allocationForms = {
  ...allocations,
  schema: formSchema,
  async create(trx: Transaction, { source, ...input }: z.output<typeof formSchema>, by: By) {
    const named = readSource(source);
    if (named?.kind === "account") return createAllocation(trx, { ...input, currency_id: named.id }, by);
    const contract = named && (await trx("contracts").where({ id: named.id }).first("currency_id"));
    if (!contract) throw invalid("source", "اختر مما في القائمة");
    const { currency_id } = contract;
    return createAllocation(trx, { ...input, from_contract_id: named.id, currency_id }, by);
  },
};

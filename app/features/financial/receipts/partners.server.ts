import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { lastOf } from "~/db/rows.server";
import type { Step } from "~/db/together.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { type Creditable, creditableOf } from "~/features/invoices/credit-notes.server";
import type { InvoiceKind, PaymentStatus } from "~/features/invoices/invoice";
import { prefixOf } from "~/features/invoices/numbers.server";
import { amountInText, type Decimal, rateBetween } from "~/features/money/money.server";
import { availableIn, type Pot } from "~/features/money/pots.server";
import {
  type Currencies,
  type Currency,
  equivalentOf,
  noRiyal,
  riyalOf,
} from "~/features/money/rates.server";
import { riyal } from "~/features/money/riyal";
import type { Converted, Terms } from "./booking.server";
import { receiptSeries } from "./receipt";

/*
 * Money from agents and suppliers (docs/decisions/credit-notes.md). A receipt takes what stands against its partner on account, first in its own currency
 * and then in riyals; what nothing stood against is money back, for which a credit note is made that goes with it.
 */

const none: Converted = { converted_amount: null, settled_amount: null };

type Stored = Terms & Converted & { id: number; status: string };

export const isPartners = ({
  contract_id,
  agent_id,
  supplier_id,
}: Pick<Terms, "contract_id" | "agent_id" | "supplier_id">) =>
  !contract_id && (agent_id !== null || supplier_id !== null);

const holderOf = ({
  agent_id,
  supplier_id,
}: Pick<Terms, "agent_id" | "supplier_id">): Pick<Pot, "field" | "id"> =>
  agent_id ? { field: "agent_id", id: agent_id } : { field: "supplier_id", id: supplier_id as number };

const kindOf = ({ agent_id }: Pick<Terms, "agent_id">): InvoiceKind => (agent_id ? "agent" : "purchase");

/** The credit note that a receipt made. */
type Note = { id: number; kind: InvoiceKind; total_amount: Decimal; payment_status: PaymentStatus };

/** What a receipt of a partner may take, and its credit note: as it is, and the amount that it gets (undefined where it stays). */
export type PartnerMoney = {
  own: Decimal;
  riyals: Decimal;
  day: string;
  isNamed: boolean;
  /** The invoice that money back names. */
  invoice?: Creditable;
  note?: Note;
  credit?: Decimal;
};

/**
 * Reads what the locked pots of a receipt's partner have on its day and since, the receipt and its credit note aside.
 * @param all the receipt as it stands, if it does, and its terms
 * @param booked the terms that are booked
 */
export async function readMoney(
  trx: Transaction,
  all: (Pick<Terms, "contract_id" | "agent_id" | "supplier_id"> & { id?: number; status?: string })[],
  booked?: Terms,
): Promise<PartnerMoney> {
  const nothing: PartnerMoney = { own: "0", riyals: "0", day: "", isNamed: true };
  const present = all.find(({ id }) => id);
  const note: Note | undefined =
    present && isPartners(present)
      ? await trx("invoices")
          .where({ receipt_id: present.id })
          .first("id", "kind", "total_amount", "payment_status")
      : undefined;
  if (!booked || !isPartners(booked)) return { ...nothing, note };
  const { rows } = await trx.raw(
    "SELECT (SELECT code FROM currencies WHERE id = :currency) AS code, CASE WHEN :isEvent THEN event_day(:own::date, now()) ELSE :own::date END AS day",
    { currency: booked.currency_id, own: booked.date, isEvent: present?.status === "cancelled" },
  );
  const { code, day } = rows[0] as { code: string | null; day: string };
  const except = [
    ...(present ? [{ document: "receipt", document_id: present.id as number }] : []),
    ...(note ? [{ document: note.kind, document_id: note.id }] : []),
  ];
  const most = (code: string) => availableIn(trx, { ...holderOf(booked), code }, day, except);
  const own = code ? await most(code) : "0";
  return {
    own,
    riyals: code === riyal.code ? own : await most(riyal.code),
    day,
    isNamed: await isNamed(trx, booked),
    invoice: await creditableOf(trx, booked.credited_invoice_id, note?.id),
    note,
  };
}

/** Whether the invoice that money back names is one of its partner's; it may name none. */
async function isNamed(trx: Transaction, { credited_invoice_id, agent_id, supplier_id }: Terms) {
  if (!credited_invoice_id) return true;
  const own = { id: credited_invoice_id, document_type: "invoice", agent_id, supplier_id };
  return Boolean(await trx("invoices").where(own).first("id"));
}

const same = [
  "date",
  "currency_id",
  "contract_id",
  "agent_id",
  "supplier_id",
  "money_back",
  "credited_invoice_id",
] as const;

/**
 * What a receipt sets against riyals; nothing where it keeps that. Notes in `money` the amount of its credit note.
 * @throws DomainError invalid; conflict if more is paid than stands against the partner, unless it is money back
 */
export function settleMoney(
  money: PartnerMoney,
  terms: Terms,
  present: Stored | undefined,
  currencies: Currencies,
): Partial<Converted> {
  if (!isPartners(terms)) return present && isPartners(present) ? none : {};
  if (!money.isNamed) throw invalid("credited_invoice_id", "الفاتورة لا تخص هذا الدافع");
  if (
    present &&
    same.every((name) => present[name] === terms[name]) &&
    Big(present.amount).eq(terms.amount)
  ) {
    if (present.status === "cancelled") requireThere(money, present);
    return {};
  }
  const currency = currencies.get(terms.currency_id) as Currency;
  const rest = Big(terms.amount).minus(Big(terms.amount).lt(money.own) ? terms.amount : money.own);
  const isRiyal = currency.code === riyal.code;
  const target = riyalOf(currencies);
  if (rest.gt(0) && !isRiyal && !target) {
    if (terms.money_back) throw invalid("currency_id", noRiyal);
    throw tooMuch(money, currency.code);
  }
  const settled = rest.gt(0) && !isRiyal ? inRiyals(rest, currency, target as Currency, money) : undefined;
  money.credit = settled ? settled.credit : rest.toFixed();
  if (Big(money.credit).gt(0) && !terms.money_back) throw tooMuch(money, currency.code);
  return settled ? { converted_amount: rest.toFixed(), settled_amount: settled.amount } : none;
}

/** What an amount is worth in riyals, and what of it nothing stands against. */
function inRiyals(rest: Big, { code, exchange_rate }: Currency, target: Currency, { riyals }: PartnerMoney) {
  const rate = rateBetween(exchange_rate, target.exchange_rate);
  const covered = equivalentOf(rest.toFixed(), rate, code, target.code, riyals);
  if (covered !== null) return { amount: covered, credit: "0" };
  const amount = equivalentOf(rest.toFixed(), rate, code, target.code, undefined) as Decimal;
  return { amount, credit: Big(amount).minus(riyals).toFixed() };
}

function tooMuch({ own, riyals, day }: PartnerMoney, code: string) {
  const amounts = new Set([
    amountInText(own, code),
    ...(Big(riyals).gt(0) ? [amountInText(riyals, riyal.code)] : []),
  ]);
  return conflicting(
    "amount",
    `ما عليه تحت الحساب في ${day} وما بعده ${[...amounts].join(" و")}: اقبض ما لا يزيد عليه، أو اجعل الغرض مرتجعًا`,
  );
}

/** @throws DomainError conflict where what a cancelled receipt took is not there any more */
function requireThere(
  { own, riyals, note }: PartnerMoney,
  { amount, converted_amount, settled_amount }: Stored,
) {
  const credit = note?.total_amount ?? "0";
  const isThere =
    settled_amount === null
      ? Big(amount).minus(credit).lte(own)
      : Big(amount)
          .minus(converted_amount ?? 0)
          .lte(own) && Big(settled_amount).minus(credit).lte(riyals);
  if (!isThere) throw conflicting("status", "ما كان عليه تحت الحساب لم يعد يكفي السند: أدخله سندًا جديدًا");
}

/**
 * The statements that keep the credit note of a receipt with it: made, corrected, cancelled, or deleted.
 * @param before the receipt as it stood, and `after` as it stands; none where it was cancelled or deleted
 */
export function noteSteps(
  trx: Transaction,
  { note, credit }: PartnerMoney,
  before: Terms | undefined,
  after: (Terms & { id?: number }) | undefined,
): Step[] {
  const rows = () => trx("invoices").where({ id: note?.id });
  if (!after) return note && before ? [() => rows().update({ payment_status: "cancelled" })] : [];
  const amount = isPartners(after) ? (credit ?? note?.total_amount ?? "0") : "0";
  const isKept = note?.kind === kindOf(after) && Big(amount).gt(0);
  const { agent_id, supplier_id, credited_invoice_id, date: invoice_date, description } = after;
  const values = {
    ...{ agent_id, supplier_id, credited_invoice_id, invoice_date, description, amount },
    payment_status: "paid",
  };
  if (isKept) return [() => rows().update(values)];
  return [
    ...(note ? [() => rows().delete()] : []),
    ...(Big(amount).gt(0) ? [() => insertNote(trx, { ...values, kind: kindOf(after) }, after.id)] : []),
  ];
}

/** The note is of the campaign of the invoice that it names. */
const insertNote = (
  trx: Transaction,
  values: { kind: InvoiceKind; invoice_date: string; credited_invoice_id: number | null },
  receiptId?: number,
) =>
  trx.raw(
    `SELECT insert_invoice(?::jsonb || jsonb_build_object('receipt_id', ?::integer, 'created_by', acting_user(),
       'campaign_id', (SELECT campaign_id FROM invoices WHERE id = ?)), ?)`,
    [
      JSON.stringify({ ...values, document_type: "credit_note" }),
      receiptId ?? lastOf(trx, receiptSeries).id,
      values.credited_invoice_id,
      prefixOf(values.kind, values.invoice_date),
    ],
  );

import { beforeAll, expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { makeAgent, makeCurrency, makeInvoice, makeSupplier } from "../support/factories";
import {
  type Currency,
  exchange,
  fourCurrencies,
  fraction,
  paidOf,
  randomFrom,
  rounded,
  amountText as text,
} from "../support/model";
import { useOffice } from "../support/office";

/*
 * Payment vouchers are made, edited, cancelled, confirmed again and deleted at random (the seed is fixed), in every
 * combination of currency, method, account, invoice and state, while a rate changes; after each step every balance,
 * every invoice and every refusal is what this model says. It knows the rulings and nothing of the office's code: whole
 * minor units and fractions, in bigints.
 */

const { office, client } = useOffice();

const { random, pick } = randomFrom(20261122);

type Account = { id: number; bank: boolean; currency: Currency; balance: bigint };
type Partner = { field: "agent_id" | "supplier_id"; id: number; invoices: Invoice[] };
type Invoice = { id: number; partner: Partner; total: bigint; paid: bigint; status: string; isDue: boolean };
type Terms = {
  partner: Partner | null;
  invoice: Invoice | null;
  currency: Currency;
  amount: bigint;
  method: "cash" | "bank_transfer" | "cheque";
  account: Account;
};
type Voucher = Terms & { id: number; isConfirmed: boolean; taken: bigint; settled: bigint };

const world = { currencies: [] as Currency[], accounts: [] as Account[], partners: [] as Partner[] };
const vouchers: Voucher[] = [];
let sar: Currency;
let expense: number;

beforeAll(async () => {
  const { knex } = office;
  for (const [code, stored, rate, decimals] of fourCurrencies)
    world.currencies.push({
      id: await makeCurrency(knex, code, stored, { is_default: code === "USD" }),
      code,
      decimals,
      rate,
    });
  sar = world.currencies[1] as Currency;
  for (const currency of world.currencies)
    for (const bank of [false, true]) {
      const own = bank ? { account_number: "1", account_name: "الوكالة" } : {};
      const balance = 9_000n * 10n ** BigInt(currency.decimals);
      const sent = {
        name: currency.code,
        currency_code: currency.code,
        balance: text(balance, currency),
        ...own,
      };
      const { body } = await client.post(bank ? "/api/banks" : "/api/cash-boxes", sent);
      world.accounts.push({ id: (body.bank ?? body.cash_box).id, bank, currency, balance });
    }
  for (const field of ["agent_id", "agent_id", "supplier_id"] as const) {
    const id = await (field === "agent_id" ? makeAgent(knex) : makeSupplier(knex));
    const partner: Partner = { field, id, invoices: [] };
    for (const [amount, due_date] of [
      ["900.50", "2026-01-20"],
      ["450", "2999-01-01"],
      ["2000.01", null],
    ] as const) {
      const invoice = await makeInvoice(knex, { [field]: id } as { agent_id: number }, amount, { due_date });
      const total = rounded({ over: fraction(amount).over * 100n, under: fraction(amount).under });
      const isDue = due_date === "2026-01-20";
      partner.invoices.push({ id: invoice, partner, total, paid: 0n, status: "pending", isDue });
    }
    world.partners.push(partner);
  }
  expense = (await client.post("/api/expenses", { name: "كهرباء" })).body.expense.id;
});

function anyTerms(): Terms {
  const partner = random(4) ? pick(world.partners) : null;
  const currency = pick(world.currencies);
  const method = pick(["cash", "bank_transfer", "cheque"] as const);
  const invoice = partner && random(3) ? pick(partner.invoices) : null;
  // Sometimes the rest of the invoice, or nearly; sometimes too much for any account.
  const left = invoice ? invoice.total - invoice.paid : 0n;
  const amount = pick([
    BigInt(1 + random(40_000)),
    BigInt(1 + random(400)),
    left > 0n ? rounded(exchange(left, sar, currency)) + BigInt(random(3) - 1) : 5n,
    BigInt(900_000 + random(9_000_000)),
  ]);
  const account = pick(world.accounts.filter(({ bank }) => bank === (method !== "cash")));
  return { partner, invoice, currency, amount: amount > 0n ? amount : 1n, method, account };
}

function bodyOf({ partner, invoice, currency, amount, method, account }: Terms) {
  return {
    beneficiary_type: partner ? (partner.field === "agent_id" ? "agent" : "supplier") : "expense",
    ...(partner ? { [partner.field]: partner.id } : { expense_id: expense }),
    ...(partner && {
      [partner.field === "agent_id" ? "agent_invoice_id" : "purchase_invoice_id"]: invoice?.id ?? null,
    }),
    currency_id: currency.id,
    amount: text(amount, currency),
    payment_method: method,
    [method === "cash" ? "cash_box_id" : "bank_account_id"]: account.id,
  };
}

/** The amount that the account pays and the part of the invoice that it settles in the present state; null if that is refused. */
const takenBy = ({ currency, amount, account }: Terms) =>
  rounded(exchange(amount, currency, account.currency)) || null;

function settledBy({ invoice, currency, amount }: Terms): bigint | null {
  if (!invoice) return 0n;
  if (invoice.status === "paid") return null;
  const left = invoice.total - invoice.paid;
  return paidOf(left, amount, currency, sar);
}

function giveBack({ invoice, settled }: Voucher) {
  if (!invoice) return;
  invoice.paid -= settled;
  invoice.status = invoice.isDue ? "overdue" : "pending";
}

function settle({ invoice, settled }: Voucher) {
  if (!invoice) return;
  invoice.paid += settled;
  if (invoice.paid === invoice.total) invoice.status = "paid";
}

const sameAmount = (one: Terms, other: Terms) =>
  one.currency === other.currency && one.amount === other.amount;

/** Books the voucher with other terms; null, and nothing changes, if that is refused. */
function changed(voucher: Voucher, terms: Terms): Voucher | null {
  const invoices = world.partners.flatMap((partner) => partner.invoices);
  const before = [...world.accounts, ...invoices].map((one) => [one, { ...one }] as const);
  // Amounts booked for unchanged terms stay whatever the rates are now, for the account and the invoice separately.
  const isSame = voucher.isConfirmed && sameAmount(voucher, terms);
  const keepsTaken = isSame && voucher.account === terms.account;
  const keepsSettled = isSame && voucher.invoice === terms.invoice;
  if (voucher.isConfirmed) voucher.account.balance += voucher.taken;
  if (voucher.isConfirmed && !keepsSettled) giveBack(voucher);
  const taken = keepsTaken ? voucher.taken : takenBy(terms);
  const settled = keepsSettled ? voucher.settled : settledBy(terms);
  const after =
    taken === null || settled === null ? null : { ...voucher, ...terms, isConfirmed: true, taken, settled };
  if (after) after.account.balance -= after.taken;
  if (after && !keepsSettled) settle(after);
  if (after && world.accounts.every(({ balance }) => balance >= 0n)) return after;
  for (const [one, stood] of before) Object.assign(one, stood);
  return null;
}

async function step() {
  const deed = random(20);
  const voucher = vouchers.length ? pick(vouchers) : undefined;
  const address = `/api/payment-vouchers/${voucher?.id}`;
  if (!voucher || deed < 7) {
    const terms = anyTerms();
    const { status, body } = await client.post("/api/payment-vouchers", bodyOf(terms));
    const made = changed(
      { ...terms, id: body.payment_voucher?.id, isConfirmed: false, taken: 0n, settled: 0n },
      terms,
    );
    if (made) vouchers.push(made);
    return ["create", made ? [201] : [409, 422], status] as const;
  }
  const keep = (after: Voucher | null) => after && vouchers.splice(vouchers.indexOf(voucher), 1, after);
  if (deed < 14) {
    // Any part of the terms, so that each changes with and without the others.
    const terms = { ...(voucher as Terms) };
    const other = anyTerms();
    const whom = random(4);
    if (whom < 2) Object.assign(terms, { partner: other.partner, invoice: other.invoice });
    if (whom === 2) terms.invoice = terms.partner && random(2) ? pick(terms.partner.invoices) : null;
    if (random(2)) Object.assign(terms, { currency: other.currency, amount: other.amount });
    if (random(2)) Object.assign(terms, { method: other.method, account: other.account });
    const status = voucher.isConfirmed ? {} : { status: "confirmed" };
    const answer = await client.put(address, { ...bodyOf(terms), ...status });
    const after = changed(voucher, terms);
    keep(after);
    return ["edit", after ? [200] : [409, 422], answer.status] as const;
  }
  if (deed < 17) {
    const answer = await client.put(address, { status: voucher.isConfirmed ? "cancelled" : "confirmed" });
    if (voucher.isConfirmed) {
      voucher.account.balance += voucher.taken;
      giveBack(voucher);
      voucher.isConfirmed = false;
      return ["cancel", [200], answer.status] as const;
    }
    const after = changed(voucher, voucher);
    keep(after);
    return ["confirm", after ? [200] : [409, 422], answer.status] as const;
  }
  if (deed < 19) {
    if (voucher.isConfirmed) {
      voucher.account.balance += voucher.taken;
      giveBack(voucher);
    }
    vouchers.splice(vouchers.indexOf(voucher), 1);
    return ["delete", [200], (await client.delete(address)).status] as const;
  }
  const exchange_rate = pick(["3.25", "3.2", "3.3125"]);
  const kwd = world.currencies[2] as Currency;
  kwd.rate = fraction(exchange_rate);
  return ["rate", [200], (await client.put(`/api/currencies/${kwd.id}`, { exchange_rate })).status] as const;
}

test("five hundred random steps leave every balance and invoice as the rulings say", async () => {
  const seen = new Map<string, number>();
  for (let turn = 0; turn < 500; turn++) {
    const [deed, expected, status] = await step();
    expect([turn, deed, expected.includes(status as never) || status]).toEqual([turn, deed, true]);
    const outcome = `${deed} ${status < 300 ? "done" : "refused"}`;
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    const accounts = await office.knex("accounts").orderBy("id").select("balance");
    expect(accounts.map(({ balance }) => Number(balance))).toEqual(
      world.accounts.map(({ balance, currency }) => Number(text(balance, currency))),
    );
    const invoices = await office.knex("invoices").orderBy("id").select("paid_amount", "payment_status");
    expect(invoices.map(({ paid_amount, payment_status }) => [paid_amount, payment_status])).toEqual(
      world.partners.flatMap((partner) =>
        partner.invoices.map(({ paid, status }) => [text(paid, sar), status]),
      ),
    );
  }
  for (const outcome of ["create done", "create refused", "edit done", "edit refused", "confirm done"])
    expect([outcome, (seen.get(outcome) ?? 0) > 10]).toEqual([outcome, true]);
  await expectBalanced(office.knex);
});

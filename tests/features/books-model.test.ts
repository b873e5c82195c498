import { beforeAll, expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { booksModel, type Contract, day, type Voucher } from "../support/books-model";
import {
  amountText,
  type Currency,
  exchange,
  fraction,
  partsForTotal,
  randomFrom,
  ratio,
  rounded,
  sum,
  unpaid,
} from "../support/model";
import { useOffice } from "../support/office";

/*
 * Contracts in four currencies are paid, discounted, scheduled, cancelled with a fee, refunded and made active again at random, and
 * their vouchers in any currency edited, cancelled, confirmed and deleted, while a rate changes. After each step every contract, every
 * account and the customer's balance are what this model says, to the last minor unit.
 */

const { office, client } = useOffice();
const { random, pick } = randomFrom(20261125);

const {
  currencies,
  boxes,
  agents,
  contracts,
  vouchers,
  fill,
  keptOf,
  paidFor,
  refundedOf,
  totalOf,
  refundableOf,
  remainingOf,
  mayLeave,
  proposalOf,
  book,
  unbook,
  told,
} = booksModel();
const today = day(0);

beforeAll(() => fill(office.knex, client));

/* The steps */

type Step = [deed: string, isGood: boolean, status: number];

const addressOf = ({ kind, id }: Voucher) =>
  `/api/${kind === "receipt" ? "receipt" : "payment"}-vouchers/${id}`;

/** Some amount, in the paying currency: small, too large, or nearly what is left. */
function anyAmount(rest: bigint, from: Currency, to: Currency) {
  const exact = rest > 0n ? rounded(exchange(rest, to, from)) + BigInt(random(3) - 1) : 7n;
  const amount = pick([
    BigInt(1 + random(60_000)),
    BigInt(1 + random(900)),
    exact,
    BigInt(1 + random(900_000)),
  ]);
  return amount > 0n ? amount : 1n;
}

async function issue(kind: Voucher["kind"], contract: Contract): Promise<Step> {
  const [currency, box] = [pick(currencies), pick(boxes)];
  const rest = kind === "receipt" ? remainingOf(contract) : refundableOf(contract);
  const amount = anyAmount(rest, currency, contract.currency);
  const isReceipt = kind === "receipt";
  const { status, body } = await client.post(`/api/${isReceipt ? "receipt" : "payment"}-vouchers`, {
    customer_id: contract.customer,
    contract_id: contract.id,
    currency_id: currency.id,
    amount: amountText(amount, currency),
    payment_method: "cash",
    cash_box_id: box.id,
    date: today,
    description: "سند",
  });
  const rate = ratio(currency, contract.currency);
  const empty = { id: 0, isConfirmed: false, worth: 0n, moved: 0n };
  const voucher: Voucher = { ...empty, kind, contract, currency, box, amount, rate };
  const isGood = book(voucher);
  if (isGood) vouchers.push({ ...voucher, id: (body.receipt_voucher ?? body.payment_voucher)?.id });
  return [`${kind} new`, isGood, status];
}

async function changeVoucher(voucher: Voucher): Promise<Step> {
  const { kind, contract, currency, box } = voucher;
  const deed = random(4);
  if (deed === 0) {
    const isGood = !voucher.isConfirmed || mayLeave(voucher);
    const { status } = await client.delete(addressOf(voucher));
    if (isGood && voucher.isConfirmed) unbook(voucher);
    if (isGood) vouchers.splice(vouchers.indexOf(voucher), 1);
    return [`${kind} delete`, isGood, status];
  }
  if (deed === 1 && voucher.isConfirmed) {
    const isGood = mayLeave(voucher);
    if (isGood) unbook(voucher);
    return [`${kind} cancel`, isGood, (await client.put(addressOf(voucher), { status: "cancelled" })).status];
  }
  if (!voucher.isConfirmed) {
    const isGood = book(voucher);
    return [
      `${kind} confirm`,
      isGood,
      (await client.put(addressOf(voucher), { status: "confirmed" })).status,
    ];
  }
  const before = { ...voucher };
  const balance = box.balance;
  const rest = voucher.worth + (kind === "receipt" ? remainingOf(contract) : refundableOf(contract));
  const amount = anyAmount(rest, currency, contract.currency);
  if (amount !== voucher.amount) {
    const isNeeded = !mayLeave({ ...voucher, moved: 0n });
    unbook(voucher);
    if (isNeeded || !book(Object.assign(voucher, { amount })) || box.balance < 0n) {
      Object.assign(voucher, before);
      box.balance = balance;
    }
  }
  const isGood = voucher.amount === amount;
  const { status } = await client.put(addressOf(voucher), { amount: amountText(amount, currency) });
  return [`${kind} edit`, isGood, status];
}

async function changeContract(contract: Contract): Promise<Step> {
  const { currency } = contract;
  const put = async (body: object) => (await client.put(`/api/contracts/${contract.id}`, body)).status;
  const paid = paidFor(contract);
  const deed = random(7);
  if (deed < 2 || (deed === 2 && contract.isCancelled)) {
    const most = paid - refundedOf(contract);
    const fee = pick([0n, most, most + 1n, BigInt(random(Number(most) + 2)), BigInt(random(900))]);
    const isGood = fee <= most;
    if (isGood && !contract.isCancelled) contract.refundedBefore = refundedOf(contract);
    if (isGood) Object.assign(contract, { isCancelled: true, fee });
    return [
      "contract cancel",
      isGood,
      await put({ status: "cancelled", cancellation_fee: amountText(fee, currency) }),
    ];
  }
  if (contract.isCancelled) {
    const isGood = refundedOf(contract) <= contract.refundedBefore;
    if (isGood) Object.assign(contract, { isCancelled: false, fee: 0n });
    return ["contract stand", isGood, await put({ status: "active" })];
  }
  if (deed < 5) {
    const discount = pick([0n, BigInt(random(300_000)), contract.price - paid, contract.price - paid + 1n]);
    const total = contract.price - discount;
    const isGood = total > 0n;
    if (total === 0n) return ["nothing", true, 200];
    const sent = {
      discount_amount: amountText(discount, currency),
      ...(discount && { discount_reason: "سبب" }),
    };
    if (isGood && discount !== contract.discount)
      Object.assign(contract, {
        discount,
        parts: partsForTotal(contract.parts, total, keptOf(contract), today),
      });
    return ["contract discount", isGood, await put(sent)];
  }
  const settled = unpaid(contract.parts, keptOf(contract)).filter(({ left }) => !left);
  const parts = settled.map(({ due, amount }) => ({ due, amount }));
  let [rest, due] = [
    totalOf(contract) - sum(parts.map(({ amount }) => amount)),
    parts.at(-1)?.due ?? contract.signed,
  ];
  for (let more = random(4); rest > 0n; more--) {
    const amount = more > 0 ? BigInt(1 + random(Number(rest))) : rest;
    due = [day(random(60) - 30), due].sort()[1] as string;
    parts.push({ due, amount });
    rest -= amount;
  }
  contract.parts = parts;
  const schedule = parts.map(({ due, amount }) => ({ due_date: due, amount: amountText(amount, currency) }));
  return ["contract schedule", true, await put({ schedule })];
}

async function nameAgent(contract: Contract): Promise<Step> {
  const agent = pick([...agents, null]);
  const share = agent ? pick([0n, 250n, 1033n, 10_000n]) : 0n;
  const rate = agent && { commission_rate: amountText(share, { decimals: 2 }), commission_reason: "اتفاق" };
  const { status } = await client.put(`/api/contracts/${contract.id}`, {
    agent_id: agent?.id ?? null,
    ...rate,
  });
  Object.assign(contract, { agent, share });
  return ["contract agent", true, status];
}

/** Invoices what an agent has earned, or cancels or deletes such an invoice. */
async function invoiceShares(): Promise<Step> {
  const agent = pick(agents);
  const [invoice] = agent.invoices;
  if (invoice && !random(4)) {
    const address = `/api/agent-invoices/${invoice.id}`;
    agent.invoices.shift();
    const answer = random(2)
      ? await client.delete(address)
      : await client.put(address, { payment_status: "cancelled" });
    return ["commission back", true, answer.status];
  }
  const parts = proposalOf(agent, currencies[1] as Currency);
  const isGood = sum(parts.map(({ riyals }) => riyals)) !== 0n; // less than nothing is a credit note
  const { status, body } = await client.post(`/api/agents/${agent.id}/commission`, {});
  if (isGood) agent.invoices.push({ id: body.agent_invoice?.id, parts });
  return ["commission invoice", isGood, status];
}

async function step(): Promise<Step> {
  const contract = pick(contracts);
  const deed = random(24);
  const isOwed = refundableOf(contract) > 0n;
  if (deed < 6 || (isOwed && random(2))) return issue(isOwed && random(8) ? "refund" : "receipt", contract);
  if (deed === 6) return issue("refund", contract);
  if (deed < 12 && vouchers.length) return changeVoucher(pick(vouchers));
  if (deed < 19) return changeContract(contract);
  if (deed < 21) return contract.isCancelled ? invoiceShares() : nameAgent(contract);
  if (deed < 23) return invoiceShares();
  const dinar = currencies[2] as Currency;
  const exchange_rate = pick(["3.25", "3.2", "3.3125"]);
  dinar.rate = fraction(exchange_rate);
  return ["rate", true, (await client.put(`/api/currencies/${dinar.id}`, { exchange_rate })).status];
}

const usual = [
  ...["invoice done", "invoice refused", "back done"].map((deed) => `commission ${deed}`),
  ...["new", "edit", "delete"].map((deed) => `receipt ${deed} done`),
  ...["new", "edit", "cancel", "delete"].map((deed) => `refund ${deed} done`),
  ...["new", "edit", "confirm"].map((deed) => `receipt ${deed} refused`),
  ...["new", "edit"].map((deed) => `refund ${deed} refused`),
  ...["cancel", "stand"].flatMap((deed) => [`contract ${deed} done`, `contract ${deed} refused`]),
  "contract discount done",
];

test("five hundred random steps leave every contract, account and balance as the rulings say", async () => {
  const seen = new Set<string>();
  const riyal = currencies[1] as Currency;
  for (let turn = 0; turn < 500; turn++) {
    const [deed, isGood, status] = await step();
    const expected = isGood ? [200, 201] : [409, 422];
    expect([turn, deed, expected.includes(status) || status]).toEqual([turn, deed, true]);
    const outcome = `${deed} ${status < 300 ? "done" : "refused"}`;
    seen.add(outcome);
    const { body } = await client.get("/api/contracts");
    for (const contract of contracts) {
      const row = body.contracts.find(({ id }: { id: number }) => id === contract.id);
      expect([turn, row]).toMatchObject([turn, told(contract)]);
    }
    for (const agent of agents) {
      const due = sum(proposalOf(agent, riyal).map(({ riyals }) => riyals));
      const invoiced = sum(agent.invoices.flatMap(({ parts }) => parts.map(({ riyals }) => riyals)));
      const { commission } = (await client.get(`/api/agents/${agent.id}/commission`)).body;
      expect([turn, commission]).toMatchObject([
        turn,
        { due: Number(amountText(due, riyal)), invoiced: Number(amountText(invoiced, riyal)) },
      ]);
    }
    const accounts = await office.knex("accounts").orderBy("id").select("balance");
    expect([turn, ...accounts.map(({ balance }) => Number(balance))]).toEqual([
      turn,
      ...boxes.map(({ balance, currency }) => Number(amountText(balance, currency))),
    ]);
  }
  for (const contract of contracts) {
    const owed = contract.isCancelled ? contract.fee : totalOf(contract);
    const balance = owed - paidFor(contract) + refundedOf(contract);
    const { body } = await client.get(`/financial/statements/customers/${contract.customer}/export/csv`);
    const last = body
      .trim()
      .split("\r\n")
      .at(-1)
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[8];
    expect([contract.id, Number(last)]).toEqual([
      contract.id,
      Number(amountText(balance, contract.currency)),
    ]);
  }
  expect([...seen]).toEqual(expect.arrayContaining(usual));
  await expectBalanced(office.knex);
});

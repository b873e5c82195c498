import type { Knex } from "knex";
import type { Client } from "./client";
import { makeAgent, makeCampaign, makeCurrency, makeCustomer, makePackage } from "./factories";
import {
  amountText,
  type Currency,
  exchange,
  type Fraction,
  fourCurrencies,
  type Part,
  paidOf,
  ratio,
  rounded,
  sum,
  unpaid,
} from "./model";

/* The rules of the books as the rulings have them, on rows of its own (tests/features/books-model.test.ts). */

export type Box = { id: number; currency: Currency; balance: bigint };
export type Voucher = {
  id: number;
  kind: "receipt" | "refund";
  contract: Contract;
  currency: Currency;
  box: Box;
  amount: bigint;
  isConfirmed: boolean;
  /** In the contract's currency, and in the box's; receipts keep the rate to the contract's. */
  worth: bigint;
  moved: bigint;
  rate: Fraction;
};
/** An invoice of commission; its parts are in the contract's currency and in riyals. */
type Invoice = { id: number; parts: { contract: Contract; amount: bigint; riyals: bigint }[] };
/** Its invoices that stand. */
export type Agent = { id: number; invoices: Invoice[] };
export type Contract = {
  id: number;
  customer: number;
  currency: Currency;
  price: bigint;
  discount: bigint;
  signed: string;
  /** Empty without a schedule. */
  parts: Part[];
  isCancelled: boolean;
  /** What was given back before it was cancelled. */
  refundedBefore: bigint;
  fee: bigint;
  agent: Agent | null;
  /** The agent's rate, in hundredths of a percent. */
  share: bigint;
};

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
/** A day of the office, so many days from today. */
export const day = (days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

/** Contracts and their vouchers, with what follows from them in the contract's currency. */
export function booksModel() {
  const currencies: Currency[] = [];
  const boxes: Box[] = [];
  const agents: Agent[] = [];
  const contracts: Contract[] = [];
  const vouchers: Voucher[] = [];

  const booked = (contract: Contract, kind: Voucher["kind"]) =>
    sum(
      vouchers
        .filter((one) => one.contract === contract && one.kind === kind && one.isConfirmed)
        .map(({ worth }) => worth),
    );
  const paidFor = (contract: Contract) => booked(contract, "receipt");
  const refundedOf = (contract: Contract) => booked(contract, "refund");
  const totalOf = ({ price, discount }: Contract) => price - discount;
  const keptOf = (contract: Contract) => paidFor(contract) - refundedOf(contract);
  const owedOf = (contract: Contract) =>
    (contract.isCancelled ? contract.fee : totalOf(contract)) - keptOf(contract);
  const refundableOf = (contract: Contract) => (owedOf(contract) < 0n ? -owedOf(contract) : 0n);
  const remainingOf = (contract: Contract) => (owedOf(contract) > 0n ? owedOf(contract) : 0n);

  const earnedOf = (contract: Contract) =>
    contract.isCancelled || !contract.agent
      ? 0n
      : rounded({ over: (keptOf(contract) - refundableOf(contract)) * contract.share, under: 10_000n });
  /** What is not invoiced of an agent's contracts, negative where it is to be taken back. */
  const proposalOf = (agent: Agent, riyal: Currency): Invoice["parts"] =>
    contracts.flatMap((contract) => {
      const parts = agent.invoices.flatMap((one) => one.parts.filter((part) => part.contract === contract));
      const earned = contract.agent === agent ? earnedOf(contract) : 0n;
      const amount = earned - sum(parts.map((part) => part.amount));
      return amount
        ? [{ contract, amount, riyals: rounded(exchange(amount, contract.currency, riyal)) }]
        : [];
    });

  /** Whether a voucher may be taken back: fee and refunds need no more than what is then left, and its box has the money. */
  const mayLeave = ({ kind, contract, worth, moved, box }: Voucher) =>
    kind === "refund" || (box.balance >= moved && !(contract.isCancelled && refundableOf(contract) < worth));

  /** Books a voucher at the rates of now, or at the rate that a receipt keeps. @returns whether it is accepted */
  function book(voucher: Voucher): boolean {
    const { kind, contract, currency, box, amount } = voucher;
    const rest = kind === "receipt" ? remainingOf(contract) : refundableOf(contract);
    if (rest <= 0n && (kind === "refund" || contract.isCancelled)) return false;
    const rate = kind === "receipt" ? voucher.rate : ratio(currency, contract.currency);
    const worth = paidOf(rest, amount, currency, contract.currency, rate);
    const moved = rounded(exchange(amount, currency, box.currency));
    if (worth === null || moved === 0n) return false;
    if (kind === "refund" && box.balance < moved) return false;
    Object.assign(voucher, { worth, moved, isConfirmed: true });
    box.balance += kind === "receipt" ? moved : -moved;
    return true;
  }

  function unbook(voucher: Voucher) {
    voucher.isConfirmed = false;
    voucher.box.balance -= voucher.kind === "receipt" ? voucher.moved : -voucher.moved;
  }

  /** A contract as calls tell it. */
  function told(contract: Contract) {
    const { currency, price, discount, parts, fee, isCancelled, signed } = contract;
    const paid = paidFor(contract);
    const all = parts.length ? parts : [{ due: signed, amount: totalOf(contract) }];
    const open = unpaid(all, isCancelled ? totalOf(contract) : keptOf(contract)).filter(({ left }) => left);
    const leftUntil = (last: string) => sum(open.filter(({ due }) => due <= last).map(({ left }) => left));
    const amounts = {
      price_amount: price,
      discount_amount: discount,
      total_amount: totalOf(contract),
      paid_amount: paid,
      remaining_amount: remainingOf(contract),
      due_amount: leftUntil(today),
      overdue_amount: leftUntil(day(-1)),
      cancellation_fee: fee,
      refunded_amount: refundedOf(contract),
      refundable_amount: refundableOf(contract),
    };
    const number = (amount: bigint) => Number(amountText(amount, currency));
    return {
      ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, number(amount)])),
      earned_commission: contract.agent ? number(earnedOf(contract)) : null,
      commission_rate: contract.agent ? Number(contract.share) / 100 : null,
      next_due_date: open[0]?.due ?? null,
      schedule: parts.map(({ due, amount }) => ({ due_date: due, amount: number(amount) })),
    };
  }

  /** Makes the currencies, accounts, agents and contracts. */
  async function fill(knex: Knex, client: Client) {
    for (const [code, stored, rate, decimals] of fourCurrencies)
      currencies.push({
        id: await makeCurrency(knex, code, stored, { is_default: code === "USD" }),
        code,
        decimals,
        rate,
      });
    for (let count = 0; count < 2; count++)
      agents.push({ id: await makeAgent(knex, { commission_rate: "7" }), invoices: [] });
    for (const currency of currencies) {
      const balance = 3_000n * 10n ** BigInt(currency.decimals);
      const { body } = await client.post("/api/cash-boxes", {
        name: currency.code,
        currency_code: currency.code,
        balance: amountText(balance, currency),
      });
      boxes.push({ id: body.cash_box.id, currency, balance });
      const price = 1_000_007n;
      const package_id = await makePackage(knex, currency.id, amountText(price, currency));
      const campaign_id = await makeCampaign(knex, 10, [package_id]);
      for (const ago of [0, 40]) {
        const customer = await makeCustomer(knex);
        const answer = await client.post("/api/contracts", {
          customer_id: customer,
          campaign_id,
          package_id,
        });
        const { id } = answer.body.contract;
        const signed = day(-ago);
        await knex("contracts").where({ id }).update({ contract_date: signed });
        const empty = {
          discount: 0n,
          parts: [],
          isCancelled: false,
          refundedBefore: 0n,
          fee: 0n,
          agent: null,
          share: 0n,
        };
        contracts.push({ id, customer, currency, price, signed, ...empty });
      }
    }
  }

  return {
    currencies,
    boxes,
    agents,
    contracts,
    fill,
    vouchers,
    paidFor,
    keptOf,
    refundedOf,
    totalOf,
    refundableOf,
    remainingOf,
    mayLeave,
    proposalOf,
    book,
    unbook,
    told,
  };
}

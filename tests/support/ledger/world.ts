import type { Knex } from "knex";
import { expect } from "vitest";
import { day as dayIn } from "../books-model";
import type { Answer, Client } from "../client";
import {
  makeAgent,
  makeCampaign,
  makeContract,
  makeCurrency,
  makeCustomer,
  makePackage,
  makeSupplier,
} from "../factories";
import { amountText, type Currency, fourCurrencies, randomFrom } from "../model";
import { type Cell, type Document, ledgerModel } from "./model";

/** What a step did: whether the books allow it (null where the model does not say), and what it then enters. */
export type Step = {
  name: string;
  isAllowed: boolean | null;
  /** Whether it may make a cancelled contract owe, or take from allocations what they stand on. */
  mayStrain?: boolean;
  answer: Answer;
  apply: () => void;
};

const today = dayIn(0);

/** An office with four currencies, a bank in each, and people who owe. @param seed of what the steps choose */
export async function makeWorld(knex: Knex, client: Client, seed: number) {
  const { random, pick } = randomFrom(seed);
  const currencies: Currency[] = [];
  const banks = new Map<string, number>();
  /** The accounts of cheques in hand. */
  const hands = new Map<string, number>();
  for (const [code, stored, rate, decimals] of fourCurrencies) {
    const id = await makeCurrency(knex, code, stored, { is_default: code === "USD" });
    currencies.push({ id, code, decimals, rate });
    const bank = { name: code, account_number: "1", account_name: "المكتب", currency_code: code };
    banks.set(code, (await client.post("/api/banks", { ...bank, balance: 90_000_000 })).body.bank.id);
    const hand = { ...bank, name: `شيكات ${code}`, is_cheques_in_hand: true };
    hands.set(code, (await client.post("/api/banks", hand)).body.bank.id);
  }
  const customers: number[] = [];
  for (let count = 0; count < 5; count++) customers.push(await makeCustomer(knex));
  const agents = [await makeAgent(knex), await makeAgent(knex)];
  const suppliers = [await makeSupplier(knex), await makeSupplier(knex)];
  const ledger = ledgerModel(today);

  /** Signs a contract as an import or the release before does: by its row. */
  async function sign(customer_id: number, currency: Currency, price: bigint, contract_date: string) {
    const parties = { customer_id, ...(await offer(currency, price)), currency_id: currency.id };
    return makeContract(knex, parties, amountText(price, currency), { contract_date });
  }
  /** A new campaign with a package of a price. @param cell the room and kind that cost it, in a package that costs something else */
  async function offer(currency: Currency, price: bigint, cell?: Cell) {
    const own = cell ? BigInt(1 + random(900_000)) : price;
    const package_id = await makePackage(knex, currency.id, amountText(own, currency));
    if (cell)
      await knex("package_prices").insert({ package_id, ...cell, amount: amountText(price, currency) });
    return { campaign_id: await makeCampaign(knex, 10, [package_id]), package_id };
  }
  /** Signs a contract of a room and kind today, by call. */
  async function signCell(
    customer_id: number,
    currency: Currency,
    price: bigint,
    cell: Cell,
  ): Promise<number> {
    const terms = { customer_id, ...(await offer(currency, price, cell)), ...cell };
    const { status, body } = await client.post("/api/contracts", terms);
    if (status !== 201) throw new Error(body.error);
    return body.contract.id;
  }

  /** A day of the last weeks or the next days. */
  const anyDay = () => dayIn(random(50) - 45);
  /** The day that an event is sent with: mostly none, which is today. */
  const anyEventDay = () => (random(3) ? undefined : dayIn(random(25) - 24));
  const isSameYear = (one: string, other: string) => one.slice(0, 4) === other.slice(0, 4);

  /**
   * Whether an event may have a day.
   * @param keys of the items or documents whose last entry it must not precede
   */
  function mayBeOn(document: Document, day: string, keys: string[]): boolean | null {
    const isPlain = document.day <= today;
    if (isPlain && (day > today || !ledger.isOpen(day) || day < document.day)) return false;
    if (ledger.standingDays(keys).some((one) => one <= today && one > day)) return false;
    const isAfterAll = keys.every((key) => ledger.lastDayOf(key) <= day);
    return isAfterAll || null;
  }
  /** The day of an event of a document. One that is dated after today has the document's. */
  const dayOf = (document: Document, sent: string | undefined) =>
    document.day > today ? document.day : (sent ?? today);
  /** What is sent: no day of a document that is still to come. */
  const sentDay = (document: Document) => (document.day > today ? undefined : anyEventDay());

  /** An amount of a currency: small, all of what is there, or a little beside it. */
  function anyAmount(rest: bigint) {
    const amount = pick([
      BigInt(1 + random(90_000)),
      BigInt(1 + random(900)),
      rest,
      rest + BigInt(random(3) - 1),
    ]);
    return amount > 0n ? amount : 1n;
  }
  /** What a call takes of money that goes through the bank of its currency. */
  const money = (amount: bigint, currency: Currency, isCheque = false) => ({
    currency_id: currency.id,
    amount: amountText(amount, currency),
    payment_method: isCheque ? "cheque" : "bank_transfer",
    payment_reference: "000123",
    bank_account_id: banks.get(currency.code),
    description: "سند",
  });
  const minor = (amount: number | string, { decimals }: Currency) =>
    BigInt(Math.round(Number(amount) * 10 ** decimals));

  return {
    knex,
    client,
    random,
    pick,
    ledger,
    today,
    currencies,
    /** The currency of invoices. */
    riyal: currencies.find(({ code }) => code === "SAR") as Currency,
    banks,
    hands,
    customers,
    agents,
    suppliers,
    sign,
    signCell,
    offer,
    anyDay,
    anyEventDay,
    isSameYear,
    mayBeOn,
    dayOf,
    sentDay,
    anyAmount,
    money,
    minor,
    anyCustomer: () => pick(customers),
    partners: () => [
      ...agents.map((id) => ({ field: "agent_id" as const, id, party: `agent_id ${id}` })),
      ...suppliers.map((id) => ({ field: "supplier_id" as const, id, party: `supplier_id ${id}` })),
    ],
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Expects that a step was taken if the books allow it, and only then, and enters it. */
export function settle({ ledger }: World, { name, isAllowed, mayStrain, answer, apply }: Step) {
  const isTaken = answer.status < 300;
  const told = `${name}: ${answer.status} ${answer.body?.message ?? ""} ${JSON.stringify(answer.body?.fields ?? "")}`;
  expect(isTaken || [404, 409, 422].includes(answer.status), told).toBe(true);
  if (isAllowed !== null) expect(isTaken, told).toBe(isAllowed);
  const before = ledger.strains();
  if (isTaken) apply();
  if (!mayStrain)
    for (const [key, strain] of ledger.strains())
      expect(strain > (before.get(key) ?? 0n), `${told}: ${key} lacks ${strain}`).toBe(false);
  return isTaken;
}

/** Of several conditions: false if one is, else null if the model does not know one. */
export const every = (...conditions: (boolean | null)[]): boolean | null =>
  conditions.includes(false) ? false : conditions.includes(null) ? null : true;

import { beforeAll, expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { inCash, makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import {
  amountText,
  fourCurrencies,
  type Part,
  randomFrom,
  sum,
  unpaid as unpaidParts,
} from "../support/model";
import { useOffice } from "../support/office";

/*
 * Contracts in four currencies get random schedules and random receipts, which are edited, cancelled and confirmed again (the seed is
 * fixed); contracts are cancelled and become active again. After each step what is due of every contract is what this model
 * computes by hand: whole minor units in bigints, each receipt given to the oldest parts.
 */

const { office, client } = useOffice();

const { random, pick } = randomFrom(20261124);

type Currency = { id: number; code: string; decimals: number; box: number };
type Receipt = { id: number; amount: bigint; isConfirmed: boolean };
type Contract = {
  id: number;
  customer: number;
  currency: Currency;
  total: bigint;
  signed: string;
  /** Empty without a schedule. */
  parts: Part[];
  receipts: Receipt[];
  isCancelled: boolean;
};

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const text = (amount: bigint, decimals: number) => amountText(amount, { decimals });
const paidOf = ({ receipts }: Contract) =>
  sum(receipts.filter((one) => one.isConfirmed).map((one) => one.amount));

const contracts: Contract[] = [];

beforeAll(async () => {
  const { knex } = office;
  for (const [code, rate, , decimals] of fourCurrencies) {
    const id = await makeCurrency(knex, code, rate, { is_default: code === "USD" });
    const { body } = await client.post("/api/cash-boxes", { name: code, currency_code: code });
    const currency = { id, code, decimals, box: body.cash_box.id };
    const total = 1_000_007n;
    const package_id = await makePackage(knex, id, text(total, decimals));
    const campaign_id = await makeCampaign(knex, 10, [package_id]);
    for (const ago of [0, 45, 130]) {
      const customer = await makeCustomer(knex);
      const answer = await client.post("/api/contracts", { customer_id: customer, campaign_id, package_id });
      const { id } = answer.body.contract;
      await knex("contracts")
        .where({ id })
        .update({ contract_date: day(-ago) });
      const empty = { parts: [], receipts: [], isCancelled: false };
      contracts.push({ id, customer, currency, total, signed: day(-ago), ...empty });
    }
  }
});

/** Gives what is paid to the oldest parts. @returns the parts with what is left of each */
function unpaid(contract: Contract): (Part & { left: bigint })[] {
  const parts = contract.parts.length ? contract.parts : [{ due: contract.signed, amount: contract.total }];
  return unpaidParts(parts, contract.isCancelled ? contract.total : paidOf(contract));
}

/** Random parts of what the paid ones leave, some too many, and now and then a sum that is wrong. */
function anySchedule(contract: Contract) {
  const settled = contract.parts.length
    ? unpaid({ ...contract, isCancelled: false }).filter((part) => !part.left)
    : [];
  const keeps = random(8) ? settled.length : 0;
  let rest: bigint = contract.total - sum(settled.slice(0, keeps).map(({ amount }) => amount));
  const parts = settled.slice(0, keeps).map(({ due, amount }) => ({ due, amount }));
  const first = parts.at(-1)?.due ?? contract.signed;
  for (let count = random(5); count >= 0 && rest > 0n; count--) {
    const amount: bigint = count === 0 ? rest : BigInt(1 + random(Number(rest)));
    parts.push({ due: [day(random(200) - 130), first].sort()[1] as string, amount });
    rest -= amount;
  }
  const sorted = [
    ...parts.slice(0, keeps),
    ...parts.slice(keeps).sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0)),
  ];
  const last = sorted.at(-1);
  if (!random(8) && last) last.amount += 1n;
  const isTotal = sum(sorted.map(({ amount }) => amount)) === contract.total;
  const isKept = settled.every(
    ({ due, amount }, at) => sorted[at]?.due === due && sorted[at]?.amount === amount,
  );
  const textOf = (parts: Part[]) => parts.map(({ due, amount }) => `${due} ${amount}`).join();
  const isSame = textOf(sorted) === textOf(contract.parts);
  return { parts: sorted, isGood: isTotal && isKept && !(contract.isCancelled && !isSame) };
}

async function step(): Promise<[deed: string, expected: number[], status: number]> {
  const contract = pick(contracts);
  const { currency } = contract;
  const deed = random(20);
  const receipt = contract.receipts.length ? pick(contract.receipts) : undefined;
  const left = contract.total - paidOf(contract);
  if (deed < 6) {
    const { parts, isGood } = anySchedule(contract);
    const schedule = parts.map(({ due, amount }) => ({
      due_date: due,
      amount: text(amount, currency.decimals),
    }));
    const { status } = await client.put(`/api/contracts/${contract.id}`, { schedule });
    if (isGood) contract.parts = parts;
    return ["schedule", isGood ? [200] : [409, 422], status];
  }
  if (deed < 13 || !receipt) {
    const amount = pick([BigInt(1 + random(200_000)), BigInt(1 + random(900)), left || 1n, left + 1n]);
    const { status, body } = await client.post("/api/receipt-vouchers", {
      customer_id: contract.customer,
      contract_id: contract.id,
      ...inCash(currency.box, currency.id, text(amount, currency.decimals)),
      date: today,
      description: "دفعة",
    });
    const isGood = amount <= left && !contract.isCancelled;
    if (isGood) contract.receipts.push({ id: body.receipt_voucher?.id, amount, isConfirmed: true });
    return ["receive", isGood ? [201] : [409, 422], status];
  }
  const address = `/api/receipt-vouchers/${receipt.id}`;
  if (deed < 17) {
    const status = receipt.isConfirmed ? "cancelled" : "confirmed";
    const answer = await client.put(address, { status });
    const isGood = receipt.isConfirmed || (receipt.amount <= left && !contract.isCancelled);
    if (isGood) receipt.isConfirmed = !receipt.isConfirmed;
    return [status, isGood ? [200] : [409, 422], answer.status];
  }
  if (deed < 18 && !contract.isCancelled && receipt.isConfirmed) {
    const amount = BigInt(1 + random(300_000));
    const answer = await client.put(address, { amount: text(amount, currency.decimals) });
    const isGood = amount <= left + receipt.amount;
    if (isGood) receipt.amount = amount;
    return ["edit", isGood ? [200] : [422], answer.status];
  }
  const status = contract.isCancelled ? "active" : "cancelled";
  const answer = await client.put(`/api/contracts/${contract.id}`, { status });
  contract.isCancelled = !contract.isCancelled;
  return [status, [200], answer.status];
}

test("five hundred random steps leave due and overdue what the receipts leave of each part", async () => {
  const seen = new Map<string, number>();
  for (let turn = 0; turn < 500; turn++) {
    const [deed, expected, status] = await step();
    expect([turn, deed, expected.includes(status) || status]).toEqual([turn, deed, true]);
    const outcome = `${deed} ${status < 300 ? "done" : "refused"}`;
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    const { body } = await client.get("/api/contracts");
    const rows = new Map(body.contracts.map((row: { id: number }) => [row.id, row]));
    for (const contract of contracts) {
      const { decimals } = contract.currency;
      const parts = unpaid(contract);
      const leftUntil = (last: string) =>
        Number(text(sum(parts.filter(({ due }) => due <= last).map(({ left }) => left)), decimals));
      expect([turn, rows.get(contract.id)]).toMatchObject([
        turn,
        {
          due_amount: leftUntil(today),
          overdue_amount: leftUntil(day(-1)),
          next_due_date: parts.find(({ left }) => left)?.due ?? null,
          schedule: contract.parts.map(({ due, amount }) => ({
            due_date: due,
            amount: Number(text(amount, decimals)),
          })),
        },
      ]);
    }
    const { body: owed } = await client.get("/api/debts/customers?age=all&per_page=50");
    const debts = new Map(owed.debts.map((debt: { party_id: number }) => [debt.party_id, debt]));
    for (const contract of contracts) {
      const age = ({ due }: Part) => (Date.parse(today) - Date.parse(due)) / 86_400_000;
      const left = (from: number, to: number) =>
        sum(
          unpaid(contract)
            .filter((part) => age(part) >= from && age(part) <= to)
            .map((part) => part.left),
        );
      const amounts = {
        remaining_amount: left(-999, 999),
        due_amount: left(0, 999),
        overdue_amount: left(1, 999),
        upcoming_amount: left(-999, 0),
        overdue_30: left(1, 30),
        overdue_60: left(31, 60),
        overdue_90: left(61, 90),
        overdue_older: left(91, 999),
      };
      const shown = Object.entries(amounts).map(([name, amount]) => [
        name,
        Number(text(amount, contract.currency.decimals)),
      ]);
      const expected = amounts.remaining_amount
        ? expect.objectContaining(Object.fromEntries(shown))
        : undefined;
      expect([turn, debts.get(contract.customer)]).toEqual([turn, expected]);
    }
    const overdue = await client.get("/api/contracts?overdue=true");
    const late = contracts.filter((one) => unpaid(one).some(({ due, left }) => due < today && left));
    const ids = overdue.body.contracts
      .map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b);
    expect([turn, ids]).toEqual([turn, late.map(({ id }) => id)]);
  }
  for (const outcome of [
    "schedule done",
    "schedule refused",
    "receive done",
    "receive refused",
    "cancelled done",
    "active done",
  ])
    expect([outcome, (seen.get(outcome) ?? 0) > 10]).toEqual([outcome, true]);
  await expectBalanced(office.knex);
});

import { amountText, type Currency } from "../model";
import type { Step, World } from "./world";

type Transfer = {
  id: number;
  from: Currency;
  to: Currency;
  day: string;
  isConfirmed: boolean;
  /** The days of its events. */
  events: string[];
};

/** Steps that move money between the banks: they owe nobody anything, and change no paper of a closed period. */
export function transferSteps({ ledger, client, knex, ...world }: World) {
  const transfers: Transfer[] = [];
  const { pick, random } = world;
  let expense: number | undefined;

  const amountIn = (currency: Currency) => amountText(world.anyAmount(BigInt(1 + random(5000))), currency);

  async function amounts(from: Currency, to: Currency) {
    expense ??= (await knex("expenses").insert({ name: "رسوم" }).returning("id"))[0].id;
    const fee = random(2) ? { fee_amount: amountIn(from), fee_expense_id: expense } : { fee_amount: 0 };
    return { from_amount: amountIn(from), to_amount: amountIn(to), ...fee };
  }

  async function make(): Promise<Step> {
    const from = pick(world.currencies);
    const to = pick(world.currencies.filter(({ id }) => id !== from.id));
    const day = world.anyDay();
    const body = {
      from_bank_account_id: world.banks.get(from.code),
      to_bank_account_id: world.banks.get(to.code),
      date: day,
      ...(await amounts(from, to)),
    };
    const answer = await client.post("/api/transfers", body);
    return {
      name: `transfer from ${from.code} to ${to.code} on ${day}`,
      isAllowed: ledger.isOpen(day),
      answer,
      apply: () => {
        transfers.push({ id: answer.body.transfer.id, from, to, day, isConfirmed: true, events: [] });
      },
    };
  }

  async function correct(transfer: Transfer): Promise<Step> {
    const day = random(2) ? transfer.day : world.anyDay();
    const change = random(3)
      ? await amounts(transfer.from, transfer.to)
      : { description: `بيان ${random(9)}` };
    const isAllowed =
      transfer.isConfirmed &&
      world.isSameYear(transfer.day, day) &&
      ledger.isOpen(transfer.day) &&
      ledger.isOpen(day);
    return {
      name: `correct transfer ${transfer.id}, now on ${day}`,
      isAllowed,
      answer: await client.put(`/api/transfers/${transfer.id}`, { date: day, ...change }),
      apply: () => {
        transfer.day = day;
      },
    };
  }

  /** Cancels a transfer, or confirms it again. */
  async function turn(transfer: Transfer): Promise<Step> {
    const status = transfer.isConfirmed ? "cancelled" : "confirmed";
    const isPlain = transfer.day <= world.today;
    const event_date = isPlain ? world.anyEventDay() : undefined;
    const day = isPlain ? (event_date ?? world.today) : transfer.day;
    const last = [transfer.day, ...transfer.events.filter((one) => one <= world.today)]
      .sort()
      .at(-1) as string;
    return {
      name: `turn transfer ${transfer.id} ${status} on ${day}`,
      isAllowed: !isPlain || (day <= world.today && ledger.isOpen(day) && day >= last),
      answer: await client.put(`/api/transfers/${transfer.id}`, { status, event_date }),
      apply: () => {
        transfer.isConfirmed = !transfer.isConfirmed;
        transfer.events.push(day);
      },
    };
  }

  const remove = async (transfer: Transfer): Promise<Step> => ({
    name: `delete transfer ${transfer.id}`,
    isAllowed: ledger.isOpen(transfer.day),
    answer: await client.delete(`/api/transfers/${transfer.id}`),
    apply: () => {
      transfers.splice(transfers.indexOf(transfer), 1);
    },
  });

  return async (): Promise<Step | undefined> => {
    const chance = random(10);
    if (chance < 4 || !transfers.length) return make();
    const transfer = pick(transfers);
    if (chance < 6) return correct(transfer);
    return chance < 9 ? turn(transfer) : remove(transfer);
  };
}

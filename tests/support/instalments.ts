import { expect } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import type { fixture } from "./app";
import type { Client } from "./client";
import { contractsOf } from "./contracts";

export const today = officeToday();
export const day = (away: number) => later(today, away);
export const path = (id: number) => `/api/contracts/${id}`;

/** A schedule of 1,250.50 dollars: days from today and amounts. */
export const thirds: [number, number][] = [
  [-40, 400],
  [0, 500.25],
  [20, 350.25],
];

/** Contracts of an office with schedules of their payments. */
export function instalmentsOf(office: ReturnType<typeof fixture>, client: Client) {
  const { ids, sign, signed } = contractsOf(office, client);
  const find = async (id: number) => (await client.get(path(id))).body.contract;
  const reschedule = (id: number, schedule: unknown) => client.put(path(id), { schedule });

  /** A contract of 1,250.50 dollars, signed this many days ago. */
  async function signedAgo(days: number, schedule?: [daysFromToday: number, amount: number][]) {
    const { id } = await signed();
    await office
      .knex("contracts")
      .where({ id })
      .update({ contract_date: day(-days) });
    const parts = schedule?.map(([from, amount]) => ({ due_date: day(from), amount }));
    if (parts) expect((await reschedule(id, parts)).body.error).toBeUndefined();
    return id;
  }

  /** Sets the paid amount of a contract, as its receipts do. */
  const pay = (id: number, amount: string) =>
    office.knex("contracts").where({ id }).update({ paid_amount: amount });

  return { ids, sign, signed, find, reschedule, signedAgo, pay };
}

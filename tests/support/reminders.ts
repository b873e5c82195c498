import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCurrency, makeCustomer, makeDollar, makePackage } from "./factories";
import { day } from "./instalments";

/** A debt without a schedule: its currency, its amount, and how many days ago it was due. */
type Debt = [code: string, amount: string, daysAgo: number];

/** Customers who owe an office something in three currencies. */
export function debtorsOf(office: ReturnType<typeof fixture>, client: Client) {
  const currencies = new Map<string, number>();
  beforeAll(async () => {
    const { knex } = office;
    currencies.set("USD", await makeDollar(knex));
    currencies.set("SAR", await makeCurrency(knex, "SAR", "0.25", { name: "ريال سعودي" }));
    currencies.set("KWD", await makeCurrency(knex, "KWD", "3.25", { name: "دينار كويتي" }));
  });

  /** @returns the customer's id */
  async function debtor(more: object = {}, debts: Debt[] = [["SAR", "1500", 20]]) {
    const { knex } = office;
    const customer_id = await makeCustomer(knex, { phone: "0510000111", ...more });
    for (const [code, amount, daysAgo] of debts) {
      const package_id = await makePackage(knex, currencies.get(code) as number, amount);
      const campaign_id = await makeCampaign(knex, 10, [package_id]);
      const { body } = await client.post("/api/contracts", { customer_id, campaign_id, package_id });
      expect(body.error).toBeUndefined();
      await knex("contracts")
        .where({ id: body.contract.id })
        .update({ contract_date: day(-daysAgo) });
    }
    return customer_id;
  }

  /** What a call answers to a reminder. */
  const remind = (id: number, how: string, more: object = {}, headers: HeadersInit = {}, as = client) =>
    as.post(`/api/customers/${id}/reminders`, { how, ...more }, headers);

  /** The reminders of a customer, the newest first. */
  const noted = async (id: number) => (await client.get(`/api/customers/${id}/reminders`)).body.reminders;

  const waysOf = async (id: number) => (await noted(id)).map(({ how }: { how: string }) => how);

  /** Pays all that a customer owes, as receipts would. */
  const settle = (customer_id: number) =>
    office
      .knex("contracts")
      .where({ customer_id })
      .update({ paid_amount: office.knex.ref("total_amount") });

  return { debtor, remind, noted, waysOf, settle };
}

export const pageOf = (id: number) => `/financial/debts/customers/${id}/reminder`;
export const letters = "/financial/debts/customers/letters";

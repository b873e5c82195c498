import { beforeAll, beforeEach, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCustomer, makeDollar, makePackage } from "./factories";

export const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** Campaigns that tests make by call under names of their own, with their contracts. */
export function campaignsOf(office: ReturnType<typeof fixture>, client: Client, people = 1) {
  const dollar = { id: 0 };
  const customers: number[] = [];
  beforeAll(async () => {
    dollar.id = await makeDollar(office.knex);
    while (customers.length < people) customers.push(await makeCustomer(office.knex));
  });
  const campaign = {
    name: "",
    type: "عمرة",
    start_date: "2026-02-18",
    end_date: "2026-03-19",
    total_seats: 40,
  };
  let made = 0;
  beforeEach(() => {
    campaign.name = `موسم ${++made}`;
  });
  const create = async (more: object = {}) => {
    const { status, body } = await client.post("/api/campaigns", { ...campaign, ...more });
    expect(status, body.error).toBe(201);
    return body.campaign;
  };
  const read = async (id: number) => (await client.get(`/api/campaigns/${id}`)).body.campaign;

  /** A campaign with a package and as many contracts. */
  async function sold(contracts: number, total_seats = 40) {
    const package_id = await makePackage(office.knex, dollar.id, "900");
    const stored = await create({ total_seats, package_ids: [package_id] });
    const sign = (customer_id = customers[0]) =>
      client.post("/api/contracts", { customer_id, campaign_id: stored.id, package_id });
    const numbers: string[] = [];
    for (let i = 0; i < contracts; i++) numbers.push((await sign()).body.contract.contract_number);
    return { ...(await read(stored.id)), sign, numbers };
  }

  return { dollar, customers, campaign, create, read, sold };
}

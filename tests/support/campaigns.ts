import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makePackage } from "./factories";

/** Campaigns that tests make by call, and what is sold of them. */
export function campaignsOf(
  office: ReturnType<typeof fixture>,
  client: () => Client,
  given: () => { usd: number; customers: number[]; campaign: object },
) {
  const create = async (more: object = {}) => {
    const { status, body } = await client().post("/api/campaigns", { ...given().campaign, ...more });
    expect(status, body.error).toBe(201);
    return body.campaign;
  };
  const read = async (id: number) => (await client().get(`/api/campaigns/${id}`)).body.campaign;

  /** A campaign with a package and as many contracts. */
  async function sold(contracts: number, total_seats = 40) {
    const package_id = await makePackage(office.knex, given().usd, "900");
    const stored = await create({ total_seats, package_ids: [package_id] });
    const sign = (customer_id = given().customers[0]) =>
      client().post("/api/contracts", { customer_id, campaign_id: stored.id, package_id });
    const numbers: string[] = [];
    for (let i = 0; i < contracts; i++) numbers.push((await sign()).body.contract.contract_number);
    return { ...(await read(stored.id)), sign, numbers };
  }

  return { create, read, sold };
}

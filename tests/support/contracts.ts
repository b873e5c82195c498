import { beforeAll, beforeEach, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCustomer, makeDollar, makePackage } from "./factories";

export const full = "لا توجد مقاعد متاحة في هذه الحملة";
export const required = "الرجاء اختيار العميل والحملة والباقة";

/**
 * Contracts that a clerk signs in an office.
 *
 * @param customer further fields of each test's customer
 * @returns helpers, `dollar`, the currency of the packages, and `ids`: a customer, a campaign of 50 seats and its only package, new for each test
 */
export function contractsOf(office: ReturnType<typeof fixture>, client: Client, customer: object = {}) {
  const ids = { customer_id: 0, campaign_id: 0, package_id: 0 };
  const dollar = { id: 0 };
  beforeAll(async () => {
    dollar.id = await makeDollar(office.knex);
  });
  beforeEach(async () => {
    ids.package_id = await makePackage(office.knex, dollar.id, "1250.50");
    ids.campaign_id = await makeCampaign(office.knex, 50, [ids.package_id]);
    ids.customer_id = await makeCustomer(office.knex, customer);
  });
  const sign = (more: object = {}) => client.post("/api/contracts", { ...ids, ...more });
  const signed = async (more: object = {}) => {
    const { status, body } = await sign(more);
    expect(status, body.error).toBe(201);
    return body.contract;
  };
  const booked = async (campaign_id = ids.campaign_id) =>
    Number(
      (await office.knex("contracts").where({ campaign_id }).whereNot("status", "cancelled").count())[0]
        ?.count,
    );

  async function lastNumber() {
    const row = await office.knex("document_numbers").where({ prefix: "C" }).first("last");
    return row?.last ?? 0;
  }

  return { ids, dollar, sign, signed, booked, lastNumber };
}

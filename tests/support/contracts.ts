import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";

export const full = "لا توجد مقاعد متاحة في هذه الحملة";
export const required = "الرجاء اختيار العميل والحملة والباقة";

/** Contracts that a clerk signs in an office, of the customer, campaign and package that a test has. */
export function contractsOf(
  office: ReturnType<typeof fixture>,
  client: () => Client,
  ids: () => { customer_id: number; campaign_id: number; package_id: number },
) {
  const sign = (more: object = {}) => client().post("/api/contracts", { ...ids(), ...more });
  const signed = async (more: object = {}) => {
    const { status, body } = await sign(more);
    expect(status, body.error).toBe(201);
    return body.contract;
  };
  const booked = async (campaign_id = ids().campaign_id) =>
    Number(
      (await office.knex("contracts").where({ campaign_id }).whereNot("status", "cancelled").count())[0]
        ?.count,
    );

  async function lastNumber() {
    const row = await office.knex("document_numbers").where({ prefix: "C" }).first("last");
    return row?.last ?? 0;
  }

  return { sign, signed, booked, lastNumber };
}

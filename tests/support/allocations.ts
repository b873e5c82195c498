import { expect } from "vitest";
import type { fixture } from "./app";
import { useCancelling } from "./cancelling";
import type { Client } from "./client";

/** Customers with something on account, and how it is allocated. */
export function useAllocations(office: ReturnType<typeof fixture>, client: Client) {
  const cancelling = useCancelling(office, client);
  const { ids, makeCustomer, receive } = cancelling;
  const allocate = (body: object) =>
    client.post("/api/allocations", { customer_id: ids.customer, currency_id: ids.usd, ...body });
  async function allocated(body: object) {
    const { status, body: answer } = await allocate(body);
    expect([status, answer.fields ?? answer.message]).toEqual([201, undefined]);
    return answer.allocation;
  }
  /** A customer with something on account. */
  async function customerWith(amount: number, more: object = {}) {
    const customer_id = await makeCustomer("سعيد بن عمر بامخرمة");
    const receipt = await receive({ customer_id, amount, date: "2026-10-01", ...more });
    return { customer_id, receipt };
  }
  const netsOf = async (customer_id: number) => {
    const rows = await office
      .knex("entries")
      .where({ customer_id })
      .groupBy("currency_code")
      .orderBy("currency_code")
      .select("currency_code")
      .sum("amount");
    return rows.map(({ currency_code, sum }) => [currency_code, Number(sum)]);
  };
  return { ...cancelling, allocate, allocated, customerWith, netsOf };
}

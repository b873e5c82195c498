import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { inCash } from "./factories";
import { useReceipts } from "./receipts";

/** Contracts of an office that are paid, cancelled and refunded. */
export function useCancelling(office: ReturnType<typeof fixture>, client: Client) {
  const receipts = useReceipts(office, client);
  const { ids, makeContract, receive } = receipts;

  /** A contract of 1,000 in a currency, of which something is paid in it. @returns its id */
  async function paidContract(paid: number, currency_id = ids.usd, total = "1000") {
    const id = await makeContract(total, currency_id);
    if (paid) await receive({ contract_id: id, amount: paid, currency_id });
    return id;
  }
  const change = (id: number, body: object) => client.put(`/api/contracts/${id}`, body);
  const cancel = (id: number, more: object = {}) => change(id, { status: "cancelled", ...more });
  async function cancelled(id: number, more: object = {}) {
    const { status, body } = await cancel(id, more);
    expect([status, body.fields]).toEqual([200, undefined]);
    return body.contract;
  }
  const refund = (contract_id: number, amount: number | string, more: object = {}) =>
    client.post("/api/payment-vouchers", {
      customer_id: ids.customer,
      contract_id,
      ...inCash(ids.box, ids.usd, amount),
      ...more,
    });
  async function refunded(contract_id: number, amount: number | string, more: object = {}) {
    const { status, body } = await refund(contract_id, amount, more);
    expect([status, body.fields]).toEqual([201, undefined]);
    return body.payment_voucher;
  }
  const find = async (id: number) => (await client.get(`/api/contracts/${id}`)).body.contract;
  /** What was paid, is kept, was given back and is to be given back. */
  const amountsOf = async (id: number) => {
    const { paid_amount, cancellation_fee, refunded_amount, refundable_amount, remaining_amount } =
      await find(id);
    expect(remaining_amount === 0 || refundable_amount === 0).toBe(true);
    return [paid_amount, cancellation_fee, refunded_amount, refundable_amount];
  };

  return { ...receipts, paidContract, change, cancel, cancelled, refund, refunded, find, amountsOf };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./client";
import { inCash } from "./factories";

/** A cash box in dollars, and receipts into it as a clerk on a bad line sends them. */
export async function openTill(client: Client) {
  const currency = { name: "دولار أمريكي", code: "USD", symbol: "$", exchange_rate: 1 };
  const { body: made } = await client.post("/api/currencies", currency);
  const { body: box } = await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  const { body: pilgrim } = await client.post("/api/customers", { name: "ناجي", phone: "0777000111" });
  return {
    cashBoxId: box.cash_box.id as number,
    /** Sends a receipt until it is acknowledged, always with the same key; `refused` is called with every other status. */
    async receive(amount: number, refused: (status: number) => void) {
      const voucher = {
        customer_id: pilgrim.customer.id,
        ...inCash(box.cash_box.id, made.currency.id, amount),
        date: "2026-11-01",
        description: "دفعة",
      };
      const key = { "Idempotency-Key": crypto.randomUUID() };
      for (; ; await pause(40)) {
        try {
          const answer = await client.post("/api/receipt-vouchers", voucher, key);
          if (answer.status === 201) return answer.body.receipt_voucher;
          refused(answer.status);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error; // the connection broke: it may have arrived
        }
      }
    },
  };
}

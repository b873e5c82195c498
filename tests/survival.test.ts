import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";

let app: RunningApp;
let client: Client;

beforeAll(async () => {
  app = await startApp({}); // on an embedded database of its own, which is killed here too
  client = await signIn(app.url);
});

afterAll(() => app?.stop());

const postmaster = () =>
  Number(readFileSync(join(app.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

/** Sends until it is acknowledged, as a client on a bad line would, always with the same key. */
async function insist(body: object, key: string) {
  for (const started = Date.now(); Date.now() - started < 40_000; await pause(50)) {
    try {
      const answer = await client.post("/api/receipt-vouchers", body, { "Idempotency-Key": key });
      if (answer.status === 201) return answer.body.receipt_voucher;
      expect(answer.status).toBe(503); // away for a moment, and says so
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the line broke: nobody knows whether it arrived
    }
  }
  throw new Error("The office did not come back.");
}

test("vouchers posted while the server and PostgreSQL are killed: each is there once, and the balance to the cent", async () => {
  const currency = { name: "دولار أمريكي", code: "USD", symbol: "$", exchange_rate: 1 };
  const { body: made } = await client.post("/api/currencies", currency);
  const { body: box } = await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  const { body: pilgrim } = await client.post("/api/customers", { name: "ناجي", phone: "0777000111" });
  const voucher = (amount: number) => ({
    customer_id: pilgrim.customer.id,
    currency_id: made.currency.id,
    amount,
    payment_method: "cash",
    cash_box_id: box.cash_box.id,
    date: "2026-11-01",
    description: "دفعة",
  });

  let sending = true;
  const acknowledged: { receipt_number: string; amount: number }[] = [];
  const clerks = Array.from({ length: 6 }, async () => {
    while (sending)
      acknowledged.push(await insist(voucher((1001 + acknowledged.length) / 100), crypto.randomUUID()));
  });
  for (const victim of [() => app.pid(), postmaster, () => app.pid(), postmaster]) {
    await pause(700);
    process.kill(victim(), "SIGKILL");
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(before + 6); // back by itself
  }
  sending = false;
  await Promise.all(clerks);

  const { receipt_vouchers: stored } = (await client.get("/api/receipt-vouchers")).body;
  const line = ({ receipt_number, amount }: { receipt_number: string; amount: number }) =>
    `${receipt_number} ${amount}`;
  expect(stored.map(line).sort()).toEqual(acknowledged.map(line).sort());
  const cents = stored.reduce(
    (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
    0,
  );
  const { cash_box } = (await client.get(`/api/cash-boxes/${box.cash_box.id}`)).body;
  expect(Math.round(cash_box.balance * 100)).toBe(cents);
  expect(new Set(stored.map((row: { receipt_number: string }) => row.receipt_number)).size).toBe(
    stored.length,
  );
}, 120_000);

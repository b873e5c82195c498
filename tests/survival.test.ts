import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { postmasterOf } from "./support/postgres-processes";
import { openTill } from "./support/till";

let app: RunningApp;
let client: Client;

beforeAll(async () => {
  app = await startApp({}); // on an embedded database of its own, which is killed here too
  client = await signIn(app.url);
});

afterAll(() => app?.stop());

test("vouchers posted while the server and PostgreSQL are killed: each is there once, and the balance to the cent", async () => {
  const till = await openTill(client);
  let sending = true;
  const acknowledged: { receipt_number: string; amount: number }[] = [];
  const clerks = Array.from({ length: 6 }, async () => {
    while (sending)
      acknowledged.push(
        // It is unavailable for a moment, and says so.
        await till.receive((1001 + acknowledged.length) / 100, (status) => expect(status).toBe(503)),
      );
  });
  const progress = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 6);
  };
  await progress();
  const postmaster = () => postmasterOf(app.dataDir);
  for (const victim of [() => app.pid(), postmaster, () => app.pid(), postmaster]) {
    process.kill(victim(), "SIGKILL");
    await progress(); // it recovers by itself
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
  const { cash_box } = (await client.get(`/api/cash-boxes/${till.cashBoxId}`)).body;
  expect(Math.round(cash_box.balance * 100)).toBe(cents);
  expect(new Set(stored.map((row: { receipt_number: string }) => row.receipt_number)).size).toBe(
    stored.length,
  );
});

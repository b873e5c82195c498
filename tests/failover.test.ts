import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { ask, startPair } from "./support/cluster";
import { administrator, knexCommand } from "./support/database";
import { startProxy } from "./support/proxy";
import { openTill } from "./support/till";

/*
 * Two servers behind a proxy, on a PostgreSQL with a replica: clerks work while a server is replaced by the next
 * version, and while the primary dies and the replica takes its place.
 */

let pair: Awaited<ReturnType<typeof startPair>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let uploads: string;
let env: Record<string, string>;
const servers: RunningApp[] = [];
let client: Client;

beforeAll(async () => {
  pair = await startPair();
  await ask(pair.primary.url, "CREATE DATABASE office");
  uploads = mkdtempSync(join(tmpdir(), "office-uploads-"));
  const hosts = `${pair.primary.host},${pair.replica.host}`;
  env = {
    DATABASE_URL: `postgres://office@${hosts}/office?target_session_attrs=read-write`,
    UPLOADS_URL: uploads,
    WEB_CONCURRENCY: "1",
  };
  await knexCommand("migrate:latest", env);
  await knexCommand("seed:run", {
    ...env,
    DEMO: "0",
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
  });
  servers.push(...(await Promise.all([startApp({ env }), startApp({ env })])));
  proxy = await startProxy(servers.map(({ url }) => url));
  client = await signIn(proxy.url);
});

afterAll(async () => {
  proxy?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await pair?.stop();
  if (uploads) rmSync(uploads, { recursive: true });
});

test("no acknowledged receipt is lost, none is doubled, and the office is back after the promotion", async () => {
  const till = await openTill(client);
  let sent = 0;
  let working = true;
  const acknowledged: { receipt_number: string; amount: number }[] = [];
  const refusals: number[] = [];
  const clerks = Array.from({ length: 5 }, async () => {
    while (working) {
      acknowledged.push(await till.receive((1000 + ++sent) / 100, (status) => refusals.push(status)));
    }
  });
  const drawn: { status: number; text: string }[] = [];
  const readers = ["/financial/receipts", "/customers"].map(async (path) => {
    for (; working; await pause(20)) {
      const { status, body } = await client.get(path);
      drawn.push({ status, text: body });
    }
  });
  const progress = async (count: number) => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThan(before + count);
  };
  await progress(10);

  // One server is replaced by the next version: started beside it, then the old one leaves in order.
  const next = await startApp({ env });
  const [old] = servers.splice(0, 1, next) as [RunningApp];
  proxy.use([...servers.map(({ url }) => url), old.url]);
  await progress(10);
  await old.stop();
  await progress(10);
  proxy.use(servers.map(({ url }) => url));
  expect(drawn.filter(({ status }) => status !== 200)).toEqual([]);
  // The proxy does not resend a request that reached the old server as it stopped: the clerk does, with the same key.
  expect(refusals.filter((status) => ![502, 503].includes(status))).toEqual([]); // 503: its machine is busy
  refusals.length = 0;

  // The primary dies; after a while an operator promotes the replica.
  pair.primary.kill();
  const died = drawn.length;
  await expect.poll(() => drawn.length).toBeGreaterThan(died + 10);
  const during = drawn.slice(died + 2); // the two requests under way count as earlier ones
  await ask(pair.replica.url, "SELECT pg_promote()");
  await progress(20);
  working = false;
  await Promise.all([...clerks, ...readers]);

  for (const { status, text } of during) {
    expect(status).toBe(503);
    expect(text).toContain("قاعدة البيانات غير متاحة الآن");
  }
  expect(new Set(drawn.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(new Set(refusals)).toEqual(new Set([503]));

  const url = pair.replica.url.replace(/postgres$/, "office");
  const stored = await ask<{ receipt_number: string; amount: string }>(
    url,
    "SELECT receipt_number, amount FROM receipt_vouchers ORDER BY id",
  );
  const line = (voucher: { receipt_number: string; amount: number | string }) =>
    `${voucher.receipt_number} ${Number(voucher.amount)}`;
  expect(stored.map(line).sort()).toEqual(acknowledged.map(line).sort());
  const numbers = stored
    .map(({ receipt_number }) => Number(receipt_number.split("-")[2]))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1)); // none missing, none twice
  const [sums] = await ask(
    url,
    `SELECT (SELECT sum(balance) FROM accounts) AS balances, (SELECT sum(amount) FROM movements) AS moved,
       (SELECT sum(amount) FROM receipt_vouchers) AS received, (SELECT count(*) FROM idempotency_keys)::int AS keys`,
  );
  expect(sums?.balances).toBe(sums?.moved);
  expect(sums?.balances).toBe(sums?.received);
  expect(sums?.keys).toBe(stored.length);
  for (const server of [...servers, old])
    expect(server.output()).not.toMatch(/unhandled|uncaught|The server ended/i);
});

import { expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { makeAccount } from "../support/factories";
import { useOffice } from "../support/office";
import { useReceipts } from "../support/receipts";

/* A movement stands on the day of its document or of its event, and keeps its words (docs/decisions/ledger.md). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { ids, makeContract, receive } = useReceipts(office, client);

const linesOf = async (number: string) => {
  const rows = await office.knex("movements").where({ document_number: number }).orderBy("id");
  return rows.map(({ date, amount, is_event, line_count }) => [date, Number(amount), is_event, line_count]);
};
const today = async () =>
  (await office.knex.raw("SELECT office_day(now())::text AS day")).rows[0].day as string;

test("a receipt moves money on its own day, its cancelling today, and so does what confirms it again", async () => {
  const { id, receipt_number } = await receive({
    contract_id: await makeContract("1000"),
    amount: 400,
    date: "2026-03-05",
  });
  await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" });
  await client.put(`/api/receipt-vouchers/${id}`, { status: "confirmed" });
  const now = await today();
  expect(await linesOf(receipt_number)).toEqual([
    ["2026-03-05", 400, false, 1],
    [now, -400, true, 1],
    [now, 400, true, 1],
  ]);
  await client.put(`/api/receipt-vouchers/${id}`, { amount: 500 });
  expect((await linesOf(receipt_number)).slice(3)).toEqual([
    ["2026-03-05", 500, false, 1],
    ["2026-03-05", -400, false, -1],
  ]);
  await client.delete(`/api/receipt-vouchers/${id}`);
  const sums = await office
    .knex("movements")
    .where({ document_number: receipt_number })
    .groupBy("date")
    .sum("amount")
    .sum("line_count AS lines");
  expect(sums.map(({ sum, lines }) => [Number(sum), Number(lines)])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("who confirms it again with another amount, account or day corrects it first", async () => {
  const { id, receipt_number } = await receive({
    contract_id: await makeContract("1000"),
    amount: 400,
    date: "2026-03-05",
  });
  const put = async (change: object) =>
    expect((await client.put(`/api/receipt-vouchers/${id}`, change)).status).toBe(200);
  await put({ status: "cancelled", event_date: "2026-04-01" });
  await put({ status: "confirmed", amount: 350, event_date: "2026-05-01" });
  expect((await linesOf(receipt_number)).slice(2)).toEqual([
    ["2026-03-05", -400, false, -1],
    ["2026-03-05", 350, false, 1],
    ["2026-04-01", 400, true, -1],
    ["2026-04-01", -350, true, 1],
    ["2026-05-01", 350, true, 1],
  ]);
  await put({ status: "cancelled", event_date: "2026-06-01" });
  const empty = await makeAccount(office.knex, ids.usd, { name: "صندوق جديد" });
  await put({ status: "confirmed", cash_box_id: empty, date: "2026-02-01", event_date: "2026-07-01" });
  const { rows } = await office.knex.raw(
    "SELECT account_id, date, amount FROM lines_of_document(?) WHERE account_id = ? ORDER BY date",
    [receipt_number, empty],
  );
  expect(rows.map((line: { date: string; amount: string }) => [line.date, Number(line.amount)])).toEqual([
    ["2026-02-01", 350],
    ["2026-06-01", -350],
    ["2026-07-01", 350],
  ]);
});

test("another day or text is written anew on its day, and what it was is taken back on its own", async () => {
  const { id, receipt_number } = await receive({
    contract_id: await makeContract("1000"),
    amount: 100,
    date: "2026-03-05",
  });
  await client.put(`/api/receipt-vouchers/${id}`, { date: "2026-03-09", description: "بيان مصحح" });
  expect(await linesOf(receipt_number)).toEqual([
    ["2026-03-05", 100, false, 1],
    ["2026-03-05", -100, false, -1],
    ["2026-03-09", 100, false, 1],
  ]);
});

test("other words at the cancelling correct the voucher first", async () => {
  const { id, receipt_number } = await receive({
    contract_id: await makeContract("1000"),
    amount: 70,
    date: "2026-03-05",
  });
  await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled", description: "سجل مرتين" });
  expect(await linesOf(receipt_number)).toEqual([
    ["2026-03-05", 70, false, 1],
    ["2026-03-05", -70, false, -1],
    ["2026-03-05", 70, false, 1],
    [await today(), -70, true, 1],
  ]);
});

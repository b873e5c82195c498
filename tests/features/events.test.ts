import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { closingsOf, day, expectRefused, lastWeek, today } from "../support/closing";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* An event has its own day, and goes through when the period of its document is closed (books.md, rule 6). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { ids, oldContract, received, closeUntil, openAll } = closingsOf(office, client);

const entriesOf = async (contract_id: number) => {
  const rows = await office.knex("entries").where({ contract_id }).orderBy("id");
  return rows.map(({ date, cause, amount }) => [date, cause, Number(amount)]);
};
const statement = async (to: string) =>
  (await client.get(`/financial/statements/customers/${ids.customer}/export/csv?to=${to}`)).body as string;

describe("in a closed period", () => {
  test("a contract is cancelled, discounted and stands again today, and the statement of the period stays as it was", async () => {
    const old = await oldContract();
    const receipt = await received({ contract_id: old, amount: 500, date: day(10) });
    await closeUntil(lastWeek);
    const before = await statement(lastWeek);
    const path = `/api/contracts/${old}`;
    const cancelled = await client.put(path, {
      status: "cancelled",
      cancellation_fee: 100,
      cancellation_reason: "سفر",
    });
    expect(cancelled.body.contract).toMatchObject({ cancelled_on: today, refundable_amount: 400 });
    expect((await client.put(path, { cancellation_fee: 120 })).body.contract.refundable_amount).toBe(380);
    expect((await client.put(path, { status: "active" })).status).toBe(200);
    const discount = await client.put(path, { discount_amount: 50, discount_reason: "خصم" });
    expect(discount.body.contract).toMatchObject({ discounted_on: today, total_amount: 99_950 });
    expect(
      (await client.put(`/api/receipt-vouchers/${receipt}`, { status: "cancelled" })).body.receipt_voucher,
    ).toMatchObject({ status: "cancelled", cancelled_on: today });
    expect(await statement(lastWeek)).toBe(before);
    expect(await entriesOf(old)).toEqual([
      [day(30), "contract", 100_000],
      [day(10), "receipt", -500],
      [today, "cancelling", -100_000],
      [today, "fee", 100],
      [today, "fee", 20],
      [today, "cancelling", 100_000],
      [today, "fee", -120],
      [today, "discount", -50],
      [today, "receipt_cancelled", 500],
    ]);
    await openAll();
  });

  test("a receipt on account that is given its contract is set against it today, and keeps no contract", async () => {
    const old = await oldContract();
    const id = await received({ contract_id: null, amount: 500, date: day(10) });
    await closeUntil(lastWeek);
    const before = await statement(lastWeek);
    const path = `/api/receipt-vouchers/${id}`;
    expectRefused(await client.put(path, { contract_id: old, amount: 400 }), lastWeek);
    const { status, body } = await client.put(path, { contract_id: old });
    expect([status, body.receipt_voucher.contract_id]).toEqual([200, null]);
    expect(body.allocation).toMatchObject({ contract_id: old, amount: 500, date: today });
    expect(await entriesOf(old)).toEqual([
      [day(30), "contract", 100_000],
      [today, "allocation", -500],
    ]);
    expect(await statement(lastWeek)).toBe(before);
    expect((await client.put(path, { contract_id: old })).status).toBe(409); // nothing is left on account
    await openAll();
    expect((await client.put(path, { contract_id: old })).status).toBe(409); // its allocation needs it
    await client.delete(`/api/allocations/${body.allocation.id}`);
    expect((await client.put(path, { contract_id: old })).body).toMatchObject({
      receipt_voucher: { contract_id: old },
    });
  });

  test("by the screens too", async () => {
    const old = await oldContract();
    const receipt = await received({ contract_id: old, amount: 500, date: day(10) });
    await closeUntil(lastWeek);
    const page = (await client.get(`/financial/receipts/${receipt}/cancel`)).body;
    expect(page).toContain('name="event_date"');
    const late = await client.submit(`/financial/receipts/${receipt}/cancel`, { event_date: day(8) });
    expect([late.status, late.body.includes('name="event_date"')]).toEqual([409, true]);
    expect((await client.submit(`/financial/receipts/${receipt}/cancel`, { event_date: "امس" })).status).toBe(
      422,
    );
    expect(
      (await client.submit(`/financial/receipts/${receipt}/cancel`, { event_date: day(2) })).status,
    ).toBe(302);
    const cancel = `/contracts/${old}/cancel`;
    expect((await client.get(cancel)).body).toContain('name="event_date"');
    const fields = { cancellation_reason: "سفر", event_date: day(3) };
    const early = await client.submit(cancel, fields);
    expect([early.status, early.body.includes(`آخر ما قيد في`)]).toEqual([409, true]);
    expect((await client.submit(cancel, { ...fields, event_date: day(2) })).status).toBe(302);
    expect((await entriesOf(old)).slice(2)).toEqual([
      [day(2), "receipt_cancelled", 500],
      [day(2), "cancelling", -100_000],
    ]);
    await openAll();
  });
});

describe("a statement", () => {
  const linesOf = async (number: string) =>
    (await statement("")).split("\n").flatMap((one) => {
      const cells = one.split(",");
      return cells[2] === number ? [[cells[1], cells[6] || `-${cells[7]}`]] : [];
    });

  test("has a line for each event of a day, also what it took back, and none of what was corrected away", async () => {
    const id = await received({ contract_id: null, amount: 90, date: day(3) });
    const { receipt_number } = await office.knex("receipt_vouchers").where({ id }).first();
    const path = `/api/receipt-vouchers/${id}`;
    await client.put(path, { amount: 80 });
    for (const status of ["cancelled", "confirmed", "cancelled"]) await client.put(path, { status });
    expect(await linesOf(receipt_number)).toEqual([
      ["سند قبض", "-80"],
      ["إلغاء سند قبض", "80"],
      ["إعادة سند قبض ملغي", "-80"],
      ["إلغاء سند قبض", "80"],
    ]);
    await client.put(path, { status: "confirmed" });
    await client.put(path, { amount: 70 });
    expect((await linesOf(receipt_number))[0]).toEqual(["سند قبض", "-70"]);
    await client.delete(path);
    expect(await linesOf(receipt_number)).toEqual([]);
  });

  test("has discounts that were changed on a day one after the other", async () => {
    const id = await oldContract();
    const { contract_number } = await office.knex("contracts").where({ id }).first("contract_number");
    for (const discount_amount of [50, 20, 0])
      await client.put(`/api/contracts/${id}`, { discount_amount, discount_reason: "خصم" });
    expect(await linesOf(contract_number)).toEqual([
      ["عقد", "100000"],
      ["خصم", "-50"],
      ["تعديل خصم", "30"],
      ["تعديل خصم", "20"],
    ]);
    const report = await client.get(
      `/reports/financial?report=contracts&period=free&from=${today}&to=${today}`,
    );
    expect(report.body.split(`>${contract_number}<`).length - 1).toBe(3);
  });
});

describe("the day of an event", () => {
  test("is of no closed period, not after today, and not before its document or the last entry", async () => {
    const old = await oldContract();
    const path = `/api/contracts/${old}`;
    const cancel = (event_date: string) => client.put(path, { status: "cancelled", event_date });
    const after = await cancel(day(-1));
    expect([after.status, Object.keys(after.body.fields)]).toEqual([422, ["event_date"]]);
    expect((await cancel(day(31))).status).toBe(409);
    const receipt = await received({ contract_id: old, amount: 10, date: day(12) });
    expect((await cancel(day(13))).status).toBe(409);
    await closeUntil(lastWeek);
    expectRefused(await cancel(day(8)), lastWeek);
    expect((await cancel(day(6))).body.contract).toMatchObject({ status: "cancelled", cancelled_on: day(6) });
    expect((await client.put(path, { status: "active", event_date: day(6) })).status).toBe(200);
    const voucher = `/api/receipt-vouchers/${receipt}`;
    expect((await client.put(voucher, { status: "cancelled", event_date: day(13) })).status).toBe(409);
    const { body } = await client.put(voucher, { status: "cancelled", event_date: day(5) });
    expect(body.receipt_voucher.cancelled_on).toBe(day(5));
    expect((await client.put(voucher, { status: "confirmed", event_date: day(6) })).status).toBe(409);
    expect(
      (await client.put(voucher, { status: "confirmed", event_date: day(4) })).body.receipt_voucher,
    ).toMatchObject({
      status: "confirmed",
      cancelled_on: null,
    });
    const movements = await office
      .knex("movements")
      .where({ purpose: "receipt", is_event: true })
      .orderBy("id", "desc")
      .limit(2);
    expect(movements.map(({ date, amount }) => [date, Number(amount)])).toEqual([
      [day(4), 10],
      [day(5), -10],
    ]);
    await openAll();
  });

  test("of a document dated after today is the document's", async () => {
    const id = await received({ date: day(-3), contract_id: await oldContract() });
    const { body } = await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" });
    expect(body.receipt_voucher.cancelled_on).toBe(day(-3));
  });

  test("is chosen by who may manage financials", async () => {
    const old = await oldContract();
    const seller = await enterAs(office, "event.seller", ["manage_contracts"]);
    const refused = await seller.put(`/api/contracts/${old}`, { status: "cancelled", event_date: day(2) });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([403, ["event_date"]]);
    expect((await seller.get(`/contracts/${old}/cancel`)).body).not.toContain('name="event_date"');
    const today = await seller.put(`/api/contracts/${old}`, { status: "cancelled", event_date: day(0) });
    expect(today.status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeAccount } from "../support/factories";
import { useOffice } from "../support/office";
import { useReceipts } from "../support/receipts";

const { office, client } = useOffice({ isBusy: true });

const { ids, makeCustomer, makeContract, receive, balanceOf, contractOf } = useReceipts(office, client);

describe("changing", () => {
  test("an edit moves the difference, by a reversal and a new movement", async () => {
    const contract = await makeContract("1000");
    const { id, receipt_number } = await receive({ contract_id: contract, amount: 400 });
    const before = await balanceOf(ids.box);
    const { body } = await client.put(`/api/receipt-vouchers/${id}`, { amount: 1000 });
    expect(body.receipt_voucher).toMatchObject({ amount: 1000, contract: { remaining_amount: 0 } });
    expect(await balanceOf(ids.box)).toBe(before + 600);
    const movements = await office.knex("movements").where({ document_number: receipt_number }).orderBy("id");
    expect(movements.map(({ cause, amount }) => [cause, Number(amount)])).toEqual([
      ["receipt", 400],
      ["receipt", 1000],
      ["receipt_reversal", -400],
    ]);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { amount: "1000.01" })).status).toBe(422);
  });

  test("an edit of the words leaves money and rate alone, whatever the rates are by now", async () => {
    const contract = await makeContract("1000");
    const { id, updated_at } = await receive({ contract_id: contract, currency_id: ids.yer, amount: 10_000 });
    await office.knex("currencies").where({ id: ids.yer }).update({ exchange_rate: "0.002" });
    const before = await balanceOf(ids.box);
    const { body } = await client.put(`/api/receipt-vouchers/${id}`, { description: "بيان آخر", updated_at });
    expect(body.receipt_voucher).toMatchObject({
      description: "بيان آخر",
      equivalent_amount: 40,
      exchange_rate_at_payment: 0.004,
    });
    expect(await balanceOf(ids.box)).toBe(before);
    await office.knex("currencies").where({ id: ids.yer }).update({ exchange_rate: "0.004" });
  });

  test("moves to another contract and another account", async () => {
    const [from, to] = [await makeContract("100"), await makeContract("300", ids.sar)];
    const { id } = await receive({ contract_id: from, amount: 50 });
    const [box, bank] = [await balanceOf(ids.box), await balanceOf(ids.bank)];
    await client.put(`/api/receipt-vouchers/${id}`, {
      contract_id: to,
      payment_method: "cheque",
      bank_account_id: ids.bank,
      payment_reference: "٤٤٥",
    });
    expect(await contractOf(from)).toEqual({ paid: 0, remaining: 100 });
    expect(await contractOf(to)).toEqual({ paid: 187.5, remaining: 112.5 });
    expect([await balanceOf(ids.box), await balanceOf(ids.bank)]).toEqual([box - 50, bank + 50]);
    expect((await client.get(`/api/receipt-vouchers/${id}`)).body.receipt_voucher.payment_reference).toBe(
      "445",
    );
  });

  test("cancelling gives the money back and is final on the screen; deleting removes the rest", async () => {
    const contract = await makeContract("1000");
    const { id, receipt_number } = await receive({ contract_id: contract, amount: 400 });
    const before = await balanceOf(ids.box);
    const cancelled = await client.submit(`/financial/receipts/${id}/cancel?status=confirmed`, {});
    expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([
      302,
      "/financial/receipts?status=confirmed",
    ]);
    expect(await contractOf(contract)).toEqual({ paid: 0, remaining: 1000 });
    expect(await balanceOf(ids.box)).toBe(before - 400);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { amount: 1 })).status).toBe(409);
    expect((await client.delete(`/api/receipt-vouchers/${id}`)).body).toEqual({ success: true });
    expect((await client.get(`/api/receipt-vouchers/${id}`)).status).toBe(404);
    expect(await balanceOf(ids.box)).toBe(before - 400);
    expect((await receive()).receipt_number).not.toBe(receipt_number);
  });

  test("a voucher whose money is gone is not deleted", async () => {
    const spent = await makeAccount(office.knex, ids.usd, { name: "فارغ" });
    const { id } = await receive({ cash_box_id: spent, amount: 70 });
    await office.knex.raw(
      `WITH a AS (UPDATE accounts SET balance = balance - 50 WHERE id = ? RETURNING *)
       INSERT INTO movements (account_id, amount, balance_after, cause) SELECT id, -50, balance, 'payment' FROM a`,
      [spent],
    );
    const { status, body } = await client.delete(`/api/receipt-vouchers/${id}`);
    expect([status, body.message]).toEqual([409, "رصيد الحساب غير كافٍ"]);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { amount: 60 })).status).toBe(200); // 70 − 50 + 60 − 70 = 10
  });

  test("who read an older state is told, and sees the new one", async () => {
    const { id, updated_at } = await receive();
    await client.put(`/api/receipt-vouchers/${id}`, { description: "أول" });
    const { status, body } = await client.put(`/api/receipt-vouchers/${id}`, {
      description: "ثان",
      updated_at,
    });
    expect([status, body.current.description]).toEqual([409, "أول"]);
  });
});

describe("the list", () => {
  test("finds by number, customer and contract; counts exactly; pages", async () => {
    const customer = await makeCustomer("شيماء الحضرميّ");
    const contract = await makeContract("900", ids.usd, customer);
    const { number } = await office
      .knex("contracts")
      .where({ id: contract })
      .first("contract_number as number");
    const made = [];
    for (const amount of [1, 2, 3])
      made.push(await receive({ customer_id: customer, contract_id: contract, amount }));
    const found = async (search: string) =>
      (await client.get(`/api/receipt-vouchers?page=1&search=${encodeURIComponent(search)}`)).body;
    expect((await found("الحضرمي")).total).toBe(3);
    expect((await found("شي")).total).toBe(3);
    expect((await found(number)).total).toBe(3);
    expect((await found(made[1].receipt_number)).receipt_vouchers).toEqual([
      (await client.get(`/api/receipt-vouchers/${made[1].id}`)).body.receipt_voucher,
    ]);
    expect((await found("100%_")).total).toBe(0);
    const all = (await client.get("/api/receipt-vouchers")).body.receipt_vouchers;
    const paged = (await client.get("/api/receipt-vouchers?per_page=2&page=2")).body;
    expect(paged.total).toBe(all.length);
    expect(paged.receipt_vouchers).toEqual(all.slice(2, 4));
    const cancelled = (await client.get("/api/receipt-vouchers?status=cancelled&page=1")).body;
    expect(cancelled.total).toBe(
      all.filter(({ status }: { status: string }) => status === "cancelled").length,
    );
  });
});

describe("the form, without JavaScript", () => {
  const form = (changes: Record<string, string> = {}) => ({
    customer_id: String(ids.customer),
    currency_id: String(ids.usd),
    amount: "١٢٠",
    payment_method: "cash",
    cash_box_id: String(ids.box),
    date: "2026-11-02",
    description: "دفعة على الحساب",
    ...changes,
  });
  const vouchers = async () => Number((await office.knex("receipt_vouchers").count().first())?.count);

  test("sent ten times at once, it makes one voucher, and everyone is told its number", async () => {
    const page = (await client.get("/financial/receipts/new")).body;
    const idempotency_key = hiddenField(page, "idempotency_key");
    const before = await vouchers();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit("/financial/receipts/new", form({ idempotency_key }))),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`))).toEqual(
      new Set(["302 /financial/receipts"]),
    );
    expect(await vouchers()).toBe(before + 1);
  });

  test("refused, it keeps what was typed and says what is wrong at each field", async () => {
    const before = await vouchers();
    const { status, body } = await client.submit(
      "/financial/receipts/new?status=confirmed",
      form({
        amount: "كثير",
        description: "",
        date: "2026-13-01",
        payment_reference: "<b>ش ٧</b>",
        cash_box_id: "",
      }),
    );
    expect(status).toBe(422);
    for (const kept of ['value="كثير"', 'value="2026-13-01"', "&lt;b&gt;ش ٧&lt;/b&gt;"])
      expect(body).toContain(kept);
    for (const id of ["amount", "description", "date"])
      expect(body).toContain(`id="receipt_voucher-${id}-error"`);
    expect(body).toContain("هذا الحقل مطلوب");
    expect(await vouchers()).toBe(before);
  });

  test("searches for the customer and shows contracts and the equivalent, step by step", async () => {
    const customer = await makeCustomer("قحطان بن يعرب");
    const contract = await makeContract("500", ids.sar, customer);
    const { number } = await office
      .knex("contracts")
      .where({ id: contract })
      .first("contract_number as number");
    const step = form({ customer_id: "", customer_query: "قحطان", intent: "lookup" });
    const found = (await client.submit("/financial/receipts/new", step)).body;
    expect(found).toMatch(new RegExp(`<input type="radio"[^>]*value="${customer}"`));
    expect(found).toContain('value="١٢٠"');
    const chosen = form({ customer_id: String(customer), contract_id: String(contract), intent: "lookup" });
    const shown = (await client.submit("/financial/receipts/new", chosen)).body;
    expect(shown).toContain(number);
    expect(shown).toMatch(/id="receipt-equivalent"[^>]*>.*450\.00 SAR/s);
    expect((await client.submit("/financial/receipts/new", { ...chosen, intent: "" })).status).toBe(302);
    expect(await contractOf(contract)).toEqual({ paid: 450, remaining: 50 });
  });

  test("an edit of what someone else changed shows the fresh values beside what was typed; saved again, it stands", async () => {
    const { id } = await receive({ description: "قديم" });
    const address = `/financial/receipts/${id}/edit`;
    const read = hiddenField((await client.get(address)).body, "updated_at");
    await client.put(`/api/receipt-vouchers/${id}`, { description: "غيره زميل", amount: 90 });
    const mine = form({ description: "غيرته أنا", amount: "80" });
    const late = await client.submit(address, { ...mine, updated_at: read });
    expect(late.status).toBe(409);
    expect(late.body).toContain("غيرته أنا");
    expect(late.body).toMatch(/القيمة الحالية:.*غيره زميل/s);
    const again = await client.submit(address, { ...mine, updated_at: hiddenField(late.body, "updated_at") });
    expect(again.status).toBe(302);
    expect((await client.get(`/api/receipt-vouchers/${id}`)).body.receipt_voucher).toMatchObject({
      amount: 80,
      description: "غيرته أنا",
    });
  });

  test("asks before it deletes, and says why it does not", async () => {
    const { id, receipt_number } = await receive();
    const page = await client.get(`/financial/receipts/${id}/delete`);
    expect(page.body.replaceAll(/<\/?bdi[^>]*>/g, "")).toContain(
      `هل أنت متأكد من حذف سند القبض ${receipt_number}؟`,
    );
    expect((await client.submit(`/financial/receipts/${id}/delete?page=2`, {})).headers.get("Location")).toBe(
      "/financial/receipts?page=2",
    );
    expect((await client.get(`/financial/receipts/${id}/delete`)).status).toBe(404);
  });
});

import { describe, expect, test } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { useOffice } from "../support/office";
import { address, usePayments } from "../support/payments";

const { office, client } = useOffice({ isBusy: true });

const { ids, makeBox, voucher, pay, change, find, balanceOf } = usePayments(office, client);

describe("paying money", () => {
  test("takes exactly the amount from the account, and shows the voucher as GET does", async () => {
    const before = await balanceOf(ids.box);
    const sent = voucher({ amount: "٢٥٠٫٥٠", payment_reference: "٧٧" });
    const { status, body } = await client.post(address, sent);
    expect(status).toBe(201);
    expect(body.payment_voucher).toEqual({
      id: expect.any(Number),
      payment_number: expect.stringMatching(/^PV-2026-\d{5}$/),
      date: "2026-11-01",
      beneficiary_type: "expense",
      beneficiary: "إيجار المكتب",
      customer_id: null,
      agent_id: null,
      supplier_id: null,
      expense_id: ids.expense,
      agent_invoice_id: null,
      purchase_invoice_id: null,
      campaign_id: null,
      campaign: null,
      invoice_number: null,
      settled_amount: null,
      refunded_amount: null,
      contract_id: null,
      contract_number: null,
      contract_currency: null,
      contract_customer: null,
      purpose: null,
      service: null,
      service_name: null,
      other_service_id: null,
      not_refund: false,
      cheque_state: null,
      return_reason: null,
      cancelled_on: null,
      exchange_rate_at_payment: null,
      amount: 250.5,
      currency_id: ids.usd,
      currency: "USD",
      currency_symbol: "$",
      currency_decimals: 2,
      payment_method: "cash",
      payment_reference: "77",
      account: "صندوق USD",
      cash_box_id: ids.box,
      bank_account_id: null,
      description: "إيجار نوفمبر",
      paid_by: "manager",
      status: "confirmed",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await find(body.payment_voucher.id)).toEqual(body.payment_voucher);
    expect(await balanceOf(ids.box)).toBe(before - 250.5);
    const { payment_number } = body.payment_voucher;
    const [movement] = await office.knex("movements").where({ document_number: payment_number });
    expect([movement.cause, movement.amount]).toEqual(["payment", "-250.5000"]);
  });

  test.each([
    ["customer", "customer_id", "customer", "سالم بن عوض"],
    ["agent", "agent_id", "agent", "مكتب النور"],
    ["supplier", "supplier_id", "supplier", "فنادق الصفوة"],
    ["expense", "expense_id", "expense", "إيجار المكتب"],
  ] as const)("to a %s, whose reference alone says of which type it is", async (type, field, key, name) => {
    const sent = voucher({ beneficiary_type: undefined, expense_id: undefined, [field]: ids[key] });
    const { body } = await client.post(address, sent);
    expect(body.payment_voucher).toMatchObject({
      beneficiary_type: type,
      beneficiary: name,
      [field]: ids[key],
    });
  });

  test("to a typed name, today where no date is sent, from a bank in another currency at the stored rates", async () => {
    const before = await balanceOf(ids.bank);
    const { body } = await client.post(address, {
      beneficiary: "بلدية المكلا",
      amount: 10,
      currency_id: ids.kwd,
      payment_method: "cheque",
      bank_account_id: ids.bank,
    });
    expect(body.payment_voucher).toMatchObject({
      beneficiary_type: "other",
      beneficiary: "بلدية المكلا",
      date: officeToday(),
      description: null,
      account: "مصرف الراجحي",
    });
    expect(await balanceOf(ids.bank)).toBe(before - 121.88); // 10 × 3.25 ÷ 0.2666… = 121.875
  });

  test("more than the account holds is refused, and so is what is missing or wrong, at its field", async () => {
    const before = await office.knex("payment_vouchers").count().first();
    const poor = await makeBox("USD", 50);
    const { status, body } = await client.post(address, voucher({ cash_box_id: poor, amount: "50.01" }));
    expect([status, body.error, body.message]).toEqual([409, "رصيد الحساب غير كافٍ", "رصيد الحساب غير كافٍ"]);
    const required = "الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح";
    for (const [changes, field, sentence] of [
      [{ beneficiary_type: undefined, expense_id: undefined }, "beneficiary_type", required],
      [{ beneficiary_type: "other", beneficiary: "  " }, "beneficiary", required],
      [{ amount: "" }, "amount", required],
      [{ currency_id: null }, "currency_id", required],
      [{ payment_method: undefined }, "payment_method", required],
      [{ cash_box_id: undefined, bank_account_id: ids.bank }, "cash_box_id", required],
      [{ payment_method: "credit_card" }, "payment_method", undefined],
      [{ amount: 0 }, "amount", "المبلغ يجب أن يكون أكبر من صفر"],
      [{ amount: "1.005" }, "amount", undefined],
      [{ expense_id: 99999 }, "expense_id", undefined],
      [{ currency_id: 99999 }, "currency_id", undefined],
      [{ cash_box_id: ids.bank }, "cash_box_id", undefined],
      [{ date: "2026-02-30" }, "date", undefined],
      [{ agent_invoice_id: 1 }, "agent_invoice_id", undefined],
    ] as const) {
      const refused = await client.post(address, voucher(changes));
      expect([refused.status, Object.keys(refused.body.fields)], JSON.stringify(changes)).toEqual([
        422,
        [field],
      ]);
      if (sentence) expect(refused.body.error).toBe(sentence);
    }
    expect(await office.knex("payment_vouchers").count().first()).toEqual(before);
  });

  test("an idle account takes none; an account, expense or partner that vouchers name is not deleted", async () => {
    const box = await makeBox("USD", 10);
    await pay({ cash_box_id: box, amount: 1 });
    expect((await client.delete(`/api/cash-boxes/${box}`)).body.error).toMatch(
      /مستخدم في سند الصرف PV-2026-/,
    );
    expect((await client.delete(`/api/expenses/${ids.expense}`)).body.error).toMatch(/سندات الصرف PV-2026-/);
    await client.put(`/api/cash-boxes/${box}`, { status: "inactive" });
    const { status, body } = await client.post(address, voucher({ cash_box_id: box, amount: 1 }));
    expect([status, body.fields]).toEqual([422, { cash_box_id: "الصندوق غير نشط" }]);
  });

  test("fifty at once take no more than there is", async () => {
    const box = await makeBox("USD", 200);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post(address, voucher({ cash_box_id: box, amount: "7.5" }))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(26);
    expect(statuses.filter((status) => status === 409)).toHaveLength(24);
    expect(await balanceOf(box)).toBe(5);
    const numbers = answers.flatMap(({ body }) => body.payment_voucher?.payment_number ?? []);
    expect(new Set(numbers).size).toBe(26);
  });
});

describe("a change", () => {
  test("of type, method and account clears what belonged to the one before", async () => {
    const { id } = await pay();
    const before = [await balanceOf(ids.box), await balanceOf(ids.bank)];
    const method = await change(id, { payment_method: "bank_transfer" });
    expect([method.status, Object.keys(method.body.fields)]).toEqual([422, ["bank_account_id"]]);
    const { body } = await change(id, {
      beneficiary_type: "customer",
      customer_id: ids.customer,
      payment_method: "bank_transfer",
      bank_account_id: ids.bank,
    });
    expect(body.payment_voucher).toMatchObject({
      expense_id: null,
      customer_id: ids.customer,
      cash_box_id: null,
      bank_account_id: ids.bank,
    });
    expect([await balanceOf(ids.box), await balanceOf(ids.bank)]).toEqual([
      (before[0] ?? 0) + 100,
      (before[1] ?? 0) - 375,
    ]);
  });

  test("of words moves no money, whatever the rates are by now; the whole row sent back changes nothing", async () => {
    const stored = await pay({ cash_box_id: ids.sarBox });
    const lines = () =>
      office
        .knex("movements")
        .groupBy("account_id")
        .orderBy("account_id")
        .sum("amount")
        .sum("line_count AS count");
    const movements = await lines();
    await office.knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.25" });
    const { body } = await change(stored.id, { ...stored, description: "إيجار", beneficiary: "أي اسم" });
    expect(body.payment_voucher).toEqual({ ...stored, description: "إيجار", updated_at: expect.any(String) });
    expect(await lines()).toEqual(movements);
    await office
      .knex("currencies")
      .where({ id: ids.sar })
      .update({ exchange_rate: "0.26666666666666666667" });
  });

  test("cancelled, the money is back, the voucher stays in the list and is changed no more", async () => {
    const before = await balanceOf(ids.box);
    const { id, payment_number } = await pay();
    expect((await change(id, { status: "cancelled", amount: 5 })).status).toBe(422);
    expect((await change(id, { status: "cancelled" })).body.payment_voucher.status).toBe("cancelled");
    expect(await balanceOf(ids.box)).toBe(before);
    expect((await change(id, { description: "تعديل" })).status).toBe(409);
    const { body } = await client.get(`${address}?status=cancelled&search=${payment_number}`);
    expect(body.payment_vouchers).toHaveLength(1);
    expect((await client.get(`/financial/payments?search=${payment_number}`)).body).toMatch(/ملغي/);
    expect((await change(id, { status: "confirmed" })).body.payment_voucher.status).toBe("confirmed");
    expect(await balanceOf(ids.box)).toBe(before - 100);
    expect((await client.delete(`${address}/${id}`)).body).toEqual({ success: true });
    expect(await balanceOf(ids.box)).toBe(before);
    const next = await pay();
    expect(next.payment_number > payment_number).toBe(true);
  });

  test("eight people edit, cancel and delete one voucher at once, and no cent is lost", async () => {
    const before = await balanceOf(ids.box);
    const { id } = await pay();
    const answers = await Promise.all([
      ...[10, 20, 30, 40].map((amount) => change(id, { amount })),
      change(id, { cash_box_id: ids.sarBox }),
      change(id, { status: "cancelled" }),
      client.delete(`${address}/${id}`),
      client.delete(`${address}/${id}`),
    ]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect((await client.get(`${address}/${id}`)).status).toBe(404);
    expect(await balanceOf(ids.box)).toBe(before);
  });

  test("that comes too late is told what stands now", async () => {
    const { id, updated_at } = await pay();
    await change(id, { description: "أول" });
    const late = await change(id, { description: "ثان", updated_at });
    expect([late.status, late.body.current.description]).toEqual([409, "أول"]);
  });
});

import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { useReceipts } from "../support/receipts";

const { office, client } = useOffice({ isBusy: true });

const { ids, makeContract, voucher, receive, balanceOf, contractOf } = useReceipts(office, client);

describe("taking money", () => {
  test("moves the account and the contract by exactly the amount, and shows the voucher as GET does", async () => {
    const contract = await makeContract("1000");
    const before = await balanceOf(ids.box);
    const receipt = await receive({ contract_id: contract, amount: "٢٥٠٫٥٠" });
    expect(receipt).toMatchObject({
      receipt_number: expect.stringMatching(/^RV-2026-\d{5}$/),
      customer: "عبد الله بن سالم باوزير",
      customer_details: { phone: "777123456" },
      amount: 250.5,
      currency_code: "USD",
      account: "الصندوق",
      cash_box_id: ids.box,
      bank_account_id: null,
      equivalent_amount: 250.5,
      exchange_rate_at_payment: 1,
      contract: { total_amount: 1000, remaining_amount: 749.5, currency: { code: "USD" } },
      status: "confirmed",
      received_by: "manager",
    });
    expect((await client.get(`/api/receipt-vouchers/${receipt.id}`)).body.receipt_voucher).toEqual(receipt);
    expect(await balanceOf(ids.box)).toBe(before + 250.5);
    expect(await contractOf(contract)).toEqual({ paid: 250.5, remaining: 749.5 });
  });

  test("converts another currency to the contract's at the stored rates and to the account's when booking", async () => {
    const contract = await makeContract("1000");
    const receipt = await receive({
      contract_id: contract,
      currency_id: ids.sar,
      amount: 1000,
      cash_box_id: ids.box,
    });
    expect(receipt.equivalent_amount).toBe(266.67);
    const [movement] = await office.knex("movements").where({ document_number: receipt.receipt_number });
    expect(Number(movement.amount)).toBe(266.67);
  });

  test("takes the rate that was agreed, and 1 between equal currencies", async () => {
    const contract = await makeContract("1000");
    const agreed = await receive({
      contract_id: contract,
      currency_id: ids.sar,
      amount: 1000,
      exchange_rate_at_payment: 0.27,
    });
    expect(agreed).toMatchObject({ exchange_rate_at_payment: 0.27, equivalent_amount: 270 });
    const same = await receive({ contract_id: contract, amount: 100, exchange_rate_at_payment: 5 });
    expect(same).toMatchObject({ exchange_rate_at_payment: 1, equivalent_amount: 100 });
  });

  test("keeps three decimals where the currency has them, and refuses more", async () => {
    const receipt = await receive({ currency_id: ids.kwd, amount: "1.005" });
    expect(receipt).toMatchObject({ amount: 1.005, equivalent_amount: 3.27 });
    const { status, body } = await client.post("/api/receipt-vouchers", voucher({ amount: "1.005" }));
    expect(status).toBe(422);
    expect(body.fields.amount).toContain("USD");
  });

  test("an instalment in a coarser currency closes the contract", async () => {
    const contract = await makeContract("100", ids.usd);
    const first = await receive({
      contract_id: contract,
      currency_id: ids.kwd,
      amount: "30.769",
      exchange_rate_at_payment: 3.25,
    });
    expect(first.equivalent_amount).toBe(100);
    expect(await contractOf(contract)).toEqual({ paid: 100, remaining: 0 });
  });

  test("in the same currency a cent that is missing stays missing", async () => {
    const contract = await makeContract("100");
    await receive({ contract_id: contract, amount: "99.99" });
    expect(await contractOf(contract)).toEqual({ paid: 99.99, remaining: 0.01 });
  });

  test("numbers go on without gaps, year by year", async () => {
    await client.post("/api/receipt-vouchers", voucher({ amount: 0 }));
    const made = await Promise.all(Array.from({ length: 20 }, () => receive({ date: "2019-01-01" })));
    expect(made.map(({ receipt_number }) => receipt_number).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `RV-2019-${String(index + 1).padStart(5, "0")}`),
    );
  });
});

describe("refusing", () => {
  const refusals: [string, object, string, RegExp][] = [
    ["no customer", { customer_id: "" }, "customer_id", /مطلوب/],
    ["an unknown customer", { customer_id: 999_999 }, "customer_id", /غير موجود/],
    ["no amount", { amount: null }, "amount", /مطلوب/],
    ["nothing", { amount: "0.00" }, "amount", /^المبلغ يجب أن يكون أكبر من صفر$/],
    ["less than nothing", { amount: -5 }, "amount", /^المبلغ يجب أن يكون أكبر من صفر$/],
    ["words", { amount: "مئة" }, "amount", /مبلغ/],
    ["NaN", { amount: "NaN" }, "amount", /مبلغ/],
    ["hexadecimal", { amount: "0x10" }, "amount", /مبلغ/],
    ["an exponent", { amount: "1e3" }, "amount", /مبلغ/],
    ["too much", { amount: "1000000000000" }, "amount", /مبلغ/],
    ["an unknown currency", { currency_id: 999_999 }, "currency_id", /غير موجودة/],
    ["an unknown method", { payment_method: "bitcoin" }, "payment_method", /القائمة/],
    ["cash without a box", { cash_box_id: null }, "cash_box_id", /الصندوق/],
    ["cash into a bank", { cash_box_id: null, bank_account_id: 1 }, "cash_box_id", /الصندوق/],
    ["a transfer into a box", { payment_method: "bank_transfer" }, "bank_account_id", /البنكي/],
    ["30 February", { date: "2026-02-30" }, "date", /التاريخ/],
    ["infinity", { date: "infinity" }, "date", /التاريخ/],
    ["no words", { description: "  " }, "description", /مطلوب/],
    ["a rate of nothing", { exchange_rate_at_payment: 0 }, "exchange_rate_at_payment", /صفر/],
    ["an unknown contract", { contract_id: 999_999 }, "contract_id", /غير موجود/],
  ];
  test.each(refusals)("%s: a sentence at the field, nothing changed", async (_, changes, field, sentence) => {
    const before = await office.knex("movements").count().first();
    const { status, body } = await client.post("/api/receipt-vouchers", voucher(changes));
    expect([status, body.fields?.[field]]).toEqual([422, expect.stringMatching(sentence)]);
    expect(body.error).toBe(body.message);
    expect(await office.knex("movements").count().first()).toEqual(before);
  });

  test("more than remains", async () => {
    const contract = await makeContract("50");
    const { status, body } = await client.post(
      "/api/receipt-vouchers",
      voucher({ contract_id: contract, amount: "50.01" }),
    );
    expect(status).toBe(422);
    expect(body.message).toBe("المبلغ المعادل أكبر من المبلغ المتبقي في العقد!");
  });

  test("a cancelled contract, an inactive box", async () => {
    const cancelled = await makeContract("500");
    await office.knex("contracts").where({ id: cancelled }).update({ status: "cancelled" });
    expect(await client.post("/api/receipt-vouchers", voucher({ contract_id: cancelled }))).toMatchObject({
      status: 409,
    });
    await office.knex("accounts").where({ id: ids.sarBox }).update({ status: "inactive" });
    const refused = await client.post("/api/receipt-vouchers", voucher({ cash_box_id: ids.sarBox }));
    expect([refused.status, refused.body.fields.cash_box_id]).toEqual([
      422,
      expect.stringContaining("غير نشط"),
    ]);
    await office.knex("accounts").where({ id: ids.sarBox }).update({ status: "active" });
  });
});

describe("at the same moment", () => {
  test("fifty pay the last of one contract: exactly what is left is taken", async () => {
    const contract = await makeContract("1000");
    await receive({ contract_id: contract, amount: 650 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.post("/api/receipt-vouchers", voucher({ contract_id: contract, amount: 50 })),
      ),
    );
    const taken = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 422);
    expect([taken.length, refused.length]).toEqual([7, 43]);
    expect(
      refused.every(({ body }) => body.message === "المبلغ المعادل أكبر من المبلغ المتبقي في العقد!"),
    ).toBe(true);
    expect(await contractOf(contract)).toEqual({ paid: 1000, remaining: 0 });
  });

  test("one form sent ten times makes one voucher; its key with another content is refused", async () => {
    const before = await balanceOf(ids.box);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post("/api/receipt-vouchers", voucher(), key)),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.receipt_voucher?.receipt_number}`)).size,
    ).toBe(1);
    expect(await balanceOf(ids.box)).toBe(before + 100);
    expect((await client.post("/api/receipt-vouchers", voucher({ amount: 1 }), key)).status).toBe(409);
  });

  test("a form sent again is told what it was told, whatever came meanwhile, and by an older version", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = async () =>
      (await client.post("/api/receipt-vouchers", voucher({ amount: "0.10" }), key)).body;
    const first = await send();
    const { id } = first.receipt_voucher;
    expect(first).toEqual((await client.get(`/api/receipt-vouchers/${id}`)).body);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { description: "بعده" })).status).toBe(200);
    expect(await send()).toEqual(first);
    const older = { id, receipt_number: "RV-2025-00001" };
    await office.knex("idempotency_keys").where({ key: key["Idempotency-Key"] }).update({ result: older });
    expect((await send()).receipt_voucher).toEqual(older);
  });

  test("a form sent again is told what it was told where the same would be refused by now", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const contract = await makeContract("10");
    const send = (amount: number) =>
      client.post("/api/receipt-vouchers", voucher({ contract_id: contract, amount }), key);
    const first = await send(10);
    expect(first.status).toBe(201);
    const before = await balanceOf(ids.box);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(10)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: first.body });
    expect((await send(11)).status).toBe(409);
    expect(await balanceOf(ids.box)).toBe(before);
    expect(await contractOf(contract)).toEqual({ paid: 10, remaining: 0 });
  });

  test("a refused key can be corrected and sent again", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    expect((await client.post("/api/receipt-vouchers", voucher({ amount: "0" }), key)).status).toBe(422);
    const contract = await makeContract("10");
    expect((await client.post("/api/receipt-vouchers", voucher({ contract_id: contract }), key)).status).toBe(
      422,
    );
    expect(
      (await client.post("/api/receipt-vouchers", voucher({ contract_id: contract, amount: 10 }), key))
        .status,
    ).toBe(201);
  });

  test("edits, cancellations and deletions of many vouchers keep everything balanced", async () => {
    const contract = await makeContract("5000");
    const made = await Promise.all(
      Array.from({ length: 12 }, () => receive({ contract_id: contract, amount: 100 })),
    );
    const answers = await Promise.all(
      made.flatMap(({ id }, index) => [
        client.put(`/api/receipt-vouchers/${id}`, {
          amount: 150 + index,
          cash_box_id: index % 2 ? ids.sarBox : ids.box,
        }),
        index % 3
          ? client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" })
          : client.delete(`/api/receipt-vouchers/${id}`),
      ]),
    );
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { useOffice } from "../support/office";

/* The cancellation of a contract by calls: its fee, what is given back, and what undoes it (docs/decisions/cancelling.md). */

const { office, client } = useOffice();
const {
  ids,
  makeCustomer,
  paidContract,
  receive,
  change,
  cancel,
  cancelled,
  refund,
  refunded,
  find,
  amountsOf,
} = useCancelling(office, client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const reason = { cancellation_reason: "اعتذر عن السفر" };

describe("a cancelled contract", () => {
  test("keeps a fee with its reason and day, and owes the rest; nothing remains", async () => {
    const id = await paidContract(600);
    const contract = await cancelled(id, { cancellation_fee: 150.25, ...reason });
    expect(contract).toMatchObject({
      status: "cancelled",
      cancelled_on: today,
      cancellation_fee: 150.25,
      ...reason,
      remaining_amount: 0,
      refunded_amount: 0,
      refundable_amount: 449.75,
    });
    expect(await cancelled(id, { cancellation_fee: 600 })).toMatchObject({ refundable_amount: 0, ...reason });
    expect(await cancelled(id, { cancellation_fee: "٠" })).toMatchObject({ refundable_amount: 600 });
    expect(await change(id, { cancellation_reason: "سبب آخر" })).toMatchObject({
      body: { contract: { cancellation_reason: "سبب آخر", cancelled_on: today, cancellation_fee: 0 } },
    });
  });

  test("needs neither fee nor reason, as the spec's clients cancel", async () => {
    const id = await paidContract(10);
    expect(await cancelled(id)).toMatchObject({
      cancellation_fee: 0,
      cancellation_reason: null,
      cancelled_on: today,
      refundable_amount: 10,
    });
    expect(await cancelled(id)).toMatchObject({ refundable_amount: 10 });
  });

  test.each([
    [{ cancellation_fee: 600.01 }, 409, "دفع العميل 600.00 USD، فالرسم 600.00 USD على الأكثر"],
    [{ cancellation_fee: "1.005" }, 422, "الرسم بعملة USD لا يقبل أكثر من خانتين"],
    [{ cancellation_fee: -1 }, 422, ""],
    [{ cancellation_fee: "كثير" }, 422, ""],
    [{ cancellation_fee: "1e400" }, 422, ""],
    [{ cancellation_fee: null, cancellation_reason: "س".repeat(301) }, 422, undefined],
  ])("refuses a fee like %j", async (sent, expected, sentence) => {
    const id = await paidContract(600);
    const { status, body } = await cancel(id, sent);
    expect(status).toBe(expected);
    if (sentence !== undefined) expect(body.fields.cancellation_fee).toContain(sentence);
    expect(await find(id)).toMatchObject({ status: "active", cancellation_fee: 0 });
  });

  test("has no fee where nothing was paid, and one that stands has none at all", async () => {
    const id = await paidContract(0);
    expect((await cancel(id, { cancellation_fee: 1 })).body.fields.cancellation_fee).toBe(
      "لم يدفع العميل شيئًا، فلا رسم",
    );
    for (const sent of [{ cancellation_fee: 1 }, reason]) {
      const { status, body } = await change(id, sent);
      expect([status, Object.values(body.fields)]).toEqual([422, ["الرسم والسبب للعقد الملغي"]]);
    }
  });

  test("stands again without day, fee and reason, if a seat is free", async () => {
    const id = await paidContract(100);
    const { campaign_id } = await office.knex("contracts").where({ id }).first();
    const fee = { cancellation_fee: 40, ...reason };
    await cancelled(id, fee);
    await office.knex("campaigns").where({ id: campaign_id }).update({ total_seats: 1 });
    expect(await cancelled(id, { status: "active", ...fee })).toMatchObject({
      cancelled_on: null,
      cancellation_fee: 0,
      cancellation_reason: null,
      refundable_amount: 0,
      remaining_amount: 900,
    });
    await cancelled(id, fee);
    const other = await paidContract(0);
    await office.knex("contracts").where({ id: other }).update({ campaign_id });
    const { status, body } = await change(id, { status: "active" });
    expect([status, body.fields.status]).toEqual([409, "لا توجد مقاعد متاحة في هذه الحملة"]);
    expect(await find(id)).toMatchObject({
      status: "cancelled",
      cancellation_fee: 40,
      refundable_amount: 60,
    });
  });
});

describe("a refund", () => {
  test("is a payment to the customer that names the contract, never of more than is owed back", async () => {
    const id = await paidContract(600);
    const early = await refund(id, 10);
    expect([early.status, early.body.fields.contract_id]).toEqual([409, "العقد غير ملغي، فلا يرد منه شيء"]);
    await cancelled(id, { cancellation_fee: 100 });
    const voucher = await refunded(id, 200);
    expect(voucher).toMatchObject({
      beneficiary_type: "customer",
      contract_id: id,
      refunded_amount: 200,
      settled_amount: null,
      exchange_rate_at_payment: 1,
    });
    expect(await amountsOf(id)).toEqual([600, 100, 200, 300]);
    const much = await refund(id, 300.01);
    expect([much.status, much.body.fields.amount]).toEqual([
      409,
      "المبلغ أكبر من المستحق رده من العقد (300.00 USD)",
    ]);
    await refunded(id, 300);
    const none = await refund(id, 1);
    expect([none.status, none.body.fields.contract_id]).toEqual([409, "لم يبق من العقد ما يرد"]);
    expect((await cancel(id, { cancellation_fee: 101 })).body.fields.cancellation_fee).toBe(
      "دفع العميل 600.00 USD ورُد إليه 500.00 USD، فالرسم 100.00 USD على الأكثر",
    );
    expect(await amountsOf(id)).toEqual([600, 100, 500, 0]);
  });

  test("names a cancelled contract of its own customer only", async () => {
    const id = await paidContract(50);
    await cancelled(id);
    for (const [more, sentence] of [
      [{ contract_id: 999_999 }, "العقد غير موجود"],
      [{ customer_id: undefined, beneficiary: "جهة" }, "يرد من العقد إلى العملاء وحدهم"],
      [{ contract_id: "س" }, ""],
    ] as const) {
      const { status, body } = await refund(id, 5, more);
      expect([status, body.fields?.contract_id]).toEqual([422, expect.stringContaining(sentence)]);
    }
    const stranger = await refund(id, 5, { customer_id: await makeCustomer("غيره") });
    expect([stranger.status, Object.keys(stranger.body.fields)]).toEqual([409, ["customer_id"]]);
    expect(await amountsOf(id)).toEqual([50, 0, 0, 50]);
  });

  test.each([
    [
      "dinars of a contract in dollars",
      "usd",
      "kwd",
      500,
      [
        ["100", 325],
        ["53.846", 175],
      ],
    ],
    [
      "dollars of a contract in dinars",
      "kwd",
      "usd",
      100.005,
      [
        ["325", 100],
        ["0.02", 0.005],
      ],
    ],
    [
      "riyals of a contract in dollars",
      "usd",
      "sar",
      100,
      [
        ["187.50", 50],
        ["187.49", 50],
      ],
    ],
    [
      "dollars of a contract in rials",
      "yer",
      "usd",
      25_000,
      [
        ["99.99", 24_997.5],
        ["0.01", 2.5],
      ],
    ],
  ] as const)("in %s", async (_name, own, paying, paid, parts) => {
    const id = await paidContract(paid, ids[own], "50000");
    await cancelled(id);
    let sum = 0;
    for (const [amount, settled] of parts) {
      const voucher = await refunded(id, amount, { currency_id: ids[paying] });
      expect(voucher.refunded_amount).toBe(settled);
      sum += settled;
    }
    expect(await amountsOf(id)).toEqual([paid, 0, sum, 0]);
    expect(sum).toBe(paid);
  });

  test("gives back what it took when it is changed, cancelled, confirmed again or deleted", async () => {
    const [one, other] = [await paidContract(300), await paidContract(80)];
    await cancelled(one, { cancellation_fee: 50 });
    await cancelled(other);
    const { id } = await refunded(one, 100);
    const address = `/api/payment-vouchers/${id}`;
    await client.put(address, { amount: 250 });
    expect(await amountsOf(one)).toEqual([300, 50, 250, 0]);
    expect((await client.put(address, { amount: 250.01 })).status).toBe(409);
    expect((await client.put(address, { contract_id: other })).status).toBe(409);
    await client.put(address, { contract_id: other, amount: 80 });
    expect([await amountsOf(one), await amountsOf(other)]).toEqual([
      [300, 50, 0, 250],
      [80, 0, 80, 0],
    ]);
    await client.put(address, { status: "cancelled" });
    expect(await amountsOf(other)).toEqual([80, 0, 0, 80]);
    await refunded(other, 1);
    const again = await client.put(address, { status: "confirmed" });
    expect([again.status, again.body.fields.amount]).toEqual([
      409,
      "المبلغ أكبر من المستحق رده من العقد (79.00 USD)",
    ]);
    await client.put(address, { status: "confirmed", amount: 79 });
    await client.put(address, { contract_id: null });
    expect(await amountsOf(other)).toEqual([80, 0, 1, 79]);
    await client.put(address, { contract_id: other });
    expect((await client.delete(address)).status).toBe(200);
    expect(await amountsOf(other)).toEqual([80, 0, 1, 79]);
  });

  test("takes what is to be given back on its own day and since, and nobody takes that from under it", async () => {
    const id = await paidContract(0);
    const receipt = await receive({ contract_id: id, amount: 100, date: "2026-10-01" });
    await cancelled(id, { event_date: "2026-10-10" });
    const early = await refund(id, 40, { date: "2026-10-09" });
    expect([early.status, early.body.fields.date]).toEqual([409, expect.stringContaining("0.00 USD")]);
    const voucher = await refunded(id, 40, { date: "2026-10-12" });
    const path = `/api/payment-vouchers/${voucher.id}`;
    expect((await client.put(path, { date: "2026-10-09" })).status).toBe(409);
    expect((await client.put(path, { date: "2026-10-11" })).status).toBe(200);
    const paid = `/api/receipt-vouchers/${receipt.id}`;
    const late = await client.put(paid, { date: "2026-10-12" });
    expect([late.status, Object.keys(late.body.fields)]).toEqual([409, ["contract_id"]]);
    expect((await client.put(paid, { date: "2026-10-11" })).status).toBe(200);
    const discounted = await paidContract(100);
    await change(discounted, { discount_amount: 950, discount_reason: "خصم" });
    expect((await refund(discounted, 10, { date: "2026-11-02" })).status).toBe(409);
    await refunded(discounted, 50);
  });

  test("keeps its contract cancelled and undeleted, and its receipts where they are", async () => {
    const id = await paidContract(0);
    const first = await receive({ contract_id: id, amount: 100 });
    const second = await receive({ contract_id: id, amount: 60 });
    await cancelled(id, { cancellation_fee: 20 });
    const voucher = await refunded(id, 70);
    for (const answer of [
      await client.put(`/api/receipt-vouchers/${first.id}`, { status: "cancelled" }),
      await client.delete(`/api/receipt-vouchers/${first.id}`),
      await client.put(`/api/receipt-vouchers/${first.id}`, { contract_id: null }),
    ])
      expect([answer.status, answer.body.error]).toEqual([
        409,
        "رُد مبلغ السند إلى العميل أو احتفظ به المكتب رسمًا لإلغاء العقد",
      ]);
    expect((await client.delete(`/api/receipt-vouchers/${second.id}`)).status).toBe(200);
    expect(await amountsOf(id)).toEqual([100, 20, 70, 10]);
    const again = await change(id, { status: "active" });
    expect([again.status, again.body.fields.status]).toEqual([
      409,
      "رُد إلى العميل من هذا العقد 70.00 USD: ألغ سندات رده وتخصيصاته قبل إعادة العقد",
    ]);
    expect((await client.delete(`/api/contracts/${id}`)).status).toBe(409);
    await client.put(`/api/payment-vouchers/${voucher.id}`, { status: "cancelled" });
    expect(await cancelled(id, { status: "active" })).toMatchObject({
      paid_amount: 100,
      remaining_amount: 900,
    });
    const confirmed = await client.put(`/api/payment-vouchers/${voucher.id}`, { status: "confirmed" });
    expect([confirmed.status, confirmed.body.fields.contract_id]).toEqual([
      409,
      "العقد غير ملغي، فلا يرد منه شيء",
    ]);
  });
});

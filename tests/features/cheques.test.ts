import { describe, expect, test } from "vitest";
import { useCheques } from "../support/cheques";
import { day, lastWeek, today } from "../support/closing";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* A cheque that the bank returns, with its charge (books.md, rule 7; docs/decisions/cheques.md). */

const { office, client } = useOffice({ isFaultless: true });
const cheques = useCheques(office, client);
const { ids, makeContract, makeBank, byCheque, paidByCheque, pathOf, giveBack, returned, empty, entriesOf } =
  cheques;
const { receive, balanceOf, contractOf, cancelled, refunded, closeUntil, reopenAll } = cheques;

const debtsOf = async (customer: number) =>
  (await client.get("/api/debts/customers?age=all")).body.debts.filter(
    ({ party_id }: { party_id: number }) => party_id === customer,
  );

describe("a bounced cheque", () => {
  test("of a closed month leaves no contract paid: the return is an event of today", async () => {
    const { bank, contract, id, number } = await paidByCheque({ date: day(20) });
    await closeUntil(lastWeek);
    expect((await client.delete(pathOf(id))).status).toBe(409);
    const voucher = await returned(id, { reason: "لا رصيد له" });
    expect(voucher).toMatchObject({
      status: "cancelled",
      cheque_state: "returned",
      return_reason: "لا رصيد له",
      charge_amount: 0,
      cancelled_on: today,
      date: day(20),
    });
    expect(await contractOf(contract)).toEqual({ paid: 0, remaining: 1000 });
    expect(await balanceOf(bank)).toBe(0);
    expect(await entriesOf(id)).toEqual([
      `${day(20)} receipt -400 USD item`,
      `${today} cheque_returned 400 USD item`,
    ]);
    const [movement] = await office.knex("movements").where({ document_number: number, is_event: true });
    expect(movement).toMatchObject({
      cause: "receipt_reversal",
      is_return: true,
      date: today,
      description: "دفعة من قيمة العقد، لا رصيد له",
    });
    await reopenAll();
  });

  test("leaves no contract paid after the bank was emptied, and takes the bank below zero", async () => {
    const { bank, contract, id } = await paidByCheque();
    await empty(bank, 300);
    const refusal = await client.put(pathOf(id), { status: "cancelled" });
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      "رصيد الحساب غير كافٍ لإلغاء السند: إن أرجع البنك الشيك فسجله شيكًا مرتجعًا",
    ]);
    await returned(id);
    expect([await balanceOf(bank), (await contractOf(contract)).remaining]).toEqual([-300, 1000]);
    expect((await client.get(`/api/banks/${bank}`)).body.bank.balance).toBe(-300);
  });

  test("from its bank below zero, nothing else is taken, and what comes in stays correctable", async () => {
    const { bank, id } = await paidByCheque();
    await empty(bank, 400);
    await returned(id);
    const other = await receive(byCheque(bank, ids.usd, 100));
    const raised = await client.put(pathOf(other.id), { amount: 150 });
    expect([raised.status, await balanceOf(bank)]).toEqual([200, -250]);
    expect((await client.put(pathOf(other.id), { amount: 120 })).status).toBe(409);
    expect((await client.put(pathOf(other.id), { description: "بيان آخر" })).status).toBe(200);
    expect((await client.delete(pathOf(other.id))).status).toBe(409);
    const paid = await client.post("/api/payment-vouchers", {
      beneficiary: "جهة",
      ...byCheque(bank, ids.usd, 1),
    });
    expect([paid.status, paid.body.message]).toEqual([409, "رصيد الحساب غير كافٍ"]);
    const { bank: row } = (await client.get(`/api/banks/${bank}`)).body;
    expect((await client.put(`/api/banks/${bank}`, { ...row, name: "بنك آخر" })).status).toBe(200);
    const worse = await client.put(`/api/banks/${bank}`, { balance: -251 });
    expect([worse.status, worse.body.fields]).toEqual([422, { balance: "الرصيد لا يكون سالبًا" }]);
    expect((await client.put(`/api/banks/${bank}`, { balance: 0 })).status).toBe(200);
    const box = await office.knex
      .raw("UPDATE accounts SET balance = -1 WHERE id = ?", [ids.box])
      .catch(String);
    expect(String(box)).toContain("accounts_balance_check");
  });
});

describe("a return", () => {
  test("is of a confirmed voucher by cheque, once, by who manages financials", async () => {
    const cash = await receive();
    expect((await giveBack(cash.id)).status).toBe(409);
    const { id } = await paidByCheque();
    const seller = await enterAs(office, "cheque.seller", ["manage_contracts"]);
    expect((await seller.post(`${pathOf(id)}/return`, {})).status).toBe(403);
    expect((await giveBack(99_999)).status).toBe(404);
    await returned(id);
    const again = await giveBack(id);
    expect([again.status, again.body.message]).toEqual([409, "سُجّل الشيك مرتجعًا من قبل"]);
    expect((await client.put(pathOf(id), { status: "cancelled" })).status).toBe(409);
    const other = await paidByCheque();
    await client.put(pathOf(other.id), { status: "cancelled" });
    expect((await giveBack(other.id)).status).toBe(409);
    expect((await client.get(`${pathOf(id)}/return`)).status).toBe(405);
  });

  test("has a day as other events have, and is answered once by its key", async () => {
    const { id } = await paidByCheque({ date: day(20) });
    expect((await giveBack(id, { event_date: day(-1) })).status).toBe(422);
    expect((await giveBack(id, { event_date: day(21) })).status).toBe(409);
    expect((await giveBack(id, { event_date: "x" })).status).toBe(422);
    expect((await giveBack(id, { reason: "س".repeat(201) })).status).toBe(422);
    const key = { "Idempotency-Key": "return-1" };
    const first = await giveBack(id, { event_date: day(5), charge_amount: 12.5 }, key);
    const second = await giveBack(id, { event_date: day(5), charge_amount: 12.5 }, key);
    expect(first.body.receipt_voucher).toMatchObject({ cancelled_on: day(5), charge_amount: 12.5 });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await giveBack(id, { charge_amount: 13 }, key)).status).toBe(409);
    const stale = await paidByCheque();
    expect((await giveBack(stale.id, { updated_at: "2026-01-01T00:00:00.000Z" })).status).toBe(409);
  });

  test("makes a cancelled contract owe what its fee needs", async () => {
    const { contract, id } = await paidByCheque();
    await cancelled(contract, { cancellation_fee: 100 });
    expect((await client.put(pathOf(id), { status: "cancelled" })).status).toBe(409);
    expect(await giveBack(id)).toMatchObject({ status: 200 });
    expect((await client.get(`/api/contracts/${contract}`)).body.contract).toMatchObject({
      status: "cancelled",
      remaining_amount: 100,
      refundable_amount: 0,
    });
  });

  test("of a payment puts the money back, and what it settled is owed again", async () => {
    const bank = await makeBank("USD", 500);
    const contract = await makeContract("1000");
    await receive({ contract_id: contract, amount: 300 });
    await cancelled(contract, {});
    const refund = await refunded(contract, 200, byCheque(bank, ids.usd, 200));
    const path = `/api/payment-vouchers/${refund.id}`;
    const { status, body } = await client.post(`${path}/return`, { reason: "توقيع مختلف", charge_amount: 5 });
    expect([status, body.payment_voucher]).toMatchObject([
      200,
      { status: "cancelled", cheque_state: "returned", return_reason: "توقيع مختلف", cancelled_on: today },
    ]);
    expect(body.payment_voucher).not.toHaveProperty("charge_amount");
    expect(await balanceOf(bank)).toBe(500);
    expect((await client.get(`/api/contracts/${contract}`)).body.contract.refundable_amount).toBe(300);
    expect(await entriesOf(refund.id, "payment")).toEqual([
      `${refund.date} refund 200 USD item`,
      `${today} payment_cheque_returned -200 USD item`,
    ]);
    expect((await client.put(path, { status: "confirmed" })).body.payment_voucher).toMatchObject({
      status: "confirmed",
      cheque_state: null,
      return_reason: null,
    });
  });
});

describe("a charge", () => {
  test.each([
    ["USD", "400", 25.5, 0.001],
    ["KWD", "100", 0.125, 0.0005],
    ["SAR", "900", 37.5, 0.001],
  ])("in %s is a debt of its own day, and fits the decimals", async (code, amount, charge, tooFine) => {
    const currency = ids[code.toLowerCase() as "usd"];
    const bank = await makeBank(code);
    const customer_id = await cheques.makeCustomer();
    const { id } = await receive({ customer_id, ...byCheque(bank, currency, amount), date: day(40) });
    const refusal = await giveBack(id, { charge_amount: tooFine });
    expect([refusal.status, Object.keys(refusal.body.fields)]).toEqual([422, ["charge_amount"]]);
    for (const wrong of [-1, "x", "1e5"])
      expect((await giveBack(id, { charge_amount: wrong })).status).toBe(422);
    expect(await returned(id, { charge_amount: charge, event_date: day(35) })).toMatchObject({
      charge_amount: charge,
    });
    expect(await entriesOf(id)).toEqual([
      `${day(40)} receipt -${amount} ${code} on account`,
      `${day(35)} cheque_returned ${amount} ${code} on account`,
      `${day(35)} charge ${charge} ${code} on account`,
    ]);
    expect(await debtsOf(customer_id)).toMatchObject([
      {
        remaining_amount: charge,
        overdue_60: charge,
        overdue_30: 0,
        oldest_due_date: day(35),
        contracts_amount: 0,
      },
    ]);
    expect(await balanceOf(bank)).toBe(0);
  });

  test("in a currency without decimals has none", async () => {
    const { id: yen } = (
      await client.post("/api/currencies", { name: "ين", code: "JPY", symbol: "¥", exchange_rate: "0.0064" })
    ).body.currency;
    const { id } = await receive(byCheque(await makeBank("JPY"), yen, 5000));
    expect((await giveBack(id, { charge_amount: 0.5 })).status).toBe(422);
    expect(await returned(id, { charge_amount: 700 })).toMatchObject({ charge_amount: 700 });
  });

  test("is changed and waived by events of their own day, and by nothing else", async () => {
    const { id } = await paidByCheque({ date: day(20) });
    expect((await client.put(pathOf(id), { charge_amount: 5 })).status).toBe(409);
    await returned(id, { charge_amount: 20, event_date: day(9), reason: "لا رصيد" });
    const change = (body: object) => client.put(pathOf(id), body);
    expect((await change({ charge_amount: 30, event_date: day(10) })).status).toBe(409);
    const raised = await change({ charge_amount: 30, event_date: day(6) });
    expect(raised.body.receipt_voucher).toMatchObject({
      charge_amount: 30,
      cheque_state: "returned",
      cancelled_on: day(9),
    });
    expect((await change({ charge_amount: 10, event_date: day(7) })).status).toBe(409);
    const alone = await change({ charge_amount: 10, description: "بيان آخر" });
    expect([alone.status, Object.keys(alone.body.fields)]).toEqual([422, ["description"]]);
    expect((await change({ charge_amount: 10, amount: 1 })).status).toBe(422);
    expect((await change({ charge_amount: 0.001 })).status).toBe(422);
    expect((await change({ charge_amount: 30 })).status).toBe(409); // nothing would change
    expect((await change({ charge_amount: "" })).body.receipt_voucher.charge_amount).toBe(0);
    expect(await entriesOf(id)).toEqual([
      `${day(20)} receipt -400 USD item`,
      `${day(9)} cheque_returned 400 USD item`,
      `${day(9)} charge 20 USD on account`,
      `${day(6)} charge 10 USD on account`,
      `${today} charge -30 USD on account`,
    ]);
  });

  test("stays when the voucher is confirmed again, which is an event, and grows by another return", async () => {
    const { bank, contract, id } = await paidByCheque({ date: day(20) });
    await returned(id, { charge_amount: 20, event_date: day(9), reason: "لا رصيد" });
    const again = await client.put(pathOf(id), { status: "confirmed", event_date: day(4) });
    expect(again.body.receipt_voucher).toMatchObject({
      status: "confirmed",
      cheque_state: null,
      return_reason: null,
      cancelled_on: null,
      charge_amount: 20,
    });
    expect([await balanceOf(bank), (await contractOf(contract)).paid]).toEqual([400, 400]);
    const currency = await client.put(pathOf(id), { currency_id: ids.sar });
    expect([currency.status, Object.keys(currency.body.fields)]).toEqual([409, ["currency_id"]]);
    expect(await returned(id, { charge_amount: 15, event_date: day(1) })).toMatchObject({
      charge_amount: 35,
    });
    expect(await entriesOf(id)).toEqual([
      `${day(20)} receipt -400 USD item`,
      `${day(9)} cheque_returned 400 USD item`,
      `${day(9)} charge 20 USD on account`,
      `${day(4)} cheque_returned -400 USD item`,
      `${day(1)} cheque_returned 400 USD item`,
      `${day(1)} charge 15 USD on account`,
    ]);
  });

  test("goes with a voucher that is deleted, and with a customer who is joined", async () => {
    const gone = await cheques.makeCustomer();
    const bank = await makeBank("USD");
    const first = await receive({ customer_id: gone, ...byCheque(bank, ids.usd, 10) });
    const second = await receive({ customer_id: gone, ...byCheque(bank, ids.usd, 20) });
    await returned(first.id, { charge_amount: 3 });
    await returned(second.id, { charge_amount: 4 });
    expect((await client.delete(pathOf(first.id))).status).toBe(200);
    const kept = await cheques.makeCustomer();
    expect((await client.post(`/api/customers/${kept}/join`, { customer_id: gone })).status).toBe(200);
    expect(await debtsOf(kept)).toMatchObject([{ remaining_amount: 4 }]);
  });

  test("is no revenue and no cash", async () => {
    const monthly = async () => Number((await client.get("/api/stats/dashboard")).body.monthly_revenue ?? 0);
    const before = await monthly();
    const { id } = await paidByCheque({ date: today });
    await returned(id, { charge_amount: 50 });
    expect(await monthly()).toBe(before);
  });
});

describe("vouchers of one payment", () => {
  test("are returned together, whichever is named, with one charge", async () => {
    const bank = await makeBank("USD");
    const contracts = [await makeContract("1000"), await makeContract("500"), await makeContract("700")];
    const { body } = await client.post("/api/receipt-vouchers/split", {
      ...byCheque(bank, ids.usd, 600),
      date: day(3),
      description: "دفعة الأسرة",
      contract_ids: contracts,
      shares: [300, 200, 100],
    });
    const [first, named, other] = body.receipt_vouchers.map(({ id }: { id: number }) => id);
    await client.put(pathOf(other), { payment_method: "cash", cash_box_id: ids.box });
    await empty(bank, 500);
    expect(await returned(named, { charge_amount: 9, reason: "موقوف" })).toMatchObject({
      id: named,
      charge_amount: 9,
    });
    const state = async (id: number) => {
      const { cheque_state, charge_amount, return_reason } = (await client.get(pathOf(id))).body
        .receipt_voucher;
      return [cheque_state, charge_amount, return_reason];
    };
    expect(await Promise.all([first, named, other].map(state))).toEqual([
      ["returned", 0, "موقوف"],
      ["returned", 9, "موقوف"],
      [null, 0, null],
    ]);
    expect(await Promise.all(contracts.map(async (id) => (await contractOf(id)).paid))).toEqual([0, 0, 100]);
    expect(await balanceOf(bank)).toBe(-500);
    expect((await giveBack(first)).status).toBe(409);
  });
});

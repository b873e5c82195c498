import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { useCheques } from "../support/cheques";
import { day, lastWeek, today } from "../support/closing";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* Cheques in hand, which are collected in a bank (books.md, rule 7; docs/decisions/cheques.md). */

const { office, client } = useOffice({ isFaultless: true });
const cheques = useCheques(office, client);
const { ids, makeContract, makeBank, makeHand, byCheque, pathOf, giveBack, returned, empty, entriesOf } =
  cheques;
const {
  receive,
  balanceOf,
  contractOf,
  closeUntil,
  reopenAll,
  inHand,
  collect,
  uncollect,
  collected,
  linesOf,
} = cheques;
keepBooks(office);

const refusalOf = ({ status, body }: { status: number; body: { message?: string; fields?: object } }) => [
  status,
  ...Object.keys(body.fields ?? {}),
];

describe("an account of cheques in hand", () => {
  test("is one for a currency, has no balance of its own, and keeps its kind once it was used", async () => {
    const hand = await makeHand("USD");
    const { bank } = (await client.get(`/api/banks/${hand}`)).body;
    expect(bank.is_cheques_in_hand).toBe(true);
    const { bank_accounts } = (await client.get("/api/bank-accounts?per_page=100")).body;
    expect(bank_accounts).toContainEqual(bank);
    const { id: _, ...other } = bank;
    expect(refusalOf(await client.post("/api/banks", other))).toEqual([409, "is_cheques_in_hand"]);
    expect(
      refusalOf(await client.post("/api/banks", { ...other, currency_code: "KWD", balance: 5 })),
    ).toEqual([422, "balance"]);
    const plain = await makeBank("USD", 10);
    expect(refusalOf(await client.put(`/api/banks/${plain}`, { is_cheques_in_hand: true }))).toEqual([
      409,
      "is_cheques_in_hand",
    ]);
    await inHand();
    expect(refusalOf(await client.put(`/api/banks/${hand}`, { is_cheques_in_hand: false }))).toEqual([
      409,
      "is_cheques_in_hand",
    ]);
    expect(refusalOf(await client.put(`/api/banks/${hand}`, { balance: 1 }))).toEqual([422, "balance"]);
    const { bank: now } = (await client.get(`/api/banks/${hand}`)).body;
    expect((await client.put(`/api/banks/${hand}`, { ...now, name: "شيكات المكتب" })).status).toBe(200);
  });

  test("takes cheques of its currency, and no other receipt, payment or transfer", async () => {
    const hand = await makeHand("USD");
    const bank = await makeBank("USD", 1000);
    const post = (list: string, body: object) => client.post(`/api/${list}`, body);
    const receipt = {
      customer_id: await cheques.makeCustomer(),
      date: today,
      description: "دفعة",
      ...byCheque(hand, ids.usd, 10),
    };
    for (const more of [
      { payment_method: "bank_transfer" },
      { payment_method: "credit_card" },
      { currency_id: ids.sar },
    ])
      expect(refusalOf(await post("receipt-vouchers", { ...receipt, ...more }))).toEqual([
        422,
        "bank_account_id",
      ]);
    const payment = { beneficiary: "جهة", description: "صرف", date: today };
    for (const payment_method of ["cheque", "bank_transfer"])
      expect(
        refusalOf(
          await post("payment-vouchers", { ...payment, ...byCheque(hand, ids.usd, 1), payment_method }),
        ),
      ).toEqual([422, "bank_account_id"]);
    for (const [from, to] of [
      [hand, bank],
      [bank, hand],
    ])
      expect(
        refusalOf(
          await post("transfers", { from_bank_account_id: from, to_bank_account_id: to, from_amount: 1 }),
        ),
      ).toEqual([422, from === hand ? "from_bank_account_id" : "to_bank_account_id"]);
    const { id } = await inHand();
    expect(refusalOf(await client.put(pathOf(id), { payment_method: "bank_transfer" }))).toEqual([
      422,
      "bank_account_id",
    ]);
  });
});

describe("a cheque in hand", () => {
  test("has a bank, a number and a due date, by which it is found", async () => {
    const due = { cheque_bank: "بنك التضامن", cheque_due_date: day(-30), date: day(3) };
    const { id, number } = await inHand(due);
    const { receipt_voucher } = (await client.get(pathOf(id))).body;
    expect(receipt_voucher).toMatchObject({ ...due, cheque_state: "in_hand", collected_on: null });
    const other = await inHand({ date: day(2) });
    expect((await client.get(pathOf(other.id))).body.receipt_voucher.cheque_due_date).toBe(day(2));
    const numbersOf = async (query: string) =>
      (await client.get(`/api/receipt-vouchers?${query}`)).body.receipt_vouchers.map(
        (row: { receipt_number: string }) => row.receipt_number,
      );
    expect(await numbersOf(`cheque_state=in_hand&due_from=${day(-29)}&due_to=${day(-31)}`)).toEqual([number]);
    expect(await numbersOf(`due_from=${day(-30)}`)).toEqual([number]);
    expect(await numbersOf("cheque_state=collected")).toEqual([]);
    expect((await client.get("/api/receipt-vouchers?due_from=x")).status).toBe(422);
    expect((await client.put(pathOf(id), { cheque_due_date: day(-40) })).status).toBe(200);
    const cash = await client.put(pathOf(id), { payment_method: "cash", cash_box_id: ids.box });
    expect(cash.body.receipt_voucher).toMatchObject({
      cheque_state: null,
      cheque_due_date: null,
      cheque_bank: null,
    });
  });

  test("is collected by an event that is neither income nor spending, and this is taken back", async () => {
    const monthly = async () => Number((await client.get("/api/stats/dashboard")).body.monthly_revenue ?? 0);
    const { id, hand, bank, contract } = await inHand({ date: day(20) });
    const [before, held] = [await monthly(), await balanceOf(hand)];
    const entered = await entriesOf(id);
    await closeUntil(lastWeek);
    expect(await collected(id, bank, { event_date: day(2) })).toMatchObject({
      status: "confirmed",
      cheque_state: "collected",
      collected_on: day(2),
      collected_account_id: bank,
      amount: 400,
    });
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([400, held - 400]);
    expect(await uncollect(id, { event_date: day(3) })).toMatchObject({ status: 409 });
    const back = await uncollect(id, { event_date: day(1) });
    expect([back.status, back.body.receipt_voucher]).toMatchObject([
      200,
      { cheque_state: "in_hand", collected_on: null, collected_account_id: null },
    ]);
    expect(await linesOf(bank)).toEqual([
      `${day(2)} collect event 400`,
      `${day(1)} collect_reversal event -400`,
    ]);
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([0, held]);
    expect(await entriesOf(id)).toEqual(entered);
    expect((await contractOf(contract)).paid).toBe(400);
    expect(await monthly()).toBe(before);
    await reopenAll();
  });

  test("is collected once, in a bank of its currency, on an open day that does not precede it", async () => {
    const { id, hand, bank } = await inHand({ date: day(5) });
    const wrong = async (body: object) => refusalOf(await collect(id, { bank_account_id: bank, ...body }));
    expect(await wrong({ bank_account_id: hand })).toEqual([422, "bank_account_id"]);
    expect(await wrong({ bank_account_id: await makeBank("SAR") })).toEqual([422, "bank_account_id"]);
    expect(await wrong({ bank_account_id: ids.box })).toEqual([422, "bank_account_id"]);
    expect(await wrong({ bank_account_id: undefined })).toEqual([422, "bank_account_id"]);
    expect(await wrong({ event_date: day(-1) })).toEqual([422, "event_date"]);
    expect(await wrong({ event_date: day(6) })).toEqual([409, "event_date"]);
    await closeUntil(day(2));
    expect(await wrong({ event_date: day(3) })).toEqual([409]);
    await reopenAll();
    expect((await collect(99_999, { bank_account_id: bank })).status).toBe(404);
    const seller = await enterAs(office, "cheque.collector", ["manage_contracts"]);
    expect((await seller.post(`${pathOf(id)}/collect`, { bank_account_id: bank })).status).toBe(403);
    expect((await client.get(`${pathOf(id)}/collect`)).status).toBe(405);
    const key = { "Idempotency-Key": "collect-1" };
    const first = await collect(id, { bank_account_id: bank }, key);
    expect(await collect(id, { bank_account_id: bank }, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await wrong({})).toEqual([409]);
    const cash = await receive();
    expect((await collect(cash.id, { bank_account_id: bank })).status).toBe(409);
    expect((await uncollect(cash.id)).status).toBe(409);
  });

  test("that was collected is not cancelled, deleted or corrected in what was collected", async () => {
    const { id, bank, hand } = await inHand({ date: day(5) });
    await collected(id, bank, { event_date: day(3) });
    const change = async (body: object) => refusalOf(await client.put(pathOf(id), body));
    expect(await change({ status: "cancelled" })).toEqual([409]);
    expect((await client.delete(pathOf(id))).status).toBe(409);
    expect(await change({ amount: 300 })).toEqual([409, "amount"]);
    expect(await change({ currency_id: ids.sar })).toEqual([409, "currency_id"]);
    expect(await change({ bank_account_id: bank })).toEqual([409, "bank_account_id"]);
    expect(await change({ payment_method: "cash", cash_box_id: ids.box })).toEqual([409, "cash_box_id"]);
    expect(await change({ date: day(2) })).toEqual([422, "date"]);
    const free = {
      date: day(4),
      description: "بيان آخر",
      payment_reference: "77",
      contract_id: await makeContract("900"),
    };
    expect(await change(free)).toEqual([200]);
    expect(await linesOf(bank)).toEqual([`${day(3)} collect event 400`]);
    const sql = office.knex("receipt_vouchers").where({ id });
    expect(String(await sql.clone().update({ status: "cancelled" }).catch(String))).toContain(
      "receipt_vouchers_cheque",
    );
    expect(String(await sql.clone().update({ amount: 1 }).catch(String))).toContain(
      "a collected cheque stays",
    );
    expect(String(await sql.clone().delete().catch(String))).toContain("a collected cheque stays");
    expect(await balanceOf(hand)).toBeGreaterThanOrEqual(0);
  });

  test("that was collected is returned from the bank, below zero too, and confirmed again in hand", async () => {
    const { id, bank, hand, contract } = await inHand({ date: day(9) });
    const held = await balanceOf(hand);
    await collected(id, bank, { event_date: day(7) });
    await empty(bank, 300);
    const refusal = await uncollect(id);
    expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining("شيكًا مرتجعًا")]);
    expect((await giveBack(id, { event_date: day(8) })).status).toBe(409);
    expect(await returned(id, { reason: "لا رصيد", charge_amount: 5 })).toMatchObject({
      status: "cancelled",
      cheque_state: "returned",
      cancelled_on: today,
      collected_account_id: null,
    });
    expect([await balanceOf(bank), await balanceOf(hand), (await contractOf(contract)).paid]).toEqual([
      -300,
      held - 400,
      0,
    ]);
    expect((await linesOf(bank)).at(-1)).toBe(`${today} receipt_reversal event return -400`);
    expect((await collect(id, { bank_account_id: bank })).status).toBe(409);
    expect((await client.put(pathOf(id), { status: "confirmed" })).body.receipt_voucher).toMatchObject({
      cheque_state: "in_hand",
      return_reason: null,
    });
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([-300, held]);
    await returned(id);
    expect(await balanceOf(hand)).toBe(held - 400);
    expect((await client.delete(pathOf(id))).status).toBe(200);
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([-300, held - 400]);
  });

  test("that came back from a bank is corrected and deleted as before", async () => {
    const { id, bank, hand } = await inHand({ date: day(9) });
    const held = await balanceOf(hand);
    await collected(id, bank, { event_date: day(7) });
    await uncollect(id, { event_date: day(6) });
    expect((await client.put(pathOf(id), { amount: 350, date: day(10) })).status).toBe(200);
    expect(await balanceOf(hand)).toBe(held - 50);
    expect((await client.put(pathOf(id), { status: "cancelled", event_date: day(4) })).status).toBe(200);
    expect((await client.put(pathOf(id), { status: "confirmed", event_date: day(3) })).status).toBe(200);
    await collected(id, bank, { event_date: day(2) });
    await uncollect(id);
    expect((await client.delete(pathOf(id))).status).toBe(200);
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([0, held - 400]);
  });

  test("of several contracts is collected, taken back and returned as one", async () => {
    const [hand, bank] = [await makeHand("USD"), await makeBank("USD")];
    const { body } = await client.post("/api/receipt-vouchers/split", {
      ...byCheque(hand, ids.usd, 600),
      cheque_due_date: day(-10),
      date: day(3),
      description: "دفعة الأسرة",
      contract_ids: [await makeContract("1000"), await makeContract("500")],
      shares: [400, 200],
    });
    const [first, second] = body.receipt_vouchers.map(({ id }: { id: number }) => id);
    const states = async () =>
      (await office.knex("receipt_vouchers").whereIn("id", [first, second])).map(
        ({ cheque_state }) => cheque_state,
      );
    expect(await states()).toEqual(["in_hand", "in_hand"]);
    expect(await collected(second, bank)).toMatchObject({ id: second, cheque_due_date: day(-10) });
    expect([await states(), await balanceOf(bank)]).toEqual([["collected", "collected"], 600]);
    expect((await collect(first, { bank_account_id: bank })).status).toBe(409);
    await uncollect(first);
    expect([await states(), await balanceOf(bank)]).toEqual([["in_hand", "in_hand"], 0]);
    await collected(first, bank);
    await returned(second);
    expect([await states(), await balanceOf(bank)]).toEqual([["returned", "returned"], 0]);
  });

  test.each([
    ["KWD", "kwd", 12.345],
    ["SAR", "sar", 99.5],
  ] as const)("in %s keeps its decimals", async (code, currency, amount) => {
    const [hand, bank] = [await makeHand(code), await makeBank(code)];
    const { id } = await receive(byCheque(hand, ids[currency], amount));
    await collected(id, bank);
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([amount, 0]);
  });

  test("in a currency without decimals has none", async () => {
    const { id: yen } = (
      await client.post("/api/currencies", { name: "ين", code: "JPY", symbol: "¥", exchange_rate: "0.0064" })
    ).body.currency;
    const [hand, bank] = [await makeHand("JPY"), await makeBank("JPY")];
    const { id } = await receive(byCheque(hand, yen, 5000));
    await collected(id, bank);
    expect([await balanceOf(bank), await balanceOf(hand)]).toEqual([5000, 0]);
  });
});

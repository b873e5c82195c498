import { beforeAll, describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { expectBalanced } from "../support/books";
import { type Client, hiddenField, text } from "../support/client";
import { contractsOf } from "../support/contracts";
import { inCash, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isBusy: true });

const { ids, dollar, sign, signed } = contractsOf(office, client);
let box: number;
let sales: Client;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (away: number) => later(today, away);

beforeAll(async () => {
  box = (await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" })).body.cash_box.id;
  sales = await enterAs(office, "sales", ["manage_contracts"]);
});

const path = (id: number) => `/api/contracts/${id}`;
const find = async (id: number) => (await client.get(path(id))).body.contract;
const limit = (discount_limit_percent: number) =>
  client.post("/api/company-info", { discount_limit_percent });
const dear = { discount_amount: 250.5, discount_reason: "عميل دائم" };

/** Pays in dollars. */
const pay = (contract: { id: number; customer_id: number }, amount: number) =>
  client.post("/api/receipt-vouchers", {
    customer_id: contract.customer_id,
    contract_id: contract.id,
    ...inCash(box, dollar.id, amount),
    date: today,
    description: "دفعة",
  });

describe("a discount", () => {
  test("lowers what is owed, everywhere; without one the contract is as before", async () => {
    expect(await signed({ total_amount: 1 })).toMatchObject({
      price_amount: 1250.5,
      discount_amount: 0,
      discount_reason: null,
      total_amount: 1250.5,
    });
    const contract = await signed(dear);
    expect(contract).toMatchObject({
      ...dear,
      price_amount: 1250.5,
      total_amount: 1000,
      remaining_amount: 1000,
    });
    expect(contract).toMatchObject({ due_amount: 1000 });
    const { contract_number, id, customer_id } = contract;
    const screen = (await client.get(`/contracts/${id}`)).body;
    const print = (await client.get(`/contracts/${id}/print`)).body;
    for (const page of [screen, print])
      for (const amount of ["1,250.50 $", "250.50 $", "1,000.00 $"]) expect(page).toContain(amount);
    expect(screen).toContain("عميل دائم");
    expect(print).toContain("فقط ألف دولار أمريكي لا غير");
    expect((await client.get(`/financial/statements/customers/${customer_id}`)).body).toContain(
      "بعد خصم 250.5",
    );
    const csv: string = (await client.get(`/contracts/export/csv?search=${contract_number}`)).body;
    expect(csv).toContain("الخصم,المبلغ الإجمالي");
    expect(csv).toContain("250.5,1000");
    const listed = async (discounted: string) =>
      (await client.get(`/api/contracts?customer_id=${customer_id}&discounted=${discounted}`)).body.contracts
        .map(({ id }: { id: number }) => id)
        .includes(id);
    expect([await listed("true"), await listed("false")]).toEqual([true, false]);
    expect((await client.get("/api/contracts?discounted=x")).status).toBe(422);
  });

  test("is refused above the price, negative, or without its reason", async () => {
    for (const [sent, field, sentence] of [
      [{ ...dear, discount_amount: 1250.51 }, "discount_amount", "لا يتجاوز سعر الباقة 1,250.50 USD"],
      [{ ...dear, discount_amount: -1 }, "discount_amount", "لا يكون سالبًا"],
      [{ discount_amount: 5, discount_reason: " " }, "discount_reason", "اكتب سبب الخصم"],
    ] as const) {
      const { status, body } = await sign(sent);
      expect([status, body.fields?.[field]]).toEqual([422, expect.stringContaining(sentence)]);
    }
    expect((await signed({ ...dear, discount_amount: "١٠٠" })).total_amount).toBe(1150.5);
  });

  test("needs manage_financials, or a limit of the settings", async () => {
    const post = (discount_amount: number) =>
      sales.post("/api/contracts", { ...ids, ...dear, discount_amount });
    await limit(0);
    const none = await post(1);
    expect([none.status, none.body.fields.discount_amount]).toEqual([
      403,
      "الخصم لا يمنحه ولا يغيره إلا من يملك صلاحية «العمليات المالية»",
    ]);
    expect((await sales.get("/contracts/new")).body).not.toContain('name="discount_amount"');
    expect((await client.get("/contracts/new")).body).toContain('name="discount_amount"');
    await limit(5);
    expect((await post(62.53)).status).toBe(201);
    const { status, body } = await post(62.54);
    expect([status, body.fields.discount_amount]).toEqual([
      403,
      expect.stringContaining("5% من السعر (62.53 USD)"),
    ]);
    const form = await sales.submit("/contracts/new", text({ ...ids, ...dear, notes: "كما كتبت" }));
    expect(form.status).toBe(403);
    expect(form.body).toContain("كما كتبت");
    expect(form.body).toContain('value="250.5"');

    const { id } = await signed(dear);
    expect((await sales.put(path(id), { discount_reason: "غيره" })).status).toBe(403);
    expect((await sales.put(path(id), { ...dear, notes: "كما كانت" })).status).toBe(200);
    expect((await sales.get(`/contracts/${id}/edit`)).body).not.toContain('name="discount_amount"');
    expect((await limit(101)).status).toBe(422);
    await limit(0);
  });

  test("of a form is a sum or a percentage, the same for each of a family", async () => {
    const companion = await makeCustomer(office.knex);
    const typed = { discount_amount: "٧٫٥", discount_kind: "percent", discount_reason: "عائلة" };
    const terms = { schedule_terms: "own", instalment_count: "3" };
    const answer = await client.submit("/contracts/new", {
      ...text({ ...ids, ...typed, ...terms }),
      companion_ids: ["", `${companion}`],
    });
    const [, family = ""] =
      decodeURIComponent(answer.headers.get("Location") ?? "").match(/contracts=([\d,]+)/) ?? [];
    expect(family.split(",")).toHaveLength(2);
    for (const id of family.split(",")) {
      const contract = await find(Number(id));
      expect(contract).toMatchObject({ discount_amount: 93.79, total_amount: 1156.71 });
      expect(contract.schedule.map(({ amount }: { amount: number }) => amount)).toEqual([
        385.57, 385.57, 385.57,
      ]);
    }
    const wrong = await client.submit(
      "/contracts/new",
      text({ ...ids, ...typed, discount_amount: "100.01" }),
    );
    expect([wrong.status, wrong.body.includes("نسبة الخصم من 0 إلى 100")]).toEqual([422, true]);
  });

  test("changes in the form of the contract, with its reason, and goes with it", async () => {
    const { id } = await signed(dear);
    const page = (await client.get(`/contracts/${id}/edit`)).body;
    expect(page).toMatch(/name="discount_amount"[^>]*value="250.5"/);
    const edit = (typed: object) =>
      client.submit(`/contracts/${id}/edit`, text({ status: "active", discount_kind: "amount", ...typed }));
    expect((await edit({ ...dear, updated_at: hiddenField(page, "updated_at") })).status).toBe(302);
    const { discounted_on, discounted_by } = await office.knex("contracts").where({ id }).first();
    expect([discounted_on, Boolean(discounted_by)]).toEqual([today, true]);
    const history = await office.knex("audit_log").where({ kind: "contracts", record_id: id });
    expect(history.map(({ deed, action }) => deed ?? action)).toEqual(["insert"]); // the form changed nothing
    expect(
      (await edit({ discount_amount: "10", discount_kind: "percent", discount_reason: "صديق" })).status,
    ).toBe(302);
    expect(await find(id)).toMatchObject({
      discount_amount: 125.05,
      total_amount: 1125.45,
      discount_reason: "صديق",
    });
    expect((await edit({ discount_amount: "", discount_reason: "صديق" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ discount_amount: 0, total_amount: 1250.5, discount_reason: null });
    await client.put(path(id), { status: "cancelled" });
    expect((await client.put(path(id), dear)).body.fields.discount_amount).toBe("العقد ملغي فلا يتغير خصمه");
    const log = (await client.get(`/settings/trail?kind=contracts&record=${id}`)).body;
    for (const word of ["الخصم", "سبب الخصم", "صاحب الخصم", "تاريخ الخصم"]) expect(log).toContain(word);
  });
});

describe("a change of the total", () => {
  const parts = (amounts: number[]) =>
    amounts.map((amount, index) => ({ due_date: day(index * 10), amount }));
  const scheduleOf = async (id: number) => {
    const { schedule } = await find(id);
    return schedule.map(({ due_date, amount }: { due_date: string; amount: number }) => [due_date, amount]);
  };
  const discount = (id: number, discount_amount: number, more: object = {}) =>
    client.put(path(id), { ...dear, discount_amount, ...more });

  test("comes off the last parts of a schedule, and goes to the last part", async () => {
    const { id, customer_id } = await signed({ schedule: parts([400, 500.25, 350.25]) });
    const change = (discount_amount: number, more: object = {}) => discount(id, discount_amount, more);
    await change(400.5);
    expect(await scheduleOf(id)).toEqual([
      [today, 400],
      [day(10), 450],
    ]);
    await change(100.5);
    expect(await scheduleOf(id)).toEqual([
      [today, 400],
      [day(10), 750],
    ]);
    expect((await change(50.5, { schedule: parts([1000, 150]) })).status).toBe(422);
    await change(50.5, { schedule: parts([1000, 200]) });
    expect(await scheduleOf(id)).toEqual([
      [today, 1000],
      [day(10), 200],
    ]);

    expect((await pay({ id, customer_id }, 1100)).status).toBe(201);
    await change(150.5);
    await change(100);
    expect(await scheduleOf(id)).toEqual([
      [today, 1000],
      [day(10), 100],
      [day(10), 50.5],
    ]);
    expect(await find(id)).toMatchObject({ remaining_amount: 50.5, next_due_date: day(10) });
    await expectBalanced(office.knex);
  });

  test("below what was paid leaves the rest to be given back, and the last parts fall", async () => {
    const { id, customer_id } = await signed({ schedule: parts([400, 500.25, 350.25]) });
    await pay({ id, customer_id }, 1100);
    expect((await discount(id, 350.5)).body.contract).toMatchObject({
      total_amount: 900,
      refundable_amount: 200,
      remaining_amount: 0,
    });
    expect(await scheduleOf(id)).toEqual([
      [today, 400],
      [day(10), 500],
    ]);
    expect(
      (await client.get("/api/contracts?refundable=true")).body.contracts.map(
        (row: { id: number }) => row.id,
      ),
    ).toEqual([id]);
    expect((await client.get("/contracts?refundable=true")).body).toContain(">العقود<");
    const give = (amount: number) =>
      client.post("/api/payment-vouchers", {
        customer_id,
        contract_id: id,
        ...inCash(box, dollar.id, amount),
        date: today,
      });
    expect((await give(200.01)).status).toBe(409);
    expect((await give(150)).status).toBe(201);
    expect(await find(id)).toMatchObject({
      paid_amount: 1100,
      refunded_amount: 150,
      refundable_amount: 50,
      due_amount: 0,
    });
    for (const page of ["", "/print"])
      expect((await client.get(`/contracts/${id}${page}`)).body).toMatch(/المستحق رده.*50\.00/s);

    expect((await discount(id, 250.5)).body.contract).toMatchObject({
      remaining_amount: 50,
      refundable_amount: 0,
      next_due_date: day(10),
    });
    await client.put(path(id), { status: "cancelled", cancellation_fee: 950 });
    expect((await client.put(path(id), { cancellation_fee: 950.01 })).status).toBe(409);
    expect((await client.put(path(id), { status: "active" })).body.contract).toMatchObject({
      remaining_amount: 50,
      paid_amount: 1100,
    });
    await expectBalanced(office.knex);
  });

  test("and payments at the same moment leave what is owed or to be given back", async () => {
    for (let round = 0; round < 4; round++) {
      const contract = await signed({ schedule: parts([400, 850.5]) });
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => pay(contract, 300)),
        ...[600, 700, 200].map((discount_amount) =>
          client.put(path(contract.id), { ...dear, discount_amount }),
        ),
      ]);
      expect(answers.every(({ status }) => [200, 201, 409, 422].includes(status))).toBe(true);
      const row = await find(contract.id);
      const received = answers.slice(0, 4).filter(({ status }) => status === 201).length * 300;
      expect(row.paid_amount).toBe(received);
      expect(row.total_amount).toBeCloseTo(1250.5 - row.discount_amount, 9);
      expect(row.remaining_amount - row.refundable_amount).toBeCloseTo(row.total_amount - received, 9);
    }
    await expectBalanced(office.knex);
  });

  test("of a contract of a closed period is an event of its own day", async () => {
    const { id } = await signed({ schedule: parts([1250.5]) });
    await office
      .knex("contracts")
      .where({ id })
      .update({ contract_date: day(-60) });
    await client.submit("/settings/accounts/closing/close", { closed_until: day(-30) });
    const { status, body } = await client.put(path(id), { ...dear, event_date: day(-30) });
    expect([status, body.error]).toEqual([409, expect.stringContaining(day(-30))]);
    expect(await find(id)).toMatchObject({ total_amount: 1250.5 });
    const discounted = await client.put(path(id), { ...dear, event_date: day(-29) });
    expect(discounted.body.contract).toMatchObject({ discounted_on: day(-29) });
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
  });

  test("the report of operations tells discounts by whom and why, to those who read contracts", async () => {
    const report = "/reports/administrative?report=operations";
    const { rows } = await office.knex.raw(
      `SELECT sum(discount_amount),
         count(*) FILTER (WHERE total_amount + discount_amount > (SELECT coalesce(sum(amount), 0) FROM entries WHERE contract_id = contracts.id AND cause = 'contract'))
         + sum((SELECT count(*) FROM (
             SELECT FROM entries WHERE contract_id = contracts.id AND cause = 'discount' GROUP BY date HAVING sum(amount) <> 0) AS changes)) AS count
       FROM contracts`,
    );
    const { body } = await client.get(report);
    const table = body.slice(body.indexOf("الخصومات بحسب صاحب القرار"));
    expect(table).toContain(`>${rows[0].count}<`);
    expect(table).toContain(Number(rows[0].sum).toLocaleString("en-US", { minimumFractionDigits: 2 }));
    expect(table).toContain("عميل دائم");
    const reader = await enterAs(office, "reader", ["view_reports"]);
    expect((await reader.get(report)).body).not.toContain("الخصومات");
  });
});

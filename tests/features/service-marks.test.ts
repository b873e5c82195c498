import { beforeAll, describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { day, decisionsOf, today, until } from "../support/closing";
import { inCash } from "../support/factories";
import { pageAfter } from "../support/notice";
import { useOffice } from "../support/office";
import { path as statementPath } from "../support/statements";

/* Old receipts on account that are marked as the price of a service (books.md, rule 10; docs/decisions/payers.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, receive } = useCancelling(office, client);
const { closeUntil, reopenAll } = decisionsOf(client);

const screen = "/financial/receipts/services";
const service = { id: 0 };
beforeAll(async () => {
  const { knex } = office;
  const [category] = await knex("service_categories").insert({ name: "خدمات" }).returning("id");
  const row = { name: "كرسي متحرك", category_id: category.id, price: 20, currency_id: ids.usd };
  service.id = (await knex("other_services").insert(row).returning("id"))[0].id;
});

const mark = (receipt_ids: number[], more: object = { service_name: "تذكرة طيران" }) =>
  client.post("/api/receipt-vouchers/services", { receipt_ids, ...more });
async function marked(receipt_ids: number[], more?: object) {
  const { status, body } = await mark(receipt_ids, more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.receipt_vouchers;
}
const put = (id: number, change: object) => client.put(`/api/receipt-vouchers/${id}`, change);
const deposit = (customer_id: number, ago: number, amount = 100) =>
  receive({ customer_id, amount, date: day(ago) });
const payBack = (customer_id: number, amount: number) =>
  client.post("/api/payment-vouchers", { customer_id, ...inCash(ids.box, ids.usd, amount) });

/** The entries of a receipt by day, cause and whether they are events. */
async function entriesOf({ id }: { id: number }) {
  const rows = await office
    .knex("entries")
    .where({ document: "receipt", document_id: id })
    .groupBy("date", "cause", "is_event")
    .havingRaw("sum(amount) <> 0")
    .orderBy("date")
    .orderBy("is_event")
    .orderBy("cause")
    .select("date", "cause", "is_event", office.knex.raw("sum(amount)::float AS amount"));
  return rows.map(({ date, cause, is_event, amount }) => [date, cause, is_event, amount]);
}
const paper = async (customer: number, to: string) =>
  (await client.get(`${statementPath("customers", customer)}/print?to=${to}`)).body
    .match(/<main.*<\/main>/s)[0]
    .replace(/<!--.*?-->/g, "");
const owes = async (customer: number) =>
  Number((await office.knex("entries").where({ customer_id: customer }).sum("amount"))[0]?.sum ?? 0);

describe("an open day's receipts", () => {
  test("are corrected, many at once, as the price of one service", async () => {
    const customer = await makeCustomer("مريم العطاس");
    const receipts = [await deposit(customer, 9), await deposit(customer, 8, 40)];
    const shown = await marked(
      receipts.map(({ id }) => id),
      { other_service_id: service.id },
    );
    expect(shown).toMatchObject([
      { purpose: "service", service: "كرسي متحرك", sold_on: null },
      { purpose: "service", service: "كرسي متحرك", sold_on: null },
    ]);
    expect(await entriesOf(receipts[0])).toEqual([
      [day(9), "receipt", false, -100],
      [day(9), "service", false, 100],
    ]);
    expect(await owes(customer)).toBe(0);
    const trail = (await client.get(`/settings/trail?kind=receipt_vouchers&record=${receipts[1].id}`)).body;
    expect(trail).toContain("كرسي متحرك");
  });

  test("are all marked, or none", async () => {
    const customer = await makeCustomer();
    const contract_id = await makeContract("500", ids.usd, customer);
    const [free, paid, cancelled, allocated] = [
      await deposit(customer, 9),
      await receive({ customer_id: customer, contract_id, amount: 5 }),
      await deposit(customer, 7),
      await deposit(await makeCustomer("أحمد"), 9, 60),
    ];
    await put(cancelled.id, { status: "cancelled" });
    for (const other of [paid, cancelled]) {
      const { status, body } = await mark([free.id, other.id]);
      expect([status, body.fields]).toEqual([
        409,
        { receipt_ids: expect.stringContaining(other.receipt_number) },
      ]);
    }
    const target = await makeContract("500", ids.usd, allocated.customer_id);
    const { body } = await client.post("/api/allocations", {
      customer_id: allocated.customer_id,
      contract_id: target,
      amount: 60,
      currency_id: ids.usd,
    });
    const refused = await mark([free.id, allocated.id]);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(body.allocation.allocation_number),
    ]);
    expect(await entriesOf(free)).toEqual([[day(9), "receipt", false, -100]]);
  });

  test("are refused without a service, with two, with one that is not there, and without any receipt", async () => {
    const { id } = await deposit(await makeCustomer(), 3);
    for (const [wanted, more, field] of [
      [[id], {}, "service_name"],
      [[id], { service_name: "نقل", other_service_id: service.id }, "service_name"],
      [[id], { other_service_id: 999_999 }, "other_service_id"],
      [[], undefined, "receipt_ids"],
      [[id, "x"], undefined, "receipt_ids"],
      [Array.from({ length: 101 }, (_, index) => index + 1), undefined, "receipt_ids"],
      [[id], { service_name: "نقل", event_date: "غدًا" }, "event_date"],
    ] as const) {
      const { status, body } = await mark(wanted as number[], more);
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await mark([id, 2_000_000_000])).status).toBe(409);
  });
});

describe("a closed day's receipts", () => {
  /** A receipt of a closed month, its customer, and how that month's statement was printed. */
  async function closedDeposit(amount = 100) {
    const customer = await makeCustomer("سعيد باحشوان");
    const receipt = await deposit(customer, 40, amount);
    await closeUntil(day(30));
    return { customer, receipt, before: await paper(customer, day(30)) };
  }

  test("sell the service on the day of the marking, and the closed statement stays as it was printed", async () => {
    const { customer, receipt, before } = await closedDeposit();
    const movements = () => office.knex("movements").where({ document_number: receipt.receipt_number });
    const moved = await movements();
    expect(await marked([receipt.id])).toMatchObject([{ service: "تذكرة طيران", sold_on: today }]);
    expect(await entriesOf(receipt)).toEqual([
      [day(40), "receipt", false, -100],
      [today, "service_marked", true, 100],
    ]);
    expect(await paper(customer, day(30))).toBe(before);
    expect(await movements()).toEqual(moved);
    expect(await paper(customer, today)).toContain("ثمن خدمة");
    expect((await client.get(`/financial/receipts/${receipt.id}/print`)).body).toContain(
      "ثمن خدمة: تذكرة طيران",
    );
    await reopenAll();
  });

  test("sell it on another day that is open, not before what is entered, and not after today", async () => {
    const { receipt } = await closedDeposit();
    for (const [event_date, status] of [
      [day(-1), 422],
      [day(41), 409],
      [day(30), 409],
      [day(5), 200],
    ] as const)
      expect([event_date, (await mark([receipt.id], { service_name: "نقل", event_date })).status]).toEqual([
        event_date,
        status,
      ]);
    expect((await entriesOf(receipt)).at(-1)).toEqual([day(5), "service_marked", true, 100]);
    await reopenAll();
  });

  test("are taken back as an event, are marked again, and are cancelled with what they sold", async () => {
    const { customer, receipt, before } = await closedDeposit();
    await marked([receipt.id], { service_name: "نقل", event_date: day(5) });
    expect((await put(receipt.id, { purpose: "on_account" })).body.receipt_voucher).toMatchObject({
      purpose: "on_account",
      service: null,
      sold_on: null,
    });
    expect([await owes(customer), (await entriesOf(receipt)).at(-1)]).toEqual([
      -100,
      [today, "service_marked", true, -100],
    ]);
    await marked([receipt.id], { service_name: "تذكرة" });
    expect(await owes(customer)).toBe(0);
    expect((await put(receipt.id, { status: "cancelled" })).status).toBe(200);
    expect(await owes(customer)).toBe(0);
    expect(await paper(customer, day(30))).toBe(before);
    await reopenAll();
  });

  test("are corrected once their day is open again", async () => {
    const { customer, receipt } = await closedDeposit();
    await marked([receipt.id], { service_name: "نقل", event_date: day(5) });
    expect((await put(receipt.id, { amount: 70 })).body.message).toContain(until(day(30)));
    await reopenAll();
    expect((await put(receipt.id, { date: day(4) })).status).toBe(422);
    expect((await put(receipt.id, { amount: 70 })).status).toBe(200);
    expect(await entriesOf(receipt)).toEqual([
      [day(40), "receipt", false, -70],
      [day(5), "service_marked", true, 70],
    ]);
    const other = await makeCustomer("أخوه");
    expect((await put(receipt.id, { customer_id: other })).status).toBe(200);
    expect([await owes(customer), await owes(other)]).toEqual([0, 0]);
    const contract_id = await makeContract("500", ids.usd, other);
    expect((await put(receipt.id, { contract_id, purpose: null })).body.receipt_voucher).toMatchObject({
      sold_on: null,
      service: null,
    });
    expect(await owes(other)).toBe(430);
  });

  test("need their money on account on that day and since", async () => {
    const { customer, receipt } = await closedDeposit();
    expect((await payBack(customer, 60)).status).toBe(201);
    const { status, body } = await mark([receipt.id]);
    expect([status, body.fields]).toEqual([
      409,
      { receipt_ids: expect.stringContaining(receipt.receipt_number) },
    ]);
    expect(body.message).toContain("40");
    await reopenAll();
  });
});

describe("the list", () => {
  test("shows who has what on account, finds it, and marks what is ticked as its HTML is posted", async () => {
    const customer = await makeCustomer("خديجة <b>السقاف</b>");
    const [first, second, third] = [
      await receive({ customer_id: customer, amount: 11, description: "كرسي" }),
      await receive({ customer_id: customer, amount: 12, description: "كرسي آخر" }),
      await receive({ customer_id: customer, amount: 13 }),
    ];
    const address = `${screen}?search=${encodeURIComponent("خديجة")}`;
    const { body } = await client.get(address);
    for (const { receipt_number } of [first, second, third]) expect(body).toContain(receipt_number);
    const described = (await client.get(`${screen}?description=${encodeURIComponent("كرسى")}`)).body;
    expect([first, third].map(({ receipt_number }) => described.includes(receipt_number))).toEqual([
      true,
      false,
    ]);
    expect(body).not.toContain("<b>السقاف</b>");
    const refused = await client.submit(address, {
      receipt_ids: [first.id, second.id].map(String),
      service_name: "",
    });
    expect([refused.status, refused.body.includes("اختر الخدمة من القائمة أو اكتب اسمها")]).toEqual([
      422,
      true,
    ]);
    expect(refused.body.match(/checked=""/g)).toHaveLength(2);
    const saved = await client.submit(address, {
      receipt_ids: [first.id, second.id].map(String),
      service_name: "كرسي متحرك",
    });
    expect([saved.status, saved.headers.get("location")]).toEqual([302, address]);
    const after = await pageAfter(saved, office.url, client);
    expect(after).toContain("سُجل ثمنَ خدمة «كرسي متحرك»: سندان");
    expect([after.includes(`value="${first.id}"`), after.includes(`value="${third.id}"`)]).toEqual([
      false,
      true,
    ]);
  });

  test("marks a whole page", async () => {
    const customer = await makeCustomer("سالم بامطرف");
    for (const amount of [21, 22, 23]) await deposit(customer, 2, amount);
    const address = `${screen}?search=${encodeURIComponent("بامطرف")}`;
    const whole_page = (await client.get(address)).body.match(/name="whole_page" value="([\d,]+)"/)[1];
    const wrong = await client.submit(address, { whole_page: `${whole_page},x`, service_name: "نقل" });
    expect(wrong.status).toBe(422);
    expect((await client.submit(address, { whole_page, service_name: "نقل" })).status).toBe(302);
    expect(await owes(customer)).toBe(0);
  });

  test("is reached from the receipts, and says when nothing is left", async () => {
    expect((await client.get("/financial/receipts")).body).toContain(`href="${screen}"`);
    expect((await client.get(`${screen}?search=${encodeURIComponent("لا أحد")}`)).body).not.toContain(
      "<table",
    );
    expect((await client.get(`${screen}?from=x`)).status).toBeLessThan(500);
  });
});

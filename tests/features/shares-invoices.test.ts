import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { expectBalanced } from "../support/books";
import { inCash, makeCurrency } from "../support/factories";
import { useOffice } from "../support/office";
import { queriesOf } from "../support/queries";
import { useShares } from "../support/shares";

/* Invoices of what agents have earned: each amount once, also when many press at the same moment. */

const { office, client } = useOffice({ isBusy: true });
const { rows } = queriesOf(office);
const { ids, agent, signed, change, pay, paid, takeBack, commission, issue, issued, expectShares } =
  useShares(office, client);
const today = officeToday();

describe("an invoice of commission", () => {
  test("is what is earned and not invoiced, in riyals, of all the contracts", async () => {
    const [ten, other] = [await agent("10"), await agent("3")];
    const dollars = await signed({ agent_id: ten });
    const dinars = await signed({ agent_id: ten, package_id: ids.dinars });
    await paid(dollars, "100.10"); // 10.01 dollars, 37.5375 riyals
    await paid(dinars, "33.345"); // 3.3345: 3.335 dinars, 40.6453125 riyals
    await paid(await signed({ agent_id: other }), 500);
    const invoice = await issued(ten);
    expect(invoice).toMatchObject({
      agent_id: ten,
      amount: 78.19,
      tax_amount: 0,
      total_amount: 78.19,
      invoice_date: today,
      description: "عمولة عقدين",
      payment_status: "pending",
    });
    const parts = await rows(
      `SELECT contract_id, amount::text, riyals::text FROM commission_parts WHERE invoice_id = ${invoice.id} ORDER BY 1`,
    );
    expect(parts).toEqual([
      { contract_id: dollars.id, amount: "10.0100", riyals: "37.54" },
      { contract_id: dinars.id, amount: "3.3350", riyals: "40.65" },
    ]);
    expect((await commission(ten)).commission).toEqual({ earned: 78.19, invoiced: 78.19, paid: 0, due: 0 });
    await expectShares();
  });

  test("is refused when nothing is left, naming the last one, or nothing was earned", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    const early = await issue(ten);
    expect([early.status, early.body.error]).toEqual([
      409,
      expect.stringContaining("لم يستحق الوكيل عمولة بعد"),
    ]);
    await paid(contract, 100);
    const { invoice_number } = await issued(ten);
    const again = await issue(ten);
    expect([again.status, again.body.error]).toEqual([
      409,
      `لم يبق من عمولة الوكيل ما يفوتر: آخر فواتيرها الفاتورة ${invoice_number} بمبلغ 37.50 ر.س`,
    ]);
    await paid(contract, 1);
    expect(await issued(ten, { invoice_date: later(today, -1), description: "تتمة" })).toMatchObject({
      amount: 0.38,
      invoice_date: later(today, -1),
      description: "تتمة",
    });
    expect((await issue(99999)).status).toBe(404);
    for (const wrong of [{ invoice_date: "2026-02-30" }, { due_date: "x" }, { description: "س".repeat(501) }])
      expect((await issue(ten, wrong)).status).toBe(422);
    expect((await issue(await agent("5", { is_active: false }))).status).toBe(409);
  });

  test("takes a later refund back from the next one, and is nothing where both are the same", async () => {
    const ten = await agent("10");
    const [first, second] = [await signed({ agent_id: ten }), await signed({ agent_id: ten })];
    const receipt = await paid(first, 400);
    await issued(ten);
    await takeBack(receipt); // 40 dollars too much: −150 riyals
    expect((await commission(ten)).commission.due).toBe(-150);
    await paid(second, 400); // 40 dollars: nothing is left of both
    expect((await issue(ten)).status).toBe(409);
    await paid(second, "0.10");
    const invoice = await issued(ten);
    expect(invoice.amount).toBe(0.04);
    const parts = await rows<{ riyals: string }>(
      `SELECT riyals FROM commission_parts WHERE invoice_id = ${invoice.id} ORDER BY contract_id`,
    );
    expect(parts.map(({ riyals }) => riyals)).toEqual(["-150.00", "150.04"]);
    await change(second.id, { status: "cancelled" });
    expect((await commission(ten)).commission).toMatchObject({ earned: 0, invoiced: 150.04, due: -150.04 });
    await expectShares();
  });

  test("is a credit note where less is left than nothing, and no later invoice takes it back again", async () => {
    const ten = await agent("10");
    const [first, second] = [await signed({ agent_id: ten }), await signed({ agent_id: ten })];
    const receipt = await paid(first, 400);
    await issued(ten);
    await takeBack(receipt);
    await paid(second, 300); // 30 dollars
    await office.knex("agents").where({ id: ten }).update({ is_active: false });
    const note = await issued(ten, { due_date: later(today, 9) });
    expect(note).toMatchObject({
      document_type: "credit_note",
      amount: 37.5,
      payment_status: "paid",
      due_date: null,
      credited_invoice_id: null,
      description: "استرداد عمولة عقدين",
    });
    const parts = await rows<{ riyals: string }>(
      `SELECT riyals FROM commission_parts WHERE invoice_id = ${note.id} ORDER BY contract_id`,
    );
    expect(parts.map(({ riyals }) => riyals)).toEqual(["-150.00", "112.50"]);
    expect((await commission(ten)).commission).toEqual({
      earned: 112.5,
      invoiced: 112.5,
      paid: -37.5,
      due: 0,
    });
    await expectShares();
    await expectBalanced(office.knex);
    await office.knex("agents").where({ id: ten }).update({ is_active: true });
    await paid(second, 100);
    expect((await issued(ten)).amount).toBe(37.5);
    const page = (await client.get(`/agents/${ten}/commission`)).body;
    expect(page).toContain("إشعار دائن");
    expect((await client.get(`/agents/${ten}/commission/${note.id}`)).body).toContain("عقود الإشعار الدائن");
    // a cancelled one gives its parts back, and does not return
    const address = `/api/agent-invoices/${note.id}`;
    expect((await client.put(address, { amount: 5 })).status).toBe(409);
    expect((await client.put(address, { payment_status: "cancelled" })).status).toBe(200);
    expect((await commission(ten)).commission.due).toBe(-37.5);
    expect((await client.put(address, { payment_status: "paid" })).status).toBe(409);
  });

  test("stays with the agent who got it when the contract gets another one", async () => {
    const [ten, two] = [await agent("10"), await agent("2")];
    const contract = await signed({ agent_id: ten });
    await paid(contract, 100);
    await issued(ten);
    await change(contract.id, { agent_id: two });
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 37.5, due: -37.5 });
    expect((await commission(ten)).contracts).toEqual([
      expect.objectContaining({ id: contract.id, commission_rate: null, earned: 0, invoiced: 10, due: -10 }),
    ]);
    expect((await commission(two)).commission).toMatchObject({ earned: 7.5, invoiced: 0, due: 7.5 });
    await change(contract.id, { agent_id: ten });
    expect((await commission(ten)).commission).toMatchObject({ earned: 37.5, due: 0 });
    await expectShares();
  });

  test("converts at the rates of its day: a later rate changes only what is not invoiced", async () => {
    const eur = await makeCurrency(office.knex, "EUR", "1.1");
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    await office
      .knex("contracts")
      .where({ id: contract.id })
      .update({ currency_id: eur, paid_amount: "500" });
    expect((await issued(ten)).amount).toBe(206.25); // 50 euros
    await office.knex("currencies").where({ id: eur }).update({ exchange_rate: "1.2" });
    await office.knex("contracts").where({ id: contract.id }).update({ paid_amount: "600" });
    expect((await commission(ten)).commission).toEqual({
      earned: 251.25,
      invoiced: 206.25,
      paid: 0,
      due: 45,
    });
    await expectShares();
    await office
      .knex("contracts")
      .where({ id: contract.id })
      .update({ currency_id: ids.usd, paid_amount: "0" });
  });

  test("gives its parts back when it is cancelled or deleted; the cancelled one does not return", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    await paid(contract, 100);
    const first = await issued(ten);
    const path = `/api/agent-invoices/${first.id}`;
    for (const [values, field] of [
      [{ amount: 40 }, "amount"],
      [{ agent_id: await agent() }, "agent_id"],
    ] as const) {
      const { status, body } = await client.put(path, values);
      expect([status, body.fields[field]]).toEqual([409, expect.stringContaining("فاتورة العمولة")]);
    }
    expect((await client.put(path, { amount: 37.5, tax_amount: 5, notes: "بضريبة" })).status).toBe(200);
    expect((await client.put(path, { payment_status: "cancelled" })).status).toBe(200);
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 0, due: 37.5 });
    const returned = await client.put(path, { payment_status: "pending" });
    expect([returned.status, returned.body.fields.payment_status]).toEqual([
      409,
      expect.stringContaining("فاتورة العمولة الملغاة لا تعود"),
    ]);
    const second = await issued(ten);
    expect((await client.delete(`/api/agent-invoices/${second.id}`)).status).toBe(200);
    expect((await commission(ten)).commission.due).toBe(37.5);
    await issued(ten);
    expect((await client.delete(path)).status).toBe(200);
    expect((await commission(ten)).commission.due).toBe(0);
    const { status, body } = await client.delete(`/api/contracts/${contract.id}`);
    expect([status, body.error]).toEqual([409, expect.stringContaining("مستخدم في الفاتورة AGT-")]);
    await expectShares();
  });

  test("is settled by payment vouchers, or marked as paid", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    await paid(contract, 1000);
    const { id } = await issued(ten); // 375 riyals
    const settle = await client.post("/api/payment-vouchers", {
      beneficiary_type: "agent",
      agent_id: ten,
      agent_invoice_id: id,
      ...inCash(ids.dollarBox, ids.usd, 40),
      description: "عمولة",
    });
    expect(settle.status, settle.body.error).toBe(201);
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 375, paid: 150 });
    expect((await client.put(`/api/agent-invoices/${id}`, { payment_status: "paid" })).status).toBe(200);
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 375, paid: 375 });
    await expectBalanced(office.knex);
  });

  test("is not dated in a closed period, whose contracts keep their agent once the share is invoiced", async () => {
    const ten = await agent("10");
    const old = await signed({ agent_id: ten });
    const free = await signed({ agent_id: await agent("10") });
    await paid(old, 100);
    await office
      .knex("contracts")
      .whereIn("id", [old.id, free.id])
      .update({ contract_date: later(today, -60) });
    await client.submit("/settings/accounts/closing/close", { closed_until: later(today, -30) });
    const { status, body } = await issue(ten, { invoice_date: later(today, -30) });
    expect([status, body.error]).toEqual([409, expect.stringContaining(later(today, -30))]);
    expect((await change(free.id, { agent_id: null })).status).toBe(200);
    expect((await commission(ten)).commission.due).toBe(37.5);
    expect((await issued(ten)).amount).toBe(37.5);
    expect((await change(old.id, { agent_id: null })).status).toBe(409);
    expect((await change(old.id, { commission_rate: 1, commission_reason: "س" })).status).toBe(409);
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
  });
});

describe("at the same moment", () => {
  test("fifty who press make one invoice, while receipts come and contracts are cancelled", async () => {
    const ten = await agent("10");
    const contracts = await Promise.all(Array.from({ length: 12 }, () => signed({ agent_id: ten })));
    const receipts = await Promise.all(contracts.map((contract) => paid(contract, 100)));
    const key = "same-form";
    const [presses, same, ...others] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => issue(ten))),
      Promise.all(
        Array.from({ length: 3 }, () =>
          client.post(`/api/agents/${ten}/commission`, {}, { "Idempotency-Key": key }),
        ),
      ),
      ...contracts.slice(0, 4).map((contract) => pay(contract, 50)),
      ...contracts.slice(4, 8).map(({ id }) => change(id, { status: "cancelled" })),
      ...receipts
        .slice(8)
        .map(({ id }) => client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" })),
    ]);
    const statuses = [...presses, ...same].map(({ status }) => status);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(statuses).toContain(201);
    expect(others.map(({ status }) => status).every((status) => status < 300)).toBe(true);
    for (const { status, body } of presses)
      if (status === 409) expect(body.error).toMatch(/AGT-\d{4}-\d+|يستحق|يسترد|يخصم/);
    const tooMuch = await rows(
      `SELECT contract_id FROM commission_parts JOIN invoices ON invoices.id = invoice_id WHERE agent_id = ${ten} GROUP BY 1
       HAVING sum(commission_parts.amount)
         > (SELECT sum(amount) * 0.1 FROM receipt_vouchers WHERE contract_id = commission_parts.contract_id)`,
    );
    expect(tooMuch).toEqual([]);
    await expectShares();
    await expectBalanced(office.knex);
  });

  test("fifty who press alone make exactly one", async () => {
    const ten = await agent("10");
    await paid(await signed({ agent_id: ten }), 100);
    const answers = await Promise.all(Array.from({ length: 50 }, () => issue(ten)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const number = answers.find(({ status }) => status === 201)?.body.agent_invoice.invoice_number;
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error]).toEqual([409, expect.stringContaining(number)]);
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 37.5, due: 0 });
    await expectShares();
  });
});

test("an agent of 3,000 contracts is invoiced at once, and listed in pages", async () => {
  const many = await agent("1.25");
  const [customer] = await rows<{ id: number }>("SELECT min(id) AS id FROM customers");
  await office.knex.raw(
    `INSERT INTO contracts (contract_number, contract_date, customer_id, campaign_id, package_id, currency_id, total_amount,
       paid_amount, agent_id, commission_rate)
     SELECT 'C-2020-' || n, '2026-01-10', ?, ?, ?, ?, 1000, n % 1000, ?, 1.25 FROM generate_series(1, 3000) AS n`,
    [customer?.id ?? 0, ids.campaign, ids.dollars, ids.usd, many],
  );
  const page = await commission(many);
  expect([page.total, page.contracts.length]).toEqual([3000, 25]);
  const last = (await client.get(`/api/agents/${many}/commission?page=15&per_page=200`)).body.contracts;
  expect(last.at(-1)).toMatchObject({ due: 0 }); // what is nothing to invoice comes last
  const invoice = await issued(many);
  expect(invoice.description).toBe("عمولة 2,997 عقدًا");
  const [parts] = await rows<{ count: string; sum: string }>(
    `SELECT count(*), sum(riyals) FROM commission_parts WHERE invoice_id = ${invoice.id}`,
  );
  expect([Number(parts?.count), Number(parts?.sum)]).toEqual([2997, invoice.amount]);
  expect((await commission(many)).commission.due).toBe(0);
  await expectShares();
});

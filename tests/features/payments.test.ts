import { beforeAll, describe, expect, test } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { fixture } from "../support/app";
import { expectBalanced } from "../support/books";
import { type Client, hiddenField, signIn } from "../support/client";
import { makeAgent, makeCurrency, makeCustomer, makeInvoice, makeSupplier } from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
let client: Client;
const ids = {} as Record<
  "usd" | "sar" | "kwd" | "box" | "sarBox" | "bank" | "customer" | "agent" | "supplier" | "expense",
  number
>;

beforeAll(async () => {
  client = await signIn(office.url);
  const { knex } = office;
  ids.usd = await makeCurrency(knex, "USD", "1", { is_default: true, name: "دولار أمريكي", symbol: "$" });
  ids.sar = await makeCurrency(knex, "SAR", "0.26666666666666666667", { name: "ريال سعودي" });
  ids.kwd = await makeCurrency(knex, "KWD", "3.25", { name: "دينار كويتي" });
  ids.box = await makeBox("USD", 100_000);
  ids.sarBox = await makeBox("SAR", 100_000);
  const bank = { name: "مصرف الراجحي", account_number: "SA 44", account_name: "الوكالة" };
  ids.bank = (
    await client.post("/api/banks", { ...bank, currency_code: "SAR", balance: 50_000 })
  ).body.bank.id;
  ids.customer = await makeCustomer(knex, { name: "سالم بن عوض" });
  ids.agent = await makeAgent(knex, { name: "مكتب النور" });
  ids.supplier = await makeSupplier(knex, { name: "فنادق الصفوة" });
  ids.expense = (await client.post("/api/expenses", { name: "إيجار المكتب" })).body.expense.id;
});

async function makeBox(currency_code: string, balance: number) {
  const { body } = await client.post("/api/cash-boxes", {
    name: `صندوق ${currency_code}`,
    currency_code,
    balance,
  });
  return body.cash_box.id as number;
}

const voucher = (changes: object = {}) => ({
  beneficiary_type: "expense",
  expense_id: ids.expense,
  currency_id: ids.usd,
  amount: 100,
  payment_method: "cash",
  cash_box_id: ids.box,
  date: "2026-11-01",
  description: "إيجار نوفمبر",
  ...changes,
});
const toAgent = (changes: object = {}) =>
  voucher({ beneficiary_type: "agent", agent_id: ids.agent, expense_id: undefined, ...changes });

const address = "/api/payment-vouchers";
async function pay(changes: object = {}) {
  const { status, body } = await client.post(address, voucher(changes));
  expect([status, body.message]).toEqual([201, undefined]);
  return body.payment_voucher;
}
const change = (id: number, body: object) => client.put(`${address}/${id}`, body);
const find = async (id: number) => (await client.get(`${address}/${id}`)).body.payment_voucher;

const balanceOf = async (id: number) =>
  Number((await office.knex("accounts").where({ id }).first("balance")).balance);
const invoiceOf = async (id: number) => {
  const { paid_amount, payment_status } = await office.knex("invoices").where({ id }).first();
  return [Number(paid_amount), payment_status];
};

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
      invoice_number: null,
      settled_amount: null,
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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
  });

  test("more than the account holds is refused, and so is what is missing or wrong, at its field", async () => {
    const before = await office.knex("payment_vouchers").count().first();
    const poor = await makeBox("USD", 50);
    const { status, body } = await client.post(address, voucher({ cash_box_id: poor, amount: "50.01" }));
    expect([status, body.error, body.message]).toEqual([409, "رصيد الحساب غير كافٍ", "رصيد الحساب غير كافٍ"]);
    const required = "الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح";
    for (const [changes, field, sentence] of [
      [{ beneficiary_type: undefined, expense_id: undefined }, "beneficiary_type", required],
      [{ expense_id: null }, "expense_id", required],
      [{ beneficiary_type: "agent" }, "agent_id", required],
      [{ beneficiary_type: "other", beneficiary: "  " }, "beneficiary", required],
      [{ amount: "" }, "amount", required],
      [{ currency_id: null }, "currency_id", required],
      [{ payment_method: undefined }, "payment_method", required],
      [{ cash_box_id: undefined, bank_account_id: ids.bank }, "cash_box_id", required],
      [{ payment_method: "cheque" }, "bank_account_id", required],
      [{ payment_method: "credit_card" }, "payment_method", undefined],
      [{ amount: 0 }, "amount", "المبلغ يجب أن يكون أكبر من صفر"],
      [{ amount: "1.005" }, "amount", undefined],
      [{ expense_id: 99999 }, "expense_id", undefined],
      [{ currency_id: 99999 }, "currency_id", undefined],
      [{ cash_box_id: ids.bank }, "cash_box_id", undefined],
      [{ date: "2026-02-30" }, "date", undefined],
      [{ agent_invoice_id: 1 }, "agent_invoice_id", undefined],
      [{ beneficiary_type: undefined, agent_id: ids.agent }, "beneficiary_type", undefined],
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
    await expectBalanced(office.knex);
  });
});

describe("settling an invoice", () => {
  test("adds to what is paid of it, closes it, and gives it back", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "1000", {
      due_date: "2026-01-20",
    });
    const part = { agent_invoice_id: invoice, currency_id: ids.sar, cash_box_id: ids.sarBox };
    const first = await client.post(address, toAgent({ ...part, amount: 400 }));
    expect(first.body.payment_voucher).toMatchObject({
      agent_invoice_id: invoice,
      purchase_invoice_id: null,
      invoice_number: expect.stringMatching(/^A-/),
      settled_amount: 400,
      exchange_rate_at_payment: 1,
    });
    expect(await invoiceOf(invoice)).toEqual([400, "pending"]);
    const over = await client.post(address, toAgent({ ...part, amount: "600.01" }));
    expect([over.status, over.body.fields]).toEqual([
      422,
      { amount: "المبلغ أكبر من المتبقي من الفاتورة (600.00 ر.س)" },
    ]);
    // 160 dollars are 600 riyals.
    const second = await client.post(address, toAgent({ agent_invoice_id: invoice, amount: 160 }));
    expect(second.body.payment_voucher).toMatchObject({
      settled_amount: 600,
      exchange_rate_at_payment: 3.75,
    });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    const third = await client.post(address, toAgent({ ...part, amount: 1 }));
    expect([third.status, Object.keys(third.body.fields)]).toEqual([409, ["agent_invoice_id"]]);

    const { id } = second.body.payment_voucher;
    await change(id, { description: "كلام آخر" });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    await change(id, { amount: 100 });
    expect(await invoiceOf(invoice)).toEqual([775, "overdue"]);
    await change(id, { status: "cancelled" });
    expect(await invoiceOf(invoice)).toEqual([400, "overdue"]);
    await change(id, { status: "confirmed", amount: 160 });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    await client.delete(`${address}/${id}`);
    expect(await invoiceOf(invoice)).toEqual([400, "overdue"]);
    await change(first.body.payment_voucher.id, { agent_invoice_id: null });
    expect(await invoiceOf(invoice)).toEqual([0, "overdue"]);
    await expectBalanced(office.knex);
  });

  test("a change of the account alone leaves the invoice as it was settled, whatever the rates are by now", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "375");
    const sent = { supplier_id: ids.supplier, purchase_invoice_id: invoice, amount: 100 };
    const { id } = await pay({ beneficiary_type: "supplier", ...sent });
    await office.knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.3" });
    const before = await balanceOf(ids.bank);
    const { body } = await change(id, { payment_method: "cheque", bank_account_id: ids.bank });
    expect(body.payment_voucher).toMatchObject({ settled_amount: 375, exchange_rate_at_payment: 3.75 });
    expect(await invoiceOf(invoice)).toEqual([375, "paid"]);
    expect(await balanceOf(ids.bank)).toBe(before - 333.33);
    const form = (await client.get(`/financial/payments/${id}/edit`)).body;
    expect(form).toMatch(/id="payment-worth".*375\.00 SAR.*3\.75/s);
    await change(id, { agent_id: ids.agent });
    expect(await balanceOf(ids.bank)).toBe(before - 333.33);
    expect(await invoiceOf(invoice)).toEqual([0, "pending"]);
    await office
      .knex("currencies")
      .where({ id: ids.sar })
      .update({ exchange_rate: "0.26666666666666666667" });
    await expectBalanced(office.knex);
  });

  test("the last instalment in another currency closes it, within the worth of its minor unit", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "1000");
    const sent = { beneficiary_type: "supplier", supplier_id: ids.supplier, purchase_invoice_id: invoice };
    const { body } = await client.post(address, voucher({ ...sent, amount: "266.67" }));
    expect(body.payment_voucher).toMatchObject({ settled_amount: 1000, purchase_invoice_id: invoice });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    expect(body.payment_voucher.amount).toBe(266.67);
    await expectBalanced(office.knex);
  });

  test("only the partner's own, open one", async () => {
    const { knex } = office;
    const theirs = await makeInvoice(knex, { agent_id: await makeAgent(knex) }, "10");
    const purchase = await makeInvoice(knex, { supplier_id: ids.supplier }, "10");
    const cancelled = await makeInvoice(knex, { agent_id: ids.agent }, "10", { payment_status: "cancelled" });
    const paid = await makeInvoice(knex, { agent_id: ids.agent }, "10", { payment_status: "paid" });
    for (const [agent_invoice_id, status] of [
      [theirs, 422],
      [purchase, 422],
      [99999, 422],
      [cancelled, 409],
      [paid, 409],
    ] as const) {
      const refused = await client.post(address, toAgent({ agent_invoice_id, amount: 1 }));
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([status, ["agent_invoice_id"]]);
    }
    const own = await makeInvoice(knex, { agent_id: ids.agent }, "10");
    const { body } = await client.post(address, toAgent({ agent_invoice_id: own, amount: 1 }));
    const moved = await change(body.payment_voucher.id, { agent_id: await makeAgent(knex) });
    expect([moved.status, moved.body.fields]).toEqual([
      422,
      { agent_invoice_id: "الفاتورة لا تخص هذا المستفيد" },
    ]);
    const other = await change(body.payment_voucher.id, { customer_id: ids.customer });
    expect(other.body.payment_voucher).toMatchObject({ agent_id: null, agent_invoice_id: null });
    expect(await invoiceOf(own)).toEqual([0, "pending"]);
    await expectBalanced(office.knex);
  });

  test("fifty at once pay no more than the invoice's total", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "1000");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        client.post(
          address,
          turn % 2
            ? toAgent({ agent_invoice_id: invoice, amount: 20 }) // 75 riyals
            : toAgent({
                agent_invoice_id: invoice,
                amount: 75,
                currency_id: ids.sar,
                cash_box_id: ids.sarBox,
              }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(13);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(37);
    expect(await invoiceOf(invoice)).toEqual([975, "pending"]);
    await expectBalanced(office.knex);
  });

  test("an office without riyals is told to add them", async () => {
    const { knex } = office;
    await knex("currencies").where({ id: ids.sar }).update({ code: "SAX" });
    const invoice = await makeInvoice(knex, { agent_id: ids.agent }, "10");
    const refused = await client.post(address, toAgent({ agent_invoice_id: invoice, amount: 1 }));
    expect(refused.body.fields.agent_invoice_id).toMatch(/أضف عملة الريال \(SAR\)/);
    await knex("currencies").where({ id: ids.sar }).update({ code: "SAR" });
  });

  test("its form asks which invoices there are", async () => {
    const agent_id = await makeAgent(office.knex);
    const old = await makeInvoice(office.knex, { agent_id }, "20", { invoice_date: "2025-01-01" });
    const late = await makeInvoice(office.knex, { agent_id }, "30", { payment_status: "overdue" });
    await makeInvoice(office.knex, { agent_id }, "30", { payment_status: "cancelled" });
    const { body } = await client.get(`${address}/payable-invoices?agent_id=${agent_id}`);
    expect(
      body.invoices.map(({ id, remaining }: { id: number; remaining: number }) => [id, remaining]),
    ).toEqual([
      [old, 20],
      [late, 30],
    ]);
    expect((await client.get(`${address}/payable-invoices`)).status).toBe(422);
  });
});

describe("a change", () => {
  test("of type, method and account clears what belonged to the one before", async () => {
    const { id } = await pay();
    const before = [await balanceOf(ids.box), await balanceOf(ids.bank)];
    const type = await change(id, { beneficiary_type: "customer" });
    expect([type.status, Object.keys(type.body.fields)]).toEqual([422, ["customer_id"]]);
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
    await expectBalanced(office.knex);
  });

  test("of words moves no money, whatever the rates are by now; the whole row sent back changes nothing", async () => {
    const stored = await pay({ cash_box_id: ids.sarBox });
    const movements = await office.knex("movements").count().first();
    await office.knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.25" });
    const { body } = await change(stored.id, { ...stored, description: "إيجار", beneficiary: "أي اسم" });
    expect(body.payment_voucher).toEqual({ ...stored, description: "إيجار", updated_at: expect.any(String) });
    expect(await office.knex("movements").count().first()).toEqual(movements);
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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
  });

  test("that comes too late is told what stands now", async () => {
    const { id, updated_at } = await pay();
    await change(id, { description: "أول" });
    const late = await change(id, { description: "ثان", updated_at });
    expect([late.status, late.body.current.description]).toEqual([409, "أول"]);
  });
});

describe("the list", () => {
  test("finds by number and beneficiary of each type, filters, newest date first, pages and counts", async () => {
    const listed = async (query: string) =>
      (await client.get(`${address}?page=1&per_page=200&${query}`)).body;
    const search = async (text: string) => (await listed(`search=${encodeURIComponent(text)}`)).total;
    await pay({ beneficiary_type: "other", beneficiary: "ورشة الأمانة", date: "2026-03-01" });
    const old = await pay({ beneficiary_type: "customer", customer_id: ids.customer, date: "2026-01-02" });
    const all = (await client.get(address)).body.payment_vouchers as { id: number; date: string }[];
    const inOrder = all.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
    expect(all.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    const page = (await client.get(`${address}?page=2&per_page=3`)).body;
    expect([page.total, page.payment_vouchers]).toEqual([all.length, all.slice(3, 6)]);
    expect(await search("ورشه الامانه")).toBe(1);
    expect(await search(old.payment_number)).toBe(1);
    for (const [text, field] of [
      ["سالم", "customer_id"],
      ["النور", "agent_id"],
      ["الصفوة", "supplier_id"],
      ["إيجار المكتب", "expense_id"],
    ] as const)
      expect([text, await search(text)]).toEqual([
        text,
        Number((await office.knex("payment_vouchers").whereNotNull(field).count().first())?.count),
      ]);
    const count = async (where: object) =>
      Number((await office.knex("payment_vouchers").where(where).count().first())?.count);
    for (const where of [
      { beneficiary_type: "other" },
      { payment_method: "cheque" },
      { agent_id: ids.agent },
      { status: "cancelled", beneficiary_type: "expense" },
    ])
      expect((await listed(String(new URLSearchParams(where as never)))).total).toBe(await count(where));
    expect((await listed("from=2026-01-01&to=2026-01-31")).payment_vouchers).toEqual([old]);
    for (const query of ["status=zzz", "beneficiary_type=x", "customer_id=x", "from=yesterday"])
      expect((await client.get(`${address}?${query}`)).status).toBe(422);
  });

  test("is for who manages money", async () => {
    await createUser(office.knex, "بائع", ["manage_contracts"]);
    const other = await signIn(office.url, { username: "بائع", password: "Zamzam-2026" });
    expect((await other.get(address)).status).toBe(403);
    expect((await other.get("/financial/payments")).status).toBe(403);
    expect((await other.post(address, voucher())).status).toBe(403);
  });

  test("shows the cards: all that was paid in the default currency, how many, today's", async () => {
    await pay({ date: officeToday() });
    const { rows } = await office.knex.raw(
      `SELECT round(sum(amount * exchange_rate), 2) AS total, count(*),
              count(*) FILTER (WHERE date = '${officeToday()}') AS today
       FROM payment_vouchers JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
    );
    const { body } = await client.get("/financial/payments");
    const cards = [...body.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => [
      label,
      value.replaceAll(/<[^>]*>/g, ""),
    ]);
    expect(cards).toEqual([
      [
        "إجمالي المصروفات",
        `${Number(rows[0].total).toLocaleString("en-US", { minimumFractionDigits: 2 })} $`,
      ],
      ["عدد السندات المؤكدة", String(rows[0].count)],
      ["سندات اليوم", String(rows[0].today)],
    ]);
  });
});

describe("the screens, without JavaScript", () => {
  const form = (changes: Record<string, string> = {}) => ({
    beneficiary_type: "other",
    beneficiary: "مطبعة الفجر",
    currency_id: String(ids.usd),
    amount: "١٢",
    payment_method: "cash",
    cash_box_id: String(ids.box),
    bank_account_id: "",
    payment_reference: "",
    date: "2026-11-02",
    description: "",
    ...changes,
  });
  const path = "/financial/payments/new";

  test("sent ten times at once, the form makes one voucher, and everyone is told so", async () => {
    const one_time_key = hiddenField((await client.get(path)).body, "one_time_key");
    const before = Number((await office.knex("payment_vouchers").count().first())?.count);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit(path, form({ one_time_key }))),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`))).toEqual(
      new Set(["302 /financial/payments"]),
    );
    expect(Number((await office.knex("payment_vouchers").count().first())?.count)).toBe(before + 1);
  });

  test("steps: the field of the type, then the partner's invoices; another type clears the reference", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "75");
    const first = (await client.submit(path, form({ beneficiary_type: "agent", intent: "beneficiary" })))
      .body;
    expect(first).toMatch(/<select[^>]*name="agent_id"/);
    expect(first).not.toMatch(/name="beneficiary"|name="agent_invoice_id"|role="alert"/);
    const chosen = { beneficiary_type: "agent", agent_id: String(ids.agent) };
    const second = (await client.submit(path, form({ ...chosen, intent: "beneficiary" }))).body;
    expect(second).toMatch(
      new RegExp(`name="agent_invoice_id".*<option value="${invoice}">[^<]*75\\.00 SAR`, "s"),
    );
    const settling = form({ ...chosen, agent_invoice_id: String(invoice), amount: "20" });
    const third = (await client.submit(path, { ...settling, intent: "beneficiary" })).body;
    expect(third).toMatch(/id="payment-worth".*75\.00 SAR/s);
    const other = { ...settling, beneficiary_type: "supplier", intent: "beneficiary" };
    expect((await client.submit(path, other)).body).not.toMatch(/name="agent_id"|name="agent_invoice_id"/);
    expect((await client.submit(path, settling)).status).toBe(302);
    expect(await invoiceOf(invoice)).toEqual([75, "paid"]);
  });

  test("searches for the customer", async () => {
    const step = form({ beneficiary_type: "customer", customer_query: "سالم", intent: "lookup" });
    const found = (await client.submit(path, step)).body;
    expect(found).toMatch(new RegExp(`<input type="radio"[^>]*value="${ids.customer}"`));
  });

  test("refused, it keeps what was typed, with §5's sentence and the fields to blame", async () => {
    const { status, body } = await client.submit(
      path,
      form({ beneficiary: "", amount: "كثير", cash_box_id: "" }),
    );
    expect(status).toBe(422);
    expect(body).toContain('value="كثير"');
    const again = await client.submit(path, form({ beneficiary: "", cash_box_id: "" }));
    expect(again.body).toContain("فشل إصدار السند: الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح");
    for (const field of ["beneficiary", "cash_box_id"])
      expect(again.body).toContain(`id="payment_voucher-${field}-error"`);
  });

  test("from an invoice, the form is filled in; what is paid already has none", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "333.10");
    const { body } = await client.get(`${path}?invoice=${invoice}&page=2`);
    expect(body).toMatch(
      new RegExp(`name="purchase_invoice_id".*<option value="${invoice}" selected=""`, "s"),
    );
    expect(body).toContain('value="333.10"');
    expect(body).toMatch(/<a class="button" href="\/financial\/payments\?page=2"[^>]*>إلغاء/);
    await office.knex("invoices").where({ id: invoice }).update({ payment_status: "paid" });
    expect((await client.get(`${path}?invoice=${invoice}`)).status).toBe(409);
  });

  test("details, edit, cancellation and deletion say what they do", async () => {
    const { id, payment_number } = await pay({ description: null });
    const details = (await client.get(`/financial/payments/${id}?page=1`)).body;
    for (const text of ["لا يوجد", "manager", "100.00 USD", payment_number]) expect(details).toContain(text);
    expect(details).toContain(`href="/financial/statements/expenses/${ids.expense}"`);
    const edit = (await client.get(`/financial/payments/${id}/edit`)).body;
    const updated_at = hiddenField(edit, "updated_at");
    const saved = await client.submit(`/financial/payments/${id}/edit`, form({ updated_at, amount: "9" }));
    expect(saved.status).toBe(302);
    for (const deed of ["cancel", "delete"]) {
      const page = await client.get(`/financial/payments/${id}/${deed}`);
      expect(page.body).toContain("سيعاد المبلغ إلى الحساب");
      expect((await client.submit(`/financial/payments/${id}/${deed}`, {})).status).toBe(302);
    }
    expect((await client.get(`/financial/payments/${id}`)).status).toBe(404);
    await expectBalanced(office.knex);
  });

  test("prints with the amount in words and three signatures", async () => {
    const { id } = await pay({ amount: 1250, description: "دفعة\nأولى" });
    const { body } = await client.get(`/financial/payments/${id}/print`);
    for (const text of ["فقط ألف ومئتان وخمسون دولارًا أمريكيًا لا غير", "الصارف", "المستفيد", "المحاسب"])
      expect(body).toContain(text);
  });
});

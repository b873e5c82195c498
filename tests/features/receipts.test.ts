import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { expectBalanced } from "../support/books";
import { type Client, hiddenField, signIn } from "../support/client";

const office = fixture();
let client: Client;
let ids: {
  usd: number;
  sar: number;
  yer: number;
  kwd: number;
  box: number;
  sarBox: number;
  bank: number;
  customer: number;
};

beforeAll(async () => {
  client = await signIn(office.url);
  const { knex } = office;
  const currency = async (code: string, exchange_rate: string, is_default = false) =>
    (
      await knex("currencies")
        .insert({ name: code, code, symbol: code, exchange_rate, is_default })
        .returning("id")
    )[0].id;
  const usd = await currency("USD", "1", true);
  const sar = await currency("SAR", "0.26666666666666666667");
  const yer = await currency("YER", "0.004");
  const kwd = await currency("KWD", "3.25");
  const account = async (row: object) =>
    (
      await knex("accounts")
        .insert({ balance: 0, ...row })
        .returning("id")
    )[0].id;
  ids = {
    usd,
    sar,
    yer,
    kwd,
    box: await account({ kind: "cash_box", name: "الصندوق", currency_id: usd }),
    sarBox: await account({ kind: "cash_box", name: "صندوق الريال", currency_id: sar }),
    bank: await account({
      kind: "bank",
      name: "البنك",
      currency_id: usd,
      account_number: "1",
      account_name: "المكتب",
    }),
    customer: await makeCustomer(),
  };
});

async function makeCustomer(name = "عبد الله بن سالم باوزير") {
  const [row] = await office.knex("customers").insert({ name, phone: "777123456" }).returning("id");
  return row.id as number;
}

let contracts = 0;
async function makeContract(total: string, currencyId = ids.usd, customerId = ids.customer) {
  const { knex } = office;
  const [pack] = await knex("packages").insert({ name: "باقة", currency_id: currencyId }).returning("id");
  const [campaign] = await knex("campaigns")
    .insert({
      name: "حملة",
      type: "عمرة",
      start_date: "2026-01-01",
      end_date: "2026-02-01",
      total_seats: 100,
    })
    .returning("id");
  contracts += 1;
  const [contract] = await knex("contracts")
    .insert({
      contract_number: `C-2026-${String(contracts).padStart(5, "0")}`,
      customer_id: customerId,
      campaign_id: campaign.id,
      package_id: pack.id,
      contract_date: "2026-01-05",
      currency_id: currencyId,
      total_amount: total,
    })
    .returning("id");
  return contract.id as number;
}

const voucher = (changes: object = {}) => ({
  customer_id: ids.customer,
  currency_id: ids.usd,
  amount: 100,
  payment_method: "cash",
  cash_box_id: ids.box,
  date: "2026-11-01",
  description: "دفعة من قيمة العقد",
  ...changes,
});

async function receive(changes: object = {}) {
  const { status, body } = await client.post("/api/receipt-vouchers", voucher(changes));
  expect(body).toMatchObject({ receipt_voucher: { id: expect.any(Number) } });
  expect(status).toBe(201);
  return body.receipt_voucher;
}

const balanceOf = async (id: number) =>
  Number((await office.knex("accounts").where({ id }).first("balance")).balance);
const contractOf = async (id: number) => {
  const row = await office.knex("contracts").where({ id }).first("paid_amount", "remaining_amount");
  return { paid: Number(row.paid_amount), remaining: Number(row.remaining_amount) };
};

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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
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
    const made = await Promise.all(Array.from({ length: 20 }, () => receive({ date: "2031-01-01" })));
    expect(made.map(({ receipt_number }) => receipt_number).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `RV-2031-${String(index + 1).padStart(5, "0")}`),
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

  test("another customer's contract, a cancelled contract, an inactive box", async () => {
    const contract = await makeContract("50", ids.usd, await makeCustomer("آخر"));
    expect(
      (await client.post("/api/receipt-vouchers", voucher({ contract_id: contract }))).body.fields
        .contract_id,
    ).toMatch(/لا يخص/);
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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
  });
});

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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
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
    await expectBalanced(office.knex);
  });

  test("a voucher whose money is gone is not deleted", async () => {
    const [spent] = await office
      .knex("accounts")
      .insert({ kind: "cash_box", name: "فارغ", currency_id: ids.usd })
      .returning("id");
    const { id } = await receive({ cash_box_id: spent.id, amount: 70 });
    await office.knex.raw(
      `WITH a AS (UPDATE accounts SET balance = balance - 50 WHERE id = ? RETURNING *)
       INSERT INTO movements (account_id, amount, balance_after, cause) SELECT id, -50, balance, 'payment' FROM a`,
      [spent.id],
    );
    const { status, body } = await client.delete(`/api/receipt-vouchers/${id}`);
    expect([status, body.message]).toEqual([409, "رصيد الحساب غير كافٍ"]);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { amount: 60 })).status).toBe(200); // 70 − 50 + 60 − 70 = 10
    await expectBalanced(office.knex);
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
    const one_time_key = hiddenField(page, "one_time_key");
    const before = await vouchers();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit("/financial/receipts/new", form({ one_time_key }))),
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
    await expectBalanced(office.knex);
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

import { beforeAll, describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { text } from "../support/client";
import { decisionsOf } from "../support/closing";
import { inCash, makeAgent, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";

/* Who pays a receipt, who gets a refund, and what a voucher without a contract is for (docs/decisions/payers.md). */

const { office, client } = useOffice({ isFaultless: true });
const {
  ids,
  makeContract,
  makeCustomer,
  voucher,
  receive,
  paidContract,
  cancelled,
  refund,
  refunded,
  contractOf,
} = useCancelling(office, client);

const party = { father: 0, agent: 0, supplier: 0, service: 0 };
beforeAll(async () => {
  const { knex } = office;
  party.father = await makeCustomer("سالم الأب");
  party.agent = await makeAgent(knex, { name: "وكالة الحرمين" });
  party.supplier = await makeSupplier(knex, { name: "مورد الضيافة" });
  const [category] = await knex("service_categories").insert({ name: "خدمات" }).returning("id");
  const service = { name: "كرسي متحرك", category_id: category.id, price: 20, currency_id: ids.usd };
  party.service = (await knex("other_services").insert(service).returning("id"))[0].id;
});

const post = (changes: object) => client.post("/api/receipt-vouchers", voucher(changes));
const put = (id: number, change: object) => client.put(`/api/receipt-vouchers/${id}`, change);
const pay = (changes: object) =>
  client.post("/api/payment-vouchers", {
    customer_id: ids.customer,
    ...inCash(ids.box, ids.usd, 10),
    ...changes,
  });
const nobody = { customer_id: undefined };

/** The entries of a voucher that stand: cause, party and amount. */
const entriesOf = async (number: string) => {
  const rows = await office
    .knex("entries")
    .where({ document_number: number })
    .groupBy("cause", "customer_id", "contract_id", "is_event", "currency_code")
    .havingRaw("sum(amount) <> 0")
    .orderByRaw("min(id)")
    .select("cause", "customer_id", "contract_id", office.knex.raw("sum(amount)::float AS amount"));
  return rows.map(({ cause, customer_id, contract_id, amount }) => [cause, customer_id, contract_id, amount]);
};
const listed = async (query: string) =>
  (await client.get(`/api/receipt-vouchers?${query}`)).body.receipt_vouchers.map(
    ({ receipt_number }: { receipt_number: string }) => receipt_number,
  );

describe("a service", () => {
  test.each([
    ["named", { service_name: "استخراج شهادة" }, "استخراج شهادة"],
    ["of the office", { other_service_id: "service" }, "كرسي متحرك"],
  ] as const)("%s is sold and paid at once, and cancelled at once", async (_, sent, service) => {
    const named = "other_service_id" in sent ? { other_service_id: party.service } : sent;
    const sold = await receive({ purpose: "service", ...named, amount: 15 });
    expect(sold).toMatchObject({ purpose: "service", service, contract: null });
    const number = sold.receipt_number;
    expect(await entriesOf(number)).toEqual([
      ["service", ids.customer, null, 15],
      ["receipt", ids.customer, null, -15],
    ]);
    const [{ description }] = await office.knex("entries").where({ document_number: number });
    expect(description).toBe(`${service}، دفعة من قيمة العقد`);
    const statement = (await client.get(`/financial/statements/customers/${ids.customer}/export/csv`)).body;
    expect(statement).toContain("ثمن خدمة");
    expect((await client.get(`/financial/receipts/${sold.id}/print`)).body).toContain(`ثمن خدمة: ${service}`);
    expect((await put(sold.id, { status: "cancelled" })).status).toBe(200);
    expect((await entriesOf(number)).slice(2)).toEqual([
      ["receipt_cancelled", ids.customer, null, 15],
      ["service_cancelled", ids.customer, null, -15],
    ]);
  });

  test("becomes money on account and a service again by corrections, also in three decimals", async () => {
    const amount = 1.125;
    const { id, receipt_number } = await receive({ service_name: "نقل", amount, currency_id: ids.kwd });
    expect((await put(id, { purpose: "on_account" })).body.receipt_voucher).toMatchObject({
      purpose: "on_account",
      service_name: null,
    });
    expect(await entriesOf(receipt_number)).toEqual([["receipt", ids.customer, null, -amount]]);
    expect((await put(id, { other_service_id: party.service })).body.receipt_voucher.purpose).toBe("service");
    expect((await put(id, { service_name: "غيرها" })).body.receipt_voucher).toMatchObject({
      service: "غيرها",
      other_service_id: null,
    });
    expect(await entriesOf(receipt_number)).toEqual([
      ["service", ids.customer, null, amount],
      ["receipt", ids.customer, null, -amount],
    ]);
    const contract_id = await makeContract("100");
    const refused = await put(id, { contract_id });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ["contract_id"]]);
    expect((await put(id, { contract_id, purpose: null })).body.receipt_voucher.purpose).toBe(null);
  });

  test("is refused where it cannot be", async () => {
    const contract_id = await makeContract("100");
    const [other_service_id, service_name] = [party.service, "خدمة"];
    const other = { ...nobody, payer: "جمعية" };
    for (const [sent, status, field] of [
      [{ purpose: "service" }, 422, "service_name"],
      [{ purpose: "service", service_name, other_service_id }, 422, "service_name"],
      [{ purpose: "service", other_service_id: 999_999 }, 422, "other_service_id"],
      [{ purpose: "on_account", service_name }, 422, "service_name"],
      [{ purpose: "service", service_name, contract_id }, 409, "contract_id"],
      [{ purpose: "gift" }, 422, "purpose"],
      [{ ...other, service_name }, 422, "purpose"],
    ] as const) {
      const answer = await post(sent);
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, [field]]);
    }
  });

  test("is given back by a payment", async () => {
    await receive();
    const { status, body } = await pay({ purpose: "service", other_service_id: party.service });
    expect([status, body.payment_voucher?.service]).toEqual([201, "كرسي متحرك"]);
    const { id, payment_number } = body.payment_voucher;
    expect(await entriesOf(payment_number)).toEqual([
      ["service_returned", ids.customer, null, -10],
      ["payment", ids.customer, null, 10],
    ]);
    for (const page of [`/financial/payments/${id}`, `/financial/payments/${id}/print`])
      expect((await client.get(page)).body).toContain("رد ثمن خدمة: كرسي متحرك");
    await client.put(`/api/payment-vouchers/${id}`, { status: "cancelled" });
    expect((await entriesOf(payment_number)).slice(2)).toEqual([
      ["payment_cancelled", ids.customer, null, -10],
      ["service_returned_cancelled", ids.customer, null, 10],
    ]);
    const contract_id = await paidContract(50);
    await cancelled(contract_id);
    const refused = await pay({ contract_id, purpose: "service", service_name: "نقل" });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ["contract_id"]]);
    const { body: found } = await client.get("/api/payment-vouchers?purpose=service");
    expect(found.payment_vouchers.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  test("given back twice is asked about by the form", async () => {
    const customer_id = await makeCustomer("أروى");
    await receive({ customer_id, amount: 30, service_name: "نقل" });
    const path = "/financial/payments/new";
    const form = text({
      ...{ beneficiary_type: "customer", customer_id, purpose: "service", service_name: "نقل" },
      ...inCash(ids.box, ids.usd, 30),
      date: "2026-11-01",
    });
    expect((await client.submit(path, form)).status).toBe(302);
    const { status, body } = await client.submit(path, form);
    expect([status, body.includes("وهذا الصرف يرد أكثر منه")]).toEqual([409, true]);
  });

  test("is a filter, a column of the file and a line of the audit log", async () => {
    const { receipt_number, id } = await receive({ service_name: "طباعة صور" });
    expect(await listed("purpose=service&status=confirmed")).toContain(receipt_number);
    expect(await listed("purpose=on_account")).not.toContain(receipt_number);
    expect((await client.get("/api/receipt-vouchers?purpose=x")).status).toBe(422);
    const csv = (await client.get(`/financial/receipts/export/csv?search=${receipt_number}`)).body;
    expect(csv).toContain("ثمن خدمة");
    expect(csv).toContain("طباعة صور");
    expect((await client.get(`/settings/trail?kind=receipt_vouchers&record=${id}`)).body).toContain(
      "اسم الخدمة",
    );
  });
});

describe("a payer", () => {
  test("pays for his son: the entry is the son's, and both are found and named", async () => {
    const contract_id = await makeContract("500");
    const paid = await receive({ customer_id: party.father, contract_id, amount: 200 });
    expect(paid).toMatchObject({
      payer_type: "customer",
      customer_id: party.father,
      customer: "سالم الأب",
      customer_details: { name: "سالم الأب" },
      contract: { customer: { id: ids.customer } },
      purpose: null,
    });
    expect(await entriesOf(paid.receipt_number)).toEqual([["receipt", ids.customer, contract_id, -200]]);
    expect(await contractOf(contract_id)).toEqual({ paid: 200, remaining: 300 });
    for (const query of [
      `customer_id=${party.father}`,
      `customer_id=${ids.customer}`,
      `search=${encodeURIComponent("سالم الأب")}`,
      `search=${encodeURIComponent("عبد الله")}`,
    ])
      expect(await listed(query)).toContain(paid.receipt_number);
    expect((await client.get(`/customers/${party.father}`)).body).toContain(paid.receipt_number);
    const csv = (await client.get(`/financial/receipts/export/csv?search=${paid.receipt_number}`)).body;
    for (const page of [(await client.get(`/financial/receipts/${paid.id}/print`)).body, csv])
      for (const name of ["سالم الأب", "عبد الله بن سالم باوزير"]) expect(page).toContain(name);
  });

  test("is an agent, a supplier or somebody else, for a contract", async () => {
    const contract_id = await makeContract("500");
    for (const [payer, name] of [
      [{ agent_id: party.agent }, "وكالة الحرمين"],
      [{ payer_type: "supplier", supplier_id: party.supplier }, "مورد الضيافة"],
      [{ payer: "جمعية البر" }, "جمعية البر"],
    ] as const) {
      const paid = await receive({ ...nobody, ...payer, contract_id, amount: 50 });
      expect([paid.customer, paid.customer_id]).toEqual([name, null]);
      expect(await entriesOf(paid.receipt_number)).toEqual([["receipt", ids.customer, contract_id, -50]]);
      expect(await listed(`search=${encodeURIComponent(name)}`)).toContain(paid.receipt_number);
      expect((await client.get("/financial/receipts")).body).toContain(name);
      expect((await client.get(`/financial/receipts/${paid.id}/print`)).body).toContain(name);
      const [line] = await office.knex("movements").where({ document_number: paid.receipt_number });
      expect([line.party, line.purpose]).toEqual([name, "receipt"]);
    }
    expect(await contractOf(contract_id)).toEqual({ paid: 150, remaining: 350 });
  });

  test("who is none has no entries without a contract, and is no revenue of customers", async () => {
    const revenue = async () => (await client.get("/api/stats/monthly-revenue")).body;
    const before = await revenue();
    const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
    const paid = await receive({ ...nobody, payer_type: "other", payer: "منحة", date });
    expect(paid).toMatchObject({ purpose: null, payer: "منحة" });
    expect(await entriesOf(paid.receipt_number)).toEqual([]);
    expect(await revenue()).toEqual(before);
    await put(paid.id, { customer_id: ids.customer });
    expect(await entriesOf(paid.receipt_number)).toEqual([["receipt", ids.customer, null, -100]]);
    await put(paid.id, { payer: "منحة" });
    expect(await entriesOf(paid.receipt_number)).toEqual([]);
    await put(paid.id, { status: "cancelled" });
    expect((await put(paid.id, { status: "confirmed" })).status).toBe(200);
  });

  test("is refused without a name, with two, or without a contract where he needs one", async () => {
    for (const [sent, field] of [
      [nobody, "customer_id"],
      [{ payer_type: "other", payer: " " }, "payer"],
      [{ payer_type: "agent" }, "agent_id"],
      [{ payer_type: "nobody" }, "payer_type"],
      [{ agent_id: party.agent }, "payer_type"],
      [{ customer_id: 999_999 }, "customer_id"],
      [{ customer_id: 999_999, contract_id: await makeContract("500") }, "customer_id"],
      [{ ...nobody, agent_id: 999_999, contract_id: await makeContract("500") }, "agent_id"],
    ] as const) {
      const { status, body } = await post(sent);
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    // a partner on account pays what stands against him
    for (const sent of [{ agent_id: party.agent }, { supplier_id: party.supplier }]) {
      const { status, body } = await post({ ...nobody, ...sent });
      expect([status, Object.keys(body.fields)]).toEqual([409, ["amount"]]);
    }
  });

  test("pays all parts of a split", async () => {
    const contract_ids = [
      await makeContract("100"),
      await makeContract("100", ids.usd, await makeCustomer()),
    ];
    const split = (more: object) =>
      client.post("/api/receipt-vouchers/split", {
        ...voucher({ ...nobody, amount: 60 }),
        contract_ids,
        ...more,
      });
    const { status, body } = await split({ customer_id: party.father });
    expect([status, body.receipt_vouchers.map((one: { customer: string }) => one.customer)]).toEqual([
      201,
      ["سالم الأب", "سالم الأب"],
    ]);
    expect((await client.get(`/financial/receipts/split/${body.split_id}`)).body).toContain("سالم الأب");
    expect((await split({ agent_id: party.agent })).body.receipt_vouchers[1].customer).toBe("وكالة الحرمين");
    const { body: own } = await split({});
    expect(own.receipt_vouchers[0].customer_id).toBe(ids.customer);
    expect((await split({ payer_type: "other" })).body.fields).toHaveProperty("payer");
  });
});

describe("a refund", () => {
  test("goes to another who paid, up to what he paid; what he got back is not taken from under it", async () => {
    const contract_id = await paidContract(100);
    const paid = await receive({ customer_id: party.father, contract_id, amount: 40 });
    const gone = await receive({ customer_id: party.father, contract_id, amount: 5 });
    await put(gone.id, { status: "cancelled" });
    await cancelled(contract_id);
    const stranger = await refund(contract_id, 5, { customer_id: await makeCustomer("غيره") });
    expect([stranger.status, Object.keys(stranger.body.fields)]).toEqual([409, ["customer_id"]]);
    const much = await refund(contract_id, 40.01, { customer_id: party.father });
    expect([much.status, much.body.fields.amount]).toEqual([409, expect.stringContaining("40.00 USD")]);
    const payable = `/api/payment-vouchers/payable-invoices?customer_id=${party.father}`;
    expect((await client.get(payable)).body.contracts).toMatchObject([{ id: contract_id, remaining: 40 }]);
    const given = await refunded(contract_id, 30, { customer_id: party.father });
    expect(given).toMatchObject({ beneficiary: "سالم الأب", contract_customer: { id: ids.customer } });
    expect(await entriesOf(given.payment_number)).toEqual([["refund", ids.customer, contract_id, 30]]);
    for (const customer of [party.father, ids.customer]) {
      const { body } = await client.get(`/api/payment-vouchers?customer_id=${customer}`);
      expect(body.payment_vouchers.map((one: { id: number }) => one.id)).toContain(given.id);
    }
    for (const page of [`/financial/payments/${given.id}`, `/financial/payments/${given.id}/print`])
      expect((await client.get(page)).body).toContain("عبد الله بن سالم باوزير");
    for (const refused of [
      await put(paid.id, { status: "cancelled" }),
      await put(paid.id, { customer_id: ids.customer }),
      await client.delete(`/api/receipt-vouchers/${paid.id}`),
    ])
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ["contract_id"]]);
    expect((await put(paid.id, { description: "بيان آخر" })).status).toBe(200);
    const change = (body: object) => client.put(`/api/payment-vouchers/${given.id}`, body);
    expect((await change({ amount: 40 })).status).toBe(200);
    expect((await change({ amount: 41 })).status).toBe(409);
    expect((await change({ customer_id: ids.customer })).status).toBe(200);
    expect((await change({ customer_id: party.father })).status).toBe(200);
    await change({ status: "cancelled" });
    expect((await put(paid.id, { status: "cancelled" })).status).toBe(200);
  });

  test("in another currency closes what he paid", async () => {
    const contract_id = await makeContract("1000", ids.sar);
    await receive({ customer_id: party.father, contract_id, amount: 100 });
    await receive({ contract_id, amount: 100, currency_id: ids.sar });
    await cancelled(contract_id);
    expect((await refund(contract_id, 100.01, { customer_id: party.father })).status).toBe(409);
    const { refunded_amount } = await refunded(contract_id, 100, { customer_id: party.father });
    expect(refunded_amount).toBe(375);
  });
});

test("customers who are joined take what they paid along, and one who paid is not deleted", async () => {
  const [kept, gone] = [await makeCustomer("محمد الأول"), await makeCustomer("محمد الثاني")];
  const contract_id = await makeContract("500", ids.usd, gone);
  const paid = [
    await receive({ customer_id: gone, contract_id: await makeContract("500"), amount: 10 }),
    await receive({ customer_id: party.father, contract_id, amount: 20 }),
    await receive({ customer_id: gone, contract_id, amount: 30 }),
    await receive({ customer_id: gone, service_name: "نقل", amount: 40 }),
  ];
  expect((await client.delete(`/api/customers/${gone}`)).status).toBe(409);
  expect((await client.post(`/api/customers/${kept}/join`, { customer_id: gone })).status).toBe(200);
  expect((await listed(`customer_id=${kept}`)).sort()).toEqual(
    paid.map(({ receipt_number }) => receipt_number),
  );
  expect((await client.delete(`/api/agents/${party.agent}`)).status).toBe(409);
  expect((await client.delete(`/api/other-services/${party.service}`)).status).toBe(409);
});

test("a closed period keeps payer and service", async () => {
  const { closeUntil, reopenAll } = decisionsOf(client);
  const date = "2026-03-01";
  const { id } = await receive({ date });
  await closeUntil("2026-03-31");
  for (const change of [{ payer: "جهة" }, { service_name: "نقل" }, { customer_id: party.father }])
    expect((await put(id, change)).status).toBe(409);
  expect((await put(id, { status: "cancelled" })).status).toBe(200);
  await reopenAll();
});

describe("the form without scripts", () => {
  test("finds another's contract by name, and takes an agent", async () => {
    const contract_id = await makeContract("500", ids.usd, await makeCustomer("ياسين صاحب العقد"));
    const path = "/financial/receipts/new";
    const step = await client.submit(path, {
      intent: "contracts",
      contract_query: "ياسين",
      payer_type: "agent",
    });
    expect([step.status, step.body.includes(`value="${contract_id}"`)]).toEqual([200, true]);
    expect(step.body).toContain("اختير العقد الذي وجد");
    expect(step.body).toContain('name="agent_id"');
    const saved = await client.submit(
      path,
      text({
        ...voucher({ customer_id: "", amount: 50 }),
        payer_type: "agent",
        agent_id: party.agent,
        contract_id,
      }),
    );
    expect(saved.status).toBe(302);
    expect(await contractOf(contract_id)).toEqual({ paid: 50, remaining: 450 });
  });

  test("sells a service, and keeps what was typed when refused", async () => {
    const path = "/financial/receipts/new";
    const sent = { ...voucher({ amount: "12" }), purpose: "service" };
    const refused = await client.submit(path, text({ ...sent, service_name: "" }));
    expect([refused.status, refused.body.includes("اختر الخدمة من القائمة أو اكتب اسمها")]).toEqual([
      422,
      true,
    ]);
    expect(refused.body).toContain('name="service_name"');
    expect((await client.submit(path, text({ ...sent, service_name: "نقل أمتعة" }))).status).toBe(302);
    expect(await listed(`search=12&purpose=service`)).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { contractsOf, full, required } from "../support/contracts";
import { makeCampaign, makeCurrency, makeCustomer, makePackage, makeReceipt } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });

const { ids, dollar, sign, signed, booked, lastNumber } = contractsOf(office, client);
let sar: number;

beforeAll(async () => {
  sar = await makeCurrency(office.knex, "SAR", "0.25", { name: "ريال سعودي" });
});

describe("signing", () => {
  test("takes price and currency from the package, whatever the client saw", async () => {
    const { status, body } = await sign({ total_amount: 1, status: "cancelled", visa_duration_days: "٩٠" });
    expect(status).toBe(201);
    expect(body.contract).toMatchObject({
      ...ids,
      contract_number: expect.stringMatching(/^C-\d{4}-\d{5}$/),
      customer: { id: ids.customer_id, phone: "777123456" },
      campaign: { id: ids.campaign_id },
      package: { id: ids.package_id },
      contract_date: new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Riyadh" }),
      total_amount: 1250.5,
      paid_amount: 0,
      remaining_amount: 1250.5,
      currency_id: dollar.id,
      currency_code: "USD",
      currency: { id: dollar.id, code: "USD", symbol: "$", decimals: 2 },
      visa_issue_date: null,
      visa_duration_days: 90,
      status: "active",
    });
    await office
      .knex("packages")
      .where({ id: ids.package_id })
      .update({ total_price: "9999", currency_id: sar });
    const { body: later } = await client.get(`/api/contracts/${body.contract.id}`);
    expect(later.contract).toEqual(body.contract);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    for (const field of ["customer_id", "campaign_id", "package_id"]) {
      for (const value of [undefined, null, "", []]) {
        const { status, body } = await sign({ [field]: value });
        expect([status, Object.keys(body.fields)], `${field}=${JSON.stringify(value)}`).toEqual([
          422,
          [field],
        ]);
        if (value !== undefined && Array.isArray(value)) continue;
        expect(body).toMatchObject({ error: required, message: required });
      }
      for (const value of ["x", 0, -1, 1.5, 2 ** 31, "1e9", true, {}, 999_999_999]) {
        const { status, body } = await sign({ [field]: value });
        expect([status, Object.keys(body.fields)], `${field}=${JSON.stringify(value)}`).toEqual([
          422,
          [field],
        ]);
      }
    }
    for (const [field, value] of [
      ["visa_issue_date", "2026-02-30"],
      ["visa_issue_date", "infinity"],
      ["visa_duration_days", 0],
      ["visa_duration_days", "12.5"],
      ["visa_duration_days", 1e9],
    ] as const) {
      const { status, body } = await sign({ [field]: value });
      expect([status, Object.keys(body.fields)], `${field}=${value}`).toEqual([422, [field]]);
    }
    expect(await booked()).toBe(0);
  });

  test("needs an active campaign, customer and package, and one attached to the other", async () => {
    const { knex } = office;
    const other = await makePackage(knex, dollar.id, "100");
    const refusals: [object, string, number][] = [
      [{ package_id: other }, "package_id", 422],
      [{ package_id: await makePackage(knex, dollar.id, "1", { status: "inactive" }) }, "package_id", 422],
      [{ customer_id: await makeCustomer(knex, { status: "inactive" }) }, "customer_id", 409],
    ];
    for (const status of ["completed", "cancelled"]) {
      refusals.push([
        { campaign_id: await makeCampaign(knex, 5, [ids.package_id], { status }) },
        "campaign_id",
        409,
      ]);
    }
    for (const [change, field, expected] of refusals) {
      const { status, body } = await sign(change);
      expect([status, Object.keys(body.fields)], JSON.stringify(change)).toEqual([expected, [field]]);
    }
    await knex("packages").where({ id: ids.package_id }).update({ status: "inactive" });
    expect(await sign()).toMatchObject({ status: 409, body: { fields: { package_id: expect.any(String) } } });
  });

  test("a hundred people at once for the last twenty seats, ten times over: exactly twenty contracts each time, numbered without a gap", async () => {
    const customers = await Promise.all(Array.from({ length: 100 }, () => makeCustomer(office.knex)));
    for (let round = 1; round <= 10; round++) {
      const campaign_id = await makeCampaign(office.knex, 20, [ids.package_id]);
      const before = await lastNumber();
      const answers = await Promise.all(customers.map((customer_id) => sign({ campaign_id, customer_id })));
      const [won, lost] = [
        answers.filter(({ status }) => status === 201),
        answers.filter(({ status }) => status !== 201),
      ];
      expect(won, `round ${round}`).toHaveLength(20);
      for (const { status, body } of lost) {
        expect([status, body.error, body.fields]).toEqual([409, full, { campaign_id: full }]);
      }
      expect(await booked(campaign_id)).toBe(20);
      const numbers = won.map(({ body }) => Number(body.contract.contract_number.slice(7)));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => before + 1 + i));
      const { body } = await client.get(`/api/campaigns/${campaign_id}`);
      expect(body.campaign).toMatchObject({ total_seats: 20, booked_seats: 20, available_seats: 0 });
    }
  });

  test("the same call ten times makes one contract; its key with another content is refused", async () => {
    const key = { "Idempotency-Key": `sign-${ids.customer_id}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post("/api/contracts", ids, key)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.contract?.id}`)).size).toBe(1);
    expect(await booked()).toBe(1);
    expect(await client.post("/api/contracts", { ...ids, visa_duration_days: 5 }, key)).toMatchObject({
      status: 409,
    });
  });
});

describe("changing", () => {
  test("only status and visa change; the rest of what is sent is not taken", async () => {
    const contract = await signed();
    const other = { customer_id: await makeCustomer(office.knex), package_id: 999_999, total_amount: 1 };
    const change = { status: "completed", visa_issue_date: "٢٠٢٦-٠٣-٠١", visa_duration_days: 30 };
    const { status, body } = await client.put(`/api/contracts/${contract.id}`, { ...other, ...change });
    expect(status).toBe(200);
    expect(body.contract).toEqual({
      ...contract,
      ...change,
      visa_issue_date: "2026-03-01",
      updated_at: body.contract.updated_at,
    });
    const { body: kept } = await client.put(`/api/contracts/${contract.id}`, { visa_issue_date: null });
    expect(kept.contract).toMatchObject({
      status: "completed",
      visa_issue_date: null,
      visa_duration_days: 30,
    });
    expect(await client.put(`/api/contracts/${contract.id}`, { status: "lost" })).toMatchObject({
      status: 422,
      body: { fields: { status: expect.any(String) } },
    });
  });

  test("a cancelled contract comes back only to a free seat", async () => {
    const campaign_id = await makeCampaign(office.knex, 1, [ids.package_id]);
    const first = await signed({ campaign_id });
    expect(await client.put(`/api/contracts/${first.id}`, { status: "cancelled" })).toMatchObject({
      status: 200,
    });
    const second = await signed({ campaign_id });
    for (const status of ["active", "completed"]) {
      const { body, ...answer } = await client.put(`/api/contracts/${first.id}`, { status });
      expect([answer.status, body.error, body.fields]).toEqual([409, full, { status: full }]);
    }
    await client.delete(`/api/contracts/${second.id}`);
    const answers = await Promise.all([
      client.put(`/api/contracts/${first.id}`, { status: "active" }),
      sign({ campaign_id }),
    ]);
    expect(answers.map(({ status }) => status === 409)).toContain(true);
    expect(await booked(campaign_id)).toBe(1);
  });

  test("an edit of what someone else changed meanwhile is told so", async () => {
    const contract = await signed();
    const path = `/api/contracts/${contract.id}`;
    await client.put(path, { visa_duration_days: 10, updated_at: contract.updated_at });
    const { status, body } = await client.put(path, {
      visa_duration_days: 20,
      updated_at: contract.updated_at,
    });
    expect(status).toBe(409);
    expect(body.current).toMatchObject({ id: contract.id, visa_duration_days: 10 });
    expect((await client.get(path)).body.contract).toEqual(body.current);
  });

  test("one with receipts is not deleted; a number given is never given again", async () => {
    const contract = await signed();
    const receipt = await makeReceipt(office.knex, contract.id);
    const { status, body } = await client.delete(`/api/contracts/${contract.id}`);
    const { receipt_number } = await office
      .knex("receipt_vouchers")
      .where({ id: receipt })
      .first("receipt_number");
    const sentence = `لا يمكن الحذف: العقد مستخدم في سند القبض ${receipt_number}`;
    expect([status, body.error]).toEqual([409, sentence]);
    await office.knex("receipt_vouchers").where({ id: receipt }).delete();
    expect(await client.delete(`/api/contracts/${contract.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await client.get(`/api/contracts/${contract.id}`)).toMatchObject({ status: 404 });
    expect((await signed()).contract_number > contract.contract_number).toBe(true);
  });
});

test("packages and campaigns as the API shows them", async () => {
  const { body: packages } = await client.get("/api/packages?per_page=1");
  expect(packages.packages[0]).toMatchObject({
    id: ids.package_id,
    type: "عمرة",
    duration: 7,
    currency: { id: dollar.id, code: "USD" },
    hotel: null,
    hotel_id: null,
    transportation: null,
    catering: null,
    other_services: [],
    profit_margin: 15,
    room_occupancy_basis: 4,
    total_price: 1250.5,
    status: "active",
  });
  const { body: campaigns } = await client.get("/api/campaigns?per_page=1");
  expect(campaigns.campaigns[0]).toMatchObject({
    id: ids.campaign_id,
    type: "عمرة",
    start_date: "2026-02-18",
    total_seats: 50,
    booked_seats: 0,
    available_seats: 50,
    packages: [{ id: ids.package_id, total_price: 1250.5, currency: { code: "USD", decimals: 2 } }],
    status: "active",
  });
});

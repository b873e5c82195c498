import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, useBrowser, violationsOn } from "../support/browser";
import { type Answer, type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makePackage, makeReceipt } from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
const full = "لا توجد مقاعد متاحة في هذه الحملة";
const required = "الرجاء اختيار العميل والحملة والباقة";

let client: Client;
let usd: number;
let sar: number;
/** A customer, a campaign of 50 seats and its only package, new for each test. */
let ids: { customer_id: number; campaign_id: number; package_id: number };

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  sar = await makeCurrency(office.knex, "SAR", "0.25", { name: "ريال سعودي" });
  client = await signIn(office.url);
});

beforeEach(async () => {
  const package_id = await makePackage(office.knex, usd, "1250.50");
  const campaign_id = await makeCampaign(office.knex, 50, [package_id]);
  ids = { customer_id: await makeCustomer(office.knex), campaign_id, package_id };
});

const text = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
const sign = (more: object = {}) => client.post("/api/contracts", { ...ids, ...more });
const signed = async (more: object = {}) => {
  const { status, body } = await sign(more);
  expect(status, body.error).toBe(201);
  return body.contract;
};
const booked = async (campaign_id = ids.campaign_id) =>
  Number(
    (await office.knex("contracts").where({ campaign_id }).whereNot("status", "cancelled").count())[0]?.count,
  );

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
      currency_id: usd,
      currency_code: "USD",
      currency: { id: usd, code: "USD", symbol: "$", decimals: 2 },
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
    const other = await makePackage(knex, usd, "100");
    const refusals: [object, string, number][] = [
      [{ package_id: other }, "package_id", 422],
      [{ package_id: await makePackage(knex, usd, "1", { status: "inactive" }) }, "package_id", 422],
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
  }, 120_000);

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

async function lastNumber() {
  const row = await office.knex("document_numbers").where({ prefix: "C" }).first("last");
  return row?.last ?? 0;
}

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

describe("lists", () => {
  test("totals equal the rows after every change", async () => {
    const check = async () => {
      for (const status of ["", "active", "completed", "cancelled"]) {
        const rows = office.knex("contracts");
        if (status) rows.where({ status });
        const count = Number((await rows.count())[0]?.count);
        const { body } = await client.get(`/api/contracts?per_page=1&status=${status}`);
        expect(body.total, `status=${status}`).toBe(count);
        expect((await client.get(`/api/contracts?status=${status}`)).body.contracts).toHaveLength(count);
      }
    };
    await check();
    const contract = await signed();
    await check();
    for (const status of ["completed", "cancelled", "active"]) {
      await client.put(`/api/contracts/${contract.id}`, { status });
      await check();
    }
    await client.delete(`/api/contracts/${contract.id}`);
    await sign({ package_id: 0 });
    await check();
  });

  test("search finds by number and by folded name alone, and keeps to the other filters", async () => {
    const { knex } = office;
    const customer_id = await makeCustomer(knex, { name: "أُسَامَة آل يحيى", phone: "٠٥٥٥٩٨٧٦٥" });
    const first = await signed({ customer_id });
    const second = await signed({ customer_id });
    await signed();
    await client.put(`/api/contracts/${first.id}`, { status: "cancelled" });
    const found = async (query: object) => {
      const params = new URLSearchParams(query as Record<string, string>);
      const { body } = await client.get(`/api/contracts?per_page=50&${params}`);
      expect(body.total).toBe(body.contracts.length);
      return body.contracts.map(({ id }: { id: number }) => id);
    };
    const both = [second.id, first.id];
    for (const search of ["اسامة ال يحيي", "أسامه", "يحيى اسام", "اُسـامـه"])
      expect(await found({ search })).toEqual(both);
    expect(await found({ search: "اسامة", status: "cancelled" })).toEqual([first.id]);
    expect(await found({ search: "اسامة", campaign_id: `${ids.campaign_id}` })).toEqual(both);
    expect(await found({ search: "اسامة", campaign_id: "1000000" })).toEqual([]);
    expect(await found({ customer_id: `${customer_id}`, status: "active" })).toEqual([second.id]);
    expect(await found({ search: first.contract_number })).toEqual([first.id]);
    expect(await found({ search: first.contract_number.toLowerCase().replace(/0/g, "٠") })).toEqual([
      first.id,
    ]);
    expect(await found({ search: first.contract_number, status: "active" })).toEqual([]);
    const early = await knex("contracts")
      .where("contract_number", "~", "-000[0-9]{2}$")
      .first("id", "contract_number");
    expect(await found({ search: String(Number(early.contract_number.slice(-2))) })).toContain(early.id);
    for (const search of ["0555987", "98765", "%", "_", "\\", "' OR 1=1", "اسامة%"])
      expect(await found({ search }), search).toEqual([]);
  });

  test("newest first, in pages and whole", async () => {
    for (let i = 0; i < 3; i++) await signed();
    const { body: whole } = await client.get("/api/contracts");
    const numbers = whole.contracts.map(({ id }: { id: number }) => id);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    const { body } = await client.get("/api/contracts?page=2&per_page=2");
    expect(body).toMatchObject({ page: 2, per_page: 2, total: numbers.length });
    expect(body.contracts.map(({ id }: { id: number }) => id)).toEqual(numbers.slice(2, 4));
  });

  test("the tiles sum what is not cancelled, in the default currency", async () => {
    const tiles = async () => {
      const { body } = await client.get("/contracts");
      const [count, ...money] = [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, tile]) =>
        tile.replace(/<[^>]*>/g, "").trim(),
      );
      expect(money.every((tile) => tile.endsWith(" $"))).toBe(true);
      return [count, ...money].map((tile) => Number(tile.replace(/[^\d.]/g, "")));
    };
    const [count = 0, total = 0, paid = 0, remaining = 0] = await tiles();
    const package_id = await makePackage(office.knex, sar, "1000.10");
    const campaign_id = await makeCampaign(office.knex, 5, [package_id]);
    const contract = await signed({ package_id, campaign_id });
    await office.knex("contracts").where({ id: contract.id }).update({ paid_amount: "400.00" });
    const near = (amount: number) => expect.closeTo(amount, 2);
    expect(await tiles()).toEqual([
      count + 1,
      near(total + 250.03),
      near(paid + 100),
      near(remaining + 150.03),
    ]);
    await client.put(`/api/contracts/${contract.id}`, { status: "cancelled" });
    expect(await tiles()).toEqual([count + 1, total, paid, remaining]);
  });
});

describe("the forms, without JavaScript", () => {
  const searchOf = (html: string) => html.match(/name="customer_query"[^>]*value="([^"]*)"/)?.[1];

  test("sign in steps, keeping what was typed, once however often it is sent", async () => {
    await makePackage(office.knex, usd, "77.00");
    await office.knex("customers").where({ id: ids.customer_id }).update({ name: "عبد الرحمن النادر" });
    const { body: blank } = await client.get("/contracts/new?status=active");
    const typed = text({ campaign_id: ids.campaign_id, visa_duration_days: "abc", customer_query: "النادر" });

    const lookup = await client.submit("/contracts/new?status=active", { ...typed, intent: "lookup" });
    expect(lookup.status).toBe(200);
    expect(lookup.body).toMatch(
      new RegExp(`type="radio"[^>]*name="customer_id"[^>]*value="${ids.customer_id}"`),
    );
    expect(lookup.body).toContain("777123456");
    expect(lookup.body).toContain('value="abc"');
    expect(searchOf(lookup.body)).toBe("النادر");

    const packages = await client.submit("/contracts/new?status=active", {
      ...typed,
      customer_id: `${ids.customer_id}`,
      intent: "packages",
    });
    expect(packages.body).toMatch(new RegExp(`<option value="${ids.package_id}">[^<]*1,250.50 \\$`));
    expect(packages.body).not.toContain("77.00 $");
    expect(packages.body).toMatch(/type="radio"[^>]*checked=""[^>]*>/);

    const fields = {
      ...text(ids),
      visa_duration_days: "abc",
      one_time_key: hiddenField(blank, "one_time_key"),
    };
    const refused = await client.submit("/contracts/new?status=active", fields);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("فشل حفظ العقد");
    expect(refused.body).toContain('value="abc"');
    expect(refused.body).toMatch(new RegExp(`<option[^>]*value="${ids.package_id}"[^>]*selected=""`));

    const good = { ...fields, visa_duration_days: "45" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit("/contracts/new?status=active", good)),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).size).toBe(
      1,
    );
    expect(answers[0]?.headers.get("Location")).toMatch(/^\/contracts\/\d+\?status=active$/);
    expect(await booked()).toBe(1);
  });

  test("says what is missing in the catalogue's words, and shows a full campaign at its field", async () => {
    const empty = await client.submit("/contracts/new", {});
    expect(empty.status).toBe(422);
    expect(empty.body).toContain(`فشل حفظ العقد: ${required}`);
    const campaign_id = await makeCampaign(office.knex, 0, [ids.package_id]);
    const { status, body } = await client.submit("/contracts/new", text({ ...ids, campaign_id }));
    expect(status).toBe(409);
    expect(body).toContain(full);
    expect(body).toMatch(/<select[^>]*name="campaign_id"[^>]*aria-invalid="true"/);
  });

  test("an edit shows what is locked; a stale one the fresh values beside what was typed", async () => {
    const contract = await signed();
    const path = `/contracts/${contract.id}/edit`;
    const { body: form } = await client.get(path);
    expect(form).toContain(contract.customer_name);
    expect(form.match(/<form.*<\/form>/s)[0]).not.toContain('name="package_id"');
    const updated_at = hiddenField(form, "updated_at");
    await client.put(`/api/contracts/${contract.id}`, { visa_duration_days: 61 });

    const typed = {
      status: "completed",
      visa_issue_date: "2026-03-01",
      visa_duration_days: "62",
      updated_at,
    };
    const stale = await client.submit(path, typed);
    expect(stale.status).toBe(409);
    expect(stale.body).toContain('value="62"');
    expect(stale.body).toMatch(/القيمة الحالية: <bdi>61/);
    const again = { ...typed, updated_at: hiddenField(stale.body, "updated_at") };
    expect(await client.submit(path, again)).toMatchObject({ status: 302 });
    expect((await client.get(`/api/contracts/${contract.id}`)).body.contract).toMatchObject({
      status: "completed",
      visa_issue_date: "2026-03-01",
      visa_duration_days: 62,
    });
  });

  test("details list the receipts, offer a new one to cashiers alone, and lead to the sheet", async () => {
    const contract = await signed();
    await makeReceipt(office.knex, contract.id, { receipt_number: "RV-2026-77777" });
    const path = `/contracts/${contract.id}`;
    const { body } = await client.get(path);
    for (const part of [
      "RV-2026-77777",
      "1,250.50 $",
      `${path}/print`,
      `/financial/receipts/new?contract=${contract.id}`,
    ])
      expect(body).toContain(part);
    const { username, password } = await createUser(office.knex, "sales", ["manage_contracts"]);
    const sales = await signIn(office.url, { username, password });
    expect((await sales.get(path)).body).not.toContain("/financial/receipts/new");

    const sheet = await client.get(`${path}/print`);
    expect(sheet.status).toBe(200);
    for (const part of [
      contract.contract_number,
      contract.customer_name,
      "1,250.50 $",
      "الطرف الأول",
      "الطرف الثاني",
    ])
      expect(sheet.body).toContain(part);
    expect(sheet.body).toContain("فقط ألف ومئتان وخمسون دولارًا أمريكيًا وخمسون سنتًا لا غير");
  });

  test("a refused deletion keeps the contract and says why", async () => {
    const contract = await signed();
    await makeReceipt(office.knex, contract.id);
    const { status, body } = await client.submit(`/contracts/${contract.id}/delete`, {});
    expect(status).toBe(409);
    expect(body).toContain("فشل حذف العقد: لا يمكن الحذف: العقد مستخدم في سند القبض ");
    expect((await client.get(`/api/contracts/${contract.id}`)).status).toBe(200);
  });
});

test("who may read and write contracts, packages and campaigns", async () => {
  const contract = await signed();
  const statuses = async (permission: Parameters<typeof createUser>[2][number]) => {
    const { username, password } = await createUser(office.knex, `only-${permission}`, [permission]);
    const one = await signIn(office.url, { username, password });
    const calls: Promise<Answer>[] = [
      one.get("/api/contracts"),
      one.put(`/api/contracts/${contract.id}`, {}),
      one.get(`/api/packages/${ids.package_id}`),
      one.get(`/api/campaigns/${ids.campaign_id}`),
    ];
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  expect(await statuses("manage_contracts")).toEqual([200, 200, 200, 200]);
  expect(await statuses("manage_financials")).toEqual([200, 403, 403, 403]);
  expect(await statuses("manage_trips")).toEqual([403, 403, 403, 200]);
  expect(await statuses("manage_campaigns")).toEqual([403, 403, 200, 200]);
  expect(await statuses("manage_services")).toEqual([403, 403, 200, 403]);
});

test("packages and campaigns as the API shows them", async () => {
  const { body: packages } = await client.get("/api/packages?per_page=1");
  expect(packages.packages[0]).toMatchObject({
    id: ids.package_id,
    type: "عمرة",
    duration: 7,
    currency: { id: usd, code: "USD" },
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

describe("among more campaigns than are offered", () => {
  const options = (html: string, name = "campaign_id") =>
    [
      ...(html.split(`name="${name}"`)[1]?.split("</select>")[0] ?? "").matchAll(/<option value="(\d+)"/g),
    ].map(([, value]) => Number(value));
  let old: number;
  let closed: number;

  beforeEach(async () => {
    const { package_id } = ids;
    old = await makeCampaign(office.knex, 50, [package_id], { name: "حملة السابقين" });
    closed = await makeCampaign(office.knex, 50, [package_id], {
      name: "حملة المنتهية",
      status: "completed",
    });
    for (let number = 0; number < 50; number++) await makeCampaign(office.knex, 50, [package_id]);
  });
  afterEach(async () => {
    await office.knex("campaigns").where("id", ">=", old).update({ status: "cancelled" });
  });

  test("a filter offers the newest active ones, a search the others, and the chosen one keeps its name", async () => {
    const first = (await client.get("/contracts")).body;
    expect(options(first)).toHaveLength(50);
    expect(options(first)).not.toContain(old);
    const found = (await client.get(`/contracts?campaign=${encodeURIComponent("المنتهيه")}`)).body;
    expect(options(found)).toEqual([closed]);
    expect(found).toContain("بهذا الاسم حملة واحدة: اختر من قائمة الحملات");
    const none = (await client.get(`/contracts?campaign=${encodeURIComponent("لا شيء")}`)).body;
    expect(none).toContain("لا حملة بهذا الاسم");
    for (const path of ["/contracts", "/trips/groups", "/trips/groups/members"]) {
      const { status, body } = await client.get(`${path}?campaign_id=${closed}`);
      expect([path, status]).toEqual([path, 200]);
      expect(body).toMatch(new RegExp(`<option value="${closed}" selected="">حملة المنتهية</option>`));
    }
  });

  test("the form finds others by a step, and then offers their packages, without JavaScript", async () => {
    const { body: blank } = await client.get("/contracts/new");
    expect(options(blank.split("<dialog")[1] ?? "")).not.toContain(old);
    const typed = { customer_query: "", visa_duration_days: "45" };
    const found = await client.submit("/contracts/new", {
      ...typed,
      campaign_query: "السابقين",
      intent: "campaigns",
    });
    expect(options(found.body.split("<dialog")[1])).toEqual([old]);
    expect(found.body).toContain('value="45"');
    const closedToo = await client.submit("/contracts/new", {
      ...typed,
      campaign_query: "المنتهية",
      intent: "campaigns",
    });
    expect(options(closedToo.body.split("<dialog")[1])).toEqual([]);
    const packages = await client.submit("/contracts/new", {
      ...typed,
      campaign_id: String(old),
      intent: "packages",
    });
    expect(packages.body).toMatch(new RegExp(`<option value="${old}" selected="">`));
    expect(options(packages.body.split("<dialog")[1], "package_id")).toEqual([ids.package_id]);
  });

  test("and in a browser", async () => {
    const page = await browser.open({ baseURL: office.url, login: administrator });
    await page.goto("/contracts/new");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("حملات أخرى بالاسم").fill("السابقين");
    await dialog.getByRole("button", { name: "بحث" }).last().click();
    await dialog.getByLabel("الحملة").selectOption(String(old));
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
  });
});

test("a number is found whole, from its year, and by a part", async () => {
  const { id, contract_number: number } = await signed();
  const [, year, serial] = number.split("-");
  for (const search of [
    number,
    number.toLowerCase(),
    `${year}-${serial}`,
    serial,
    number.slice(0, -1),
    "C-",
    "c",
  ]) {
    const { body } = await client.get(`/api/contracts?page=1&search=${search}`);
    expect([search, body.contracts[0]?.id]).toEqual([search, id]);
  }
  for (const search of [`RV-${year}`, `${year}-9${serial}`, "%", "C_2"]) {
    const { body } = await client.get(`/api/contracts?page=1&search=${encodeURIComponent(search)}`);
    expect([search, body]).toEqual([search, { contracts: [], total: 0, page: 1, per_page: 25 }]);
  }
});

describe("in a browser", () => {
  const signedIn = () => browser.open({ baseURL: office.url, login: administrator });

  test("a contract is signed by keyboard alone, with the type-ahead and the campaign's packages", async () => {
    await office.knex("customers").where({ id: ids.customer_id }).update({ name: "هيفاء المختارة" });
    const page = await signedIn();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/customers/search") && asked.push(request.url()));
    await page.goto("/contracts/new");
    const box = page.getByRole("combobox", { name: "العميل" });
    await box.focus();
    await page.keyboard.type("ه");
    await page.waitForTimeout(500);
    expect(asked).toHaveLength(0);
    await page.keyboard.type("يفاء", { delay: 30 });
    await page.getByRole("option", { name: /هيفاء المختارة.*777123456/ }).waitFor();
    expect(asked).toHaveLength(1);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.type(" ");
    await page.getByRole("option", { name: /هيفاء/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("هيفاء المختارة");

    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الحملة").selectOption(String(ids.campaign_id));
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
    await dialog.getByLabel("مدة التأشيرة").focus();
    await page.keyboard.type("90");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/contracts\/\d+$/);
    expect(await booked()).toBe(1);
  });

  test("a campaign chosen before the scripts arrived offers its packages when they do", async () => {
    const page = await signedIn();
    const release = await holdBack(page, "**/assets/*.js");
    await page.goto("/contracts/new", { waitUntil: "commit" });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الحملة").selectOption(String(ids.campaign_id));
    release();
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
  });

  test("the sheet prints by itself after a quarter of a second", async () => {
    const contract = await signed();
    const page = await signedIn();
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", String(performance.now()));
    });
    await page.goto(`/contracts/${contract.id}/print`);
    await page.locator("[data-printed]").waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});

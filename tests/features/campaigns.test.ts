import { describe, expect, test } from "vitest";
import { campaignsOf, idsOf } from "../support/campaigns";
import { makePackage } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });

const { dollar, customers, campaign, create, read, sold } = campaignsOf(office, client, 20);

describe("calls", () => {
  test("a campaign is stored and read as it was sent, with its packages and seats", async () => {
    const cheap = await makePackage(office.knex, dollar.id, "900", { name: "أ اقتصادية" });
    const dear = await makePackage(office.knex, dollar.id, "1500.5", { name: "ب مميزة", status: "inactive" });
    const stored = await create({
      total_seats: "٤٥",
      start_date: "٢٠٢٦-٠٢-١٨",
      description: "سطر\nوسطر",
      package_ids: [dear, String(cheap), cheap],
      status: "cancelled",
    });
    const common = {
      type: "عمرة",
      currency_id: dollar.id,
      currency: { id: dollar.id, code: "USD", symbol: "$", decimals: 2 },
    };
    expect(stored).toEqual({
      ...campaign,
      id: stored.id,
      total_seats: 45,
      booked_seats: 0,
      held_seats: 0,
      available_seats: 45,
      needs_passport_copy: false,
      needs_vaccination: false,
      down_payment_percent: null,
      payment_lead_days: null,
      free_per: null,
      description: "سطر\nوسطر",
      fee_lines: [],
      packages: [
        { id: cheap, name: "أ اقتصادية", total_price: 900, status: "active", ...common },
        { id: dear, name: "ب مميزة", total_price: 1500.5, status: "inactive", ...common },
      ],
      status: "active",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await read(stored.id)).toEqual(stored);
    expect((await client.get("/api/campaigns")).body.campaigns[0]).toEqual(stored);
  });

  test("the same call twice makes one campaign", async () => {
    const key = { "Idempotency-Key": "campaign twice" };
    const answers = await Promise.all([1, 2].map(() => client.post("/api/campaigns", campaign, key)));
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await office.knex("campaigns").where({ name: campaign.name })).toHaveLength(1);
  });

  test("a change leaves alone what was not sent, packages too; an empty list of them detaches all", async () => {
    const packages = await Promise.all(
      [1, 2, 3].map((price) => makePackage(office.knex, dollar.id, `${price}`)),
    );
    const [first = 0, second = 0, third = 0] = packages;
    const stored = await create({ package_ids: [first, second], description: "قريب" });
    const path = `/api/campaigns/${stored.id}`;
    const { body } = await client.put(path, { status: "completed", description: "" });
    expect(body.campaign).toEqual({
      ...stored,
      status: "completed",
      description: null,
      updated_at: body.campaign.updated_at,
    });
    const changed = await client.put(path, { package_ids: [third, second] });
    expect(idsOf(changed.body.campaign.packages)).toEqual([second, third]);
    expect(changed.body.campaign.updated_at > body.campaign.updated_at).toBe(true);
    for (const package_ids of [[999_999], [first, 999_999], ["x"], [0], [null, -1], {}, "a"]) {
      const refused = await client.put(path, { package_ids });
      expect([refused.status, Object.keys(refused.body.fields)], JSON.stringify(package_ids)).toEqual([
        422,
        ["package_ids"],
      ]);
    }
    expect(idsOf((await read(stored.id)).packages)).toEqual([second, third]);
    for (const package_ids of [[], null, ""]) {
      await client.put(path, { package_ids: [first] });
      const emptied = await client.put(path, { package_ids });
      expect([emptied.status, emptied.body.campaign.packages]).toEqual([200, []]);
    }
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    for (const field of Object.keys(campaign)) {
      for (const value of [undefined, null, "", "  "]) {
        const { status, body } = await client.post("/api/campaigns", { ...campaign, [field]: value });
        expect([status, Object.keys(body.fields)], `${field}=${value}`).toEqual([422, [field]]);
      }
    }
    const { id } = await create();
    for (const [field, value] of [
      ["name", "س".repeat(151)],
      ["name", ["x"]],
      ["type", "نزهة"],
      ["start_date", "2026-02-30"],
      ["start_date", "infinity"],
      ["end_date", 20260319],
      ["total_seats", 0],
      ["total_seats", -5],
      ["total_seats", 12.5],
      ["total_seats", "1e3"],
      ["total_seats", 100_001],
      ["description", "س".repeat(1001)],
      ["package_ids", Array.from({ length: 201 }, (_, i) => i + 1)],
    ] as const) {
      for (const send of [
        client.post("/api/campaigns", { ...campaign, [field]: value }),
        put({ [field]: value }),
      ]) {
        const { status, body } = await send;
        expect([status, Object.keys(body.fields ?? {})], `${field}=${value}`).toEqual([422, [field]]);
      }
    }
    const { status, body } = await put({ status: "gone" });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["status"]]);

    function put(change: object) {
      return client.put(`/api/campaigns/${id}`, change);
    }
  });

  test("it does not end before it starts, also when only one of the dates is sent", async () => {
    const day = "2026-05-05";
    expect(await create({ start_date: day, end_date: day })).toMatchObject({
      start_date: day,
      end_date: day,
    });
    const reversed = await client.post("/api/campaigns", { ...campaign, end_date: "2026-02-17" });
    expect([reversed.status, reversed.body.fields]).toEqual([
      422,
      { end_date: "تاريخ النهاية قبل تاريخ البداية" },
    ]);
    const stored = await create();
    for (const [field, value] of [
      ["end_date", "2026-02-17"],
      ["start_date", "2026-03-20"],
    ] as const) {
      const { status, body } = await client.put(`/api/campaigns/${stored.id}`, { [field]: value });
      expect([status, Object.keys(body.fields)], field).toEqual([422, [field]]);
    }
    expect(await read(stored.id)).toEqual(stored);
    const later = { start_date: "2027-01-01", end_date: "2027-01-10" };
    expect((await client.put(`/api/campaigns/${stored.id}`, later)).body.campaign).toMatchObject(later);
  });

  test("an edit of what someone else changed meanwhile is told so, also when only the packages changed", async () => {
    const stored = await create();
    const path = `/api/campaigns/${stored.id}`;
    const package_id = await makePackage(office.knex, dollar.id, "100");
    const first = await client.put(path, { package_ids: [package_id], updated_at: stored.updated_at });
    expect(first.status).toBe(200);
    const stale = await client.put(path, { name: "متأخر", updated_at: stored.updated_at });
    expect([stale.status, stale.body.current]).toEqual([409, first.body.campaign]);
    expect(await read(stored.id)).toEqual(first.body.campaign);
  });
});

describe("seats", () => {
  test("booked are the contracts not cancelled; no fewer seats than these", async () => {
    const { id, ...stored } = await sold(3, 10);
    expect(stored).toMatchObject({ total_seats: 10, booked_seats: 3, available_seats: 7 });
    const { status, body } = await client.put(`/api/campaigns/${id}`, { total_seats: 2 });
    const sentence = "عدد المقاعد لا يقل عن المحجوز منها: 3";
    expect([status, body.error, body.fields]).toEqual([409, sentence, { total_seats: sentence }]);
    const { body: exact } = await client.put(`/api/campaigns/${id}`, { total_seats: 3 });
    expect(exact.campaign).toMatchObject({ total_seats: 3, booked_seats: 3, available_seats: 0 });
    expect(await stored.sign()).toMatchObject({
      status: 409,
      body: { fields: { campaign_id: expect.any(String) } },
    });
    const { body: contracts } = await client.get(`/api/contracts?campaign_id=${id}`);
    await client.put(`/api/contracts/${contracts.contracts[0].id}`, { status: "cancelled" });
    expect(await read(id)).toMatchObject({ booked_seats: 2, available_seats: 1 });
    expect((await client.put(`/api/campaigns/${id}`, { total_seats: 2 })).status).toBe(200);
  });

  test("twenty people sign while someone lowers the seats: never more booked than there are", async () => {
    for (let round = 1; round <= 10; round++) {
      const { id, sign } = await sold(0, 20);
      const [signed, lowered] = await Promise.all([
        Promise.all(customers.map((customer) => sign(customer))),
        Promise.all(
          [15, 10, 5, 12].map((total_seats) => client.put(`/api/campaigns/${id}`, { total_seats })),
        ),
      ]);
      const { total_seats, booked_seats } = await read(id);
      expect(booked_seats, `round ${round}`).toBeLessThanOrEqual(total_seats);
      expect(signed.filter(({ status }) => status === 201)).toHaveLength(booked_seats);
      expect([...signed, ...lowered].every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    }
  });

  test("one with contracts is not deleted, and names them; its packages do not hold it", async () => {
    const { id, numbers, packages } = await sold(4);
    const sentence = `لا يمكن الحذف: الحملة مستخدمة في العقود ${numbers.slice(0, 3).join("، ")} وغيرها`;
    const refused = await client.delete(`/api/campaigns/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
    const screen = await client.submit(`/campaigns/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([
      409,
      expect.stringContaining(`فشل حذف الحملة: ${sentence}`),
    ]);
    await office.knex("contracts").where({ campaign_id: id }).delete();
    expect((await client.delete(`/api/campaigns/${id}`)).body).toEqual({ success: true });
    expect((await client.get(`/api/campaigns/${id}`)).status).toBe(404);
    expect((await client.get(`/api/packages/${packages[0].id}`)).status).toBe(200);
    const { id: other } = await create();
    const done = await client.submit(`/campaigns/${other}/delete?status=active`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/campaigns?status=active"]);
  });
});

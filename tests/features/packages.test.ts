import { describe, expect, test } from "vitest";
import { costAndPrice } from "~/features/services/packages/cost";
import { makeCampaign, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { figures, packagesOf } from "../support/packages";

const { office, client } = useOffice();

const { ids, hotel, bus, catering, service, create } = packagesOf(office, client);

describe("cost and price (spec §9)", () => {
  test("a new package has the defaults of §9, and costs nothing while it has nothing", async () => {
    const stored = await create({ name: "  عمرة   رجب " });
    expect(stored).toEqual({
      id: stored.id,
      name: "عمرة رجب",
      type: "عمرة",
      duration: 7,
      currency_id: ids.usd,
      currency: { id: ids.usd, code: "USD", symbol: "$", decimals: 2 },
      hotel_id: null,
      hotel: null,
      stays: [],
      transportation_id: null,
      transportation: null,
      catering_id: null,
      catering: null,
      other_services: [],
      other_service_ids: [],
      profit_margin: 15,
      description: null,
      room_occupancy_basis: 4,
      total_cost: 0,
      total_price: 0,
      current_cost: 0,
      current_price: 0,
      price_out_of_date: false,
      prices: [],
      status: "active",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test("the price comes from the unrounded cost: room 500, triple, 10 days, margin 15 is 1960.78", async () => {
    const hotel_id = await hotel({ triple_room_price: "500" });
    const stored = await create({ hotel_id, room_occupancy_basis: 3, duration: 10, profit_margin: 15 });
    // 500 ÷ 3 × 10 = 1666.666…; from the rounded 1666.67 the price would be 1960.79
    expect(figures(stored)).toEqual([1666.67, 1960.78]);
  });

  test.each([
    [0, 1666.67],
    [99.99, 16_666_666.67],
    ["١٢٫٥", 1904.76],
    // Any other number of three digits leaves the cost (spec §9).
    [100, 1666.67],
    [150, 1666.67],
    [999.99, 1666.67],
    [-5, 1666.67],
    ["-٠٫٠١", 1666.67],
    ["−999.99", 1666.67],
  ])("a margin of %s percent", async (profit_margin, price) => {
    const hotel_id = await hotel({ triple_room_price: "500" });
    const stored = await create({ hotel_id, room_occupancy_basis: 3, duration: 10, profit_margin });
    expect(figures(stored)).toEqual([1666.67, price]);
  });

  test("each basis takes its own room; the others are for one person", async () => {
    const rooms = {
      single_room_price: "100",
      double_room_price: "150",
      triple_room_price: "180",
      quad_room_price: "200",
    };
    const hotel_id = await hotel(rooms);
    const [transportation_id, catering_id] = [await bus("70.50"), await catering("12.25")];
    const other_service_ids = [await service("130"), await service("0.01")];
    const parts = {
      hotel_id,
      transportation_id,
      catering_id,
      other_service_ids,
      duration: 4,
      profit_margin: 0,
    };
    const others = 70.5 + 12.25 * 4 + 130 + 0.01;
    for (const [sharing, room] of [
      [1, 400],
      [2, 300],
      [3, 240],
      [4, 200],
    ] as const) {
      const { total_cost, total_price } = await create({ ...parts, room_occupancy_basis: sharing });
      expect([total_cost, total_price]).toEqual([room + others, room + others]);
    }
  });

  test("every part in another currency, sold in a fourth: exact to its last fils", async () => {
    const stored = await create({
      duration: 7,
      hotel_id: await hotel({ quad_room_price: "999.99" }, ids.sar),
      transportation_id: await bus("12.345", ids.kwd),
      catering_id: await catering("4001", ids.jpy),
      other_service_ids: [await service("70000", ids.yer), await service("130", ids.usd)],
      currency_id: ids.kwd,
      profit_margin: 12.5,
    });
    const cost = (999.99 * 7 * 0.2666666667) / 4 + 12.345 * 3.25 + 4001 * 7 * 0.0067 + 70000 * 0.00188 + 130;
    expect(stored.total_cost).toBeCloseTo(cost, 2);
    expect(figures(stored)).toEqual([956.03, 336.186]); // 956.0301… and, from it, 336.1864…
  });

  test("a sale in yen has no decimals, one in dinars three; a half goes up", async () => {
    const other_service_ids = [await service("10.05")];
    expect(figures(await create({ other_service_ids, currency_id: ids.jpy, profit_margin: 0 }))).toEqual([
      10.05, 1500,
    ]);
    expect(figures(await create({ other_service_ids, currency_id: ids.kwd, profit_margin: 0 }))).toEqual([
      10.05, 3.092,
    ]);
    const half = [await service("1.01")];
    expect(figures(await create({ other_service_ids: half, profit_margin: 60 }))).toEqual([1.01, 2.53]); // 2.525
  });

  test("a third that a rate makes whole again is not cut before its time", () => {
    const { price } = costAndPrice(
      { duration: 1, room_occupancy_basis: 3, profit_margin: "0", rate: "1" },
      {
        stays: [{ rooms: ["0", "0", "0.996", "0"], rate: "3.75", nights: 1 }],
        transportation: null,
        catering: null,
        other_services: [],
      },
    );
    expect(price.toFixed()).toBe("1.245"); // 0.332 × 3.75; a half that goes up
    const cost = (rate: string) =>
      costAndPrice(
        { duration: 1, room_occupancy_basis: 3, profit_margin: "0", rate: "1" },
        {
          stays: [{ rooms: ["0", "0", "1", "0"], rate, nights: 1 }],
          transportation: null,
          catering: null,
          other_services: [],
        },
      ).cost;
    expect(cost("0.015").toFixed()).toBe("0.005"); // 1 ÷ 3 × 0.015: with the third cut it would fall below the half
  });

  test("a figure that is sent is only what was seen; a null part is none", async () => {
    const other_service_ids = [await service("85")];
    const stored = await create({ other_service_ids, hotel_id: null, total_cost: 1, total_price: 1 });
    expect(figures(stored)).toEqual([85, 100]);
    const { body } = await client.put(`/api/packages/${stored.id}`, { total_price: 5, profit_margin: 50 });
    expect(figures(body.package)).toEqual([85, 170]);
  });
});

describe("calls", () => {
  test("a change leaves alone what was not sent; an empty list of services means none", async () => {
    const stored = await create({
      type: "حج",
      duration: 21,
      transportation_id: await bus("100"),
      other_service_ids: [await service("20"), await service("30")],
      room_occupancy_basis: 2,
    });
    const change = async (input: object) =>
      (await client.put(`/api/packages/${stored.id}`, input)).body.package;
    expect(await change({})).toEqual({ ...stored, updated_at: expect.any(String) });
    expect(await change({ ...stored, updated_at: undefined })).toEqual({
      ...stored,
      updated_at: expect.any(String),
    });
    expect(await change({ transportation_id: null })).toMatchObject({ transportation: null, total_cost: 50 });
    expect(await change({ other_service_ids: [] })).toMatchObject({
      type: "حج",
      duration: 21,
      other_services: [],
      total_cost: 0,
    });
    const stale = await client.put(`/api/packages/${stored.id}`, {
      name: "x",
      updated_at: stored.updated_at,
    });
    expect([stale.status, stale.body.current.other_services]).toEqual([409, []]);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    for (const [field, value] of [
      ["name", ""],
      ["name", undefined],
      ["type", "سياحة"],
      ["duration", 0],
      ["duration", 366],
      ["duration", 2.5],
      ["duration", null],
      ["room_occupancy_basis", 5],
      ["room_occupancy_basis", 0],
      ["profit_margin", 1000],
      ["profit_margin", -1000],
      ["profit_margin", "--5"],
      ["profit_margin", "NaN"],
      ["profit_margin", 15.00001],
      ["currency_id", 999_999],
      ["hotel_id", 999_999],
      ["transportation_id", "x"],
      ["catering_id", 999_999],
      ["other_service_ids", [999_999]],
      ["other_service_ids", ["x"]],
      ["other_service_ids", [[1]]],
      ["other_service_ids", { id: 1 }],
      ["other_service_ids", Array.from({ length: 300 }, (_, index) => index + 1)],
      ["status", "gone"],
    ] as const) {
      const { status, body } = await client.post("/api/packages", { name: "باقة", [field]: value });
      expect([status, Object.keys(body.fields ?? {})], `${field}=${JSON.stringify(value)}`).toEqual([
        422,
        [field],
      ]);
    }
  });

  test("a price too large to be written in words is refused, not a fault", async () => {
    const hotel_id = await hotel({ single_room_price: "999999999999" });
    const { status, body } = await client.post("/api/packages", {
      name: "باقة",
      hotel_id,
      room_occupancy_basis: 1,
      duration: 365,
    });
    expect([status, body.error]).toEqual([422, expect.stringContaining("سعر الباقة أكبر")]);
    expect(await office.knex("packages").where({ hotel_id })).toEqual([]);
  });

  test("search, filters and pages", async () => {
    const { id } = await create({ name: "حج القِران الميسّر", type: "حج", status: "inactive" });
    const ids = async (query: string) =>
      (await client.get(`/api/packages?${query}`)).body.packages.map((row: { id: number }) => row.id);
    expect(await ids("search=القران الميسر")).toEqual([id]);
    expect(await ids("type=حج&status=inactive")).toEqual([id]);
    expect(await ids("search=القران&type=عمرة")).toEqual([]);
    expect((await client.get("/api/packages?page=1&per_page=2")).body).toMatchObject({
      page: 1,
      per_page: 2,
    });
  });

  test("a package of a campaign or a contract is not deleted, one of none is, with its list of services", async () => {
    const { id } = await create({ other_service_ids: [await service("5")] });
    const campaign_id = await makeCampaign(office.knex, 5, [id], { name: "حملة شعبان" });
    const customer_id = await makeCustomer(office.knex);
    const { body } = await client.post("/api/contracts", { campaign_id, package_id: id, customer_id });
    const refused = async () => {
      const { status, body } = await client.delete(`/api/packages/${id}`);
      return [status, body.error];
    };
    expect(await refused()).toEqual([409, "لا يمكن الحذف: الباقة مستخدمة في الحملة «حملة شعبان»"]);
    await office.knex("campaign_packages").where({ campaign_id }).delete();
    expect(await refused()).toEqual([409, expect.stringContaining(body.contract.contract_number)]);
    await client.delete(`/api/contracts/${body.contract.id}`);
    expect((await client.delete(`/api/packages/${id}`)).body).toEqual({ success: true });
    expect(await office.knex("package_other_services").where({ package_id: id })).toEqual([]);
  });
});

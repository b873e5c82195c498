import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { costAndPrice } from "~/features/services/packages/cost";
import { fixture } from "../support/app";
import { holdBack, useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer } from "../support/factories";

const office = fixture();
const browser = useBrowser();

let client: Client;
/** Their ids: the dollar is the default, a riyal worth 0.2666…, a dinar 3.25, a yen 0.0067. */
let usd: number;
let sar: number;
let kwd: number;
let jpy: number;
let yer: number;
/** Shared by all tests, each made by the calls that staff use. */
let kept: { city_id: number; bus_type_id: number; catering_type_id: number; category_id: number };
let made = 0;

beforeAll(async () => {
  const { knex, url } = office;
  usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  sar = await makeCurrency(knex, "SAR", "0.2666666667", { symbol: "ر.س", name: "ريال سعودي" });
  kwd = await makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  jpy = await makeCurrency(knex, "JPY", "0.0067", { symbol: "¥", name: "ين ياباني" });
  yer = await makeCurrency(knex, "YER", "0.00188", { symbol: "ر.ي", name: "ريال يمني" });
  client = await signIn(url);
  const lookup = async (table: string, name: string) =>
    (await knex(table).insert({ name }).returning("id"))[0].id as number;
  kept = {
    city_id: await lookup("cities", "مكة المكرمة"),
    bus_type_id: await lookup("bus_types", "حافلة"),
    catering_type_id: await lookup("catering_types", "إفطار"),
    category_id: await lookup("service_categories", "تأشيرات"),
  };
});

async function insert(table: string, row: object): Promise<number> {
  const [stored] = await office.knex(table).insert(row).returning("id");
  return stored.id;
}
const knex = () => office.knex;

const hotel = (prices: object, currency_id = usd, more: object = {}) =>
  insert("hotels", {
    name: `فندق ${++made}`,
    city_id: kept.city_id,
    address: "أجياد",
    currency_id,
    ...prices,
    ...more,
  });
const bus = (price_per_person: string, currency_id = usd) =>
  insert("transportations", {
    company_name: `نقل ${++made}`,
    bus_type_id: kept.bus_type_id,
    capacity: 45,
    price_per_person,
    currency_id,
  });
const catering = (price_per_day: string, currency_id = usd) =>
  insert("catering_services", {
    name: `إعاشة ${++made}`,
    catering_type_id: kept.catering_type_id,
    price_per_day,
    currency_id,
  });
const service = (price: string, currency_id = usd) =>
  insert("other_services", { name: `خدمة ${++made}`, category_id: kept.category_id, price, currency_id });

const create = async (input: object = {}) => {
  const { status, body } = await client.post("/api/packages", { name: `باقة ${++made}`, ...input });
  expect(status, body.error).toBe(201);
  return body.package;
};
const find = async (id: number) => (await client.get(`/api/packages/${id}`)).body.package;
const figures = ({ total_cost, total_price }: { total_cost: number; total_price: number }) => [
  total_cost,
  total_price,
];

describe("cost and price (spec §9)", () => {
  test("a new package has the defaults of §9, and costs nothing while it has nothing", async () => {
    const stored = await create({ name: "  عمرة   رجب " });
    expect(stored).toEqual({
      id: stored.id,
      name: "عمرة رجب",
      type: "عمرة",
      duration: 7,
      currency_id: usd,
      currency: { id: usd, code: "USD", symbol: "$", decimals: 2 },
      hotel_id: null,
      hotel: null,
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
      hotel_id: await hotel({ quad_room_price: "999.99" }, sar),
      transportation_id: await bus("12.345", kwd),
      catering_id: await catering("4001", jpy),
      other_service_ids: [await service("70000", yer), await service("130", usd)],
      currency_id: kwd,
      profit_margin: 12.5,
    });
    const cost = (999.99 * 7 * 0.2666666667) / 4 + 12.345 * 3.25 + 4001 * 7 * 0.0067 + 70000 * 0.00188 + 130;
    expect(stored.total_cost).toBeCloseTo(cost, 2);
    expect(figures(stored)).toEqual([956.03, 336.186]); // 956.0301… and, from it, 336.1864…
  });

  test("a sale in yen has no decimals, one in dinars three; a half goes up", async () => {
    const other_service_ids = [await service("10.05")];
    expect(figures(await create({ other_service_ids, currency_id: jpy, profit_margin: 0 }))).toEqual([
      10.05, 1500,
    ]);
    expect(figures(await create({ other_service_ids, currency_id: kwd, profit_margin: 0 }))).toEqual([
      10.05, 3.092,
    ]);
    const half = [await service("1.01")];
    expect(figures(await create({ other_service_ids: half, profit_margin: 60 }))).toEqual([1.01, 2.53]); // 2.525
  });

  test("a third that a rate makes whole again is not cut before its time", () => {
    const { price } = costAndPrice(
      { duration: 1, room_occupancy_basis: 3, profit_margin: "0", rate: "1" },
      {
        hotel: { rooms: ["0", "0", "0.996", "0"], rate: "3.75" },
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
          hotel: { rooms: ["0", "0", "1", "0"], rate },
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
    expect(await knex()("packages").where({ hotel_id })).toEqual([]);
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
    const campaign_id = await makeCampaign(knex(), 5, [id], { name: "حملة شعبان" });
    const customer_id = await makeCustomer(knex());
    const { body } = await client.post("/api/contracts", { campaign_id, package_id: id, customer_id });
    const refused = async () => {
      const { status, body } = await client.delete(`/api/packages/${id}`);
      return [status, body.error];
    };
    expect(await refused()).toEqual([409, "لا يمكن الحذف: الباقة مستخدمة في الحملة «حملة شعبان»"]);
    await knex()("campaign_packages").where({ campaign_id }).delete();
    expect(await refused()).toEqual([409, expect.stringContaining(body.contract.contract_number)]);
    await client.delete(`/api/contracts/${body.contract.id}`);
    expect((await client.delete(`/api/packages/${id}`)).body).toEqual({ success: true });
    expect(await knex()("package_other_services").where({ package_id: id })).toEqual([]);
  });
});

describe("out of date", () => {
  let pack: { id: number; total_cost: number; total_price: number };
  let hotel_id: number;

  beforeEach(async () => {
    hotel_id = await hotel({ quad_room_price: "400" }, sar);
    pack = await create({ hotel_id, duration: 10, currency_id: sar, profit_margin: 20 });
  });

  test("a service's new price shows, changes nothing by itself, and is taken over by one button", async () => {
    const campaign_id = await makeCampaign(knex(), 5, [pack.id]);
    const customer_id = await makeCustomer(knex());
    const signed = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
    expect(figures(pack)).toEqual([266.67, 1250]);

    await client.put(`/api/hotels/${hotel_id}`, { quad_room_price: 480 });
    expect(await find(pack.id)).toMatchObject({
      ...pack,
      price_out_of_date: true,
      current_price: 1500,
      current_cost: 320,
    });
    const list = await client.get("/services/packages");
    expect(list.body).toContain("السعر الآن 1,500.00 ر.س");
    const asked = await client.get(`/services/packages/${pack.id}/recompute`);
    expect(asked.body).toContain("1,250.00 ر.س");

    const done = await client.submit(`/services/packages/${pack.id}/recompute?search=x`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/services/packages?search=x"]);
    expect(await find(pack.id)).toMatchObject({
      total_price: 1500,
      total_cost: 320,
      price_out_of_date: false,
    });
    const { body } = await client.get(`/api/contracts/${signed.body.contract.id}`);
    expect(body.contract).toEqual(signed.body.contract);
  });

  test("a new rate shows, also where it only changes the cost", async () => {
    await client.put(`/api/currencies/${sar}`, { exchange_rate: 0.25 });
    expect(await find(pack.id)).toMatchObject({
      ...pack,
      price_out_of_date: true,
      current_price: pack.total_price,
      current_cost: 250,
    });
    expect((await client.get("/services/packages")).body).toContain("التكلفة الآن 250.00 $");
    await client.put(`/api/currencies/${sar}`, { exchange_rate: 0.2666666667 });
    expect((await find(pack.id)).price_out_of_date).toBe(false);
  });

  test("another default currency restates the cost, and makes nothing out of date; back again it is the same", async () => {
    const thirds = await create({
      hotel_id: await hotel({ triple_room_price: "500" }),
      room_occupancy_basis: 3,
      duration: 10,
    });
    const setDefault = (id: number) => client.send("POST", `/api/currencies/${id}/set-default`);
    try {
      await setDefault(jpy);
      expect(await find(thirds.id)).toMatchObject({
        total_cost: 248_756,
        total_price: 1960.78,
        price_out_of_date: false,
      });
      expect((await find(pack.id)).price_out_of_date).toBe(false);
      await setDefault(kwd);
    } finally {
      await setDefault(usd);
    }
    expect(await find(thirds.id)).toEqual({ ...thirds, updated_at: expect.any(String) });
    expect(await find(pack.id)).toEqual({ ...pack, updated_at: expect.any(String) });
  });

  test("saved by many while the default currency goes to and fro, each cost is in the base of its moment", async () => {
    const bases = [sar, usd, kwd, usd, sar, usd];
    const work = [
      ...Array.from({ length: 30 }, () => client.put(`/api/packages/${pack.id}`, {})),
      (async () => {
        const answers = [];
        for (const id of bases) answers.push(await client.send("POST", `/api/currencies/${id}/set-default`));
        return { status: Math.max(...answers.map(({ status }) => status)) };
      })(),
    ];
    for (const { status } of await Promise.all(work)) expect(status).toBe(200);
    expect(await find(pack.id)).toMatchObject({ ...figuresOf(pack), price_out_of_date: false });
  });

  const figuresOf = ({ total_cost, total_price }: typeof pack) => ({ total_cost, total_price });
});

describe("the form without JavaScript", () => {
  test("computes on demand from what is typed, keeps it, and judges nothing yet", async () => {
    const hotel_id = await hotel({ triple_room_price: "500" });
    const services = [await service("10"), await service("20")];
    const form = new URLSearchParams({
      intent: "compute",
      name: "",
      duration: "١٠",
      profit_margin: "15",
      room_occupancy_basis: "3",
      currency_id: String(usd),
      hotel_id: String(hotel_id),
      transportation_id: "",
      catering_id: "",
      other_service_ids: "",
    });
    for (const id of services) form.append("other_service_ids", String(id));
    const send = (more: object = {}) =>
      client.send("POST", "/services/packages/new", {
        body: new URLSearchParams([...form, ...Object.entries(more)]),
      });
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toMatch(/<output class="money">1,696\.67 \$<\/output>/);
    expect(body).toMatch(/<output class="money">1,996\.08 \$<\/output>/);
    expect(body).toContain('value="١٠"');
    for (const id of services)
      expect(body).toMatch(new RegExp(`<input type="checkbox"[^>]*checked=""[^>]*value="${id}"`));
    form.set("room_occupancy_basis", "2");
    expect((await send()).body).toContain("لا سعر لهذه الغرفة في الفندق المختار");
    const warning = "هامش الربح خارج المدى من 0 إلى ما دون 100، فسعر البيع هو التكلفة";
    expect((await send()).body).not.toContain(warning);
    for (const margin of ["-٥", "150"]) {
      form.set("profit_margin", margin);
      const { body } = await send();
      expect(body).toContain(warning);
      expect(body.match(/<output class="money">30\.00 \$<\/output>/g)).toHaveLength(2);
    }
    form.set("profit_margin", "15");
    form.set("duration", "x");
    expect((await send()).body).toMatch(/<output class="money">—<\/output>/);

    form.delete("intent");
    const refused = await send();
    expect(refused.status).toBe(422);
    for (const id of services)
      expect(refused.body).toMatch(new RegExp(`<input type="checkbox"[^>]*checked=""[^>]*value="${id}"`));
    form.set("duration", "3");
    form.set("name", "من النموذج");
    form.set("one_time_key", hiddenField(refused.body, "one_time_key"));
    for (const _ of ["once", "twice"]) {
      const saved = await send();
      expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/services/packages"]);
    }
    expect(await knex()("packages").where({ name: "من النموذج" })).toHaveLength(1);
  });

  test("an edited package offers the services it has, also those no longer in use; none ticked means none", async () => {
    const gone = await service("10");
    const { id, updated_at } = await create({ other_service_ids: [gone] });
    await knex()("other_services").where({ id: gone }).update({ status: "inactive" });
    const { body } = await client.get(`/services/packages/${id}/edit`);
    expect(body).toMatch(new RegExp(`<input type="checkbox"[^>]*checked=""[^>]*value="${gone}"`));
    expect((await client.get("/services/packages/new")).body).not.toMatch(
      new RegExp(`<input type="checkbox"[^>]*value="${gone}"`),
    );
    const saved = await client.submit(`/services/packages/${id}/edit`, {
      name: "بلا خدمات",
      duration: "7",
      profit_margin: "15",
      room_occupancy_basis: "4",
      type: "عمرة",
      currency_id: String(usd),
      other_service_ids: "",
      status: "active",
      updated_at,
    });
    expect(saved.status).toBe(302);
    expect((await find(id)).other_services).toEqual([]);
  });
});

test("a stale edit marks what differs, and nothing else", async () => {
  const stored = await create({
    hotel_id: await hotel({ quad_room_price: "10" }),
    transportation_id: await bus("5"),
    catering_id: await catering("2"),
    other_service_ids: [await service("1")],
    currency_id: sar,
  });
  await client.put(`/api/packages/${stored.id}`, { profit_margin: 20 });
  const refused = await client.submit(`/services/packages/${stored.id}/edit`, {
    name: stored.name,
    type: stored.type,
    duration: String(stored.duration),
    currency_id: String(sar),
    hotel_id: String(stored.hotel_id),
    room_occupancy_basis: "4",
    transportation_id: String(stored.transportation_id),
    catering_id: String(stored.catering_id),
    other_service_ids: String(stored.other_service_ids[0]),
    profit_margin: "15",
    description: "",
    status: "active",
    updated_at: stored.updated_at,
  });
  expect(refused.status).toBe(409);
  expect(refused.body.match(/القيمة الحالية: <bdi>[^<]*/g)).toEqual(["القيمة الحالية: <bdi>20"]);
});

describe("in a browser", () => {
  test("what was chosen before the scripts arrived is reckoned when they do", async () => {
    const name = "فندق الخط البطيء";
    await hotel({ quad_room_price: "400" }, usd, { name });
    const page = await browser.open({ baseURL: office.url, login: administrator });
    const release = await holdBack(page, "**/assets/*.js");
    await page.goto("/services/packages/new", { waitUntil: "commit" });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الفندق").selectOption({ label: `${name} · مكة المكرمة` });
    await dialog.getByLabel("المدة").fill("10");
    release();
    await expect.poll(() => dialog.locator("output").first().innerText()).toBe("1,000.00 $");
  });

  test.each([true, false])(
    "cost and price follow the form (JavaScript %s), and are what is saved",
    async (javaScript) => {
      const hotelName = `فندق الحساب ${javaScript}`;
      await hotel({ triple_room_price: "500", quad_room_price: "600" }, usd, { name: hotelName });
      const extra = await service("30");
      const page = await browser.signedIn("/services/packages/new", { baseURL: office.url, javaScript });
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("الفندق").selectOption({ label: `${hotelName} · مكة المكرمة` });
      await dialog.getByLabel("المدة").fill("10");
      const compute = async () => {
        if (!javaScript) await dialog.getByRole("button", { name: "احسب التكلفة والسعر" }).click();
      };
      const shows = (cost: string, price: string) =>
        expect.poll(() => dialog.locator("output").allInnerTexts()).toEqual([`${cost} $`, `${price} $`]);
      await compute();
      await shows("1,500.00", "1,764.71");
      await dialog.getByLabel("نوع الغرفة").selectOption("3");
      await compute();
      await shows("1,666.67", "1,960.78");
      await dialog.locator(`input[type="checkbox"][value="${extra}"]`).check();
      await dialog.getByLabel("هامش الربح").fill("0");
      await compute();
      await shows("1,696.67", "1,696.67");
      const name = `باقة المتصفح ${javaScript}`;
      await dialog.getByLabel("اسم الباقة").fill(name);
      await dialog.getByLabel("اسم الباقة").press("Enter");
      await page.getByRole("heading", { name }).waitFor();
      const stored = await knex()("packages").where({ name }).first();
      expect([stored.total_price, stored.duration]).toEqual(["1696.6700", 10]);
    },
  );
});

import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { contractsOf } from "../support/contracts";
import { makeAgent, makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* Offers by call: what they say, and how they become contracts (docs/decisions/offers.md). */

const { office, client } = useOffice({ isFaultless: true, env: { APP_TIME_ZONE: "Pacific/Kiritimati" } });
const { ids, booked } = contractsOf(office, client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Kiritimati" }).format(new Date());
const week = later(today, 7);

const make = (more: object = {}) => client.post("/api/offers", { ...ids, valid_until: week, ...more });
async function made(more: object = {}) {
  const { status, body } = await make(more);
  expect([status, body.fields ?? body.message]).toEqual([201, undefined]);
  return body.offer;
}
const sign = (id: number, body: object = {}) => client.post(`/api/offers/${id}/sign`, body);
async function signed(id: number) {
  const { status, body } = await sign(id);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.contracts;
}
const priceOf = (total_price: string) =>
  office.knex("packages").where({ id: ids.package_id }).update({ total_price });
const expire = (id: number) =>
  office
    .knex("offers")
    .where({ id })
    .update({ valid_until: later(today, -1) });
const find = async (id: number) => (await client.get(`/api/offers/${id}`)).body.offer;

describe("an offer", () => {
  test("says what a contract would, and books neither seat nor entry", async () => {
    const row = await made({ notes: "يتصل غدًا" });
    expect(row).toMatchObject({
      offer_number: expect.stringMatching(/^Q-\d{4}-\d{5}$/),
      offer_date: today,
      valid_until: week,
      status: "open",
      price_amount: 1250.5,
      total_amount: 1250.5,
      sum_amount: 1250.5,
      contracts: [],
      companions: [],
      notes: "يتصل غدًا",
    });
    expect(await booked()).toBe(0);
    expect(await office.knex("entries").where({ customer_id: ids.customer_id })).toEqual([]);
    const { body } = await client.get(`/api/offers?customer_id=${ids.customer_id}&status=open&page=1`);
    expect([body.total, body.offers[0].id]).toEqual([1, row.id]);
    expect((await client.get(`/api/offers?search=${row.offer_number}`)).body.offers).toHaveLength(1);
    expect((await client.get("/api/offers?status=zzz")).status).toBe(422);
  });

  test("is found by a part of any name in it and by a telephone, also once a name is another one, and does not change by that", async () => {
    const wife = await makeCustomer(office.knex, { name: "زينب القرشي", phone: "+967 733 220 114" });
    const { id, updated_at } = await made({ companion_ids: [wife] });
    const searched = async (search: string) => {
      const { body } = await client.get(`/api/offers?search=${encodeURIComponent(search)}`);
      return body.offers.some((row: { id: number }) => row.id === id);
    };
    for (const search of ["ز", "القرشي زينب", "733220114"])
      expect([search, await searched(search)]).toEqual([search, true]);
    expect(await searched("هند")).toBe(false);
    await client.put(`/api/customers/${wife}`, { name: "هند القرشي" });
    expect([await searched("هند"), await searched("زينب")]).toEqual([true, false]);
    expect((await find(id)).updated_at).toBe(updated_at);
    const lines = await office.knex("audit_log").where({ kind: "offers", record_id: id, action: "update" });
    expect(lines.filter(({ changes }) => "names" in changes)).toEqual([]);
  });

  test("holds until a day from today to a year ahead", async () => {
    for (const valid_until of [later(today, -1), later(today, 400), "x", undefined])
      expect((await make({ valid_until })).body.fields, valid_until).toHaveProperty("valid_until");
    expect((await made({ valid_until: today })).status).toBe("open");
  });

  test("is refused as a contract is: unknown rows, half a cell, an inactive campaign or customer", async () => {
    expect((await make({ customer_id: 99999 })).status).toBe(422);
    expect((await make({ room: "double" })).body.fields).toHaveProperty("traveller");
    expect((await make({ package_id: 99999 })).body.fields).toHaveProperty("package_id");
    await office.knex("campaigns").where({ id: ids.campaign_id }).update({ status: "cancelled" });
    expect((await make()).status).toBe(409);
  });

  test("changes while it is open, but not what it offers", async () => {
    const { id, updated_at } = await made();
    const valid_until = later(today, 20);
    const change = {
      valid_until,
      discount_amount: 50.5,
      discount_reason: "قديم",
      notes: "x",
      package_id: 99999,
    };
    const { status, body } = await client.put(`/api/offers/${id}`, { ...change, updated_at });
    expect([status, body.offer.total_amount, body.offer.valid_until]).toEqual([200, 1200, valid_until]);
    expect(body.offer.package_id).toBe(ids.package_id);
    const stale = await client.put(`/api/offers/${id}`, { notes: "y", updated_at });
    expect([stale.status, stale.body.current.notes]).toEqual([409, "x"]);
    await expire(id);
    expect((await client.put(`/api/offers/${id}`, { valid_until: week })).status).toBe(409);
    expect((await client.delete(`/api/offers/${id}`)).status).toBe(200);
    expect((await client.get(`/api/offers/${id}`)).status).toBe(404);
  });

  test("is refused a discount beyond the limit", async () => {
    const seller = await enterAs(office, "seller1", ["manage_contracts"]);
    const { status } = await seller.post("/api/offers", {
      ...ids,
      valid_until: week,
      discount_amount: 10,
      discount_reason: "x",
    });
    expect(status).toBe(403);
  });

  test("keeps what uses it from being deleted", async () => {
    await made();
    for (const path of [
      `customers/${ids.customer_id}`,
      `packages/${ids.package_id}`,
      `campaigns/${ids.campaign_id}`,
    ])
      expect((await client.delete(`/api/${path}`)).status, path).toBe(409);
  });
});

describe("signing", () => {
  test("takes the offer's price, which is no discount, after the package has another one", async () => {
    const agent_id = await makeAgent(office.knex);
    const { id, offer_number } = await made({ agent_id, visa_duration_days: 30 });
    await priceOf("2000");
    const seller = await enterAs(office, "seller2", ["manage_contracts"]);
    const { status, body } = await seller.post(`/api/offers/${id}/sign`, {});
    expect(status).toBe(201);
    const [contract] = body.contracts;
    expect(contract).toMatchObject({
      total_amount: 1250.5,
      price_amount: 1250.5,
      discount_amount: 0,
      remaining_amount: 1250.5,
      contract_date: today,
      agent_id,
      visa_duration_days: 30,
      offer: { id, offer_number },
    });
    const row = await find(id);
    expect([row.status, row.contracts]).toEqual([
      "signed",
      [{ id: contract.id, contract_number: contract.contract_number }],
    ]);
    expect((await sign(id)).status).toBe(409);
    expect((await client.put(`/api/offers/${id}`, { notes: "x" })).status).toBe(409);
    expect((await client.delete(`/api/offers/${id}`)).status).toBe(409);
    await client.delete(`/api/contracts/${contract.id}`);
    expect((await find(id)).status).toBe("open"); // the contract was a mistake
  });

  test("keeps the offer's own discount with its giver, on the contract's day", async () => {
    const { id } = await made({ discount_amount: 100, discount_reason: "قديم" });
    await priceOf("900");
    const [contract] = await signed(id);
    expect(contract).toMatchObject({
      discount_amount: 100,
      discount_reason: "قديم",
      total_amount: 1150.5,
      discounted_on: today,
    });
  });

  test("is refused after the last day, without seats, and where the campaign is closed", async () => {
    const over = await made();
    await expire(over.id);
    const { status, body } = await sign(over.id);
    expect([status, body.fields]).toEqual([409, { valid_until: expect.stringContaining("انتهى العرض") }]);
    const { id } = await made();
    await office.knex("campaigns").where({ id: ids.campaign_id }).update({ total_seats: 0 });
    expect((await sign(id)).status).toBe(409);
    await office
      .knex("campaigns")
      .where({ id: ids.campaign_id })
      .update({ total_seats: 5, status: "cancelled" });
    expect((await sign(id)).status).toBe(409);
    expect(await booked()).toBe(0);
    expect((await sign(99999)).status).toBe(404);
  });

  test("of a family signs each at the price of his room and age, all or none", async () => {
    const cells = [
      { room: "double", traveller: "adult", amount: 1500 },
      { room: "double", traveller: "infant", amount: 100 },
    ];
    await office.knex("package_prices").insert(cells.map((one) => ({ ...one, package_id: ids.package_id })));
    const [wife, child] = [await makeCustomer(office.knex), await makeCustomer(office.knex)];
    const { id, companions, sum_amount } = await made({
      room: "double",
      traveller: "adult",
      companion_ids: [wife, child],
      companion_cells: [{ customer_id: child, room: "double", traveller: "infant" }],
    });
    expect([sum_amount, companions.map((one: { total_amount: number }) => one.total_amount)]).toEqual([
      3100,
      [1500, 100],
    ]);
    await office.knex("package_prices").where({ package_id: ids.package_id }).delete();
    await office.knex("campaigns").where({ id: ids.campaign_id }).update({ total_seats: 1 });
    expect((await sign(id)).status).toBe(409);
    await office.knex("campaigns").where({ id: ids.campaign_id }).update({ total_seats: 2 }); // an infant needs none
    const contracts = await signed(id);
    expect(
      contracts.map((one: Record<string, unknown>) => [one.customer_id, one.total_amount, one.traveller]),
    ).toEqual([
      [ids.customer_id, 1500, "adult"],
      [wife, 1500, "adult"],
      [child, 100, "infant"],
    ]);
    expect(contracts[1].supplement_amount).toBe(249.5);
    expect((await client.get(`/api/offers?customer_id=${child}`)).body.offers).toHaveLength(1);
  });

  test("moves what was due before to its day", async () => {
    const due = (days: number) => later(today, days);
    const schedule = [
      { due_date: due(0), amount: 250.5 },
      { due_date: due(30), amount: 1000 },
    ];
    const { id } = await made({ schedule });
    const ago = {
      offer_date: due(-3),
      schedule: JSON.stringify([{ ...schedule[0], due_date: due(-3) }, schedule[1]]),
    };
    await office.knex("offers").where({ id }).update(ago);
    const [contract] = await signed(id);
    expect(contract.schedule).toMatchObject(schedule);
  });

  test.each([
    ["JPY", "1500"],
    ["KWD", "150.125"],
  ])("keeps amounts of %s", async (code, price) => {
    const currency = await makeCurrency(office.knex, code, "2");
    const package_id = await makePackage(office.knex, currency, price);
    const campaign_id = await makeCampaign(office.knex, 5, [package_id]);
    const { id, sum_amount } = await made({ package_id, campaign_id });
    const [contract] = await signed(id);
    expect([sum_amount, contract.total_amount]).toEqual([Number(price), Number(price)]);
  });

  test("is counted in the report of operations, by who has made it", async () => {
    const { body } = await client.get("/reports/administrative?report=operations");
    expect(body).toContain("عروض الأسعار بحسب من أعدها");
  });
});

test("who may not sign contracts neither reads nor makes an offer", async () => {
  const other = await enterAs(office, "seller3", ["manage_customers"]);
  expect((await other.get("/api/offers")).status).toBe(403);
  expect((await other.post("/api/offers/1/sign", {})).status).toBe(403);
});

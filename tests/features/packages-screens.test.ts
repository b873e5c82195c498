import { beforeEach, describe, expect, test } from "vitest";
import { holdBack } from "../support/browser";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { figures, packagesOf } from "../support/packages";

const { office, client, browser } = useOffice({ isBusy: true });

const { ids, hotel, bus, catering, service, create, find } = packagesOf(office, client);

describe("out of date", () => {
  let pack: { id: number; total_cost: number; total_price: number };
  let hotel_id: number;

  beforeEach(async () => {
    hotel_id = await hotel({ quad_room_price: "400" }, ids.sar);
    pack = await create({ hotel_id, duration: 10, currency_id: ids.sar, profit_margin: 20 });
  });

  test("a service's new price shows, changes nothing by itself, and is taken over by one button", async () => {
    const campaign_id = await makeCampaign(office.knex, 5, [pack.id]);
    const customer_id = await makeCustomer(office.knex);
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
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.25 });
    expect(await find(pack.id)).toMatchObject({
      ...pack,
      price_out_of_date: true,
      current_price: pack.total_price,
      current_cost: 250,
    });
    expect((await client.get("/services/packages")).body).toContain("التكلفة الآن 250.00 $");
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.2666666667 });
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
      await setDefault(ids.jpy);
      expect(await find(thirds.id)).toMatchObject({
        total_cost: 248_756,
        total_price: 1960.78,
        price_out_of_date: false,
      });
      expect((await find(pack.id)).price_out_of_date).toBe(false);
      await setDefault(ids.kwd);
    } finally {
      await setDefault(ids.usd);
    }
    expect(await find(thirds.id)).toEqual({ ...thirds, updated_at: expect.any(String) });
    expect(await find(pack.id)).toEqual({ ...pack, updated_at: expect.any(String) });
  });

  test("saved by many while the default currency goes to and fro, each cost is in the base of its moment", async () => {
    const bases = [ids.sar, ids.usd, ids.kwd, ids.usd, ids.sar, ids.usd];
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
      currency_id: String(ids.usd),
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
    form.set("idempotency_key", hiddenField(refused.body, "idempotency_key"));
    for (const _ of ["once", "twice"]) {
      const saved = await send();
      expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/services/packages"]);
    }
    expect(await office.knex("packages").where({ name: "من النموذج" })).toHaveLength(1);
  });

  test("an edited package offers the services it has, also those no longer in use; none ticked means none", async () => {
    const gone = await service("10");
    const { id, updated_at } = await create({ other_service_ids: [gone] });
    await office.knex("other_services").where({ id: gone }).update({ status: "inactive" });
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
      currency_id: String(ids.usd),
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
    currency_id: ids.sar,
  });
  await client.put(`/api/packages/${stored.id}`, { profit_margin: 20 });
  const refused = await client.submit(`/services/packages/${stored.id}/edit`, {
    name: stored.name,
    type: stored.type,
    duration: String(stored.duration),
    currency_id: String(ids.sar),
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
    await hotel({ quad_room_price: "400" }, ids.usd, { name });
    const page = await browser.open({ login: administrator });
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
      await hotel({ triple_room_price: "500", quad_room_price: "600" }, ids.usd, { name: hotelName });
      const extra = await service("30");
      const page = await browser.signedIn("/services/packages/new", { javaScript });
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
      const stored = await office.knex("packages").where({ name }).first();
      expect([stored.total_price, stored.duration]).toEqual(["1696.6700", 10]);
    },
  );
});

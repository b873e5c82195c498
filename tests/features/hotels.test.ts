import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCurrency } from "../support/factories";

const office = fixture();
const browser = useBrowser();
const required = "الرجاء تعبئة الحقول الأساسية: اسم الفندق، المدينة، والعنوان";

let client: Client;
let usd: number;
let kwd: number;
let city_id: number;
let hotel: { name: string; city_id: number; address: string };
let made = 0;

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  kwd = await makeCurrency(office.knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  client = await signIn(office.url);
  const { body } = await client.post("/api/cities", { name: "مكة المكرمة" });
  city_id = body.city.id;
});

beforeEach(() => {
  hotel = { name: `فندق ${++made}`, city_id, address: "أجياد" };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/hotels", { ...hotel, ...more });
  expect(status, body.error).toBe(201);
  return body.hotel;
};
const text = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

describe("calls", () => {
  test("a hotel is stored and read as it was sent, with its city, rating and currency", async () => {
    const { body: rating } = await client.post("/api/ratings", { value: 5 });
    const sent = {
      ...hotel,
      rating_id: rating.rating.id,
      single_room_price: 100.125,
      double_room_price: "١٢٠٫٥",
      triple_room_price: "1,150",
      currency_id: kwd,
      description: "مطل على الحرم",
    };
    const stored = await create(sent);
    expect(stored).toEqual({
      ...sent,
      id: stored.id,
      city: { id: city_id, name: "مكة المكرمة" },
      rating: { id: rating.rating.id, value: 5 },
      double_room_price: 120.5,
      triple_room_price: 1150,
      quad_room_price: 0,
      currency: { id: kwd, code: "KWD", symbol: "د.ك", decimals: 3 },
      status: "active",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await client.get(`/api/hotels/${stored.id}`)).body).toEqual({ hotel: stored });
    const list = await client.get("/api/hotels");
    expect(list.body.hotels[0]).toEqual(stored);
  });

  test("without a currency it is told in the default one; without a rating it has none", async () => {
    expect(await create()).toMatchObject({
      currency_id: usd,
      rating_id: null,
      rating: null,
      status: "active",
    });
  });

  test("a change leaves alone what was not sent, and an emptied field is emptied", async () => {
    const stored = await create({ quad_room_price: 80, description: "قريب" });
    const change = { quad_room_price: "", description: null, status: "inactive" };
    const { body } = await client.put(`/api/hotels/${stored.id}`, change);
    expect(body.hotel).toEqual({
      ...stored,
      quad_room_price: 0,
      description: null,
      status: "inactive",
      updated_at: body.hotel.updated_at,
    });
    const stale = await client.put(`/api/hotels/${stored.id}`, { name: "ب", updated_at: stored.updated_at });
    expect([stale.status, stale.body.current]).toEqual([409, body.hotel]);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    for (const field of ["name", "city_id", "address"]) {
      for (const value of [undefined, null, "", "  "]) {
        const { status, body } = await client.post("/api/hotels", { ...hotel, [field]: value });
        expect([status, body.error, Object.keys(body.fields)]).toEqual([422, required, [field]]);
      }
    }
    for (const [field, value] of [
      ["city_id", 999_999],
      ["rating_id", 999_999],
      ["currency_id", 999_999],
      ["city_id", "x"],
      ["single_room_price", -1],
      ["double_room_price", "NaN"],
      ["triple_room_price", "1e5"],
      ["quad_room_price", 1.005],
      ["quad_room_price", 10 ** 15],
      ["status", "gone"],
      ["name", "س".repeat(151)],
      ["name", ["x"]],
    ] as const) {
      const { status, body } = await client.post("/api/hotels", { ...hotel, [field]: value });
      expect([status, Object.keys(body.fields ?? {})], `${field}=${value}`).toEqual([422, [field]]);
    }
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const stored = await create({ currency_id: kwd, single_room_price: 10.125 });
    const { status, body } = await client.put(`/api/hotels/${stored.id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["single_room_price"]]);
    expect(body.error).toContain("USD");
  });

  test("search folds Arabic; filters by city, rating and status; pages", async () => {
    const { body } = await client.post("/api/cities", { name: "المدينة المنورة" });
    const found = await create({ name: "دار الإيمان", city_id: body.city.id, status: "inactive" });
    const search = (query: string) => client.get(`/api/hotels?${query}`);
    for (const query of [
      "search=الايمان",
      "search=المدينه",
      `city_id=${body.city.id}`,
      "status=inactive&search=دار",
    ]) {
      const { body } = await search(query);
      expect(
        body.hotels.map(({ id }: { id: number }) => id),
        query,
      ).toContain(found.id);
      expect(
        body.hotels.every((one: typeof found) => one.city_id === found.city_id),
        query,
      ).toBe(true);
    }
    expect((await search("status=active&search=الايمان")).body.hotels).toEqual([]);
    const page = await search("per_page=1&page=2");
    expect(page.body).toMatchObject({ page: 2, per_page: 1, total: expect.any(Number) });
    expect(page.body.hotels).toHaveLength(1);
  });

  test("a hotel of a package is not deleted, one of none is", async () => {
    const { id } = await create();
    const [pack] = await office
      .knex("packages")
      .insert({ name: "عمرة رجب", currency_id: usd, hotel_id: id })
      .returning("id");
    const refused = await client.delete(`/api/hotels/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "لا يمكن الحذف: الفندق مستخدم في الباقة «عمرة رجب»",
    ]);
    const screen = await client.submit(`/services/hotels/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([
      409,
      expect.stringContaining("فشل حذف الفندق: لا يمكن الحذف"),
    ]);
    await office.knex("packages").where(pack).delete();
    expect((await client.delete(`/api/hotels/${id}`)).body).toEqual({ success: true });
    expect((await client.get(`/api/hotels/${id}`)).status).toBe(404);
  });
});

describe("lookups", () => {
  test.each([
    ["cities", "cities", "city"],
    ["bus-types", "bus_types", "bus_type"],
    ["catering-types", "catering_types", "catering_type"],
    ["service-categories", "service_categories", "service_category"],
  ])("/api/%s gives and takes names, in their order, each once", async (address, key, item) => {
    for (const name of ["ياء", "  ألف  "]) {
      const { status, body } = await client.post(`/api/${address}`, { name });
      expect([status, body]).toEqual([201, { [item]: { id: expect.any(Number), name: name.trim() } }]);
    }
    const { body } = await client.get(`/api/${address}`);
    const names = body[key].map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => ["ياء", "ألف"].includes(name))).toEqual(["ألف", "ياء"]);
    const again = await client.post(`/api/${address}`, { name: "ألف" });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ["name"]]);
    const blank = await client.post(`/api/${address}`, { name: "  " });
    expect([blank.status, Object.keys(blank.body.fields)]).toEqual([422, ["name"]]);
    expect((await client.get(`/api/${address}?search=الف`)).body[key]).toHaveLength(1);
    expect((await client.put(`/api/${address}`, {})).status).toBe(405);
    expect((await client.delete(`/api/${address}/1`)).status).toBe(404);
  });

  test("a rating is a number of stars from 1 to 7", async () => {
    expect((await client.post("/api/ratings", { value: "٤" })).body).toEqual({
      rating: { id: expect.any(Number), value: 4 },
    });
    for (const value of ["", null, 0, 8, 4.5, "★"]) {
      const { status, body } = await client.post("/api/ratings", { value });
      expect([status, Object.keys(body.fields)], String(value)).toEqual([422, ["value"]]);
    }
  });
});

describe("the form and its small dialogs, without JavaScript", () => {
  const typed = { name: "فندق لم يحفظ بعد", address: "شارع إبراهيم الخليل", quad_room_price: "٢٠٠" };

  test("a city is added in passing: what was typed stays, and the new city is chosen", async () => {
    const opened = await client.submit("/services/hotels/new?status=active&add=cities", {
      ...typed,
      lookup: "cities",
    });
    expect(opened.status).toBe(200);
    expect(opened.body).toContain("إضافة مدينة");
    const carried = hiddenField(opened.body, "typed").replaceAll("&quot;", '"');
    expect(JSON.parse(carried)).toEqual(typed);

    const send = (value: string) =>
      client.submit("/services/hotels/new?status=active", {
        lookup: "cities",
        lookup_value: value,
        lookup_key: hiddenField(opened.body, "lookup_key"),
        typed: carried,
      });
    const blank = await send(" ");
    expect([blank.status, blank.body]).toEqual([
      422,
      expect.stringContaining("فشل إضافة المدينة: اسم المدينة مطلوب"),
    ]);
    const taken = await send("مكة المكرمة");
    expect([taken.status, taken.body]).toEqual([409, expect.stringContaining("هذه المدينة موجودة من قبل")]);
    expect(JSON.parse(hiddenField(taken.body, "typed").replaceAll("&quot;", '"'))).toEqual(typed);

    for (const time of ["once", "twice"]) {
      const added = await send("ينبع");
      expect(added.status, time).toBe(200);
      expect(added.body).not.toContain("اسم المدينة");
      expect(added.body).toMatch(/<option value="\d+" selected="">ينبع</);
      for (const value of Object.values(typed)) expect(added.body).toContain(`value="${value}"`);
    }
    expect(await office.knex("cities").where({ name: "ينبع" })).toHaveLength(1);
  });

  test("a cancelled dialog gives the form back as it was, an edited one with its moment of reading", async () => {
    const { id, updated_at } = await create({ rating_id: null });
    const opened = await client.submit(`/services/hotels/${id}/edit?add=ratings`, {
      ...typed,
      updated_at,
      lookup: "ratings",
    });
    const closed = await client.submit(`/services/hotels/${id}/edit`, {
      lookup: "",
      lookup_value: "3",
      typed: hiddenField(opened.body, "typed").replaceAll("&quot;", '"'),
    });
    expect(closed.body).toContain(`value="${typed.name}"`);
    expect(closed.body).not.toContain("عدد النجوم");
    expect(hiddenField(closed.body, "updated_at")).toBe(updated_at);
    expect(await office.knex("ratings").where({ value: 3 })).toEqual([]);
    expect((await client.get("/services/hotels/new?add=constructor")).body).not.toContain('name="typed"');
    const nested = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    for (const hostile of ["{", "null", "[1]", '"x"', '{"name":{"a":1}}', '{"city_id":[[1]]}', nested]) {
      for (const lookup of ["", "cities"]) {
        const { status } = await client.submit("/services/hotels/new", { lookup, typed: hostile });
        expect(status, hostile.slice(0, 30)).toBe(400);
      }
    }
    const harmless = '{"x[999999999]":1,"__proto__":"x","name":null,"other":["a","b"]}';
    const kept = await client.submit("/services/hotels/new", { lookup: "cities", typed: harmless });
    expect(kept.status).toBe(200);
  });

  test("saves, and keeps what was typed where it is refused", async () => {
    const refused = await client.submit("/services/hotels/new?search=x", { ...typed, name: "" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(required);
    expect(refused.body).toContain(`value="${typed.address}"`);
    const saved = await client.submit("/services/hotels/new?search=x", { ...typed, ...text({ city_id }) });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/services/hotels?search=x"]);
    expect(await office.knex("hotels").where({ name: typed.name }).first()).toMatchObject({
      quad_room_price: "200.0000",
    });
  });
});

describe.each([true, false])("in a browser, JavaScript %s", (javaScript) => {
  test("a city and a rating are added from the form, which keeps what was typed", async () => {
    const page = await browser.open({ baseURL: office.url, javaScript });
    await page.goto("/login?to=/services/hotels/new");
    await page.fill('[name="username"]', administrator.username);
    await page.fill('[name="password"]', administrator.password);
    await page.click('button[type="submit"]');
    const name = `فندق المتصفح ${javaScript}`;
    await page.getByLabel("اسم الفندق").fill(name);
    await page.getByLabel("الوصف").fill("سطر\nوسطر");
    await page.getByRole("button", { name: "إضافة مدينة" }).click();

    const dialog = page.getByRole("dialog", { name: "إضافة مدينة" });
    await dialog.getByLabel("اسم المدينة").fill("مكة المكرمة");
    await dialog.getByRole("button", { name: "إضافة" }).click();
    await dialog.getByText("هذه المدينة موجودة من قبل").waitFor();
    expect(await dialog.getByLabel("اسم المدينة").inputValue()).toBe("مكة المكرمة");
    await dialog.getByLabel("اسم المدينة").fill(`جدة ${javaScript}`);
    await dialog.getByLabel("اسم المدينة").press("Enter");
    await dialog.waitFor({ state: "detached" });
    const chosen = (label: string) =>
      page.getByRole("dialog").getByLabel(label).locator("option:checked").innerText();
    expect(await chosen("المدينة")).toBe(`جدة ${javaScript}`);

    await page.getByRole("button", { name: "إضافة تصنيف" }).click();
    const rating = page.getByRole("dialog", { name: "إضافة تصنيف" });
    await rating.getByLabel("عدد النجوم").fill(javaScript ? "6" : "7");
    await rating.getByRole("button", { name: "إضافة" }).click();
    await rating.waitFor({ state: "detached" });
    expect(await chosen("التصنيف")).toBe(javaScript ? "6 نجوم" : "7 نجوم");
    expect(await chosen("المدينة")).toBe(`جدة ${javaScript}`);
    expect(await page.getByLabel("اسم الفندق").inputValue()).toBe(name);
    expect(await page.getByLabel("الوصف").inputValue()).toBe("سطر\nوسطر");

    await page.getByRole("button", { name: "إضافة مدينة" }).click();
    await page.getByRole("dialog", { name: "إضافة مدينة" }).getByRole("button", { name: "إلغاء" }).click();
    await page.getByRole("dialog", { name: "إضافة مدينة" }).waitFor({ state: "detached" });
    expect(await chosen("المدينة")).toBe(`جدة ${javaScript}`);

    await page.getByRole("textbox", { name: "العنوان" }).fill("كورنيش");
    await page.getByRole("textbox", { name: "العنوان" }).press("Enter"); // saves; the buttons that add come before «حفظ»
    await page.getByRole("rowheader", { name }).waitFor();
    expect(await office.knex("hotels").where({ name }).first()).toMatchObject({
      address: "كورنيش",
      description: "سطر\nوسطر",
    });
  });
});

describe("by keyboard", () => {
  async function signedIn(path: string) {
    const page = await browser.open({ baseURL: office.url });
    await page.goto(`/login?to=${path}`);
    await page.fill('[name="username"]', administrator.username);
    await page.fill('[name="password"]', administrator.password);
    await page.click('button[type="submit"]');
    await page.waitForFunction(() => localStorage.getItem("username")); // the shell's scripts run
    return page;
  }

  test("what opens takes the focus to its first field, and gives it back where it was opened", async () => {
    const page = await signedIn("/services/hotels");
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return element.name || element.textContent;
      });
    const add = page.getByRole("link", { name: "إضافة فندق" });
    await add.press("Enter");
    await expect.poll(focused).toBe("name");
    await page.keyboard.type("دار الضيافة");
    await page.getByRole("button", { name: "إضافة مدينة" }).press("Enter");
    await expect.poll(focused).toBe("lookup_value");
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("lookup"); // the button that opened it
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("lookup_value");
    await page.keyboard.type("تبوك");
    await page.keyboard.press("Enter");
    const city = page.getByRole("dialog").getByLabel("المدينة").locator("option:checked");
    await expect.poll(() => city.innerText()).toBe("تبوك");
    expect(await page.getByLabel("اسم الفندق").inputValue()).toBe("دار الضيافة");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => add.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test("a small dialog that was closed does not hide what someone else changed meanwhile", async () => {
    const { id } = await create({ description: "قديم" });
    const page = await signedIn(`/services/hotels/${id}/edit`);
    for (const close of ["Escape", "إغلاق"]) {
      await page.getByRole("button", { name: "إضافة مدينة" }).click();
      const small = page.getByRole("dialog", { name: "إضافة مدينة" });
      await small.waitFor();
      await client.put(`/api/hotels/${id}`, { description: `جديد ${close}` });
      if (close === "Escape") await page.keyboard.press("Escape");
      else await small.getByRole("button", { name: close }).click();
      await small.waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("القيمة الحالية").waitFor();
    expect(await page.locator(".now").allInnerTexts()).toEqual(["القيمة الحالية: جديد إغلاق"]);
    expect((await client.get(`/api/hotels/${id}`)).body.hotel.description).toBe("جديد إغلاق");
  });
});

test("without JavaScript the small dialog's corner gives the form back as it was", async () => {
  const page = await browser.open({ baseURL: office.url, javaScript: false });
  await page.goto("/login?to=/services/hotels/new");
  await page.fill('[name="username"]', administrator.username);
  await page.fill('[name="password"]', administrator.password);
  await page.click('button[type="submit"]');
  await page.getByLabel("اسم الفندق").fill("دار الإيواء");
  await page.getByRole("button", { name: "إضافة تصنيف" }).click();
  await page.getByRole("dialog", { name: "إضافة تصنيف" }).getByRole("button", { name: "إغلاق" }).click();
  expect(await page.getByLabel("اسم الفندق").inputValue()).toBe("دار الإيواء");
  expect(await page.getByRole("dialog").count()).toBe(1);
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCurrency } from "../support/factories";

const office = fixture();
const browser = useBrowser();

let client: Client;
let usd: number;
let kwd: number;
let category_id: number;
let service: { name: string; category_id: number; price: number };
let made = 0;

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  kwd = await makeCurrency(office.knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  client = await signIn(office.url);
  const { body } = await client.post("/api/service-categories", { name: "تنقلات" });
  category_id = body.service_category.id;
});

beforeEach(() => {
  service = { name: `خدمة ${++made}`, category_id, price: 35 };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/other-services", { ...service, ...more });
  expect(status, body.error).toBe(201);
  return body.other_service;
};

describe("calls", () => {
  test("a service is stored and read as it was sent, with its category and currency", async () => {
    const sent = {
      ...service,
      price: "٣٥٫١٢٥",
      currency_id: kwd,
      description: "درجة اقتصادية",
      icon: "Train",
      status: "inactive",
    };
    const stored = await create(sent);
    expect(stored).toEqual({
      ...sent,
      id: stored.id,
      category: { id: category_id, name: "تنقلات" },
      price: 35.125,
      currency: { id: kwd, code: "KWD", symbol: "د.ك", decimals: 3 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const one = await client.get(`/api/other-services/${stored.id}`);
    expect(one.body).toEqual({ other_service: stored });
    const list = await client.get("/api/other-services");
    expect(list.body.other_services[0]).toEqual(stored);
  });

  test("what is left out has its default: the default currency, the icon Plus, active", async () => {
    expect(await create()).toMatchObject({
      currency_id: usd,
      icon: "Plus",
      description: null,
      status: "active",
    });
  });

  test("a change leaves alone what was not sent, and an emptied field is emptied", async () => {
    const stored = await create({ description: "قديم", icon: "Wifi" });
    const { body } = await client.put(`/api/other-services/${stored.id}`, { description: null });
    const { updated_at } = body.other_service;
    expect(body.other_service).toEqual({ ...stored, description: null, updated_at });
    const emptied = await client.put(`/api/other-services/${stored.id}`, { icon: "" });
    expect(emptied.body.other_service.icon).toBe("Plus");
    const stale = await client.put(`/api/other-services/${stored.id}`, {
      name: "ب",
      updated_at: stored.updated_at,
    });
    expect([stale.status, stale.body.current]).toEqual([409, emptied.body.other_service]);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    const refuse = async (field: string, value: unknown) => {
      const { status, body } = await client.post("/api/other-services", { ...service, [field]: value });
      expect([status, Object.keys(body.fields ?? {})], `${field}=${value}`).toEqual([422, [field]]);
      expect(body.fields[field]).toMatch(/[ء-ي]/);
    };
    for (const field of Object.keys(service)) {
      for (const value of [undefined, null, "", "  "]) await refuse(field, value);
    }
    for (const [field, value] of [
      ["category_id", 999_999],
      ["currency_id", 999_999],
      ["icon", "Skull"],
      ["icon", "plus"],
      ["icon", "constructor"],
      ["icon", ["Plus"]],
      ["price", -1],
      ["price", 1.005],
      ["price", "0x10"],
      ["status", "متاح"],
      ["name", "س".repeat(151)],
      ["description", {}],
    ] as const) {
      await refuse(field, value);
    }
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price: 10.125 });
    const { status, body } = await client.put(`/api/other-services/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price"]]);
    expect(body.error).toContain("USD");
  });

  test("search folds Arabic; filters by category and status; pages", async () => {
    const { body } = await client.post("/api/service-categories", { name: "هدايا" });
    const category = body.service_category.id;
    const { id } = await create({
      name: "إحرام وسجادة",
      description: "هدية المعتمر",
      category_id: category,
      status: "inactive",
    });
    const found = async (query: string) =>
      (await client.get(`/api/other-services?${query}`)).body.other_services.map(
        (one: { id: number }) => one.id,
      );
    for (const query of [
      "search=احرام",
      "search=هديه",
      `category_id=${category}`,
      "status=inactive&search=سجادة",
    ])
      expect(await found(query), query).toEqual([id]);
    expect(await found(`category_id=${category}&status=active`)).toEqual([]);
    const page = await client.get("/api/other-services?per_page=1&page=2");
    expect(page.body).toMatchObject({ page: 2, per_page: 1, total: expect.any(Number) });
    expect(page.body.other_services).toHaveLength(1);
    const screen = await client.get(`/services/other?category_id=${category}`);
    expect(screen.body).toContain("غير متاح</span>");
  });

  test("a service of packages is not deleted, one of none is", async () => {
    const { id } = await create();
    const packages = await office
      .knex("packages")
      .insert([
        { name: "عمرة رجب", currency_id: usd },
        { name: "عمرة شعبان", currency_id: usd },
      ])
      .returning("id as package_id");
    await office
      .knex("package_other_services")
      .insert(packages.map((pack: object) => ({ ...pack, other_service_id: id })));
    const sentence = "لا يمكن الحذف: الخدمة مستخدمة في الباقات «عمرة رجب»، «عمرة شعبان»";
    const refused = await client.delete(`/api/other-services/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
    const screen = await client.submit(`/services/other/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([
      409,
      expect.stringContaining(`فشل حذف الخدمة: ${sentence}`),
    ]);
    await office.knex("packages").delete();
    expect((await client.delete(`/api/other-services/${id}`)).body).toEqual({ success: true });
    expect((await client.get(`/api/other-services/${id}`)).status).toBe(404);
  });
});

describe("the form, without JavaScript", () => {
  const typed = { name: "خدمة لم تحفظ بعد", price: "٢٠٠", icon: "Camera" };
  const checked = (html: string) => html.match(/checked="" value="(\w+)"/)?.[1];

  test("a category is added in passing: what was typed stays; a blank one is silently ignored", async () => {
    const opened = await client.submit("/services/other/new?add=service-categories", {
      ...typed,
      lookup: "service-categories",
    });
    expect(opened.body).toContain("اسم الفئة");
    const send = (lookup_value: string) =>
      client.submit("/services/other/new", {
        lookup: "service-categories",
        lookup_value,
        lookup_key: hiddenField(opened.body, "lookup_key"),
        typed: JSON.stringify(typed),
      });
    const blank = await send(" ");
    expect([blank.status, blank.body]).toEqual([200, expect.not.stringContaining("اسم الفئة")]);
    const added = await send("مزارات");
    expect(added.body).toMatch(/<option value="\d+" selected="">مزارات</);
    for (const { body } of [blank, added]) {
      expect(body).toContain(`value="${typed.name}"`);
      expect(checked(body)).toBe("Camera");
    }
  });

  test("saves, and keeps what was typed where it is refused", async () => {
    const refused = await client.submit("/services/other/new", { ...typed, price: "1.005" });
    expect(refused.status).toBe(422);
    for (const part of ["فشل حفظ الخدمة", `value="${typed.name}"`]) expect(refused.body).toContain(part);
    expect(checked(refused.body)).toBe("Camera");
    const unknown = await client.submit("/services/other/new", { ...typed, icon: "Skull" });
    expect([unknown.status, unknown.body]).toEqual([422, expect.stringContaining("اختر قيمة من القائمة")]);
    const saved = await client.submit("/services/other/new?status=active", {
      ...typed,
      category_id: String(category_id),
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/services/other?status=active"]);
    expect(await office.knex("other_services").where({ name: typed.name }).first()).toMatchObject({
      icon: "Camera",
      price: "200.0000",
    });
  });
});

test.each([true, false])(
  "an icon is picked by its name and by the keys (JavaScript %s)",
  async (javaScript) => {
    const page = await browser.open({ baseURL: office.url, javaScript });
    await page.goto("/login?to=/services/other/new");
    await page.fill('[name="username"]', administrator.username);
    await page.fill('[name="password"]', administrator.password);
    await page.click('button[type="submit"]');
    await page.getByLabel("اسم الخدمة").fill(service.name);
    await page.getByLabel("السعر").fill("35");
    const icons = page.getByRole("group", { name: "الأيقونة" });
    const icon = (name: string) => icons.getByRole("radio", { name });
    expect(await icons.getByRole("radio").count()).toBe(13);
    expect(await icon("علامة زائد").isChecked()).toBe(true);
    await icons.getByTitle("كاميرا").click();
    expect(await icon("كاميرا").isChecked()).toBe(true);
    await icon("كاميرا").press("ArrowDown");
    expect(await icon("حقيبة تسوق").isChecked()).toBe(true);
    const outline = await icon("حقيبة تسوق").evaluate((input) => getComputedStyle(input).outlineStyle);
    expect(outline).toBe("solid");

    await page.getByRole("button", { name: "إضافة فئة" }).click();
    const dialog = page.getByRole("dialog", { name: "إضافة فئة" });
    await dialog.getByLabel("اسم الفئة").fill(`فئة ${javaScript}`);
    await dialog.getByRole("button", { name: "إضافة" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await icon("حقيبة تسوق").isChecked()).toBe(true);
    await page.getByRole("button", { name: "حفظ" }).click();
    const card = page.getByRole("listitem").filter({ hasText: service.name });
    await card.locator("svg.lucide-shopping-bag").waitFor();
    expect(await office.knex("other_services").where({ name: service.name }).first()).toMatchObject({
      icon: "ShoppingBag",
    });
  },
);

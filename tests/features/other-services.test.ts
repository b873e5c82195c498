import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { otherService } from "~/features/services/other/other-service";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { hiddenField, useClient } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { standardCalls } from "../support/standard-calls";

const office = fixture();
const client = useClient(office);
const browser = useBrowser(office);

let usd: number;
let kwd: number;
let currencies: Record<number, object>;
let category_id: number;
let service: { name: string; category_id: number; price: number };
let made = 0;

beforeAll(async () => {
  ({ usd, kwd, shown: currencies } = await makeDollarAndDinar(office.knex));
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

standardCalls(office, () => client, otherService, {
  whole: () => ({
    name: `خدمة ${++made}`,
    name_latin: `Service ${made}`,
    category_id,
    price: 35.25 + made,
    currency_id: made % 2 ? kwd : usd,
    description: `درجة اقتصادية ${made}`,
    icon: made % 2 ? "Train" : "Wifi",
    status: made % 2 ? "inactive" : "active",
  }),
  shown: ({ currency_id }) => ({
    category: { id: category_id, name: "تنقلات" },
    currency: currencies[Number(currency_id)],
  }),
  required: ["name", "category_id", "price"],
  defaults: {
    currency: { code: "USD" },
    name_latin: null,
    icon: "Plus",
    description: null,
    status: "active",
  },
  refused: [
    ["name_latin", "خدمة"],
    ["category_id", 999_999],
    ["currency_id", 999_999],
    ["icon", "Skull"],
    ["icon", "plus"],
    ["icon", "constructor"],
    ["icon", ["Plus"]],
    ["price", -1],
    ["price", 1.0005],
    ["price", "0x10"],
    ["status", "متاح"],
    ["name", "س".repeat(151)],
    ["description", {}],
  ],
  badFilters: ["category_id=x", "status=gone"],
});

describe("calls", () => {
  test("a price is read in Arabic digits, to the fils; an icon that is emptied is Plus", async () => {
    const { id, price } = await create({ price: "٣٥٫١٢٥", currency_id: kwd, icon: "Wifi" });
    expect(price).toBe(35.125);
    const { body } = await client.put(`/api/other-services/${id}`, { icon: "" });
    expect(body.other_service.icon).toBe("Plus");
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price: 10.125 });
    const { status, body } = await client.put(`/api/other-services/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price"]]);
    expect(body.error).toContain("USD");
    const fils = await client.post("/api/other-services", { ...service, price: 1.005 });
    expect([fils.status, Object.keys(fils.body.fields)]).toEqual([422, ["price"]]);
  });

  test("search folds Arabic; filters by category and status", async () => {
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
    const page = await browser.signedIn("/services/other/new", { javaScript });
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

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

let city_id: number;
let hotel: { name: string; city_id: number; address: string };
let made = 0;

beforeAll(async () => {
  await makeDollarAndDinar(office.knex);
  const { body } = await client.post("/api/cities", { name: "مكة المكرمة" });
  city_id = body.city.id;
  await client.post("/api/ratings", { value: 5 });
});

beforeEach(() => {
  hotel = { name: `فندق ${++made}`, city_id, address: "أجياد" };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/hotels", { ...hotel, ...more });
  expect(status, body.error).toBe(201);
  return body.hotel;
};

describe("the form and its small dialogs, without JavaScript", () => {
  const typed = { name: "فندق لم يحفظ بعد", address: "شارع إبراهيم الخليل", quad_room_price: "٢٠٠" };

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
});

describe.each([true, false])("in a browser, JavaScript %s", (javaScript) => {
  test("a city and a rating are added from the form, which keeps what was typed", async () => {
    const page = await browser.signedIn("/services/hotels/new", { javaScript });
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
    const page = await browser.signedIn(path);
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
    page.once("dialog", (question) => question.accept()); // the typed values are dropped
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
  const page = await browser.signedIn("/services/hotels/new", { javaScript: false });
  await page.getByLabel("اسم الفندق").fill("دار الإيواء");
  await page.getByRole("button", { name: "إضافة تصنيف" }).click();
  await page.getByRole("dialog", { name: "إضافة تصنيف" }).getByRole("button", { name: "إغلاق" }).click();
  expect(await page.getByLabel("اسم الفندق").inputValue()).toBe("دار الإيواء");
  expect(await page.getByRole("dialog").count()).toBe(1);
});

import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { makeCurrency } from "../support/factories";
import { csv, figuresIn, importsOf, outcomesIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* Hotels from the files that offices have. */

const { office, client } = useOffice();
const kind = "services/hotels";

beforeAll(async () => {
  await makeCurrency(office.knex, "SAR", "1", { is_default: true, name: "ريال سعودي", symbol: "ر.س" });
  await makeCurrency(office.knex, "KWD", "12.25", { name: "دينار كويتي", symbol: "د.ك" });
  await office.knex("cities").insert([{ name: "مكة المكرمة" }, { name: "المدينة المنورة" }]);
  await office.knex("ratings").insert([{ value: 4 }, { value: 5 }]);
});

const { uploaded, count } = importsOf(office, client);

test("a price list as offices have it comes in, with what is wrong in it said of its cell", async () => {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet("أسعار");
  sheet.addRow(["فنادق الموسم"]);
  sheet.addRow([]);
  sheet.addRow(["م", "الفندق", "City", "الحي", "النجوم", "دبل", "ثلاثي", "رباعي", "Currency", "الحالة"]);
  for (const row of [
    [1, "أبراج البيت", "مكه المكرمة", "أجياد", "٥ نجوم", "١٬٢٠٠٫٥٠", 1500, 1800, "", ""], // 4
    [2, "دار الإيمان", "المدينة المنورة", "المركزية", "★★★★", 300.125, 400, 500, "دينار كويتي", "غير نشط"], // 5
    [3, "أبراج البيت", "المدينة المنورة", "قباء", "", "", "", "", "", ""], // 6: of another city
    [4, "ابراج البيت", "مكة المكرمة", "أجياد", 5, 1, 1, 1, "SAR", ""], // 7: as 4
    [5, "فندق أبها", "أبها", "السد", "", 1, 1, 1, "", ""], // 8
    [6, "فندق النجوم", "مكة المكرمة", "العزيزية", "ستة", 1, 1, 1, "", ""], // 9
    [7, "فندق الكسور", "مكة المكرمة", "العزيزية", "7 stars", 1.255, -1, 1, "USD", ""], // 10
    [8, "فندق بلا عنوان", "مكة المكرمة", "", "", 1.255, 1, 1, "", ""], // 11
    [9, "فندق الهللات", "مكة المكرمة", "العزيزية", 3, 1.255, 1, 1, "", ""], // 12
  ])
    sheet.addRow(row);
  const trial = await uploaded(kind, Buffer.from(await book.xlsx.writeBuffer()));
  expect(trial).toMatch(/^\/services\/hotels\/import\/\d+$/);
  const page = await client.get(trial);
  expect(outcomesIn(page.body)).toEqual([
    "4 سيضاف",
    "5 سيضاف",
    "6 سيضاف",
    "7 مكرر في الملفكالسطر 4",
    "8 فيه خطأالمدينة: لا مدينة باسم «أبها»: أضفها أولًا",
    "9 فيه خطأالتصنيف: قيمة غير معروفة، يكتب فيها: عدد النجوم",
    "10 فيه خطأالغرفة الثلاثية: السعر لا يكون سالبًا",
    "11 فيه خطأالعنوان: هذا الحقل مطلوب",
    "12 فيه خطأالغرفة الثنائية: السعر بعملة SAR لا يقبل أكثر من خانتين عشريتينالتصنيف: لا تصنيف من 3 نجوم: أضفه أولًا",
  ]);
  expect((await client.submit(trial, {})).status).toBe(422);
  expect(await count("hotels")).toBe(0);
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect(figuresIn((await client.get(trial)).body)).toEqual({
    "ما أضيف": "3",
    "مسجل من قبل": "0",
    "ما لم يستورد": "6",
  });
  const { hotels } = (await client.get("/api/hotels")).body;
  expect(hotels.reverse()).toMatchObject([
    {
      name: "أبراج البيت",
      city: { name: "مكة المكرمة" },
      address: "أجياد",
      rating: { value: 5 },
      single_room_price: 0,
      double_room_price: 1200.5,
      triple_room_price: 1500,
      quad_room_price: 1800,
      currency: { code: "SAR" },
      status: "active",
    },
    {
      name: "دار الإيمان",
      rating: { value: 4 },
      double_room_price: 300.125,
      currency: { code: "KWD" },
      status: "inactive",
    },
    { name: "أبراج البيت", city: { name: "المدينة المنورة" }, rating: null, double_room_price: 0 },
  ]);
  const lines = await office.knex("audit_log").where({ kind: "hotels", action: "insert" });
  expect(lines).toHaveLength(3);
  const left = (await client.get(`${trial}/left/csv`)).body as string;
  expect(left).toContain("المدينة: لا مدينة باسم «أبها»: أضفها أولًا");
  expect(left.trim().split("\r\n")).toHaveLength(6);
});

test("a city that is added makes the row right; who is there already is left as they are", async () => {
  const file = csv(
    ["اسم الفندق", "المدينة", "العنوان"],
    ["فندق أبها", "أبها", "السد"],
    ["أبراج البيت", "مكة المكرمة", "آخر"],
  );
  const trial = await uploaded(kind, file);
  expect(figuresIn((await client.get(trial)).body)).toMatchObject({ "فيه خطأ": "1", "مسجل من قبل": "1" });
  await client.post("/api/cities", { name: "أبها" });
  const { body } = await client.get(trial);
  expect(figuresIn(body)).toMatchObject({ سيضاف: "1", "مسجل من قبل": "1" });
  expect(body).toMatch(/href="\/services\/hotels\/\d+\/edit"/);
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(await office.knex("hotels").where({ address: "السد" })).toHaveLength(1);
  expect(await office.knex("hotels").where({ address: "آخر" })).toHaveLength(0);
});

test("a currency is known by the first word of its name while no other begins so", async () => {
  const file = csv(
    ["اسم الفندق", "المدينة", "العنوان", "العملة"],
    ["فندق الريال", "مكة المكرمة", "أجياد", "ريال"],
    ["فندق الدينار", "مكة المكرمة", "أجياد", "دينار"],
  );
  const trial = await uploaded(kind, file);
  expect(figuresIn((await client.get(trial)).body)).toMatchObject({ سيضاف: "2" });
  await makeCurrency(office.knex, "YER", "0.015", { name: "ريال يمني" });
  expect(outcomesIn((await client.get(trial)).body)[0]).toContain("أكثر من عملة باسم «ريال»");
  await office.knex("currencies").where({ code: "YER" }).delete();
});

test("the list leads there, for who may write hotels; the template has all that the form has", async () => {
  expect((await client.get("/services/hotels")).body).toContain('href="/services/hotels/import"');
  expect(textOf((await client.get("/services/hotels/import")).body)).toContain(
    "المسجل من قبل يعرف من اسمه ومدينته",
  );
  const template = (await client.get("/services/hotels/import/template/csv")).body as string;
  expect(template.trim().replace("\uFEFF", "")).toBe(
    "اسم الفندق,الاسم باللاتينية,المدينة,العنوان,التصنيف,الغرفة المفردة,الغرفة الثنائية,الغرفة الثلاثية,الغرفة الرباعية,العملة,الوصف,الحالة",
  );
  const other = await enterAs(office, "other", ["manage_customers"]);
  for (const path of [
    "/services/hotels/import",
    "/Services/%48otels/import",
    "/services/hotels/import/template/csv",
  ])
    expect([path, (await other.get(path)).status]).toEqual([path, 403]);
  expect((await client.get("/services/%48otels/Import")).status).toBe(200);
  expect((await client.get("/services/hotels/import/%zz")).status).toBe(400);
});

describe("1.200 may be twelve hundred", () => {
  let made = 0;

  /** A file of hotels with these prices of double rooms. @returns its trial, and what is stored of it */
  async function priced(...cells: string[]) {
    const rows = cells.map((cell) => [`فندق السعر ${++made}`, "مكة المكرمة", "أجياد", `"${cell}"`]);
    const heads = ["الاسم", "المدينة", "العنوان", "سعر الغرفة الثنائية"];
    const trial = await uploaded(kind, csv(heads, ...rows));
    const storedOf = async () => {
      await client.submit(trial, { only: "right" });
      const found = await office.knex("hotels").whereIn(
        "name",
        rows.map(([name = ""]) => name),
      );
      return rows.map(([name]) => Number(found.find((row) => row.name === name)?.double_room_price));
    };
    return { trial, storedOf };
  }

  test.each([
    ["one with two decimals", ["1.200", "950.50"], [1.2, 950.5]],
    ["one with more digits before the point", ["2.500", "1200.500"], [2.5, 1200.5]],
    ["two points", ["1.200", "1.200.000"], [1200, 1_200_000]],
    ["a comma after the point", ["1.200", "١.٢٠٠,٥٠"], [1200, 1200.5]],
    ["its Arabic sign", ["١٫٢٠٠", "0.250"], [1.2, 0.25]],
    ["a comma before thousands", ["1,200", "7"], [1200, 7]],
  ])("unless %s proves it", async (_, cells, prices) => {
    expect(await (await priced(...cells)).storedOf()).toEqual(prices);
  });

  test("and is asked about, once for the column", async () => {
    for (const [answer, prices] of [
      ["thousands", [1200, 2500, 80]],
      ["decimal", [1.2, 2.5, 80]],
    ] as const) {
      const { trial, storedOf } = await priced("1.200", "٢.٥٠٠", "80");
      const { body } = await client.get(trial);
      expect(outcomesIn(body)).toEqual([
        expect.stringContaining("1.200: هو 1200 إن فصلت النقطة الآلاف، و1.200 إن فصلت الكسر"),
        expect.stringContaining("فيه خطأ"),
        "4 سيضاف",
      ]);
      expect(body.match(/value="double_room_price:/g)).toHaveLength(2);
      await client.submit(trial, { column: `double_room_price:${answer}` });
      expect(await storedOf()).toEqual(prices);
    }
  });

  test("both proofs in one column prove nothing", async () => {
    const { trial } = await priced("1.200", "1.200.000", "950.50");
    expect(outcomesIn((await client.get(trial)).body)[0]).toContain("إن فصلت الكسر");
  });
});

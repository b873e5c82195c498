import excel from "exceljs";
import { expect, test } from "vitest";
import { csv, figuresIn, importsOf, refusalIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* Customers from the files that offices have. */

const { office, client } = useOffice();

const { uploaded } = importsOf(office, client);

test("the wrong rows are taken home with the reason beside each, mended, and imported again", async () => {
  await office.knex("customers").insert({ name: "صاحب الرقم", phone: "1", national_id: "H7" });
  const heads = ["م", "الاسم", "رقم الهاتف", "رقم الهوية", "تاريخ الميلاد"];
  const trial = await uploaded(
    "customers",
    csv(
      heads,
      ["1", "ريم", "0531", "", ""],
      ["2", "=سعد", "0532", "", "30/02/1990"],
      ["3", "علي", "0533", "H7", ""],
    ),
  );
  const left = () => client.get(`${trial}/left/csv`);
  const reasons = [
    ["تاريخ الميلاد: التاريخ غير صحيح (سنة-شهر-يوم)", "2", "'=سعد", "0532", "", "30/02/1990"],
    ["رقم الهوية مسجل باسم «صاحب الرقم»", "3", "علي", "0533", "H7", ""],
  ];
  const expected = csv(["سبب عدم الاستيراد", ...heads], ...reasons);
  expect([(await left()).body.trimEnd(), (await client.get(`${trial}/left/pdf`)).status]).toEqual([
    expected,
    404,
  ]);
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect((await client.get(trial)).body).toContain(`href="${trial}/left/xlsx"`);
  expect((await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).status).toBe(404);
  const file = (await left()).body as string;
  expect(file.trimEnd()).toBe(expected);
  const stranger = await enterAs(office, "left", ["manage_customers"]);
  expect((await stranger.get(`${trial}/left/csv`)).status).toBe(404);

  const mended = await uploaded("customers", file.replace("30/02/1990", "28/02/1990").replace("H7", "H8"));
  const { body } = await client.get(mended);
  expect([figuresIn(body).سيضاف, textOf(body)]).toEqual([
    "2",
    expect.not.stringContaining("سبب عدم الاستيراد"),
  ]);
  expect((await client.submit(mended, {})).status).toBe(302);
  expect(await office.knex("customers").where({ national_id: "H8" }).orWhere({ name: "=سعد" })).toHaveLength(
    2,
  );
  expect((await client.get(`${mended}/left/csv`)).status).toBe(404);
});

/** A sheet of 300 people as an office keeps it. */
async function messySheet() {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet("رمضان");
  sheet.addRow(["مكتب النور للعمرة والزيارة"]);
  sheet.addRow(["كشف المعتمرين"]);
  sheet.addRow([]);
  const above = [
    "م",
    "اسم المعتمر",
    "الجوال",
    "الجواز",
    null,
    "الجنسية",
    "تاريخ الميلاد",
    "النوع",
    "ملاحظات",
  ];
  const below = [null, null, null, "رقم الجواز", "تاريخ الانتهاء"];
  sheet.addRow(above);
  sheet.addRow(below);
  for (const cells of ["A1:I1", "A2:I2", "A4:A5", "B4:B5", "C4:C5", "D4:E4", "F4:F5", "G4:G5"])
    sheet.mergeCells(cells);
  const arabic = (text: string) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? digit);
  const nationalities = [
    "سعودي",
    "يمنية",
    "مصرى",
    "KSA",
    "SA",
    "Saudi",
    "الباكستاني",
    "اندونيسية",
    "Turkey",
    "سوداني",
  ];
  for (let index = 0; index < 300; index++) {
    const three = String(index).padStart(3, "0");
    const phones = [
      `0550000${three}`,
      Number(`966550000${three}`),
      `+966 55 000 0${three}`,
      `00966-55-0000${three}`,
      `(055) 000-0${three}`,
      arabic(`0550000${three}`),
      `055.000.0${three}`,
      `\u200F+966550000${three}\u200F`,
    ];
    const [day, month] = [
      String((index % 28) + 1).padStart(2, "0"),
      String((index % 12) + 1).padStart(2, "0"),
    ];
    const dates = (year: number) => [
      new Date(`${year}-${month}-${day}T00:00:00Z`),
      `${Number(day)}/${Number(month)}/${year}`,
      arabic(`${year}/${month}/${day}`),
      `${day}.${month}.${year}`,
      `${year}-${month}-${day}`,
      `${day}-${new Date(`${year}-${month}-${day}`).toLocaleString("en", { month: "short" })}-${year}`,
    ];
    const row = [
      index + 1,
      `  معتمر  رقم ${arabic(three)} `,
      phones[index % phones.length],
      `A10${three}`,
      dates(2031)[index % 6],
      nationalities[index % nationalities.length],
      dates(1970)[(index + 1) % 6],
      index % 2 ? "ذكر" : "انثى",
      "—",
    ];
    sheet.addRow(row);
    if (index % 50 === 49) {
      sheet.addRow([]);
      sheet.addRow(row); // and once more
      sheet.addRow(above.map((cell, place) => below[place] ?? cell)); // as on the next page of the printed list
    }
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

test("300 people of a messy sheet come in without editing it", async () => {
  const trial = await uploaded("customers", await messySheet());
  const { body } = await client.get(trial);
  expect(figuresIn(body)).toMatchObject({
    سيضاف: "300",
    "مكرر في الملف": "6",
    "فيه خطأ": "0",
    "رقمه لاسم آخر": "0",
  });
  expect(textOf(body)).toContain("أعمدة في الملف لا تستورد: «م»، «ملاحظات»");
  expect((await client.submit(trial, {})).status).toBe(302);
  const people = await office
    .knex("customers")
    .where("name", "like", "معتمر رقم%")
    .orderBy("passport_number");
  expect(people).toHaveLength(300);
  const nationalities = ["SAU", "YEM", "EGY", "SAU", "SAU", "SAU", "PAK", "IDN", "TUR", "SDN"];
  for (const [index, person] of people.entries()) {
    const day = `${String((index % 12) + 1).padStart(2, "0")}-${String((index % 28) + 1).padStart(2, "0")}`;
    expect(person).toMatchObject({
      nationality: nationalities[index % 10],
      date_of_birth: `1970-${day}`,
      passport_expiry: `2031-${day}`,
      gender: index % 2 ? "ذكر" : "أنثى",
    });
    expect(person.phone.replace(/\D/g, "")).toMatch(new RegExp(`550000${String(index).padStart(3, "0")}$`));
  }
});

test.each([
  [["الاسم الكامل", "رقم الجوال", "الجواز", "تاريخ انتهاء الجواز"]],
  [["Name", "Mobile No.", "Passport No", "Expiry Date"]],
  [["اسم الحاج", "موبايل", "رقم جواز السفر", "انتهاء الجواز"]],
])("headings %j are known, below a title too", async (heads) => {
  const trial = await uploaded(
    "customers",
    csv(["كشف الحجاج"], ["الحملة", "الأولى"], heads, [
      `حاج ${heads[0]}`,
      "0541",
      `K${heads[1]}`,
      "01/02/2031",
    ]),
  );
  expect(figuresIn((await client.get(trial)).body).سيضاف).toBe("1");
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(
    await office
      .knex("customers")
      .where({ name: `حاج ${heads[0]}` })
      .first(),
  ).toMatchObject({
    passport_expiry: "2031-02-01",
  });
});

test("headings that nobody knows are assigned by the user, and known from then on", async () => {
  const heads = ["صاحب الطلب", "وسيلة الاتصال", "البيان"];
  const file = (name: string) => csv(["كشف"], heads, [name, "0561", "سعودي"]);
  const trial = await uploaded("customers", file("زيد الأول"));
  const asked = await client.get(trial);
  expect([asked.status, asked.headers.get("Location")]).toEqual([302, `${trial}/columns`]);
  const page = await client.get(`${trial}/columns`);
  expect(textOf(page.body)).toContain("عيّن في الملف الأعمدة المطلوبة: «الاسم»، «رقم الهاتف»");
  expect(textOf(page.body)).toContain("زيد الأول");
  const early = await client.submit(trial, { only: "right" });
  expect([early.status, early.headers.get("Location")]).toEqual([302, `${trial}/columns`]);

  const refused = await client.submit(`${trial}/columns`, {
    "column[0]": "name",
    "column[1]": "name",
    "column[2]": "zzz",
  });
  expect(refused.status).toBe(422);
  expect(refusalIn(refused.body)).toBe("عيّن في الملف العمود المطلوب: «رقم الهاتف»");
  expect(textOf(refused.body)).toContain("اختير للعمود «صاحب الطلب» أيضًا");
  expect(textOf(refused.body)).toContain("اختر قيمة من القائمة");
  expect(refused.body.match(/<option value="name" selected/g)).toHaveLength(2);

  const chosen = { "column[0]": "name", "column[1]": "phone", "column[2]": "nationality" };
  const stranger = await enterAs(office, "columns", ["manage_customers"]);
  expect((await stranger.submit(`${trial}/columns`, chosen)).status).toBe(404);
  const kept = await client.submit(`${trial}/columns`, chosen);
  expect([kept.status, kept.headers.get("Location")]).toEqual([302, trial]);
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(await office.knex("customers").where({ name: "زيد الأول" }).first()).toMatchObject({
    nationality: "SAU",
  });
  expect((await client.get(`${trial}/columns`)).status).toBe(302);
  expect([404, 409]).toContain((await client.submit(`${trial}/columns`, chosen)).status);

  const later = await uploaded("customers", file("زيد الثاني"), stranger); // of any user, and in any order
  expect(figuresIn((await stranger.get(later)).body)).toMatchObject({ سيضاف: "1" });
  await stranger.submit(`${later}/columns`, { "column[0]": "name", "column[1]": "phone" });
  const again = await uploaded("customers", file("زيد الثالث"));
  expect(textOf((await client.get(again)).body)).toContain("لا تستورد: «البيان»");
});

import { describe, expect, test } from "vitest";
import { administrator } from "../support/database";
import { csv, figuresIn, importsOf, linesIn, refusalIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { workbookOf } from "../support/sheets";

/* Imports of customers: a dry run, then once or not at all. */

const { office, client } = useOffice();

const { uploaded, count } = importsOf(office, client);

describe("customers", () => {
  const heads = ["الإسم", "رقم الهاتف *", "national_id", "رقم الجواز", "الجنسيه", "تاريخ الميلاد"];
  const more = ["تاريخ انتهاء الجواز", "الجنس", "الحالة", "العنوان", "فصيلة الدم"];

  test("are read as people write them, tried out, and made by one click", async () => {
    const file = await workbookOf([
      [...heads, ...more],
      [
        "  سالم   باوزير ",
        966501234567,
        "١٠٢٣٤٥٦٧٨٩",
        "A1234567",
        "اليمن",
        new Date("1990-02-28T00:00:00Z"),
        "31/12/2030",
        "Male",
        "غير نشط",
        "المكلا",
        "O+",
      ],
      [],
      [
        "فاطمة",
        "+966 50 765 4321",
        null,
        { formula: '"B" & 7654321', result: "B7654321" },
        "yem",
        "1995-07-01",
      ],
    ]);
    const trial = await uploaded("customers", file);
    expect(trial).toMatch(/^\/customers\/import\/\d+$/);
    const before = (await client.get(trial)).body;
    expect(figuresIn(before)).toEqual({
      "كل الأسطر": "2",
      سيضاف: "2",
      "مسجل من قبل": "0",
      "رقمه لاسم آخر": "0",
      "مكرر في الملف": "0",
      "فيه خطأ": "0",
    });
    expect(textOf(before)).toContain("أعمدة في الملف لا تستورد: «فصيلة الدم»");
    expect(linesIn(before).map(([line, outcome]) => [line, outcome])).toEqual([
      ["2", "سيضاف"],
      ["4", "سيضاف"],
    ]);
    expect(await count("customers")).toBe(0);

    const done = await client.submit(trial, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, trial]);
    const { customers } = (await client.get("/api/customers")).body;
    expect(customers).toMatchObject([
      {
        name: "فاطمة",
        phone: "+966 50 765 4321",
        national_id: null,
        passport_number: "B7654321",
        nationality: "YEM",
        date_of_birth: "1995-07-01",
        status: "active",
      },
      {
        name: "سالم باوزير",
        phone: "966501234567",
        national_id: "1023456789",
        passport_number: "A1234567",
        nationality: "YEM",
        date_of_birth: "1990-02-28",
        passport_expiry: "2030-12-31",
        gender: "ذكر",
        status: "inactive",
        address: "المكلا",
      },
    ]);
    const after = (await client.get(trial)).body;
    expect(after).toContain("تم الاستيراد: أضيف 2 إلى العملاء");
    expect(figuresIn(after)).toEqual({ "ما أضيف": "2", "مسجل من قبل": "0", "ما لم يستورد": "0" });
    const lines = await office.knex("audit_log").where({ kind: "customers", action: "insert" }).orderBy("id");
    expect(lines.map(({ action, username }) => [action, username])).toEqual([
      ["insert", administrator.username],
      ["insert", administrator.username],
    ]);
    const told = await office.knex("audit_log").where({ kind: "imports" }).orderBy("id");
    expect(told.map(({ action, record_name }) => [action, record_name])).toEqual([
      ["insert", "ملف.csv"],
      ["update", "ملف.csv"],
    ]);
    expect(await office.knex("import_rows")).toEqual([]);

    expect((await client.submit(trial, {})).status).toBe(302);
    const again = await uploaded("customers", file);
    expect(figuresIn((await client.get(again)).body)["مسجل من قبل"]).toBe("2");
    expect((await client.submit(again, {})).status).toBe(302);
    expect(await count("customers")).toBe(2);
  });

  test("who is there already is known by number, or by name and phone; who stands twice in the file is made once", async () => {
    await office.knex("customers").insert([
      { name: "أحمد", phone: "777 100 200", national_id: "N1" },
      { name: "هدى", phone: "777300400", passport_number: "P2" },
    ]);
    const trial = await uploaded(
      "customers",
      csv(
        ["الاسم", "رقم الهاتف", "رقم الهوية", "رقم الجواز"],
        ["أحمد بن سعيد", "1234", "N1", ""], // 2: the number decides
        ["احمد", "777-100-200", "", ""], // 3: the name as search folds it
        ["أحمد", "777100200", "N3", ""], // 4: another, with a number of their own
        ["أحمد", "777100200", "N1", "P2"], // 5: two people
        ["زيد", "5551", "", "P6"], // 6
        ["زيد", "5552", "", "P6"], // 7: as 6
        ["زيد", "5551", "", ""], // 8: as 6
        ["خالد", "5559", "", ""], // 9
        ["خَالد", "55 59", "", ""], // 10: as 9
        ["غيره", "1234", "N1", ""], // 11: another's number
        ["عمر", "5553", "", "P6"], // 12: of another in the file
      ),
    );
    const page = await client.get(trial);
    expect(linesIn(page.body).map(([line, outcome]) => [line, outcome])).toEqual([
      ["2", "مسجل من قبلفتح العميل"],
      ["3", "مسجل من قبلفتح العميل"],
      ["4", "سيضاف"],
      ["5", "فيه خطأرقم الجواز مسجل لغير صاحب رقم الهوية"],
      ["6", "سيضاف"],
      ["7", "مكرر في الملفكالسطر 6"],
      ["8", "مكرر في الملفكالسطر 6"],
      ["9", "سيضاف"],
      ["10", "مكرر في الملفكالسطر 9"],
      ["11", "رقمه لاسم آخرفتح العميلرقم الهوية مسجل باسم «أحمد»"],
      ["12", "رقمه لاسم آخركالسطر 6رقم الجواز في الملف لاسم آخر"],
    ]);
    expect(page.body).toMatch(/href="\/customers\/\d+"/);
    const doubles = await client.get(`${trial}?outcome=double&per_page=2`);
    expect(linesIn(doubles.body).map(([line]) => line)).toEqual(["7", "8"]);
    expect(textOf(doubles.body)).toContain("من 1 إلى 2، الإجمالي 3");
    expect((await client.get(`${trial}?outcome=zzz`)).status).toBe(200);
    const before = await count("customers");
    expect((await client.submit(trial, { only: "right" })).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)).toEqual({
      "ما أضيف": "3",
      "مسجل من قبل": "2",
      "ما لم يستورد": "6",
    });
    expect(await count("customers")).toBe(before + 3);
  });

  test("a number that a spreadsheet shortened is wrong, not another number", async () => {
    const heads = ["الاسم", "رقم الهاتف", "رقم الهوية"];
    const sheet = await workbookOf([heads, ["من إندونيسيا", "0500000001", 3174131809830003]]);
    const text = csv(heads, ["من إندونيسيا", "0500000001", "3.17413E+15"]);
    for (const file of [sheet, text]) {
      const { body } = await client.get(await uploaded("customers", file));
      expect(linesIn(body).map((cells) => cells.join(" "))).toEqual([
        expect.stringContaining("رقم اختصره برنامج الجداول"),
      ]);
    }
  });

  test("what is wrong is said of its cell; all is refused, or the right alone is chosen", async () => {
    const trial = await uploaded(
      "customers",
      csv(
        [
          "الاسم",
          "رقم الهاتف",
          "تاريخ الميلاد",
          "الجنس",
          "الجنسية",
          "تاريخ إصدار الجواز",
          "تاريخ انتهاء الجواز",
        ],
        ["", "هاتف", "30/02/1990", "لا أدري", "أطلانتس", "", ""],
        ["مها", "0501", "2150-01-01", "", "", "", ""],
        ["مها", "0501", "", "", "", "2026-01-01", "2025-01-01"],
        ["مها", "#N/A", "", "", "", "", ""],
        ["سليمة", "0509998887", "", "أنثى", "مصر", "", ""],
      ),
    );
    const { body } = await client.get(trial);
    const faults = linesIn(body).map(([, outcome]) => outcome);
    for (const sentence of [
      "الاسم: هذا الحقل مطلوب",
      "رقم الهاتف يتكون من أرقام",
      "تاريخ الميلاد: التاريخ غير صحيح",
      "الجنس: قيمة غير معروفة، يكتب فيها: ذكر أو أنثى",
      "الجنسية: قيمة غير معروفة",
    ])
      expect(faults[0]).toContain(sentence);
    expect(faults[1]).toContain("تاريخ الميلاد لا يكون في المستقبل");
    expect(faults[2]).toContain("تاريخ انتهاء الجواز يكون بعد تاريخ إصداره");
    expect(faults[3]).toContain("رقم الهاتف: في الخلية خطأ");
    expect(body).toContain('<mark class="wrong"><bdi>30/02/1990</bdi></mark>');
    expect(body).toContain('<mark class="wrong">فارغة</mark>');
    const before = await count("customers");
    const refused = await client.submit(trial, {});
    expect([refused.status, await count("customers")]).toEqual([422, before]);
    expect(refusalIn(refused.body)).toContain("في الملف أسطر فيها أخطاء");
    expect((await client.submit(trial, { only: "right" })).status).toBe(302);
    expect(await office.knex("customers").where({ name: "سليمة" }).first()).toMatchObject({
      nationality: "EGY",
    });
    expect(await count("customers")).toBe(before + 1);
  });

  test("are judged anew when the click comes: who was added meanwhile is left", async () => {
    const trial = await uploaded("customers", csv(["name", "phone", "national_id"], ["ليلى", "05077", "L1"]));
    expect(figuresIn((await client.get(trial)).body).سيضاف).toBe("1");
    await office.knex("customers").insert({ name: "ليلى", phone: "1", national_id: "L1" });
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)).toMatchObject({ "ما أضيف": "0", "مسجل من قبل": "1" });
  });

  test("somebody who is being added at that very moment refuses all; the next click finds them there", async () => {
    const trial = await uploaded(
      "customers",
      csv(["name", "phone", "national_id"], ["أول", "0511", ""], ["ثان", "0512", "Z9"]),
    );
    const before = await count("customers");
    const meanwhile = await office.knex.transaction();
    await meanwhile("customers").insert({ name: "ثان", phone: "1", national_id: "Z9" });
    const posted = client.submit(trial, {});
    const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
    await expect.poll(async () => (await office.knex.raw(waiting)).rows[0].waiting).toBeGreaterThan(0);
    await meanwhile.commit();
    const refused = await posted;
    expect([refused.status, refusalIn(refused.body)]).toEqual([
      409,
      "لم يستورد شيء: رقم الهوية مسجل لعميل آخر",
    ]);
    expect(await count("customers")).toBe(before + 1);
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await count("customers")).toBe(before + 2);
  });

  test("one row that the database refuses leaves none", async () => {
    const before = await count("customers");
    await office.knex.raw("ALTER TABLE customers ADD CONSTRAINT no_such_name CHECK (name <> 'رقم 900')");
    const rows = Array.from({ length: 1000 }, (_, index) => [`رقم ${index}`, `0599${index}`]);
    const trial = await uploaded("customers", csv(["name", "phone"], ...rows));
    const refused = await client.submit(trial, {});
    expect(refused.status).toBe(422);
    expect(refusalIn(refused.body)).toContain("لم يستورد شيء");
    expect(await count("customers")).toBe(before);
    await office.knex.raw("ALTER TABLE customers DROP CONSTRAINT no_such_name");
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await count("customers")).toBe(before + 1000);
  });
});

import { parse } from "csv-parse/sync";
import excel from "exceljs";
import { describe, expect, test } from "vitest";
import type { Client } from "../support/client";
import { makeCampaign, makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

/* XLSX and CSV of lists: they contain the rows that the screen's filters let through, and no others. */

const { office: demo, client: manager } = useOffice({ demo: true });
const { office, client } = useOffice();

async function fileAt(who: Client, url: string, path: string) {
  const answer = await fetch(url + path, { headers: { Cookie: who.cookie } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The lines of a CSV file, its head first. */
async function csvAt(who: Client, url: string, path: string): Promise<string[][]> {
  const { status, headers, bytes } = await fileAt(who, url, path);
  expect([path, status, headers.get("Content-Type")]).toEqual([
    path,
    200,
    "text/csv; charset=utf-8; header=present",
  ]);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return parse(bytes, { bom: true });
}

async function sheetAt(who: Client, url: string, path: string) {
  const { status, bytes } = await fileAt(who, url, path);
  expect([path, status]).toEqual([path, 200]);
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return book.worksheets[0] as excel.Worksheet;
}

/** Lists of the demo agency with filters; as many rows as the screen says. */
const lists = [
  "/contracts",
  "/contracts?status=cancelled",
  "/contracts?search=محمد&is_owing=true",
  "/contracts?hijri_month=5&hijri_year=1448",
  "/campaigns?type=حج",
  "/customers?nationality=YEM",
  "/agents?type=external",
  "/suppliers",
  "/holds?status=current",
  "/waiting-list?fits=true",
  "/invoices/agents?overdue=true",
  "/invoices/purchases",
  "/services/hotels?status=active",
  "/services/cities",
  "/services/transportation",
  "/services/catering",
  "/services/other",
  "/services/packages?type=حج",
  "/financial/receipts?status=cancelled",
  "/financial/receipts?from=2026-11-01",
  "/financial/payments?beneficiary_type=agent",
  "/trips/groups?status=departed",
  "/trips/groups/members?gender=female",
  "/trips/groups/3/members",
  "/trips/visas?status=expired",
  "/trips/management?hijri_year=1448",
  "/trips/plans",
  "/settings/users",
  "/settings/trail?kind=contracts&deed=update",
  "/settings/accounts/banks",
  "/settings/accounts/cash-boxes",
  "/settings/accounts/cash-boxes/1/counts",
  "/settings/accounts/closing",
  "/settings/accounts/currencies",
  "/settings/accounts/expenses",
  "/settings/accounts/expense-categories",
];

const fileOf = (list: string, format: string) => list.replace(/(\?|$)/, `/export/${format}$1`);

test.each(lists)("%s offers its files, with as many rows as it shows", async (list) => {
  const { body } = await manager.get(list);
  const total = Number(/الإجمالي [^<]*<bdi>([\d,]+)/.exec(body)?.[1]?.replaceAll(",", "") ?? 0);
  if (total)
    for (const format of ["xlsx", "csv"])
      expect(body).toContain(encodeURI(fileOf(list.split("?")[0] as string, format)));
  const [heads, ...rows] = await csvAt(manager, demo.url, fileOf(list, "csv"));
  expect(rows).toHaveLength(total);
  for (const head of heads ?? []) expect(head).toMatch(/[\u0600-\u06ff]/);
  const sheet = await sheetAt(manager, demo.url, fileOf(list, "xlsx"));
  expect(sheet.rowCount).toBe(total + 1);
  expect(sheet.views[0]).toMatchObject({ rightToLeft: true });
});

test.each([
  [
    "/contracts",
    "رقم العقد,تاريخ العقد,التاريخ الهجري,العميل,رقم الهاتف,الحملة,الباقة,الغرفة,المسافر,الخصم,المبلغ الإجمالي,المدفوع,المتبقي,العملة,الموعد القادم,المستحق,المتأخر,تاريخ إصدار التأشيرة,مدة التأشيرة (بالأيام),الحالة,رسم الإلغاء,المستحق رده,الوكيل,ملاحظات",
  ],
  [
    "/financial/receipts",
    "رقم السند,التاريخ,العميل,نوع الدافع,رقم العقد,صاحب العقد,المبلغ,العملة,الغرض,سعر الصرف,المبلغ المعادل,عملة المعادل,المتبقي من العقد,طريقة الدفع,المرجع,الحساب,استلمه,الحالة,حالة الشيك,رسم الشيك المرتجع,البيان,استحقاق الشيك",
  ],
  [
    "/financial/payments",
    "رقم السند,تاريخ السند,نوع المستفيد,المستفيد,المبلغ,العملة,الفاتورة,الغرض,المسدد من الفاتورة (ريال),رد من العقد,صاحب العقد,طريقة الدفع,رقم الشيك أو الحوالة,الحساب,حرره,الحالة,حالة الشيك,البيان,الحملة",
  ],
  [
    "/campaigns",
    "اسم الحملة,النوع,تاريخ البداية,تاريخ النهاية,عدد المقاعد,المحجوز,المحجوز مؤقتًا,المتاح,الإشغال %,الباقات,الحالة,صورة الجواز لازمة,شهادة التطعيم لازمة,الدفعة المقدمة (%),اكتمال السداد قبل البداية (بالأيام),مقعد مجاني عن كل (دافعين),الوصف,رسم الإلغاء قبل المغادرة",
  ],
  ["/holds", "الحملة,الاسم,رقم الهاتف,عدد المقاعد,محجوز حتى,ملاحظة,الحالة"],
  ["/waiting-list", "الحملة,الاسم,رقم الهاتف,عدد المقاعد,ينتظر حتى,ملاحظة,الحالة,المقاعد الشاغرة"],
])("the columns of %s stand in the order in which they are read", async (list, heads) => {
  expect((await csvAt(manager, demo.url, `${list}/export/csv`))[0]).toEqual(heads.split(","));
});

test("the file of campaigns has their fee lines, and those of holds and of who waits their state, in the words of the screens", async () => {
  const { id: currency_id } = (await manager.get("/api/currencies")).body.currencies.find(
    ({ code }: { code: string }) => code === "SAR",
  );
  const fee_lines = [
    { days: 30, kind: "percent", amount: 25, currency_id: null },
    { days: 0, kind: "sum", amount: 1200.5, currency_id },
  ];
  const [campaign] = (await manager.get("/api/campaigns")).body.campaigns;
  expect((await manager.put(`/api/campaigns/${campaign.id}`, { fee_lines })).status).toBe(200);
  const cellsOf = async (list: string, head: string) => {
    const [heads = [], ...lines] = await csvAt(manager, demo.url, `${list}/export/csv`);
    return lines.map((line) => line[heads.indexOf(head)]);
  };
  expect(await cellsOf("/campaigns", "رسم الإلغاء قبل المغادرة")).toContain(
    "من 30 يومًا قبل المغادرة: 25% من إجمالي العقد · من يوم المغادرة: 1,200.50 ر.س",
  );
  await manager.put(`/api/campaigns/${campaign.id}`, { fee_lines: [] });
  expect(new Set(await cellsOf("/holds", "الحالة"))).toEqual(new Set(["قائم", "منتهٍ"]));
  expect(await cellsOf("/waiting-list", "الحالة")).toContain("قائم");
  expect(await cellsOf("/waiting-list", "المقاعد الشاغرة")).toEqual(["لا تكفيه", "تكفيه المقاعد الشاغرة"]);
});

test("lists without pages have files too: stages, plans' stages, roles, a statement", async () => {
  for (const list of [
    "/trips/2/stages",
    "/trips/plans/1",
    "/settings/roles",
    "/financial/statements/customers/1",
  ]) {
    const { body } = await manager.get(list);
    expect(body).toContain(`href="${list}/export/xlsx"`);
    expect((await csvAt(manager, demo.url, `${list}/export/csv`)).length).toBeGreaterThan(1);
  }
});

test("a statement's file has all its lines, oldest first, and closes where the screen does", async () => {
  const [heads = [], ...lines] = await csvAt(
    manager,
    demo.url,
    "/financial/statements/cash-boxes/1/export/csv",
  );
  const balances = lines.map((line) => Number(line[heads.indexOf("الرصيد بعدها")]));
  const { body } = await manager.get("/api/cash-boxes");
  expect(balances.at(-1)).toBe(body.cash_boxes.find(({ id }: { id: number }) => id === 1)?.balance);
  let sum = 0;
  for (const [index, line] of lines.entries()) {
    sum += Number(line[heads.indexOf("الوارد")]) - Number(line[heads.indexOf("الصادر")]);
    expect(balances[index]).toBeCloseTo(sum, 6);
  }
});

test("numbers are numbers, days are days, and no text starts a formula", async () => {
  const names = ["=1+1", "+cmd|x", "-2", "@SUM(A1)", "＝1", 'a "b", c', "سالم"];
  for (const [index, name] of names.entries())
    await makeCustomer(office.knex, { name, phone: `+96650000000${index}`, date_of_birth: "1990-02-28" });
  const [heads = [], ...rows] = await csvAt(client, office.url, "/customers/export/csv");
  expect(rows.map(([name]) => name).reverse()).toEqual([
    "'=1+1",
    "'+cmd|x",
    "'-2",
    "'@SUM(A1)",
    "'＝1",
    'a "b", c',
    "سالم",
  ]);
  expect(rows[0]?.[heads.indexOf("رقم الهاتف")]).toMatch(/^'\+966/);
  expect(rows[0]?.[heads.indexOf("تاريخ الميلاد")]).toBe("1990-02-28");
  const sheet = await sheetAt(client, office.url, "/customers/export/xlsx");
  expect(sheet.getCell(8, 1)).toMatchObject({
    value: "=1+1",
    type: excel.ValueType.String,
    formula: undefined,
  });
  expect(sheet.getCell(2, heads.indexOf("تاريخ الميلاد") + 1).value).toEqual(
    new Date("1990-02-28T00:00:00Z"),
  );
});

test("a text of several lines stays one cell, whatever a line begins with", async () => {
  await office
    .knex("suppliers")
    .insert({ name: "مورد الأسطر", phone: "777123456", notes: "الأول\n=1+1\r=2" });
  const { bytes } = await fileAt(client, office.url, "/suppliers/export/csv");
  expect(bytes.toString()).toContain('"الأول\n=1+1\r=2"');
});

test("amounts come to the last fils", async () => {
  await makeCurrency(office.knex, "KWD", "1", { is_default: true });
  const banked = await client.post("/api/banks", {
    name: "بنك",
    account_number: "1",
    account_name: "الوكالة",
    currency_code: "KWD",
    balance: "1234567.891",
  });
  expect(banked.status).toBe(201);
  const [heads = [], line] = await csvAt(client, office.url, "/settings/accounts/banks/export/csv");
  expect(line?.[heads.indexOf("الرصيد")]).toBe("1234567.891");
  const sheet = await sheetAt(client, office.url, "/settings/accounts/banks/export/xlsx");
  expect(sheet.getCell(2, heads.indexOf("الرصيد") + 1).value).toBe(1234567.891);
});

describe("what is no list has no file", () => {
  test("another format is 404, a bad filter 422", async () => {
    expect((await manager.get("/contracts/export/pdf")).status).toBe(404);
    expect((await manager.get("/contracts/export/constructor")).status).toBe(404);
    expect((await manager.get("/contracts/export/csv?status=zzz")).status).toBe(422);
    expect((await manager.get("/trips/groups/999999/members/export/csv")).status).toBe(404);
  });
});

describe("Hijri months", () => {
  test("a month of a year, a year, a month of every year", async () => {
    const of = async (query: string): Promise<string[]> => {
      const { body } = await manager.get(`/api/contracts${query}`);
      return body.contracts.map(({ contract_date }: { contract_date: string }) => contract_date);
    };
    const all = await of("");
    const within = (from: string, to: string) => all.filter((date) => from <= date && date <= to);
    // Umm al-Qura: 1 رمضان 1447 = 2026-02-18, 1 شوال 1447 = 2026-03-20, 1 محرم 1448 = 2026-06-16, 1 محرم 1449 = 2027-06-06
    expect(await of("?hijri_month=9&hijri_year=1447")).toEqual(within("2026-02-18", "2026-03-19"));
    expect(await of("?hijri_year=1448")).toEqual(within("2026-06-16", "2027-06-05"));
    expect(await of("?hijri_month=٩")).toEqual(within("2026-02-18", "2026-03-19"));
    expect((await of("?hijri_year=1448")).length).toBeGreaterThan(0);
    for (const bad of [
      "hijri_month=13",
      "hijri_month=0",
      "hijri_year=1419",
      "hijri_year=1451",
      "hijri_year=x",
    ])
      expect((await manager.get(`/api/contracts?${bad}`)).status).toBe(422);
  });

  test("a trip that touches the month is in it; groups by departure, visas by submission", async () => {
    const campaign_id = await makeCampaign(office.knex, 10, []);
    const trip = await client.post("/api/trips", {
      name: "من رمضان إلى شوال",
      start_date: "2026-03-15",
      end_date: "2026-03-25",
    });
    await client.post("/api/groups", { name: "فوج", campaign_id, capacity: 5, departureDate: "2026-03-20" });
    const customer_id = await makeCustomer(office.knex);
    await client.post("/api/visas", { customer_id, passport_number: "A1", submission_date: "2026-03-19" });
    const count = async (list: string, month: number) =>
      (await client.get(`/api/${list}?hijri_month=${month}&hijri_year=1447`)).body[list].length;
    expect(trip.status).toBe(201);
    expect([await count("trips", 9), await count("trips", 10), await count("trips", 11)]).toEqual([1, 1, 0]);
    expect([await count("groups", 9), await count("groups", 10)]).toEqual([0, 1]);
    expect([await count("visas", 9), await count("visas", 10)]).toEqual([1, 0]);
  });

  test("screens show both calendars", async () => {
    const { body } = await manager.get("/trips/management");
    const shown = /<bdi dir="ltr">(\d{4}-\d\d-\d\d)<\/bdi><small>([^<]+)<\/small>/g;
    const days = [...body.matchAll(shown)];
    expect(days.length).toBeGreaterThan(5);
    const calendar = "ar-SA-u-ca-islamic-umalqura-nu-latn";
    const hijri = new Intl.DateTimeFormat(calendar, { dateStyle: "long", timeZone: "UTC" });
    for (const [, day = "", written] of days)
      expect([day, written]).toEqual([day, hijri.format(new Date(day))]);
    expect((await manager.get("/contracts/1/print")).body).toMatch(/الموافق (<!-- -->)?[^<]*144\d هـ/);
  });
});

test("what one office exports another imports, and nothing of it twice", async () => {
  for (const kind of ["customers", "agents", "suppliers"]) {
    const before = Number((await office.knex(kind).count())[0]?.count);
    const all = before + Number((await demo.knex(kind).count())[0]?.count);
    for (const format of ["csv", "xlsx"]) {
      const { bytes } = await fileAt(manager, demo.url, `/${kind}/export/${format}`);
      const file = new File([new Uint8Array(bytes)], `${kind}.${format}`);
      const uploaded = await client.submit(`/${kind}/import`, { file });
      const trial = uploaded.headers.get("Location") ?? "";
      expect((await client.submit(trial, {})).status).toBe(302);
      expect([kind, format, Number((await office.knex(kind).count())[0]?.count)]).toEqual([
        kind,
        format,
        all,
      ]);
    }
  }
});

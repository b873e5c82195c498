import { parse } from "csv-parse/sync";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { type Client, signIn } from "../support/client";
import { settableClock } from "../support/clock";
import { makeDollarAndDinar } from "../support/factories";
import { createUser } from "../support/users";

/* Every figure is reckoned by hand from what is made below, through real requests at the office's own time. */

const clock = settableClock();
const office = fixture({ env: clock.env });
const path = "/reports/administrative";
let client: Client;

const lastYear = { from: "2025-01-01", to: "2025-12-31" };
const thisYear = { from: "2026-01-01", to: "2026-11-10" };
const query = (report: string, more: object = {}) => `?${new URLSearchParams({ report, ...more })}`;

async function make(what: string, row: object, item = what.replace(/s$/, "")) {
  const { status, body } = await client.post(`/api/${what}`, row);
  expect([what, status, body.error]).toEqual([what, 201, undefined]);
  return body[item.replaceAll("-", "_")].id as number;
}

async function cancel(contract: number) {
  expect((await client.put(`/api/contracts/${contract}`, { status: "cancelled" })).status).toBe(200);
}

/** A day so many days from the real one at the office, which the database stamps its history with. */
function realDay(ahead: number) {
  const moment = new Date(Date.now() + ahead * 86_400_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(moment);
}

let ramadan: number;

beforeAll(async () => {
  client = await signIn(office.url);
  const { usd, kwd } = await makeDollarAndDinar(office.knex);
  const city_id = await make("cities", { name: "مكة" }, "city");
  const hotel = {
    city_id,
    address: "شارع",
    currency_id: kwd,
    triple_room_price: "25",
    quad_room_price: "30",
  };
  const [near, far] = [
    await make("hotels", { name: "فندق قريب", ...hotel }),
    await make("hotels", { name: "فندق بعيد", ...hotel, triple_room_price: "10" }),
  ];
  await make("hotels", { name: "فندق مهجور", ...hotel });
  const bus_type_id = await make("bus-types", { name: "كبيرة" });
  const transportation_id = await make("transportations", {
    company_name: "نقل",
    bus_type_id,
    capacity: 45,
    price_per_person: "50",
    currency_id: usd,
  });
  const catering_type_id = await make("catering-types", { name: "كاملة" });
  const catering_id = await make(
    "catering",
    { name: "مطبخ", catering_type_id, price_per_day: "12", currency_id: usd },
    "catering_service",
  );
  const whole = { duration: 7, hotel_id: near, transportation_id, catering_id };
  // Costs: 30 ÷ 4 × 7 × 3.25 = 170.625, 50 and 84; 25 ÷ 3 × 10 × 3.25 = 270.8333…; 10 ÷ 3 × 7 × 3.25 = 75.8333…
  const dollars = await make("packages", {
    name: "بالدولار",
    currency_id: usd,
    room_occupancy_basis: 4,
    ...whole,
  });
  const dinars = await make("packages", {
    name: "بالدينار",
    currency_id: kwd,
    room_occupancy_basis: 3,
    duration: 10,
    hotel_id: near,
  });
  const unsold = await make("packages", {
    name: "لم تبع",
    currency_id: usd,
    room_occupancy_basis: 3,
    duration: 7,
    hotel_id: far,
  });
  await office.knex("packages").where({ id: dollars }).update({ total_price: "400" });
  await office.knex("packages").where({ id: dinars }).update({ total_price: "100.125" });

  const campaign = (name: string, total_seats: number) =>
    make("campaigns", {
      name,
      type: "عمرة",
      start_date: "2026-02-01",
      end_date: "2026-12-31",
      total_seats,
      package_ids: [dollars, dinars, unsold],
    });
  ramadan = await campaign("رمضان", 7);
  const summer = await campaign("الصيف", 10);
  await campaign("الشتاء", 20);

  const customer = (name: string, more: object = {}) =>
    make("customers", { name, phone: "777000111", ...more });
  const returning = await customer("عائد", {
    nationality: "YEM",
    gender: "ذكر",
    date_of_birth: "1996-11-11",
  }); // 29, tomorrow 30
  const lost = await customer("لم يعد", { nationality: "SAU", gender: "أنثى", date_of_birth: "1950-01-01" });
  const nameless = await customer("مجهول");
  const cancelled = await customer("ألغى", {
    nationality: "YEM",
    gender: "ذكر",
    date_of_birth: "1980-01-01",
  });
  const twice = await customer("مرتان", { nationality: "EGY", gender: "أنثى", date_of_birth: "1956-11-10" }); // 70 today
  const late = await customer("ألغى ثم وقع", {
    nationality: "YEM",
    gender: "أنثى",
    date_of_birth: "2008-11-11",
  }); // 17
  const sign = (customer_id: number, campaign_id: number, package_id: number) =>
    make("contracts", { customer_id, campaign_id, package_id });

  clock.set("2025-06-15T09:00:00Z");
  await sign(returning, ramadan, dollars);
  await sign(lost, ramadan, dinars);
  await cancel(await sign(late, ramadan, dollars));
  clock.set("2026-03-31T21:30:00Z"); // the first of April at the office
  await sign(returning, ramadan, dollars);
  await sign(nameless, ramadan, dinars);
  await cancel(await sign(cancelled, ramadan, dinars));
  clock.set("2026-11-10T09:00:00Z");
  await sign(twice, ramadan, dollars);
  await sign(twice, summer, dinars);
  await sign(late, summer, dinars);
});

type Table = { title: string; rows: string[][] };

const textOf = (html: string) =>
  html
    .replace(/<small>|<br\/?>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .trim();

/** The tables of a report's page, each under its title, by the rows that they draw. */
function tablesOf(html: string): Table[] {
  return html
    .split('class="section-title"')
    .slice(1)
    .map((part) => ({
      title: textOf(part.slice(part.indexOf(">") + 1, part.indexOf("</h2>"))),
      rows: [...(part.match(/<tbody>(.*?)<\/tbody>/s)?.[1] ?? "").matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(
        ([, row = ""]) =>
          [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
      ),
    }));
}

/** The same of its file. */
function tablesOfFile(csv: string): Table[] {
  return csv
    .replace("\uFEFF", "")
    .split("\r\n\r\n")
    .slice(1) // what the report is of
    .map((part) => {
      const [[title = ""] = [], _head, ...rows] = parse(part, { relax_column_count: true }) as string[][];
      return { title, rows };
    });
}

async function read(report: string, more: object = {}) {
  const { status, body } = await client.get(path + query(report, more));
  expect(status).toBe(200);
  const tables = new Map(tablesOf(body).map(({ title, rows }) => [title, rows]));
  const figures = [...body.matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, value = ""]) => [
    label,
    textOf(value),
  ]);
  return { body: body as string, tables, figures: Object.fromEntries(figures) as Record<string, string> };
}

describe("campaigns", () => {
  test("have their seats as they are now, and what was signed in the period at the rates of now", async () => {
    const { tables, figures } = await read("campaigns", thisYear);
    expect(tables.get("الحملات")).toEqual([
      ["الشتاء", "نشطة", "20", "0", "0%", "20", "0", "0.00"],
      ["الصيف", "نشطة", "10", "2", "20%", "8", "2", "650.81"],
      ["رمضان", "نشطة", "7", "5", "71%", "2", "3", "1,125.41"],
      ["المجموع", "", "37", "7", "19%", "30", "5", "1,776.22"],
    ]);
    expect(figures).toMatchObject({
      "العقود الموقعة": "5",
      المبيعات: "1,776.22 $",
      "الحملات النشطة": "3",
      إشغالها: "19%",
    });
  });

  test("tell a long period by months and a short one by days, in the office's time", async () => {
    const months = (await read("campaigns", thisYear)).tables.get("المبيعات شهرًا بشهر");
    expect(months?.[0]).toEqual(["2026-04", "2", "725.41"]);
    expect(months?.slice(-2)).toEqual([
      ["2026-11 (إلى 10)", "3", "1,050.81"],
      ["المجموع", "5", "1,776.22"],
    ]);
    expect(months?.slice(1, -2).map(([month, count]) => `${month} ${count}`)).toEqual(
      ["05", "06", "07", "08", "09", "10"].map((month) => `2026-${month} 0`),
    );
    const days = (await read("campaigns", { from: "2026-03-30", to: "2026-04-02" })).tables.get(
      "المبيعات يومًا بيوم",
    );
    expect(days?.map(([day, count]) => `${day} ${count}`)).toEqual([
      "2026-03-30 0",
      "2026-03-31 0",
      "2026-04-01 2",
      "2026-04-02 0",
      "المجموع 2",
    ]);
  });

  test("are of this year so far where no period is asked for, and of all time where both ends are open", async () => {
    const signed = async (more: object) => (await read("campaigns", more)).figures["العقود الموقعة"];
    expect([
      await signed({}),
      await signed({ from: "", to: "" }),
      await signed({ from: "", to: "2025-12-31" }),
    ]).toEqual(["5", "7", "2"]);
  });
});

describe("customers", () => {
  test("are new or returning once, whatever they signed; who cancelled has not signed", async () => {
    const { figures, tables } = await read("customers", thisYear);
    expect(figures).toEqual({ "وقّعوا في الفترة": "4", جدد: "3", عائدون: "1", "نسبة الاحتفاظ": "50%" });
    expect(tables.get("الجدد والعائدون")).toEqual([
      ["جدد", "3", "75%"],
      ["عائدون", "1", "25%"],
      ["المجموع", "4", "100%"],
    ]);
    expect(tables.get("الاحتفاظ بالعملاء")).toEqual([
      ["وقّعوا قبل بداية الفترة", "2", "100%"],
      ["وقّعوا منهم مرة أخرى فيها", "1", "50%"],
    ]);
    const first = await read("customers", lastYear);
    expect(first.figures).toEqual({ "وقّعوا في الفترة": "2", جدد: "2", عائدون: "0", "نسبة الاحتفاظ": "—" });
  });

  test("by nationality, age at the period's end and sex; what is not recorded is named", async () => {
    const { tables } = await read("customers", thisYear);
    const sums = ["المجموع", "4", "100%", "1"];
    expect(tables.get("بحسب الجنسية")).toEqual([
      ["اليمن", "2", "50%", "1"],
      ["مصر", "1", "25%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    expect(tables.get("بحسب العمر")).toEqual([
      ["أقل من 18", "1", "25%", "0"],
      ["من 18 إلى 29", "1", "25%", "1"],
      ["من 30 إلى 44", "0", "0%", "0"],
      ["من 45 إلى 59", "0", "0%", "0"],
      ["من 60 إلى 69", "0", "0%", "0"],
      ["70 فأكثر", "1", "25%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    expect(tables.get("بحسب الجنس")).toEqual([
      ["ذكر", "1", "25%", "1"],
      ["أنثى", "2", "50%", "0"],
      ["غير معروف", "1", "25%", "0"],
      sums,
    ]);
    const aDayLater = await read("customers", { ...thisYear, to: "2026-11-11" });
    expect(aDayLater.tables.get("بحسب العمر")?.map(([, count]) => count)).toEqual([
      "0",
      "1",
      "1",
      "0",
      "0",
      "1",
      "1",
      "4",
    ]);
  });
});

test("services cost what spec §9 reckons for their part of each package, exactly until the end", async () => {
  const { tables, figures } = await read("services", thisYear);
  expect(tables.get("الفنادق")).toEqual([
    ["فندق قريب", "مكة", "2", "5", "4", "170.63", "270.83", "1,153.75"],
    ["فندق بعيد", "مكة", "1", "0", "0", "75.83", "75.83", "0.00"],
    ["المجموع", "", "", "5", "", "", "", "1,153.75"],
  ]);
  expect(tables.get("النقل")?.[0]).toEqual(["نقل", "كبيرة", "1", "2", "2", "50.00", "50.00", "100.00"]);
  expect(tables.get("الإعاشة")?.[0]).toEqual(["مطبخ", "كاملة", "1", "2", "2", "84.00", "84.00", "168.00"]);
  expect(figures).toEqual({
    "العقود الموقعة": "5",
    "تكلفة الفنادق": "1,153.75 $",
    "تكلفة النقل": "100.00 $",
    "تكلفة الإعاشة": "168.00 $",
    مجموعها: "1,421.75 $",
  });
});

describe("operations", () => {
  const period = { from: realDay(-30), to: realDay(3) };

  beforeAll(async () => {
    const customer_id = await make("customers", { name: "حاج", phone: "777000111" });
    const apply = (ahead: number) =>
      make("visas", { customer_id, passport_number: "P1", submission_date: realDay(ahead) });
    const approve = async (id: number) => {
      const body = new FormData();
      body.append("visa_number", "V-1");
      body.append("file", new Blob(["%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"]), "visa.pdf");
      expect((await client.send("POST", `/api/visas/${id}/approve`, { body })).status).toBe(200);
    };
    const reject = async (id: number) =>
      expect((await client.put(`/api/visas/${id}/status`, { status: "rejected" })).status).toBe(200);
    clock.set("2026-06-15T09:00:00Z");
    await approve(await apply(-9)); // expires in September, before any sweep
    clock.set("2026-11-10T09:00:00Z");
    const changed = await apply(-4);
    await approve(changed);
    expect((await client.put(`/api/visas/${changed}`, { notes: "تعديل بعد القرار" })).status).toBe(200);
    await reject(await apply(-1));
    await reject(await apply(2)); // decided before the day that it was entered with
    await apply(0);
    await reject(await apply(-400));

    const group = (name: string, capacity: number, more: object = {}) =>
      make("groups", { name, campaign_id: ramadan, capacity, ...more });
    const [open, full] = [await group("مفتوحة", 10), await group("مكتملة", 1)];
    await group("غادرت", 30, { departureDate: "2026-11-10" });
    for (const to of [open, full]) {
      const member = await make("customers", { name: "عضو", phone: "777000111" });
      expect((await client.post(`/api/groups/${to}/members`, { customer_id: member })).status).toBe(201);
    }

    const trip = (name: string) => make("trips", { name, start_date: "2026-11-01", end_date: "2026-11-30" });
    const [first, second, quiet] = [await trip("الأولى"), await trip("الثانية"), await trip("لا شيء فيها")];
    const stage = (of: number, name: string, date: string, status = "pending") =>
      make(`trips/${of}/stages`, { name, date, time: "10:00", status }, "stage");
    await stage(first, "متأخرة", "2026-11-09", "in-progress");
    await stage(first, "تمت", "2026-11-02", "completed");
    await stage(first, "اليوم", "2026-11-10");
    await stage(second, "آخر الأيام السبعة", "2026-11-17");
    await stage(second, "بعدها", "2026-11-18");
    await stage(quiet, "ألغيت", "2026-11-03", "cancelled");
    await stage(quiet, "بعيدة", "2026-11-25");
  });

  test("tell of visas by today's status, and of the days to the first decision", async () => {
    const { tables, figures } = await read("operations", period);
    expect(tables.get("التأشيرات بحسب حالتها")).toEqual([
      ["قيد الانتظار", "1", "20%"],
      ["معتمدة", "1", "20%"],
      ["مرفوضة", "2", "40%"],
      ["منتهية", "1", "20%"],
      ["المجموع", "5", "100%"],
    ]);
    expect(tables.get("أيام القرار")).toEqual([
      ["معتمدة", "2", "6.5", "6.5", "9"],
      ["مرفوضة", "2", "0.5", "0.5", "1"],
      ["الجميع", "4", "2.5", "3.5", "9"],
    ]);
    expect(figures).toMatchObject({ "تأشيرات الفترة": "5", "وسيط أيام القرار": "2.5" });
  });

  test("tell of groups and due stages as they are today", async () => {
    const { tables, figures } = await read("operations", period);
    expect(tables.get("المجموعات بحسب حالتها")).toEqual([
      ["نشطة", "1", "10", "1", "9", "10%"],
      ["مكتملة", "1", "1", "1", "0", "100%"],
      ["غادرت", "1", "30", "0", "30", "0%"],
      ["المجموع", "3", "41", "2", "39", "5%"],
    ]);
    expect(tables.get("الرحلات بحسب حالتها")).toEqual([
      ["قادمة", "0"],
      ["جارية", "3"],
      ["انتهت", "0"],
      ["المجموع", "3"],
    ]);
    expect(tables.get("المراحل المستحقة")).toEqual([
      ["متأخرة", "1", "1"],
      ["اليوم", "1", "1"],
      ["خلال 7 أيام", "1", "1"],
    ]);
    expect(tables.get("رحلات لها مراحل مستحقة")).toEqual([
      ["الأولى", "2026-11-01", "1", "1", "0", "متأخرة", "2026-11-09"],
      ["الثانية", "2026-11-01", "0", "0", "1", "آخر الأيام السبعة", "2026-11-17"],
    ]);
    expect(figures).toMatchObject({ "مراحل متأخرة": "1", "مراحل اليوم": "1" });
  });

  test("without any visa have no median", async () => {
    const { figures, tables } = await read("operations", { from: "2001-01-01", to: "2001-12-31" });
    expect(figures).toMatchObject({ "تأشيرات الفترة": "0", "وسيط أيام القرار": "—" });
    expect(tables.get("أيام القرار")).toEqual([]);
  });
});

describe("every report", () => {
  const reports = ["campaigns", "customers", "services", "operations"];

  test("leads from each figure that counts a list's rows to just as many", async () => {
    for (const report of reports) {
      const { body } = await read(report, thisYear);
      const links = [
        ...body.matchAll(
          /<a(?: class="underline")? href="(\/(?:contracts|campaigns|trips)[^"]*)">(?:<[^>]+>)?([\d,]+)</g,
        ),
      ];
      expect([report, links.length > 0]).toEqual([report, report !== "customers"]);
      for (const [, href = "", count] of links) {
        const { status, body } = await client.get(href.replaceAll("&amp;", "&"));
        expect([href, status, body.match(/الإجمالي <bdi>([\d,]+)/)?.[1] ?? "0"]).toEqual([href, 200, count]);
      }
    }
  });

  test("is the same as file and on paper as on the screen", async () => {
    for (const report of reports) {
      const asked = query(report, thisYear);
      const onScreen = tablesOf((await client.get(path + asked)).body);
      const { status, body } = await client.get(`${path}/export/csv${asked}`);
      const plain = ({ title, rows }: Table) => ({ title, rows: rows.map((row) => row.map(inFile)) });
      expect(status).toBe(200);
      expect(tablesOfFile(body)).toEqual(onScreen.map(plain));
      expect(tablesOf((await client.get(`${path}/print${asked}`)).body)).toEqual(onScreen);
      const workbook = new ExcelJS.Workbook();
      const file = await fetch(`${office.url}${path}/export/xlsx${asked}`, {
        headers: { Cookie: client.cookie },
      });
      await workbook.xlsx.load(await file.arrayBuffer());
      expect(workbook.worksheets.slice(1).map(({ name, rowCount }) => [name, rowCount - 1])).toEqual(
        onScreen.map(({ title, rows }) => [title, rows.length]),
      );
    }
  });

  test("says why there is none where the address asks for what it does not know", async () => {
    for (const bad of ["report=zzz", "report=__proto__", "from=yesterday", "report=services&to=2026-02-30"]) {
      for (const screen of [path, `${path}/print`]) {
        const { status, body } = await client.get(`${screen}?${bad}`);
        expect([bad, status, body.includes("صحح التصفية أو")]).toEqual([bad, 200, true]);
      }
      expect((await client.get(`${path}/export/csv?${bad}`)).status).toBe(422);
    }
    const samples = await client.get(`${path}?tab=sample&report=zzz`);
    expect([samples.status, samples.body.includes("صحح التصفية أو")]).toEqual([200, true]);
  });

  test("is for who may see reports, with links for who may open them", async () => {
    const clerk = await signIn(office.url, await createUser(office.knex, "clerk", ["manage_contracts"]));
    for (const end of ["", "/print", "/export/xlsx"]) expect((await clerk.get(path + end)).status).toBe(403);
    const reader = await signIn(office.url, await createUser(office.knex, "reader", ["view_reports"]));
    for (const report of reports) {
      const { status, body } = await reader.get(path + query(report));
      expect([status, body.match(/href="\/(contracts|campaigns|trips)/)]).toEqual([200, null]);
    }
  });

  test("has a sample beside it, marked as one, with the retention of 85 percent", async () => {
    for (const report of reports) {
      const { body } = await client.get(`${path}?tab=sample&report=${report}`);
      expect(body).toContain("أرقام ثابتة للعرض");
      expect(body.includes("85%")).toBe(report === "customers");
    }
  });
});

/** `1,234.50` and `85%` as a file writes them. */
const inFile = (text: string) =>
  /^[\d,]+(\.\d+)?%?$/.test(text) ? String(Number(text.replace(/[,%]/g, ""))) : text;

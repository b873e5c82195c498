import { beforeAll, describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { hiddenField } from "../support/client";
import { insert, makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { printedRows, tripListsOf } from "../support/trip-lists";
import { tripsOf } from "../support/trips";
import { enterAs } from "../support/users";

/* The movements of a day, with the driver's orders (journey.md, rule 8). */

const { office, client, browser } = useOffice({ isFaultless: true });
const { campaignId, newTrip, newStage, newGroup } = tripsOf(office, client);
const { sheetAt } = tripListsOf(office, client);

const day = "2027-05-12";
const movement = {
  kind: "arrival",
  from_place: "مطار جدة",
  to_place: "فندق مكة",
  vehicle: "حافلة 50 مقعدًا",
  plate: "أ ب ح 4821",
  driver_name: "عبده سالم",
  driver_phone: "+966 50 412 7736",
  flight_number: "SV 591",
  operator_number: "TR-48210",
  booking: "asked",
};

let dollar: number;
let dinar: number;
let yen: number;

beforeAll(async () => {
  dollar = await makeCurrency(office.knex, "USD", "3.75", { symbol: "$" });
  dinar = await makeCurrency(office.knex, "KWD", "12.19");
  yen = await makeCurrency(office.knex, "JPY", "0.0067");
});

/** A member of a group. */
async function join(groupId: number, person: object, travels = true) {
  const customer_id = await makeCustomer(office.knex, person);
  const member = { group_id: groupId, campaign_id: campaignId(), customer_id };
  await office.knex("group_members").insert(member);
  if (!travels) await office.knex("group_members").where(member).update({ travels });
}

/** The lines of a day's screen as texts. */
const linesOn = async (query: string) =>
  printedRows((await client.get(`/trips/movements?${query}`)).body)
    .slice(1)
    .map((cells) => cells.join(" | "));

const notesOf = (action: string) =>
  office
    .knex("audit_log")
    .where({ action, kind: "trip_stages" })
    .orderBy("id")
    .select("record_name", "changes");

describe("a stage's movement", () => {
  test("is kept, changed and emptied by calls; a stage without one says so", async () => {
    const { id } = await newTrip();
    expect(await newStage(id)).toMatchObject({
      kind: "other",
      booking: "none",
      from_place: null,
      driver_phone: null,
      cost_amount: null,
      cost_currency: null,
    });
    const made = await newStage(id, { ...movement, cost_amount: "1250.5", cost_currency_id: dollar });
    const cost = { cost_amount: 1250.5, cost_currency: { id: dollar, code: "USD", decimals: 2 } };
    expect(made).toMatchObject({ ...movement, ...cost });
    const emptied = {
      kind: "visit",
      booking: "confirmed",
      plate: "",
      cost_amount: null,
      cost_currency_id: null,
    };
    const { body } = await client.put(`/api/stages/${made.id}`, emptied);
    expect(body.stage).toMatchObject({ ...movement, kind: "visit", booking: "confirmed", plate: null });
    expect(body.stage).toMatchObject({ cost_amount: null, cost_currency_id: null, cost_currency: null });
    expect((await client.get(`/api/stages/${made.id}`)).body.stage).toEqual(body.stage);
  });

  test("has a cost only with its currency, and in that currency's decimals", async () => {
    const { id } = await newTrip();
    const stage = { name: "نقل", date: day, time: "08:00" };
    for (const [cost, field] of [
      [{ cost_amount: 10 }, "cost_currency_id"],
      [{ cost_amount: 0 }, "cost_currency_id"],
      [{ cost_currency_id: dollar }, "cost_amount"],
      [{ cost_amount: -1, cost_currency_id: dollar }, "cost_amount"],
      [{ cost_amount: "NaN", cost_currency_id: dollar }, "cost_amount"],
      [{ cost_amount: 10.005, cost_currency_id: dollar }, "cost_amount"],
      [{ cost_amount: "1.0005", cost_currency_id: dinar }, "cost_amount"],
      [{ cost_amount: 0.5, cost_currency_id: yen }, "cost_amount"],
      [{ cost_amount: 10, cost_currency_id: 99_999 }, "cost_currency_id"],
    ] as const) {
      const { status, body } = await client.post(`/api/trips/${id}/stages`, { ...stage, ...cost });
      expect([cost, status, Object.keys(body.fields ?? {})]).toEqual([cost, 422, [field]]);
    }
    for (const [cost_amount, cost_currency_id] of [
      ["0.1", dollar],
      ["1.005", dinar],
      ["150", yen],
      ["0", dollar],
    ])
      expect(await newStage(id, { cost_amount, cost_currency_id })).toMatchObject({
        cost_amount: Number(cost_amount),
      });
    const priced = await newStage(id, { cost_amount: "1.5", cost_currency_id: dollar });
    const moved = await client.put(`/api/stages/${priced.id}`, { cost_currency_id: yen });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([422, ["cost_amount"]]);
    expect((await client.delete(`/api/currencies/${dinar}`)).status).toBe(409);
  });

  test("refuses other codes, and what is too long", async () => {
    const { id } = await newTrip();
    for (const [field, value] of [
      ["kind", "walk"],
      ["kind", "__proto__"],
      ["booking", "maybe"],
      ["plate", "1".repeat(31)],
      ["from_place", "م".repeat(151)],
      ["driver_phone", "لا أعرف"],
      ["flight_number", {}],
    ]) {
      const sent = { name: "نقل", date: day, time: "08:00", [field as string]: value };
      const { status, body } = await client.post(`/api/trips/${id}/stages`, sent);
      expect([field, status, Object.keys(body.fields ?? {})]).toEqual([field, 422, [field]]);
    }
  });

  test("is typed into the form as it stands, and stays typed where one field is refused", async () => {
    const { id } = await newTrip();
    const page = `/trips/${id}/stages`;
    const form = (await client.get(`${page}/new`)).body;
    const fields = {
      idempotency_key: hiddenField(form, "idempotency_key"),
      ...{ name: "الوصول", date: day, time: "19:00", status: "pending", description: "" },
      ...movement,
      ...{ cost_amount: "٣٠٠", cost_currency_id: "" },
    };
    const refused = await client.submit(`${page}/new`, fields);
    expect([refused.status, refused.body.includes("اختر عملة التكلفة")]).toEqual([422, true]);
    expect(refused.body).toContain('value="TR-48210"');
    const saved = await client.submit(`${page}/new`, { ...fields, cost_currency_id: String(dollar) });
    expect(saved.status).toBe(302);
    const { body } = await client.get(page);
    for (const part of ["وصول", "مطار جدة ← فندق مكة", "أ ب ح 4821", "طُلب الحجز", "300.00 $"])
      expect(body).toContain(part);
    const [{ id: stageId, updated_at }] = (await client.get(`/api${page}`)).body.stages;
    const edit = (await client.get(`${page}/${stageId}/edit`)).body;
    expect(edit).toMatch(/name="cost_amount"[^>]*value="300.00"/);
    const { idempotency_key, ...stored } = fields;
    const change = { ...stored, updated_at, booking: "confirmed", cost_amount: "", cost_currency_id: "" };
    expect((await client.submit(`${page}/${stageId}/edit`, change)).status).toBe(302);
    expect((await client.get(page)).body).toContain("الحجز مؤكد");
  });
});

describe("the sheet of a day", () => {
  let tripId: number;
  let stageId: number;

  beforeAll(async () => {
    const { id } = await newTrip({ name: "رحلة الحركة" });
    tripId = id;
    const group = await newGroup({ name: "فوج النور", trip_id: id, supervisor_phone: "+967 777 010 203" });
    const other = await newGroup({ name: "فوج الهدى", name_latin: "Al Huda", trip_id: id });
    await join(group, { name: "راشد" });
    await join(group, { date_of_birth: "1990-01-01" });
    await join(group, { date_of_birth: "2015-05-12" }); // twelve on the day
    await join(group, { date_of_birth: "2015-05-13" }); // on the next day
    await join(other, { date_of_birth: "2025-05-12" }); // two on the day
    await join(other, { date_of_birth: "2025-05-13" });
    await join(other, { date_of_birth: "2026-12-01" });
    await join(other, { name: "ألغى عقده", date_of_birth: "2026-12-01" }, false);
    const stage = await newStage(id, { ...movement, name: "الوصول", date: day, time: "19:00" });
    stageId = stage.id;
    await newStage(id, { name: "المزارات", kind: "visit", date: day, time: "07:30" });
    await newStage(id, { name: "بعد يوم", date: later(day, 1) });
  });

  test("shows the stages of all trips by time, with who travels by the age on that day", async () => {
    const lines = await linesOn(`on=${day}&search=الحركة`);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^07:30 المزارات · زيارة \| رحلة الحركة · فوج/);
    for (const part of ["19:00", "الوصول", "رحلة الحركة", "فوج النور، فوج الهدى", ...Object.values(movement)])
      if (!["arrival", "asked"].includes(part)) expect(lines[1]).toContain(part);
    expect(lines[1]).toMatch(/\| 3 \| 2 \| 2 \|/);
    const next = await linesOn(`on=${later(day, 1)}&search=الحركة`);
    expect(next[0]).toMatch(/\| 4 \| 2 \| 1 \|/); // one became two, one twelve
  });

  test("filters by kind and booking, and leads to the days beside it with the same filters", async () => {
    expect(await linesOn(`on=${day}&search=الحركة&kind=visit`)).toEqual([
      expect.stringContaining("المزارات"),
    ]);
    expect(await linesOn(`on=${day}&booking=asked&search=4821`)).toEqual([expect.stringContaining("الوصول")]);
    const { body } = await client.get(`/trips/movements?on=${day}&kind=visit`);
    expect(body).toContain(`href="/trips/movements?on=2027-05-11&amp;kind=visit"`);
    expect(body).toContain(`href="/trips/movements?on=2027-05-13&amp;kind=visit"`);
  });

  test("filters by a trip, whatever others are called, and names it in the line of the audit log", async () => {
    const { id: like } = await newTrip({ name: "رحلة الحركة الثانية", start_date: day, end_date: day });
    await newStage(like, { name: "من رحلة أخرى", date: day });
    const query = `on=${day}&trip_id=${tripId}`;
    expect(await linesOn(query)).toHaveLength(2);
    expect(await linesOn(`on=${day}&search=الحركة`)).toHaveLength(3);
    const { body } = await client.get(`/trips/movements?${query}`);
    expect(body).toMatch(new RegExp(`<option value="${tripId}" selected="">رحلة الحركة</option>`));
    expect((await client.get(`/trips/movements/print?${query}`)).body).not.toContain("من رحلة أخرى");
    const [note] = (await notesOf("printed")).slice(-1);
    expect(note).toMatchObject({ record_name: `حركة اليوم ${day} - رحلة الحركة` });
    await client.delete(`/api/trips/${like}`);
  });

  test("is the office's today without a day, and says what to do where nothing moves", async () => {
    const { body } = await client.get("/trips/movements");
    expect(body).toContain(officeToday());
    expect(body).toContain("لا حركة في هذا اليوم");
    expect(body).toContain("أضف إلى مراحلها مرحلة بهذا التاريخ");
    expect((await client.get(`/trips/movements?on=${day}&search=زيمبابوي`)).body).toContain("لا حركة مطابقة");
    for (const query of [
      "on=2027-02-30",
      "on=infinity",
      "kind=walk",
      "booking=maybe",
      "trip_id=x",
      "page=0",
    ]) {
      const { status, body } = await client.get(`/trips/movements?${query}`);
      expect([query, status, body.includes("صحح التصفية")]).toEqual([query, 200, true]);
      expect((await client.get(`/trips/movements/print?${query}`)).status).toBe(200);
    }
    expect((await client.get("/trips/management")).body).toContain('href="/trips/movements"');
  });

  test("is printed in Arabic and English, and each print leaves a line in the audit log", async () => {
    const query = `on=${day}&search=الحركة`;
    const arabic = await client.get(`/trips/movements/print?${query}`);
    expect(printedRows(arabic.body)[2]?.join(" ")).toContain("رحلة الحركةفوج النور، فوج الهدى");
    const english = await client.get(`/trips/movements/print?${query}&lang=en`);
    for (const part of [
      "Movements of the day",
      "12 MAY 2027",
      "Arrival",
      "Asked",
      `Trip ${tripId}`,
      "Al Huda",
      "Infants",
    ])
      expect(english.body).toContain(part);
    expect(english.body).not.toContain("فوج");
    expect(printedRows(english.body)[2]?.slice(1, 5)).toEqual([
      "Arrival",
      expect.stringMatching(/^Trip \d+Group \d+, Al Huda$/),
      "Jeddah Airport (JED)",
      "فندق مكة",
    ]);
    expect(english.body).toContain('<bdi lang="ar" dir="rtl">فندق مكة</bdi>');
    expect(textOf(english.body)).toContain("مكان واحد بلا اسم إنجليزي، على الورق كما كتب: «فندق مكة»");
    const notes = await notesOf("printed");
    expect(notes.at(-2)).toMatchObject({
      record_name: `حركة اليوم ${day}`,
      changes: { on: day, rows: 2 },
    });
  });

  test("is a file with all columns in both languages, with its line in the audit log", async () => {
    const { rows } = await sheetAt(`/trips/movements/export/xlsx?on=${day}&search=الحركة`);
    expect(rows[0]?.slice(0, 3)).toEqual(["الوقت", "المرحلة", "نوع الحركة"]);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual([
      ...["19:00", "الوصول", "وصول", "رحلة الحركة", "فوج النور، فوج الهدى", "مطار جدة", "فندق مكة"],
      ...["حافلة 50 مقعدًا", "أ ب ح 4821", "عبده سالم"],
      expect.stringContaining("966 50 412 7736"),
      ...["SV 591", "TR-48210", "طُلب الحجز", "قيد الانتظار", 3, 2, 2],
    ]);
    const english = await sheetAt(`/trips/movements/export/xlsx?on=${day}&search=الحركة&lang=en`);
    expect(english.rows[0]).toContain("Operator No.");
    expect(english.rows[2]?.slice(5, 7)).toEqual(["Jeddah Airport (JED)", "فندق مكة"]);
    expect((await client.get("/trips/movements/export/pdf")).status).toBe(404);
    expect((await notesOf("exported"))[0]).toMatchObject({ record_name: `حركة اليوم ${day}` });
  });

  test("has an order for the driver, with room for signatures, that leaves a line in the audit log", async () => {
    const { status, body } = await client.get(`/trips/movements/${stageId}/order`);
    expect(status).toBe(200);
    const rows = printedRows(body).map((cells) => cells.join(": "));
    expect(rows).toContain("من: مطار جدة");
    for (const part of [
      "أمر تشغيل",
      ...Object.values(movement).slice(1, 9),
      "فوج النور",
      "+967 777 010 203",
      "اعتماد المكتب",
    ])
      expect(body).toContain(part);
    expect(rows).toContain("3: 2: 2");
    expect((await notesOf("printed")).at(-1)).toMatchObject({ record_name: `أمر تشغيل - الوصول - ${day}` });
    const english = (await client.get(`/trips/movements/${stageId}/order?lang=en`)).body;
    for (const part of ["Driver&#x27;s order", "12 MAY 2027", `Trip ${tripId}`, "Al Huda", "Office stamp"])
      expect(english).toContain(part);
    expect(printedRows(english)).toContainEqual(["From", "Jeddah Airport (JED)"]);
    const city_id = await insert(office.knex, "cities", { name: "مكة" });
    const hotel = { name: "فندق مكه", name_latin: "Makkah Inn", address: "أجياد", city_id, currency_id: yen };
    await insert(office.knex, "hotels", hotel);
    const named = (await client.get(`/trips/movements/${stageId}/order?lang=en`)).body;
    expect(printedRows(named)).toContainEqual(["To", "Makkah Inn"]);
    expect(named).not.toContain("بلا اسم إنجليزي");
    for (const none of ["0", "99999", "x"])
      expect((await client.get(`/trips/movements/${none}/order`)).status).toBe(404);
  });

  test("is for those who may manage trips", async () => {
    const stranger = await enterAs(office, "غريب", ["manage_customers"]);
    for (const address of ["", "/print", "/export/xlsx", `/${stageId}/order`])
      expect((await stranger.get(`/trips/movements${address}`)).status).toBe(403);
  });
});

test("an order with all its fields at their longest is one page", async () => {
  const { id } = await newTrip({ name: "ر".repeat(150) });
  for (let made = 0; made < 15; made++) await newGroup({ name: `${made} ${"م".repeat(140)}`, trip_id: id });
  const long = Object.fromEntries(
    ["name", "from_place", "to_place", "vehicle", "driver_name"].map((field) => [
      field,
      "كلمة ".repeat(30).trim(),
    ]),
  );
  const stage = await newStage(id, { ...movement, ...long, description: "سطر\n".repeat(200) });
  const page = await browser.signedIn(`/trips/movements/${stage.id}/order`, { javaScript: false });
  expect(await page.textContent("h1")).toBe("أمر تشغيل");
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("a day of ten thousand stages is read by the page", async () => {
  const on = "2027-05-20";
  const { id } = await newTrip();
  await office.knex.raw(
    `INSERT INTO trip_stages (trip_id, name, date, time) SELECT ?, 'مرحلة ' || n, ?, '09:00' FROM generate_series(1, 10000) AS n`,
    [id, on],
  );
  expect(await linesOn(`on=${on}`)).toHaveLength(25);
  expect(await linesOn(`on=${on}&page=400`)).toHaveLength(25);
  const { body } = await client.get(`/trips/movements/export/csv?on=${on}`);
  expect(body.trim().split("\n")).toHaveLength(10_001);
});

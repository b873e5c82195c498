import { beforeAll, describe, expect, test } from "vitest";
import { makeTrip } from "../support/factories";
import { csv, importsOf } from "../support/imports";
import { useOffice } from "../support/office";
import { linesOf } from "../support/passports";
import { type Person, tripListsOf } from "../support/trip-lists";

/* The passport list of an airline (journey.md, 9), and what a customer's record says of a passport for it. */

const { office, client } = useOffice();
const { groupOf } = tripListsOf(office, client);
const { uploaded } = importsOf(office, client);

let made = 0;
const person = (surname_latin: string, given_names_latin: string, more: Person = {}): Person => ({
  name: `مسافر ${++made}`,
  surname_latin,
  given_names_latin,
  nationality: "YEM",
  passport_number: `0959${String(made).padStart(4, "0")}`,
  date_of_birth: "1968-04-12",
  passport_expiry: "2030-02-25",
  gender: "ذكر",
  ...more,
});

const departure_date = "2027-03-01";
let group: Awaited<ReturnType<typeof groupOf>>;
const list = () => `${group.path}/manifest/export/ssr`;
const plain = (html: string) => html.replace(/<!-- -->|<[^>]*>/g, "").replace(/\s+/g, " ");
const listed = (body: string) => body.split("\r\n").map((line) => line.split("/").slice(-2).join(" "));
const lines = () =>
  office.knex("audit_log").where({ action: "exported" }).select("kind", "record_name", "changes");

beforeAll(async () => {
  group = await groupOf(
    [
      person("AL-HASHEDI", "SALMA", { date_of_birth: "2025-03-02", gender: "أنثى", family: "ال هاشدي" }),
      person("AL-HASHEDI", "OMAR", { date_of_birth: "2015-03-02", family: "آل هاشدي" }),
      person("AL-HASHEDI", "AHMED ALI MOHSEN", { passport_number: "09596228", family: "آل هاشدي" }),
      person("O'NOOR", "HUDA", { gender: "أنثى", passport_country: "SAU" }),
      person("YATIM", "NOOR", { date_of_birth: "2026-01-01", name: "رضيع وحده" }),
      person("SHORT", "PAPERS", { name: "ناقص الأوراق", passport_number: null, passport_expiry: null }),
      { name: "بلا تفصيل", name_latin: "JANE DOE", gender: null },
    ],
    { name: "فوج النور", departure_date },
  );
});

describe("the passport list", () => {
  test("has a line a traveller, infants behind the first adult of their family, and leaves a line in the audit log", async () => {
    const before = (await lines()).length;
    const { status, headers, body } = await client.get(list());
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=us-ascii"]);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; .*\.txt$/);
    expect(body).toMatch(/^(DOCS\/P\/[A-Z0-9/ ]+\r\n)+$/);
    const rows = body.split("\r\n");
    expect(rows[0]).toBe("DOCS/P/YEM/09596228/YEM/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN");
    expect(rows[1]).toMatch(/\/02MAR25\/FI\/25FEB30\/AL HASHEDI\/SALMA$/);
    expect(rows[3]).toMatch(/^DOCS\/P\/SAU\/\d+\/YEM\/12APR68\/F\/25FEB30\/ONOOR\/HUDA$/);
    expect(listed(body)).toEqual([
      "AL HASHEDI AHMED ALI MOHSEN",
      "AL HASHEDI SALMA",
      "AL HASHEDI OMAR",
      "ONOOR HUDA",
      "YATIM NOOR",
      "",
    ]);
    const head = await fetch(office.url + list(), { method: "HEAD", headers: { Cookie: client.cookie } });
    expect(head.status).toBe(200);
    const noted = (await lines()).slice(before);
    expect(noted).toEqual([
      {
        kind: "customers",
        record_name: "قائمة الجوازات - فوج النور",
        changes: { rows: 5, format: "ssr" },
      },
    ]);
    expect((await client.get("/settings/trail?action=exported")).body).toContain("SSR DOCS");
  });

  test("names on the manifest's page who lacks what, and infants without an adult, and not on paper", async () => {
    for (const language of ["", "?lang=en"]) {
      const { body } = await client.get(`${group.path}/manifest${language}`);
      expect(body).toContain(`href="${list()}"`);
      const sheet = body.match(/<article[\s\S]*?<\/article>/)?.[0] ?? "";
      const text = plain(body.replace(sheet, ""));
      expect(text).toContain("عضوان خارج قائمة الجوازات (SSR DOCS)");
      expect(text).toContain("ناقص الأوراق (6): رقم الجواز، تاريخ انتهاء الجواز");
      expect(text).toContain(
        "بلا تفصيل (7): رقم الجواز، الجنسية، تاريخ الميلاد، الجنس، تاريخ انتهاء الجواز، اسم العائلة باللاتينية، الأسماء الأولى باللاتينية",
      );
      expect(text).toContain("إذ ليس فيها بالغ من عائلتهم:رضيع وحده (5)");
      expect(sheet).not.toContain("SSR");
    }
  });

  test("is empty where nobody can be listed, without a link to it", async () => {
    const bare = await groupOf([{ name: "بلا شيء" }], { departure_date });
    expect(await client.get(`${bare.path}/manifest/export/ssr`)).toMatchObject({ status: 200, body: "" });
    expect((await client.get(`${bare.path}/manifest`)).body).not.toMatch(/<a[^>]*\/export\/ssr"/);
  });

  test("counts ages on the departure of each group of a trip, keeps families of groups apart, and names who travels alone", async () => {
    const born = { date_of_birth: "2025-03-01" };
    const early = await groupOf(
      [person("EARLY", "INFANT", { ...born, family: "آل سالم" }), person("EARLY", "CANCELLED", { beds: 2 })],
      { departure_date: "2027-02-28" },
    );
    const late = await groupOf(
      [person("LATE", "CHILD", { ...born, family: "آل سالم" }), person("LATE", "MAN", { family: "آل سالم" })],
      { departure_date },
    );
    const trip = await makeTrip(office.knex, "2027-02-28", "2027-03-09", { name: "رحلة رجب" });
    await office.knex("groups").whereIn("id", [early.id, late.id]).update({ trip_id: trip });
    const cancelled = { status: "cancelled", cancelled_on: "2027-01-01" };
    await office.knex("contracts").where({ customer_id: early.ids[1] }).update(cancelled);
    const { status, body } = await client.get(`/trips/management/${trip}/manifest/export/ssr`);
    expect([status, listed(body)]).toEqual([200, ["LATE MAN", "LATE CHILD", "EARLY INFANT", ""]]);
    expect(body).toContain("/01MAR25/M/25FEB30/LATE/CHILD");
    expect(body).toContain("/01MAR25/MI/25FEB30/EARLY/INFANT");
  });

  test("has the codes of passports, as the manifest has", async () => {
    const { path } = await groupOf([person("HOXHA", "ARBEN", { nationality: "XKK" })], { departure_date });
    expect((await client.get(`${path}/manifest/export/ssr`)).body).toMatch(/^DOCS\/P\/RKS\/\d+\/RKS\//);
    for (const language of ["", "?lang=en"]) {
      const { body } = await client.get(`${path}/manifest/export/csv${language}`);
      expect(body).toContain("RKS");
      expect(body).not.toContain("XKK");
    }
  });

  test("is of a group or trip that exists, and of no other format", async () => {
    for (const path of [
      "/trips/groups/999999/manifest/export/ssr",
      "/trips/groups/x/manifest/export/ssr",
      "/trips/management/999999/manifest/export/ssr",
      `${group.path}/manifest/export/txt`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
  });
});

describe("the country that issued a passport, and the place of birth", () => {
  test("are kept by call and by form, shown on the person's page, and a country is one of the list", async () => {
    const { body } = await client.post("/api/customers", {
      name: "مولود في عدن",
      phone: "0555111",
      passport_country: "sau",
      birth_place: "عدن",
    });
    const { id } = body.customer;
    expect(body.customer).toMatchObject({ passport_country: "SAU", birth_place: "عدن" });
    const page = plain((await client.get(`/customers/${id}`)).body);
    expect(page).toContain("بلد إصدار الجوازالسعودية");
    expect(page).toContain("مكان الميلادعدن");
    const wrong = await client.put(`/api/customers/${id}`, { passport_country: "XYZ" });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ["passport_country"]]);
    const emptied = { name: "مولود في عدن", phone: "0555111", passport_country: "", birth_place: "" };
    expect((await client.submit(`/customers/${id}/edit`, emptied)).status).toBe(302);
    const { customer } = (await client.get(`/api/customers/${id}`)).body;
    expect(customer).toMatchObject({ passport_country: null, birth_place: null });
  });

  test("are imported, the country by the words of nationalities", async () => {
    const file = csv(
      ["الاسم", "رقم الهاتف", "الجنسية", "بلد الإصدار", "مكان الولادة"],
      ["مستورد", "0555222", "يمني", "السعودية", "تعز"],
    );
    expect((await client.submit(await uploaded("customers", file), {})).status).toBe(302);
    expect(await office.knex("customers").where({ phone: "0555222" }).first()).toMatchObject({
      nationality: "YEM",
      passport_country: "SAU",
      birth_place: "تعز",
    });
  });

  test("are in the customers' file", async () => {
    const { body } = await client.get("/customers/export/csv?search=مستورد");
    expect(body).toContain("بلد إصدار الجواز");
    expect(body).toContain("السعودية");
    expect(body).toContain("تعز");
  });

  test("are read from the two lines where another country issued the passport, and go with a new passport", async () => {
    const other = linesOf({ nationality: "YEM" }).replace("P<YEM", "P<SAU");
    expect((await client.post("/api/customers/passport", { mrz: other })).body.passport).toMatchObject({
      nationality: "YEM",
      passport_country: "SAU",
    });
    const step = { name: "قارئ", phone: "0555333", intent: "passport" };
    const optionOf = async (mrz: string, passport_country: string) => {
      const { body } = await client.submit("/customers/new", { ...step, mrz, passport_country });
      const select = body.match(/<select[^>]*name="passport_country"[\s\S]*?<\/select>/)?.[0] ?? "";
      return select.match(/value="([^"]*)" selected/)?.[1] ?? "";
    };
    expect(await optionOf(other, "")).toBe("SAU");
    expect(await optionOf(linesOf(), "EGY")).toBe("");
  });
});

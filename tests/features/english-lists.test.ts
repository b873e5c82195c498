import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTrip } from "../support/factories";
import { useOffice } from "../support/office";
import { printedRows, tripListsOf } from "../support/trip-lists";

const { office, client } = useOffice();
const { groupOf, makeRoom, sheetAt } = tripListsOf(office, client);

const arabic = /[\u0600-\u06FF]/;
/** The text of a page's sheet, without head, bar and script data. */
const sheetOf = (html: string) => html.match(/<article[\s\S]*?<\/article>/)?.[0] ?? "";

describe("lists for those who read no Arabic", () => {
  let path: string;
  let group: Awaited<ReturnType<typeof groupOf>>;

  beforeAll(async () => {
    const person = {
      surname_latin: "AL-GHAMDI",
      given_names_latin: "KHALID FAHD",
      name_latin: "AL-GHAMDI KHALID FAHD",
      name: "خالد الغامدي",
      nationality: "SAU",
      date_of_birth: "1985-03-05",
      passport_number: "V1630320",
      passport_issue_date: "2023-01-23",
      passport_expiry: "2033-01-22",
    };
    group = await groupOf(
      [
        person,
        { name: "سعاد بلا لاتيني", gender: "أنثى", family: "آل سعاد" },
        { name: "جين", name_latin: "JANE DOE", gender: "أنثى", date_of_birth: "2025-01-01" },
      ],
      { name: "فوج النور", departure_date: "2027-03-01", supervisor_phone: "+966 55 1" },
    );
    path = group.path;
    await office.knex("visas").insert({
      customer_id: group.ids[0],
      passport_number: "V1630320",
      submission_date: "2027-01-01",
      status: "approved",
      approval_date: "2027-02-01",
      visa_number: "6044",
    });
    const room_id = await makeRoom(group.id, 4, { name: "101", kind: "family" });
    await office.knex("room_members").insert({ group_id: group.id, customer_id: group.ids[0], room_id });
  });
  afterAll(() => office.knex("company_info").update({ name_latin: null }));

  test("the manifest has the columns that airlines ask for, in their order", async () => {
    const { status, body } = await client.get(`${path}/manifest?lang=en`);
    expect(status).toBe(200);
    expect(body).toContain('<html lang="en" dir="ltr">');
    const [heads, ...rows] = printedRows(sheetOf(body));
    expect(heads).toEqual([
      "No.",
      "Title",
      "Surname",
      "Given names",
      "Date of birth",
      "Sex",
      "Nationality",
      "Passport No.",
      "Date of issue",
      "Date of expiry",
      "Visa No.",
    ]);
    expect(rows).toEqual([
      [
        "1",
        "MR",
        "AL-GHAMDI",
        "KHALID FAHD",
        "05 MAR 1985",
        "M",
        "SAU",
        "V1630320",
        "23 JAN 2023",
        "22 JAN 2033",
        "6044",
      ],
      ["2", "MS", "—", "—", "—", "F", "—", "—", "—", "—", "—"],
      ["3", "MISS", "JANE DOE", "—", "01 JAN 2025", "F", "—", "—", "—", "—", "—"],
    ]);
  });

  test("a gap is told above, with the way to fill it, and no Arabic stands in the sheet", async () => {
    const { body } = await client.get(`${path}/manifest?lang=en`);
    expect(sheetOf(body)).not.toMatch(arabic);
    expect(sheetOf(body).replace(/<!-- -->/g, "")).toContain("Names not on record yet: 1. No. 2");
    expect(body.replace(/<!-- -->/g, "")).toContain("عضو واحد بلا اسم باللاتينية");
    expect(body.replace(/<!-- -->/g, "")).toContain("عضو واحد بلا اسم عائلة وأسماء مفصولة");
    expect(body).toContain("المجموعة بلا اسم باللاتينية");
    for (const id of group.ids.slice(1)) expect(body).toContain(`href="/customers/${id}/edit"`);
    expect(body).not.toContain(`href="/customers/${group.ids[0]}/edit"`);
    const rooms = (await client.get(`${path}/rooms/print?lang=en`)).body;
    expect(sheetOf(rooms).replace(/<!-- -->/g, "")).toContain("Names not on record yet: 1. No. 2");
    const half = await groupOf([{ surname_latin: "A", name_latin: "A" }], { name_latin: "Group A" });
    const ofHalf = (await client.get(`${half.path}/manifest?lang=en`)).body.replace(/<!-- -->/g, "");
    expect(ofHalf).not.toContain("not on record");
    expect(ofHalf).toContain("عضو واحد بلا اسم عائلة أو بلا اسم أول باللاتينية");
    expect(ofHalf).not.toContain("المجموعة بلا اسم");
    expect(sheetOf(ofHalf)).toContain("Group A");
    expect((await client.get(`${path}/manifest`)).body).not.toContain("بلا اسم باللاتينية");
  });

  test("the rooming list has rooms, beds, sex, nationality and passport", async () => {
    const { body } = await client.get(`${path}/rooms/print?lang=en`);
    expect(sheetOf(body)).not.toMatch(arabic);
    expect(printedRows(sheetOf(body))).toEqual([
      ["No.", "Name", "Sex", "Nationality", "Passport No."],
      ["Room 101 · Family · 4 beds · 3 free"],
      ["1", "AL-GHAMDI KHALID FAHD", "M", "SAU", "V1630320"],
      ["No room yet"],
      ["2", "—", "F", "—", "—"],
      ["3", "JANE DOE", "F", "—", "—"],
    ]);
  });

  test("the bus list has buses, seats, sex, passport and telephone", async () => {
    const [seated] = group.ids;
    await office.knex("bus_seats").insert({ group_id: group.id, customer_id: seated, bus: 1, seat: 7 });
    const { body } = await client.get(`${path}/buses/print?lang=en`);
    expect(sheetOf(body)).not.toMatch(arabic);
    expect(printedRows(sheetOf(body))).toEqual([
      ["Seat", "Name", "Sex", "Passport No.", "Telephone"],
      ["Bus 1"],
      ["7", "AL-GHAMDI KHALID FAHD", "M", "V1630320", expect.any(String)],
      ["No seat yet"],
      ["—", "—", "F", "—", expect.any(String)],
      ["—", "JANE DOE", "F", "—", expect.any(String)],
    ]);
  });

  test("each links to the other language, and to its sheets in its own", async () => {
    for (const list of ["manifest", "rooms/print", "buses/print"]) {
      const arabicPage = (await client.get(`${path}/${list}`)).body;
      expect(arabicPage).toContain('<html lang="ar" dir="rtl">');
      expect(arabicPage).toContain(`href="${path}/${list}?lang=en"`);
      const english = (await client.get(`${path}/${list}?lang=en`)).body;
      expect(english).toContain(`href="${path}/${list}"`);
      expect(english).toContain(`${list.replace("/print", "")}/export/xlsx?lang=en"`);
    }
    expect((await client.get(`${path}/manifest?lang=xx`)).body).toContain('<html lang="ar" dir="rtl">');
    const missing = await client.get("/trips/groups/999999/manifest?lang=en");
    expect([missing.status, missing.body.includes('<html lang="ar" dir="rtl">')]).toEqual([404, true]);
  });

  test("the sheet is written from left to right, its dates as they are printed", async () => {
    const { sheet, rows } = await sheetAt(`${path}/manifest/export/xlsx?lang=en`);
    expect(sheet.views[0]).toMatchObject({ rightToLeft: false });
    expect(sheet.headerFooter.oddFooter).toBe("&CPage &P of &N");
    expect(rows[0]?.slice(0, 3)).toEqual(["No.", "Group", "Title"]);
    expect(rows[1]?.slice(1, 6)).toEqual([
      `Group ${group.id}`,
      "MR",
      "AL-GHAMDI",
      "KHALID FAHD",
      "05 MAR 1985",
    ]);
    expect(JSON.stringify(rows)).not.toMatch(arabic);
    const rooms = await sheetAt(`${path}/rooms/export/xlsx?lang=en`);
    expect(rooms.rows[1]).toEqual([
      1,
      "101",
      "Family",
      4,
      3,
      "AL-GHAMDI KHALID FAHD",
      "M",
      "SAU",
      "V1630320",
    ]);
    expect((await sheetAt(`${path}/manifest/export/xlsx`)).sheet.views[0]).toMatchObject({
      rightToLeft: true,
    });
  });

  test("the office has its Latin name at the head, and no Arabic one", async () => {
    await office.knex("company_info").update({ name: "وكالة الركب", address: "صنعاء" });
    expect(sheetOf((await client.get(`${path}/manifest?lang=en`)).body)).not.toMatch(arabic);
    await office.knex("company_info").update({ name_latin: "Rakb Travel" });
    expect(sheetOf((await client.get(`${path}/manifest?lang=en`)).body)).toContain("Rakb Travel");
  });

  test("a trip's are by group, each by its number where its name is Arabic", async () => {
    const trip = await makeTrip(office.knex, "2027-02-27", "2027-03-09", { name: "رحلة رجب" });
    const named = await groupOf([{ surname_latin: "B" }], {
      name: "Group Noor",
      departure_date: "2027-02-28",
    });
    await office.knex("groups").whereIn("id", [group.id, named.id]).update({ trip_id: trip });
    const { body } = await client.get(`/trips/management/${trip}/manifest?lang=en`);
    const rows = printedRows(sheetOf(body));
    expect(rows.slice(1).map(([first]) => first)).toEqual([
      "Group Noor",
      "1",
      `Group ${group.id}`,
      "2",
      "3",
      "4",
    ]);
    expect(sheetOf(body)).toContain("27 FEB 2027");
    expect(sheetOf(body)).not.toMatch(arabic);
    expect((await client.get(`/trips/management/${trip}`)).body).toContain(`${trip}/manifest`);
  });

  test("the Arabic lists show both names", async () => {
    const both = /خالد الغامدي(<[^>]*>)*AL-GHAMDI KHALID FAHD/;
    for (const list of ["manifest", "rooms/print", "buses/print"])
      expect((await client.get(`${path}/${list}`)).body).toMatch(both);
    for (const list of ["manifest", "rooms", "buses"]) {
      const { rows } = await sheetAt(`${path}/${list}/export/xlsx`);
      expect(rows[0]).toContain("الاسم باللاتينية");
      expect(rows.flat()).toContain("AL-GHAMDI KHALID FAHD");
    }
    const cell = printedRows((await client.get(`${path}/manifest`)).body)[2]?.[1];
    expect(cell).toBe("سعاد بلا لاتيني");
  });
});

test("readiness tells a Latin name that is missing or undivided, in amber", async () => {
  const { id, path, ids } = await groupOf([
    { surname_latin: "A", name_latin: "A" },
    { name_latin: "B C" },
    {},
  ]);
  const { body } = await client.get(`/api/groups/${id}/readiness`);
  const found = body.readiness.map(({ latin_name }: { latin_name: object }) => latin_name).reverse();
  expect(found).toEqual([
    { state: "green", finding: "there", name_latin: "A" },
    { state: "amber", finding: "undivided", name_latin: "B C" },
    { state: "amber", finding: "none", name_latin: null },
  ]);
  const screen = (await client.get(`${path}/readiness?check=latin_name`)).body;
  expect(screen).toContain("لا اسم باللاتينية");
  expect(screen).toContain(`href="/customers/${ids[2]}/edit?from=${path}/readiness"`);
});

import { beforeAll, describe, expect, test } from "vitest";
import { makeCampaign, makeCustomer } from "../support/factories";
import { useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { packagesOf } from "../support/packages";
import { wordsIn } from "../support/shares";
import { sheetReader } from "../support/trip-lists";

/* The call of a group's rooms takes and shows each field, and its change moves what hangs on it. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, hotel, create: createPackage } = packagesOf(office, client);
const { create: createGroup } = useGroups(office, client);
const sheetAt = sheetReader(office, client);
const place = {} as Record<"makkah" | "madinah" | "again", { hotel_id: number; visit: number }>;
let groupId: number;
let path: string;
const people: number[] = [];

beforeAll(async () => {
  const makkah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق مكة" });
  const madinah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق المدينة" });
  place.makkah = { hotel_id: makkah, visit: 1 };
  place.madinah = { hotel_id: madinah, visit: 1 };
  place.again = { hotel_id: makkah, visit: 2 };
  const stays = [
    { hotel_id: makkah, nights: 4 },
    { hotel_id: madinah, nights: 3 },
    { hotel_id: makkah, nights: 1 },
  ];
  const { id: package_id } = await createPackage({ duration: 10, currency_id: ids.sar, stays });
  const campaign_id = await makeCampaign(office.knex, 100, [package_id], {
    start_date: "2027-02-01",
    end_date: "2027-05-30",
  });
  groupId = (await createGroup({ campaign_id, departureDate: "2027-03-01" })).id;
  path = `/api/groups/${groupId}/rooms`;
  for (let one = 0; one < 4; one++) {
    const customer_id = await makeCustomer(office.knex, { gender: "ذكر" });
    await client.post("/api/contracts", { campaign_id, package_id, customer_id });
    expect((await client.post(`/api/groups/${groupId}/members`, { customer_id })).status).toBe(201);
    people.push(customer_id);
  }
});

const read = async (id: number) => (await client.get(`${path}/${id}`)).body.room;
const make = async (room: object) => {
  const { status, body } = await client.post(path, { kind: "men", beds: 2, ...room });
  expect(status, body.error).toBe(201);
  return body.room.id as number;
};

describe("a room", () => {
  test("shows each field as it was sent, and keeps what a change does not name", async () => {
    const [one, two, three] = people;
    const sent = {
      name: "401",
      kind: "men",
      beds: 3,
      layout: "سرير مزدوج وسرير",
      ...place.makkah,
      member_ids: [one, two],
    };
    const id = await make(sent);
    expect(await read(id)).toMatchObject({ ...sent, group_id: groupId, occupants: 2 });
    const changes = [
      { name: "402" },
      { kind: "family" },
      { beds: 4 },
      { layout: "أربعة أسرة" },
      { layout: null },
      { member_ids: [two, three] },
      place.madinah,
      place.again,
      { visit: 1 },
    ];
    let whole: Record<string, unknown> = await read(id);
    for (const change of changes) {
      const { status, body } = await client.put(`${path}/${id}`, change);
      expect([change, status, body.error]).toEqual([change, 200, undefined]);
      const { updated_at, occupants, lodging, ...before } = whole;
      whole = await read(id);
      expect(whole).toMatchObject({ ...before, ...change });
    }
    // The beds went along from hotel to hotel.
    const beds = await office.knex("room_members").where({ room_id: id }).pluck("lodging");
    expect(beds).toEqual(Array(2).fill(`${place.makkah.hotel_id} 1`));
    await client.send("DELETE", `${path}/${id}`);
    expect((await client.get(`${path}/${id}`)).status).toBe(404);
    expect(await office.knex("room_members").where({ room_id: id })).toEqual([]);
  });

  test("takes no nonsense, and says at which field", async () => {
    const id = await make({ name: "7", ...place.makkah });
    const nonsense: Record<string, unknown[]> = {
      name: ["", " ", "x".repeat(21), {}],
      kind: ["pets", null, []],
      beds: [0, 11, 1.5, "كثير", null],
      layout: ["س".repeat(101), {}],
      hotel_id: [0, -1, "x", 2_147_483_648, 2_000_000],
      visit: [0, 101, 1.5, "x", 7],
      member_ids: ["x", [0], ["x"], [null], {}],
    };
    for (const [field, values] of Object.entries(nonsense))
      for (const value of values)
        for (const answer of [
          await client.post(path, { name: "8", kind: "men", beds: 2, ...place.makkah, [field]: value }),
          await client.put(`${path}/${id}`, { [field]: value }),
        ]) {
          const at = Object.keys(answer.body.fields ?? {})[0]?.split(/[.[]/)[0];
          expect([field, value, answer.status, at]).toEqual([field, value, 422, field]);
        }
    const lists = [Array(5000).fill(people[0]), Array(250_000).fill(0)];
    for (const member_ids of lists)
      expect((await client.put(`${path}/${id}`, { member_ids })).status).toBeLessThan(500);
    expect(await read(id)).toMatchObject({ name: "7", ...place.makkah, member_ids: [] });
  });

  test("is not moved to where one of its people has a bed, and is nobody's of another group", async () => {
    const [, , , last] = people;
    const id = await make({ name: "21", ...place.makkah, member_ids: [last] });
    await make({ name: "22", ...place.madinah, member_ids: [last] });
    const { status, body } = await client.put(`${path}/${id}`, place.madinah);
    expect([status, Object.keys(body.fields)]).toEqual([409, ["hotel_id"]]);
    const other = await createGroup({});
    const strange = `/api/groups/${other.id}/rooms/${id}`;
    expect((await client.put(strange, { name: "1" })).status).toBe(404);
    expect((await client.send("DELETE", strange)).status).toBe(404);
    expect((await client.get(strange)).status).toBe(404);
    expect(await read(id)).toMatchObject({ name: "21", member_ids: [last] });
  });
});

test("the audit log says hotel, visit and layout in words, and a print of one hotel which it was", async () => {
  const id = await make({ name: "990", ...place.again, layout: "سريران" });
  await client.put(`${path}/${id}`, { ...place.madinah, layout: "سرير مزدوج" });
  const log = wordsIn((await client.get("/settings/trail?kind=rooms&search=990")).body);
  expect(log).toContain("الفندق فندق مكة ← فندق المدينة");
  expect(log).toContain("النزول 2 ← 1");
  expect(log).toContain("ترتيب الأسرة سريران ← سرير مزدوج");
  const screen = `/trips/groups/${groupId}/rooms`;
  const query = `hotel=${place.madinah.hotel_id}&visit=1`;
  await client.get(`${screen}/print?${query}`);
  await client.get(`${screen}/export/csv?${query}`);
  const told = await office.knex("audit_log").orderBy("id", "desc").limit(2).pluck("record_name");
  for (const name of told) expect(name).toContain("فندق المدينة");
});

test("both rooming lists print what the beds are as it was typed, and both sheets have it", async () => {
  await make({ name: "770", ...place.again, layout: "سرير مزدوج وسريران" });
  const screen = `/trips/groups/${groupId}/rooms`;
  const query = `hotel=${place.again.hotel_id}&visit=2`;
  const arabic = (await client.get(`${screen}/print?${query}`)).body;
  expect(arabic).toContain("الغرفة 770 · رجال · الأسرة 2 · سرير مزدوج وسريران · خالية");
  const english: string = (await client.get(`${screen}/print?${query}&lang=en`)).body;
  expect(english).toContain('<bdi lang="ar" dir="rtl">سرير مزدوج وسريران</bdi>');
  expect(wordsIn(english)).toContain("Room 770 · Men · 2 beds · سرير مزدوج وسريران · empty");
  for (const [language, head] of [
    ["", "ترتيب الأسرة"],
    ["&lang=en", "Bed layout"],
  ] as const) {
    const [heads = [], ...rows] = (await sheetAt(`${screen}/export/xlsx?${query}${language}`)).rows;
    expect(rows.map((row) => row[heads.indexOf(head)])).toContain("سرير مزدوج وسريران");
  }
});

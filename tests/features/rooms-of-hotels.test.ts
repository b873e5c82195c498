import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeCampaign, makeCustomer, makeTrip } from "../support/factories";
import { formsIn } from "../support/forms";
import { useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { packagesOf } from "../support/packages";
import { wordsIn } from "../support/shares";
import { sheetReader } from "../support/trip-lists";

/* Rooms belong to a hotel of the group (journey.md, rule 6). */

const { office, client } = useOffice();
const { ids, hotel, create: createPackage } = packagesOf(office, client);
const { create: createGroup } = useGroups(office, client);
const sheetAt = sheetReader(office, client);
let makkah: number;
let madinah: number;
let both: number;
let short: number;
let campaignId: number;
let group: { id: number; name: string };

beforeAll(async () => {
  makkah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق مكة", name_latin: "Makkah Hotel" });
  madinah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق المدينة" });
  const packageOf = async (name: string, stays: object[]) =>
    (await createPackage({ name, duration: 10, currency_id: ids.sar, stays })).id;
  both = await packageOf("الحرمان", [
    { hotel_id: makkah, nights: 4 },
    { hotel_id: madinah, nights: 3 },
    { hotel_id: makkah, nights: 2 },
  ]);
  short = await packageOf("مكة وحدها", [{ hotel_id: makkah, nights: 3 }]);
});

beforeEach(async () => {
  campaignId = await makeCampaign(office.knex, 100, [both, short], {
    start_date: "2027-02-01",
    end_date: "2027-05-30",
  });
  group = await createGroup({ campaign_id: campaignId, departureDate: "2027-03-01" });
});

async function join(package_id: number | null, customer: object = {}) {
  const customer_id = await makeCustomer(office.knex, { gender: "ذكر", ...customer });
  if (package_id) {
    const signed = await client.post("/api/contracts", { campaign_id: campaignId, package_id, customer_id });
    expect(signed.status, signed.body.error).toBe(201);
  }
  const joined = await client.post(`/api/groups/${group.id}/members`, { customer_id });
  expect(joined.status, joined.body.error).toBe(201);
  return customer_id;
}

const roomsPath = () => `/api/groups/${group.id}/rooms`;
const make = (room: object) => client.post(roomsPath(), { name: "201", kind: "men", beds: 2, ...room });
const inMakkah = () => ({ hotel_id: makkah, visit: 1 });
const inMadinah = () => ({ hotel_id: madinah, visit: 1 });
const copy = (body: object) => client.post(`${roomsPath()}/copy`, body);

describe("the lodgings of a group", () => {
  test("are its stays by hotel, of which those that overlap are one and a second visit is two", async () => {
    await join(both);
    await join(short);
    const { stays } = (await client.get(`/api/groups/${group.id}/stays`)).body;
    const of = (package_id: number) =>
      stays
        .filter((stay: { package_id: number }) => stay.package_id === package_id)
        .map(({ hotel_id, visit, check_in }: Record<string, unknown>) => [hotel_id, visit, check_in]);
    expect(of(both)).toEqual([
      [makkah, 1, "2027-03-01"],
      [madinah, 1, "2027-03-05"],
      [makkah, 2, "2027-03-08"],
    ]);
    expect(of(short)).toEqual([[makkah, 1, "2027-03-01"]]);
  });

  test("have rooms of the same number, each with its own people", async () => {
    const person = await join(both);
    const other = await join(both);
    const first = await make({ ...inMakkah(), layout: "سرير مزدوج", member_ids: [person, other] });
    expect([first.status, first.body.room]).toEqual([
      201,
      expect.objectContaining({
        ...inMakkah(),
        layout: "سرير مزدوج",
        occupants: 2,
        member_ids: [person, other],
      }),
    ]);
    const second = await make({ ...inMadinah(), member_ids: [person] });
    expect(second.body.room).toMatchObject({ name: "201", member_ids: [person] });
    const third = await make({ hotel_id: makkah, visit: 2, name: "5", member_ids: [other] });
    expect(third.status, third.body.error).toBe(201);
    const again = await make(inMakkah());
    expect([again.status, again.body.fields]).toEqual([
      409,
      { name: "للمجموعة في هذا الفندق غرفة بهذا الرقم" },
    ]);
    const { rooms } = (await client.get(roomsPath())).body;
    expect(rooms).toHaveLength(3);
  });

  test("are asked for where the group has any, and refused where it has none", async () => {
    const bare = await make({});
    expect([bare.status, bare.body.room?.hotel_id]).toEqual([201, null]);
    const early = await make({ ...inMakkah(), name: "7" });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ["hotel_id"]]);
    await join(both);
    for (const [lodging, field] of [
      [{}, "hotel_id"],
      [{ hotel_id: makkah }, "visit"],
      [{ hotel_id: makkah, visit: 3 }, "visit"],
      [{ hotel_id: madinah, visit: 2 }, "visit"],
    ] as const) {
      const { status, body } = await make({ ...lodging, name: "9" });
      expect([lodging, status, Object.keys(body.fields)]).toEqual([lodging, 422, [field]]);
    }
  });
});

describe("a bed", () => {
  test("is one for each person and lodging, whoever gives it at once", async () => {
    const person = await join(both);
    const rooms = await Promise.all(["1", "2", "3", "4"].map((name) => make({ ...inMakkah(), name })));
    const answers = await Promise.all(
      rooms.map(({ body }) => client.put(`${roomsPath()}/${body.room.id}`, { member_ids: [person] })),
    );
    for (const { status, body } of answers) expect(status, body.error).toBe(200);
    const places = await office.knex("room_members").where({ group_id: group.id, customer_id: person });
    expect(places).toHaveLength(1);
    await expect(
      office.knex("room_members").insert({
        group_id: group.id,
        customer_id: person,
        room_id: rooms.find(({ body }) => body.room.id !== places[0].room_id)?.body.room.id,
      }),
    ).rejects.toThrow("room_members_pkey");
  });

  test("is taken away by a list without its person, and refused to a woman among men and beyond the beds", async () => {
    const [one, two, three] = [await join(both), await join(both), await join(both)];
    const woman = await join(both, { gender: "أنثى" });
    const { room } = (await make({ ...inMakkah(), member_ids: [one, two] })).body;
    const put = (member_ids: number[]) => client.put(`${roomsPath()}/${room.id}`, { member_ids });
    expect((await put([two, three])).body.room.member_ids).toEqual([two, three]);
    for (const ids of [[two, three, one], [woman], [two, 2_000_000]]) {
      const { status, body } = await put(ids);
      expect([ids, status, Object.keys(body.fields ?? {})]).toEqual([ids, 409, ["member_ids"]]);
    }
    expect((await put([])).body.room).toMatchObject({ member_ids: [], occupants: 0 });
  });
});

test("a copy brings the rooms that fit with those who sleep there, and says what it leaves", async () => {
  const [person, guest] = [await join(both), await join(short)];
  await make({ ...inMakkah(), name: "201", member_ids: [person, guest] });
  await make({ ...inMakkah(), name: "202" });
  await make({ ...inMadinah(), name: "202" });
  const body = { from_hotel_id: makkah, from_visit: 1, ...inMadinah() };
  expect((await copy(body)).body).toEqual({ copied: 1, left: 1 });
  const { rooms } = (await client.get(roomsPath())).body;
  const copies = rooms.filter(({ hotel_id }: { hotel_id: number }) => hotel_id === madinah);
  expect(copies.map(({ name, member_ids }: Record<string, unknown>) => [name, member_ids]).sort()).toEqual([
    ["201", [person]],
    ["202", []],
  ]);
  expect((await copy({ ...body, hotel_id: makkah })).status).toBe(422);
  expect((await copy({ ...body, visit: 7 })).status).toBe(422);
});

describe("the screen", () => {
  test("has the hotels as tabs, each with who is expected there", async () => {
    const person = await join(both);
    await join(short);
    await join(null, { name: "بلا عقد" });
    await make({ ...inMadinah(), name: "77", member_ids: [person] });
    const page = (query = "") => client.get(`/trips/groups/${group.id}/rooms${query}`);
    expect(wordsIn((await page()).body)).toContain("الأعضاء 2 بلا غرفة 2 الغرف 0");
    const words = wordsIn((await page(`?hotel=${madinah}&visit=1`)).body);
    expect(words).toContain("الأعضاء 1 بلا غرفة 0 الغرف 1");
    expect(words).toContain("لا إقامة له هنا");
  });

  test("proposes rooms in the hotel of the page, copies and moves, by its forms as they stand", async () => {
    const person = await join(both);
    await join(short);
    const address = `/trips/groups/${group.id}/rooms?hotel=${makkah}&visit=1`;
    const { body } = await client.get(address);
    const author = hiddenField(body, "author");
    const lodging = hiddenField(body, "lodging");
    expect((await client.submit(address, { author, lodging, intent: "propose" })).status).toBe(302);
    const madinahPage = `/trips/groups/${group.id}/rooms?hotel=${madinah}&visit=1`;
    const copied = await client.submit(madinahPage, {
      author,
      lodging: `${madinah} 1`,
      from: `${makkah} 1`,
      intent: "copy",
    });
    expect(copied.status).toBe(302);
    const { rooms } = (await client.get(roomsPath())).body;
    expect(
      rooms.map(({ hotel_id, member_ids }: Record<string, unknown[]>) => [hotel_id, member_ids?.length]),
    ).toEqual(
      expect.arrayContaining([
        [makkah, 2],
        [madinah, 1],
      ]),
    );
    // The package changes its second hotel: the rooms there are on no paper, until a press moves them.
    await office.knex("package_stays").where({ package_id: both, place: 2 }).update({ hotel_id: makkah });
    const list = await client.get(`/trips/groups/${group.id}/rooms?hotel=none`);
    expect(wordsIn(list.body)).toContain("بلا فندق غرفة واحدة");
    expect(wordsIn((await client.get(`/trips/groups/${group.id}/rooms/print`)).body)).not.toContain(
      "فندق المدينة",
    );
    const moved = await client.submit(`/trips/groups/${group.id}/rooms?hotel=none`, {
      author,
      lodging: `${makkah} 2`,
      intent: "move",
    });
    expect(moved.status).toBe(302);
    const after = (await client.get(roomsPath())).body.rooms;
    expect(after).toContainEqual(
      expect.objectContaining({ hotel_id: makkah, visit: 2, member_ids: [person] }),
    );
    await office.knex("package_stays").where({ package_id: both, place: 2 }).update({ hotel_id: madinah });
  });

  test("moves a room to another hotel by its form, unless somebody in it has a bed there", async () => {
    const person = await join(both);
    const { room } = (await make({ ...inMakkah(), member_ids: [person] })).body;
    const path = `/trips/groups/${group.id}/rooms/${room.id}/edit`;
    const { body } = await client.get(path);
    const fields = { ...formsIn(body).find(({ values }) => values.beds)?.values, hotel_id: String(madinah) };
    const taken = (await make({ ...inMadinah(), name: "5", member_ids: [person] })).body.room;
    const refused = await client.submit(path, fields);
    expect(wordsIn(refused.body)).toContain("له سرير في هذا الفندق");
    await client.delete(`${roomsPath()}/${taken.id}`);
    expect((await client.submit(path, fields)).status).toBe(302);
    const { rooms } = (await client.get(roomsPath())).body;
    expect(rooms).toEqual([expect.objectContaining({ ...inMadinah(), name: "201", member_ids: [person] })]);
  });
});

test("readiness names hotel and room of each stay, on the screen, on paper, in the file and by call", async () => {
  const person = await join(both);
  await join(short);
  await join(null);
  await make({ ...inMadinah(), name: "77", member_ids: [person] });
  const api = await client.get(`/api/groups/${group.id}/readiness`);
  const staysOf = new Map(
    api.body.readiness.map(({ customer_id, stays }: { customer_id: number; stays: object[] }) => [
      customer_id,
      stays,
    ]),
  );
  expect(staysOf.get(person)).toEqual([
    {
      ...inMakkah(),
      hotel: "فندق مكة",
      room: null,
      kind: null,
      check_in: "2027-03-01",
      check_out: "2027-03-05",
    },
    {
      ...inMadinah(),
      hotel: "فندق المدينة",
      room: "77",
      kind: "men",
      check_in: "2027-03-05",
      check_out: "2027-03-08",
    },
    {
      hotel_id: makkah,
      visit: 2,
      hotel: "فندق مكة",
      room: null,
      kind: null,
      check_in: "2027-03-08",
      check_out: "2027-03-10",
    },
  ]);
  expect([...staysOf.values()].map((stays) => (stays as object[]).length).sort()).toEqual([0, 1, 3]);
  for (const path of ["readiness", "readiness/print"])
    expect(wordsIn((await client.get(`/trips/groups/${group.id}/${path}`)).body)).toContain(
      path === "readiness"
        ? "فندق مكة: بلا غرفة فندق المدينة: الغرفة 77 (رجال)"
        : "السكن: فندق مكة: بلا غرفة، فندق المدينة: 77",
    );
  expect((await client.get(`/trips/groups/${group.id}/readiness/export/csv`)).body).toContain(
    "فندق مكة: بلا غرفة، فندق المدينة: 77",
  );
  const overview = (await client.get(`/api/customers/${person}/overview`)).body;
  expect(JSON.stringify(overview)).toContain('"room":"77"');
});

test("each hotel has its own rooming list, on its own sheet", async () => {
  const person = await join(both, { name: "سالم الراحل", name_latin: "SALEM RAHEL" });
  await join(short, { name: "عمر المقيم", name_latin: "OMAR MUQEEM" });
  await make({ ...inMakkah(), name: "301", member_ids: [person] });
  await make({ ...inMadinah(), name: "12", member_ids: [person] });
  const path = `/trips/groups/${group.id}/rooms`;
  const all = (await client.get(`${path}/print`)).body;
  expect(all.match(/<article class="print-sheet"/g)).toHaveLength(3);
  const one = wordsIn((await client.get(`${path}/print?hotel=${madinah}&visit=1`)).body);
  expect(one).toContain("الغرفة 12");
  expect(one).not.toContain("عمر المقيم");
  const english = wordsIn((await client.get(`${path}/print?lang=en&hotel=${makkah}`)).body);
  expect(english).toContain("Makkah Hotel");
  expect(english).toContain("OMAR MUQEEM");
  expect((await client.get(`${path}/print?hotel=${madinah}&visit=2`)).status).toBe(404);
  const { names, rows } = await sheetAt(`${path}/export/xlsx`);
  expect(names).toEqual(["فندق مكة", "فندق المدينة", "فندق مكة 2"]);
  expect(rows.map((row) => row.slice(1, 3))).toContainEqual(["فندق مكة", "301"]);
  const csv = (await client.get(`${path}/export/csv`)).body;
  expect(csv).toContain("فندق مكة");
  expect(csv).toContain("فندق المدينة");
});

test("the tab of lists leads to every paper: of each hotel, of the trip's next day, for airline and driver", async () => {
  await join(both, {
    ...{ surname_latin: "SALEM", given_names_latin: "ALI", nationality: "YEM", passport_number: "A1234567" },
    ...{ date_of_birth: "1980-01-01", passport_expiry: "2031-01-01" },
  });
  const trip_id = await makeTrip(office.knex, "2027-03-01", "2027-03-10", { name: "رحلة الحرمين" });
  await office.knex("groups").where({ id: group.id }).update({ trip_id });
  const [stage] = await office
    .knex("trip_stages")
    .insert([
      { trip_id, name: "الوصول", date: "2027-03-01", time: "10:00" },
      { trip_id, name: "النقل", date: "2027-03-05", time: "10:00" },
    ])
    .returning("id");
  const { body } = await client.get(`/trips/groups/${group.id}/lists`);
  const dayInOrder = '<bdi dir="ltr" class="whitespace-nowrap">';
  expect(body).toContain(`من ${dayInOrder}`);
  const links = [...body.matchAll(/<a class="button[^"]*" href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const path = `/trips/groups/${group.id}`;
  const hotel = `hotel=${madinah}&visit=1`;
  const day = `on=2027-03-01&trip_id=${trip_id}`;
  expect(links).toEqual(
    expect.arrayContaining([
      `${path}/manifest/export/ssr`,
      `${path}/rooms/print?${hotel}`,
      `${path}/rooms/print?${hotel}&lang=en`,
      `${path}/rooms/export/xlsx?${hotel}`,
      `${path}/buses/print?lang=en`,
      `${path}/badges/print?format=tags`,
      `/trips/movements/print?${day}`,
      `/trips/movements/export/xlsx?${day}`,
      `/trips/movements/${stage.id}/order`,
    ]),
  );
  for (const href of links) expect([href, (await client.get(href)).status]).toEqual([href, 200]);
});

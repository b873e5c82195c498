import { readFileSync } from "node:fs";
import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { type Client, signIn } from "../support/client";
import {
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makeGroup,
  makePackage,
  makeTransportation,
} from "../support/factories";

/* Passenger manifests, rooms and bus seats: what is handed out, and who is put where. */

const office = fixture();
let client: Client;
let currency: number;
let made = 0;

beforeAll(async () => {
  client = await signIn(office.url);
  currency = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
});

type Person = Record<string, unknown> & { family?: string; beds?: number };

/** A group with these members, in this order; `beds` signs a contract of a package with such rooms. */
async function groupOf(people: Person[], more: object = {}) {
  const { knex } = office;
  const campaign_id = await makeCampaign(knex, 3000, []);
  const id = await makeGroup(knex, campaign_id, { capacity: 60, ...more });
  const ids: number[] = [];
  for (const { family, beds, ...person } of people) {
    const phone = `7${String(++made).padStart(8, "0")}`;
    const customer_id = await makeCustomer(knex, { gender: "ذكر", phone, ...person });
    ids.push(customer_id);
    await knex("group_members").insert({ group_id: id, campaign_id, customer_id, family });
    if (!beds) continue;
    const package_id = await makePackage(knex, currency, "900", { room_occupancy_basis: beds });
    const contract_number = `C-2026-${String(made).padStart(5, "0")}`;
    const contract = {
      contract_number,
      contract_date: "2026-01-01",
      total_amount: "900",
      currency_id: currency,
    };
    await knex("contracts").insert({ ...contract, customer_id, campaign_id, package_id });
  }
  return { id, ids, campaign_id, path: `/trips/groups/${id}` };
}

const men = (count: number): Person[] => Array.from({ length: count }, () => ({}));

const makeRoom = async (group_id: number, beds: number, more: object = {}): Promise<number> => {
  const room = { group_id, name: `${++made}`, kind: "men", beds, ...more };
  const [{ id }] = await office.knex("rooms").insert(room).returning("id");
  return id;
};

/** The fields of a page's form of members, as a browser would send them. */
async function fieldsOf(path: string) {
  const html: string = (await client.get(path)).body;
  const fields: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*name="(?:family|seat|was)_\d+"[^>]*>/g))
    fields[input.match(/name="([^"]*)"/)?.[1] ?? ""] = input.match(/value="([^"]*)"/)?.[1] ?? "";
  for (const [, name = "", options = ""] of html.matchAll(
    /<select[^>]*name="((?:room|bus)_\d+)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = options.match(/<option[^>]*selected=""[^>]*>/)?.[0].match(/value="([^"]*)"/)?.[1] ?? "";
  return fields;
}

/** Who is in which room, and on which seat, by the customer's id. */
const roomsIn = async (group_id: number) =>
  new Map(
    (await office.knex("room_members").where({ group_id })).map((row) => [row.customer_id, row.room_id]),
  );
const seatsIn = async (group_id: number) =>
  new Map(
    (await office.knex("bus_seats").where({ group_id })).map((row) => [
      row.customer_id,
      `${row.bus}-${row.seat}`,
    ]),
  );

/** What a redirect tells on the next page. */
async function toldBy({ headers }: { headers: Headers }) {
  const flash = headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash")) ?? "";
  const page = await fetch(office.url + headers.get("Location"), {
    headers: { Cookie: `${client.cookie}; ${flash.split(";")[0]}` },
  });
  return page.text();
}

/** The rows of a sheet: its head, then each line's values. */
async function sheetAt(path: string) {
  const answer = await fetch(office.url + path, { headers: { Cookie: client.cookie } });
  expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([
    path,
    200,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]);
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = book.worksheets[0] as excel.Worksheet;
  const rows = sheet.getSheetValues().slice(1) as unknown[][];
  return { sheet, rows: rows.map((row) => row.slice(1)) };
}

/** The text of each cell of a printed list, row by row. */
const printedRows = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "")),
  );

describe("the passenger manifest", () => {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

  test("says of each member what a border asks, with the visa that counts", async () => {
    const passport = { nationality: "EGY", date_of_birth: "1980-02-01", passport_number: `A${++made}` };
    const { id, ids, path } = await groupOf([
      { name: "سعاد المصري", gender: "أنثى", phone: "+20 100", ...passport },
      { name: "بلا جواز", gender: null },
    ]);
    const visa = {
      customer_id: ids[0],
      passport_number: "A",
      submission_date: day(-300),
      status: "approved",
    };
    await office.knex("visas").insert([
      { ...visa, visa_number: "OLD", approval_date: day(-20) },
      { ...visa, visa_number: "NEW", approval_date: day(-10) },
      { ...visa, visa_number: "GONE", approval_date: day(-200) },
      { ...visa, visa_number: null, status: "pending" },
      { ...visa, visa_number: "LATE", approval_date: day(-5), status: "expired" },
    ]);
    await office.knex("groups").where({ id }).update({ has_departed: true });
    const { status, body } = await client.get(`${path}/manifest`);
    expect(status).toBe(200);
    const of = passport.passport_number;
    expect(printedRows(body).slice(1)).toEqual([
      ["1", "سعاد المصري", of, "مصر", "EGY", "1980-02-01", "أنثى", "NEW", "+20 100"],
      ["2", "بلا جواز", "—", "—", "—", "—", "—", "—", expect.stringMatching(/^7\d{8}$/)],
    ]);
    expect(body).toContain(`href="${path}/manifest/export/xlsx"`);
    const { rows } = await sheetAt(`${path}/manifest/export/xlsx`);
    expect(rows[1]?.slice(2)).toEqual([
      "سعاد المصري",
      of,
      "مصر",
      "EGY",
      new Date("1980-02-01T00:00:00Z"),
      "أنثى",
      "NEW",
      "+20 100",
    ]);
  });

  test("of a trip goes on from group to group, by departure", async () => {
    const [trip] = await office
      .knex("trips")
      .insert({ name: "رحلة الكشوف", start_date: day(1), end_date: day(9) })
      .returning("id");
    const later = await groupOf([{ name: "الثالث" }], { name: "الفوج المتأخر", departure_date: day(5) });
    const first = await groupOf([{ name: "الأول" }, { name: "الثاني" }], {
      name: "الفوج السابق",
      departure_date: day(2),
      transportation_id: await makeTransportation(office.knex, { company_name: "النقل السريع" }),
    });
    await office.knex("groups").whereIn("id", [later.id, first.id]).update({ trip_id: trip.id });
    await client.submit(`${first.path}/buses`, { intent: "rest" });
    const manifest = printedRows((await client.get(`/trips/management/${trip.id}/manifest`)).body);
    expect(manifest.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ["الفوج السابق"],
      ["1", "الأول"],
      ["2", "الثاني"],
      ["الفوج المتأخر"],
      ["3", "الثالث"],
    ]);
    const buses = printedRows((await client.get(`/trips/management/${trip.id}/buses`)).body);
    expect(buses.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ["الفوج السابق · النقل السريع · الحافلة 1"],
      ["1", "الأول"],
      ["2", "الثاني"],
      ["الفوج المتأخر · بلا مقعد"],
      ["—", "الثالث"],
    ]);
    const { rows } = await sheetAt(`/trips/management/${trip.id}/buses/export/xlsx`);
    expect(rows[1]?.slice(0, 4)).toEqual(["الفوج السابق", "النقل السريع", 1, 1]);
    for (const path of ["/trips/management/999999/manifest", "/trips/management/x/buses/export/xlsx"])
      expect((await client.get(path)).status).toBe(404);
  });

  test("what begins like a formula is text in every sheet", async () => {
    const names = ['=HYPERLINK("http://evil")', "+1+1", "-2", "@SUM(A1)", "\u200f=1"];
    const { path } = await groupOf(
      names.map((name) => ({ name, phone: "+967 1", passport_number: `=${++made}` })),
    );
    await client.submit(`${path}/rooms`, { intent: "propose" });
    for (const list of ["manifest", "rooms", "buses"]) {
      const { sheet, rows } = await sheetAt(`${path}/${list}/export/xlsx`);
      expect(rows.slice(1).map((row) => row.find((value) => names.includes(String(value))))).toEqual(names);
      sheet.eachRow((row, number) =>
        row.eachCell((cell) => {
          expect(cell.formula).toBeUndefined();
          if (number > 1 && typeof cell.value === "string")
            expect([cell.type, cell.numFmt]).toEqual([excel.ValueType.String, "@"]);
        }),
      );
    }
  });
});

describe("rooms by hand", () => {
  test("the form is saved as it stands, and changes places between full rooms", async () => {
    const { id, ids, path } = await groupOf([...men(3), { gender: "أنثى" }]);
    const [one, two] = [await makeRoom(id, 1), await makeRoom(id, 1)];
    const [a, b, c, woman] = ids;
    const sent = await fieldsOf(`${path}/rooms`);
    expect(Object.keys(sent)).toHaveLength(12);
    const first = {
      ...sent,
      [`room_${a}`]: `${one}`,
      [`room_${b}`]: `${two}`,
      [`family_${a}`]: "  آل   سعد ",
    };
    expect((await client.submit(`${path}/rooms`, first)).status).toBe(302);
    expect(await roomsIn(id)).toEqual(
      new Map([
        [a, one],
        [b, two],
      ]),
    );
    const again = await fieldsOf(`${path}/rooms`);
    expect([again[`room_${a}`], again[`family_${a}`], again[`was_${a}`]]).toEqual([
      `${one}`,
      "آل سعد",
      `${one}|آل سعد`,
    ]);
    expect((await client.submit(`${path}/rooms`, again)).status).toBe(302);
    const swapped = { ...again, [`room_${a}`]: `${two}`, [`room_${b}`]: `${one}` };
    expect((await client.submit(`${path}/rooms`, swapped)).status).toBe(302);
    expect(await roomsIn(id)).toEqual(
      new Map([
        [a, two],
        [b, one],
      ]),
    );

    const now = await fieldsOf(`${path}/rooms`);
    const wrong = {
      ...now,
      [`room_${c}`]: `${one}`,
      [`room_${woman}`]: `${two}`,
      [`family_${c}`]: "آل عمر",
      [`room_${a}`]: "",
    };
    const refused = await client.submit(`${path}/rooms`, wrong);
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("فشل حفظ التوزيع: لم يحفظ شيء");
    expect(refused.body).toMatch(new RegExp(`name="room_${c}"[^>]*aria-invalid="true"`));
    expect(refused.body).toMatch(new RegExp(`name="room_${woman}"[^>]*aria-invalid="true"`));
    expect(refused.body).toContain("مكتملة");
    expect(refused.body).toContain("للرجال");
    expect(refused.body).toContain('value="آل عمر"');
    expect((await roomsIn(id)).size).toBe(2);
  });

  test("who changed something else meanwhile is not overwritten; who changed the same is told, and may insist", async () => {
    const { id, ids, path } = await groupOf(men(2));
    const [one, two] = [await makeRoom(id, 4), await makeRoom(id, 4)];
    const [a, b] = ids;
    const mine = await fieldsOf(`${path}/rooms`);
    const theirs = { ...mine, [`room_${a}`]: `${one}` };
    expect((await client.submit(`${path}/rooms`, theirs)).status).toBe(302);
    expect((await client.submit(`${path}/rooms`, { ...mine, [`room_${b}`]: `${two}` })).status).toBe(302);
    expect(await roomsIn(id)).toEqual(
      new Map([
        [a, one],
        [b, two],
      ]),
    );
    const late = await client.submit(`${path}/rooms`, { ...mine, [`room_${a}`]: `${two}` });
    expect([
      late.status,
      late.body.includes("القيمة الحالية"),
      late.body.includes("عدّله مستخدم آخر"),
    ]).toEqual([409, true, true]);
    expect((await roomsIn(id)).get(a)).toBe(one);
    const was = late.body.match(new RegExp(`name="was_${a}" value="([^"]*)"`))?.[1];
    expect(was).toBe(`${one}|`);
    await office.knex("group_members").where({ group_id: id, customer_id: a }).update({ family: "آل سعد" });
    const insisted = { ...mine, [`room_${a}`]: `${two}`, [`was_${a}`]: `${one}|` };
    expect((await client.submit(`${path}/rooms`, insisted)).status).toBe(302);
    expect((await roomsIn(id)).get(a)).toBe(two);
    const kept = await office.knex("group_members").where({ group_id: id, customer_id: a }).first("family");
    expect(kept).toEqual({ family: "آل سعد" });
  });

  test("who has left the group meanwhile is named, and is on the form no more; what was typed of others stays", async () => {
    const { id, ids, path } = await groupOf([{ name: "الباقي" }, { name: "الخارج" }]);
    const room = await makeRoom(id, 4);
    const [stays, gone] = ids;
    const rooms = {
      ...(await fieldsOf(`${path}/rooms`)),
      [`room_${stays}`]: `${room}`,
      [`family_${gone}`]: "أ",
    };
    const seats = { ...(await fieldsOf(`${path}/buses`)), [`seat_${stays}`]: "3", [`seat_${gone}`]: "4" };
    await office.knex("group_members").where({ group_id: id, customer_id: gone }).delete();
    for (const [list, sent] of [
      ["rooms", rooms],
      ["buses", seats],
    ] as const) {
      const refused = await client.submit(`${path}/${list}`, sent);
      expect([list, refused.status]).toEqual([list, 409]);
      expect(refused.body).toContain("لم يحفظ شيء. لم يعد في المجموعة: «الخارج»");
      expect(refused.body).not.toContain("راجع ما أشير إليه");
      expect(refused.body).not.toContain(`name="was_${gone}"`);
      expect(refused.body).toMatch(list === "rooms" ? /<option value="\d+" selected=""/ : /value="3"/);
    }
    expect([(await roomsIn(id)).size, (await seatsIn(id)).size]).toEqual([0, 0]);
  });

  test("twenty at once take the last five beds", async () => {
    const { id, ids, path } = await groupOf(men(20));
    const room = await makeRoom(id, 5);
    const answers = await Promise.all(
      ids.map((one) => client.submit(`${path}/rooms`, { [`room_${one}`]: `${room}`, [`was_${one}`]: "|" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(302),
      ...Array(15).fill(409),
    ]);
    expect(await office.knex("rooms").where({ id: room }).first("occupants")).toEqual({ occupants: 5 });
    const free = ids.find((one) => !answers[ids.indexOf(one)]?.headers.get("Location"));
    const past = office.knex("room_members").insert({ group_id: id, customer_id: free, room_id: room });
    await expect(past).rejects.toThrow("rooms_not_overfull");
    const other = await groupOf([]);
    const elsewhere = { group_id: id, customer_id: free, room_id: await makeRoom(other.id, 5) };
    await expect(office.knex("room_members").insert(elsewhere)).rejects.toThrow("foreign key");
  });

  test("rooms are added, renamed and deleted; those who are in them are kept in mind", async () => {
    const { id, ids, path } = await groupOf(men(2), { name: "فوج الغرف" });
    const sent = { name: "١٠١", beds: "٤", kind: "men" };
    expect((await client.submit(`${path}/rooms/new`, sent)).status).toBe(302);
    expect((await client.submit(`${path}/rooms/new`, { ...sent, name: "101" })).status).toBe(409);
    for (const bad of [
      { ...sent, beds: "11" },
      { ...sent, kind: "x" },
      { ...sent, name: " " },
    ])
      expect((await client.submit(`${path}/rooms/new`, bad)).status).toBe(422);
    const room = await office.knex("rooms").where({ group_id: id }).first();
    for (const one of ids) await client.submit(`${path}/rooms`, { [`room_${one}`]: `${room.id}` });
    const edit = `${path}/rooms/${room.id}/edit`;
    const few = await client.submit(edit, { ...sent, beds: "1" });
    expect([few.status, few.body.includes("لا يقل عن عدد من في الغرفة: 2")]).toEqual([409, true]);
    expect((await client.submit(edit, { ...sent, kind: "women" })).status).toBe(409);
    expect((await client.submit(edit, { ...sent, name: "202", beds: "2" })).status).toBe(302);
    const other = await groupOf([]);
    expect((await client.submit(`${other.path}/rooms/${room.id}/edit`, sent)).status).toBe(404);
    expect((await client.submit(`${other.path}/rooms/${room.id}/delete`, {})).status).toBe(404);
    expect((await client.get(`${path}/rooms/${room.id}/delete`)).body).toContain("يبقى عضوان بلا غرفة");
    expect((await client.submit(`${path}/rooms/${room.id}/delete`, {})).status).toBe(302);
    expect((await roomsIn(id)).size).toBe(0);
    const lines = await office.knex("trail").where({ kind: "groups", record_id: id }).orderBy("id");
    expect(lines.at(-1).changes.rooms[0]).toEqual(
      expect.arrayContaining([expect.stringContaining("(الغرفة 202)")]),
    );
    const told = (await client.get(`/settings/trail?kind=groups&record=${id}`)).body;
    expect(told).toContain("(الغرفة 202)");
  });

  test("what no form of ours sends is refused with a sentence", async () => {
    const { id, ids, path } = await groupOf(men(1));
    const stranger = (await groupOf(men(1))).ids[0];
    const foreign = await makeRoom((await groupOf([])).id, 4);
    const [one] = ids;
    for (const [sent, status] of [
      [{ [`room_${one}`]: "x" }, 422],
      [{ [`room_${one}`]: ["1", "2"] }, 422],
      [{ [`room_${one}`]: "999999" }, 409],
      [{ [`room_${one}`]: `${foreign}` }, 409],
      [{ [`room_${stranger}`]: `${foreign}` }, 409],
      [{ [`room_${one}`]: "", [`family_${one}`]: "س".repeat(61) }, 422],
      [{ [`room_${one}`]: "", [`was_${one}`]: "|".repeat(201) }, 422],
      [{ room_99999999999: "1", room_0: "1", room___proto__: "1" }, 302],
      [{}, 302],
    ] as [Record<string, string>, number][]) {
      const answer = await client.submit(`${path}/rooms`, sent);
      expect([sent, answer.status]).toEqual([sent, status]);
    }
    expect((await roomsIn(id)).size).toBe(0);
    for (const sent of [
      { [`seat_${one}`]: "0" },
      { [`seat_${one}`]: "-1" },
      { [`seat_${one}`]: "1e3" },
      { [`seat_${one}`]: "61" },
      { [`seat_${one}`]: "1", [`bus_${one}`]: "2" },
    ])
      expect([sent, [409, 422].includes((await client.submit(`${path}/buses`, sent)).status)]).toEqual([
        sent,
        true,
      ]);
    for (const list of [
      "rooms",
      "buses",
      "manifest",
      "rooms/print",
      "buses/print",
      "rooms/export/xlsx",
      "buses/clear",
    ])
      for (const group of ["999999", "x", "99999999999"])
        expect([list, (await client.get(`/trips/groups/${group}/${list}`)).status]).toEqual([list, 404]);
    for (const list of ["rooms", "buses"])
      expect((await client.submit(`/trips/groups/999999/${list}`, { intent: "propose" })).status).toBe(404);
    for (const page of ["0", "x", "99"]) {
      expect((await client.get(`${path}/rooms?page=${page}`)).status).toBe(200);
      expect((await client.get(`${path}/manifest?page=${page}`)).status).toBe(200);
    }
  });
});

describe("rooms proposed", () => {
  /** The rooms of a group: kind, beds and who is in them, by name. */
  async function roomed(group_id: number) {
    const rows: { name: string; kind: string; beds: number; occupants: string[] }[] = await office
      .knex("rooms")
      .leftJoin("room_members", "room_members.room_id", "rooms.id")
      .leftJoin("customers", "customers.id", "customer_id")
      .where("rooms.group_id", group_id)
      .groupBy("rooms.id")
      .orderBy("rooms.id")
      .select("rooms.name", "kind", "beds", {
        occupants: office.knex.raw(
          "coalesce(array_agg(customers.name ORDER BY customers.id) FILTER (WHERE customers.id IS NOT NULL), '{}')",
        ),
      });
    return rows.map(({ kind, beds, occupants }) => [kind, beds, ...occupants]);
  }
  const woman = (name: string, more: object = {}) => ({ name, gender: "أنثى", ...more });
  const man = (name: string, more: object = {}) => ({ name, ...more });

  test("a family has a room of its own, others are with their sex, and each in a room of their package", async () => {
    const { id, path } = await groupOf([
      man("حسن", { family: "الحسني" }),
      man("عمر", { beds: 2 }),
      woman("هند", { family: "الحسني" }),
      man("علي", { beds: 4 }),
      woman("ليلى"),
      man("زيد", { beds: 2 }),
      woman("طفلة", { family: "الحسني" }),
      { name: "مجهول", gender: null, family: "الحسني" },
      man("بدر", { beds: 4 }),
      man("سعد", { beds: 4 }),
    ]);
    const told = await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(told).toContain("وزع 9 أعضاء على الغرف، وأضيف 4 غرف");
    expect(told).toContain("بلا جنس مسجل فلم يوزع: «مجهول»");
    expect(await roomed(id)).toEqual([
      ["family", 4, "حسن", "هند", "طفلة"],
      ["men", 2, "عمر", "زيد"],
      ["men", 4, "علي", "بدر", "سعد"],
      ["women", 4, "ليلى"],
    ]);
    await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(await roomed(id)).toHaveLength(4);
    const print = printedRows((await client.get(`${path}/rooms/print`)).body).flat();
    expect(print).toContain("الغرفة 1 · عائلة · الأسرة 4 · شاغر 1");
    expect(print).toContain("بلا غرفة");
  });

  test("a family that no room holds is split by sex; those who come later join theirs, and fill free beds", async () => {
    const kin = { family: "الكبيرة" };
    const { id, path, campaign_id } = await groupOf([
      man("م1", kin),
      woman("ن1", kin),
      man("م2", kin),
      woman("ن2", kin),
      man("م3", kin),
      man("غريب"),
      man("أ1", { family: "أخوان" }),
      man("أ2", { family: "أخوان" }),
    ]);
    const told = await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(told).toContain("عائلة لا تتسع لها غرفة ففرقت: «الكبيرة»");
    expect(await roomed(id)).toEqual([
      ["men", 4, "م1", "م2", "م3"],
      ["women", 4, "ن1", "ن2"],
      ["men", 4, "غريب", "أ1", "أ2"],
    ]);
    for (const { family, ...person } of [
      woman("ن3", kin),
      man("أ3", { family: "أخوان", gender: "ذكر" }),
    ] as Person[]) {
      const customer_id = await makeCustomer(office.knex, { phone: `8${++made}`, ...person });
      await office.knex("group_members").insert({ group_id: id, campaign_id, customer_id, family });
    }
    await client.submit(`${path}/rooms`, { intent: "propose" });
    expect(await roomed(id)).toEqual([
      ["men", 4, "م1", "م2", "م3"],
      ["women", 4, "ن1", "ن2", "ن3"],
      ["men", 4, "غريب", "أ1", "أ2", "أ3"],
    ]);
  });

  test("a family too large for its package's room goes into a larger one that the clerk has added", async () => {
    const { id, path } = await groupOf(
      Array.from({ length: 5 }, (_, index) => (index % 2 ? woman : man)(`ك${index}`, { family: "الكبيرة" })),
    );
    await makeRoom(id, 6, { kind: "family" });
    const told = await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(told).not.toContain("لا تتسع لها غرفة");
    expect(await roomed(id)).toEqual([["family", 6, "ك0", "ك1", "ك2", "ك3", "ك4"]]);
  });

  test("a family is one however its name is spelt: in its room, side by side, and in a guess of another's name", async () => {
    const { id, path } = await groupOf([
      man("خالد السُّعود", { phone: "71" }),
      man("زائر"),
      man("سالم", { family: "آل سالم" }),
      man("ضيف"),
      woman("هدى", { family: "ال سالم" }),
      woman("منى السُّعود", { phone: "71" }),
      man("ماجد", { family: "السعود" }),
    ]);
    await client.submit(`${path}/rooms`, { intent: "propose" });
    expect(await roomed(id)).toEqual([
      ["family", 4, "خالد السُّعود", "منى السُّعود"],
      ["family", 4, "سالم", "هدى"],
      ["men", 4, "زائر", "ضيف", "ماجد"],
    ]);
    const families = await office.knex("group_members").where({ group_id: id }).orderBy("id").pluck("family");
    expect(families).toEqual(["السُّعود 2", null, "آل سالم", null, "ال سالم", "السُّعود 2", "السعود"]);
    await client.submit(`${path}/buses`, { intent: "rest" });
    const seats = [...(await seatsIn(id)).values()];
    expect(seats).toEqual(["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7"]);
    const names = printedRows((await client.get(`${path}/buses/print`)).body).map(([, name]) => name);
    expect(names.slice(names.indexOf("سالم")).slice(0, 2)).toEqual(["سالم", "هدى"]);
  });

  test("rooms in which nobody is are told on paper and on the sheet", async () => {
    const { id, path } = await groupOf(men(1));
    await makeRoom(id, 3, { name: "9", kind: "family" });
    await makeRoom(id, 2, { name: "7" });
    const empty = printedRows((await client.get(`${path}/rooms/print`)).body).slice(1);
    expect(empty.map(([cell]) => cell)).toEqual([
      "بلا غرفة",
      "1",
      "الغرفة 7 · رجال · الأسرة 2 · خالية",
      "الغرفة 9 · عائلة · الأسرة 3 · خالية",
    ]);
    await client.submit(`${path}/rooms`, { intent: "propose" });
    const { rows } = await sheetAt(`${path}/rooms/export/xlsx`);
    const free = rows.slice(1).reduce((sum, row) => sum + Number(row[4]), 0);
    const beds = await office
      .knex("rooms")
      .where({ group_id: id })
      .sum({ free: office.knex.raw("beds - occupants") });
    expect(free).toBe(Number(beds[0]?.free));
    expect(rows.at(-1)?.slice(1, 5)).toEqual(["9", "عائلة", 3, 3]);
    const past = printedRows((await client.get(`${path}/rooms/print?page=9`)).body);
    expect(past.flat().join()).not.toContain("خالية");
  });

  test("those of one phone number are taken for a family, and named; an agent's number makes none", async () => {
    const { id, path } = await groupOf([
      man("صالح الحداد", { phone: "+967 777 123 456" }),
      woman("أمينة الحداد", { phone: "777123456" }),
      ...Array.from({ length: 7 }, (_, index) =>
        (index % 2 ? man : woman)(`مسافر ${index}`, { phone: "0500" }),
      ),
    ]);
    const told = await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(told).toContain("راجع العائلات");
    const families = await office.knex("group_members").where({ group_id: id }).orderBy("id").pluck("family");
    expect(families).toEqual(["الحداد", "الحداد", ...Array(7).fill(null)]);
    const rooms = await roomed(id);
    expect(rooms[0]).toEqual(["family", 4, "صالح الحداد", "أمينة الحداد"]);
    expect(rooms.slice(1).map(([kind]) => kind)).toEqual(["women", "men"]);
    const lines = await office.knex("trail").where({ kind: "groups", record_id: id });
    expect(lines.map(({ changes }) => changes.families?.[1]).find(Boolean)).toContain("صالح الحداد (الحداد)");
  });

  test("no room of men or women holds both, none holds two families, none too many: of many people at random", async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 16807) % 2147483647;
      return seed % below;
    };
    const people = Array.from({ length: 120 }, (_, index) => ({
      name: `ر${index}`,
      gender: ["ذكر", "أنثى", "أنثى", "ذكر", null][random(5)],
      family: random(2) ? `ع${random(25)}` : undefined,
      beds: [undefined, 1, 2, 3, 4][random(5)],
    }));
    const { id, path } = await groupOf(people, { capacity: 200 });
    const both = await Promise.all([1, 2].map(() => client.submit(`${path}/rooms`, { intent: "propose" })));
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    const rows: { room_id: number; kind: string; beds: number; gender: string; family: string | null }[] =
      await office
        .knex("room_members")
        .join("rooms", "rooms.id", "room_id")
        .join("customers", "customers.id", "customer_id")
        .join("group_members", (on) =>
          on
            .on("group_members.customer_id", "room_members.customer_id")
            .andOn("group_members.group_id", "room_members.group_id"),
        )
        .where("rooms.group_id", id)
        .select("room_id", "kind", "beds", "gender", "family");
    expect(rows).toHaveLength(people.filter(({ gender }) => gender).length);
    for (const room of new Set(rows.map(({ room_id }) => room_id))) {
      const lodgers = rows.filter(({ room_id }) => room_id === room);
      const [{ kind, beds }] = lodgers as [(typeof rows)[number]];
      const values = new Set(lodgers.map((lodger) => (kind === "family" ? lodger.family : lodger.gender)));
      expect([values.size, lodgers.length <= beds]).toEqual([1, true]);
      if (kind !== "family") expect([...values]).toEqual([kind === "men" ? "ذكر" : "أنثى"]);
    }
  });
});

describe("seats", () => {
  const bus = () => makeTransportation(office.knex, { capacity: 4 });

  test("are given by one button, families side by side, in as many buses as it takes; and by hand", async () => {
    const { id, ids, path } = await groupOf(
      [{}, { family: "أ" }, {}, { family: "ب" }, { family: "أ" }, { family: "أ" }, { family: "ب" }],
      { transportation_id: await bus() },
    );
    const told = await toldBy(await client.submit(`${path}/buses`, { intent: "rest" }));
    expect(told).toContain("وزعت المقاعد على 7 أعضاء");
    const seats = await seatsIn(id);
    expect(ids.map((one) => seats.get(one))).toEqual(["1-1", "1-2", "2-1", "2-2", "1-3", "1-4", "2-3"]);

    const fields = await fieldsOf(`${path}/buses`);
    expect(fields[`bus_${ids[2]}`]).toBe("2");
    const swapped = { ...fields, [`seat_${ids[0]}`]: "2", [`seat_${ids[1]}`]: "١" };
    expect((await client.submit(`${path}/buses`, swapped)).status).toBe(302);
    const now = await seatsIn(id);
    expect([now.get(ids[0]), now.get(ids[1])]).toEqual(["1-2", "1-1"]);
    const fresh = await fieldsOf(`${path}/buses`);
    const refused = await client.submit(`${path}/buses`, {
      ...fresh,
      [`seat_${ids[0]}`]: "3",
      [`seat_${ids[1]}`]: "5",
    });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("المقعد 3 لـ«");
    expect(refused.body).toContain("مقاعد الحافلة من 1 إلى 4");
    const late = await client.submit(`${path}/buses`, { ...fields, [`seat_${ids[0]}`]: "4" });
    expect([late.status, late.body.includes("عدّله مستخدم آخر")]).toEqual([409, true]);
    expect((await client.submit(`${path}/buses`, { ...fresh, [`seat_${ids[0]}`]: "" })).status).toBe(302);
    expect((await seatsIn(id)).has(ids[0] as number)).toBe(false);

    expect((await client.get(`${path}/buses/clear`)).body).toContain("هل تريد إخلاء مقاعد المجموعة كلها؟");
    expect((await client.submit(`${path}/buses/clear`, {})).status).toBe(302);
    expect((await seatsIn(id)).size).toBe(0);
    const lines = await office.knex("trail").where({ kind: "groups", record_id: id }).orderBy("id");
    expect(lines.at(-1).changes.seats).toEqual([
      expect.arrayContaining([expect.stringContaining("(الحافلة 2، المقعد 1)")]),
      null,
    ]);
  });

  test("twenty at once who want one seat: one has it", async () => {
    const { id, ids, path } = await groupOf(men(20));
    const answers = await Promise.all(
      ids.map((one) => client.submit(`${path}/buses`, { [`seat_${one}`]: "7" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(19).fill(409)]);
    await Promise.all(Array.from({ length: 5 }, () => client.submit(`${path}/buses`, { intent: "rest" })));
    expect(new Set((await seatsIn(id)).values()).size).toBe(20);
    const [first, second] = ids;
    await office.knex("bus_seats").where({ group_id: id, customer_id: first }).delete();
    const held = (await seatsIn(id)).get(second)?.split("-").map(Number);
    const twice = { group_id: id, customer_id: first, bus: held?.[0], seat: held?.[1] };
    await expect(office.knex("bus_seats").insert(twice)).rejects.toThrow("bus_seats_once");
  });

  test("that a smaller bus does not have are none: on the screen, on paper, on the sheet; and given anew", async () => {
    const { id, ids, path } = await groupOf(men(3));
    const sent = { [`seat_${ids[0]}`]: "40", [`seat_${ids[1]}`]: "2" };
    await client.submit(`${path}/buses`, sent);
    await office
      .knex("groups")
      .where({ id })
      .update({ transportation_id: await bus() });
    const shown = (await client.get(`${path}/buses`)).body;
    expect(shown).toContain("ليس في الحافلة");
    expect(shown).toMatch(/بلا مقعد<\/\w+>(<[^>]*>)*2</);
    const printed = printedRows((await client.get(`${path}/buses/print`)).body).slice(1);
    expect(printed.map(([cell]) => cell)).toEqual(["الحافلة 1", "2", "بلا مقعد", "—", "—"]);
    const { rows } = await sheetAt(`${path}/buses/export/xlsx`);
    expect(rows.slice(1).map((row) => row[3] ?? null)).toEqual([2, null, null]);
    await client.submit(`${path}/buses`, { intent: "rest" });
    expect([...(await seatsIn(id)).values()].sort()).toEqual(["1-1", "1-2", "1-3"]);
  });
});

test("who leaves the group frees bed and seat; a group goes with its rooms, a lodger's customer stays", async () => {
  const { id, ids, path } = await groupOf(men(3), { name: "فوج الراحلين" });
  await client.submit(`${path}/rooms`, { intent: "propose" });
  await client.submit(`${path}/buses`, { intent: "rest" });
  const kept = await client.delete(`/api/customers/${ids[0]}`);
  expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining("فوج الراحلين")]);
  expect((await client.delete(`/api/groups/${id}/members/${ids[0]}`)).status).toBe(200);
  expect([(await roomsIn(id)).size, (await seatsIn(id)).size]).toEqual([2, 2]);
  expect(await office.knex("rooms").where({ group_id: id }).first("occupants")).toEqual({ occupants: 2 });
  expect((await client.delete(`/api/groups/${id}`)).status).toBe(200);
  expect(await office.knex("rooms").where({ group_id: id })).toEqual([]);
  expect((await client.delete(`/api/customers/${ids[0]}`)).status).toBe(200);
});

test("joining, leaving, rooms, seats and the group itself at once: nobody waits in a circle, and the counts are right", async () => {
  const { knex } = office;
  const { id, ids, path, campaign_id } = await groupOf(men(24), { name: "فوج الزحام" });
  const room = await makeRoom(id, 4);
  const deadlocks = async () =>
    (await knex.raw("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")).rows[0]
      .deadlocks;
  const before = await deadlocks();
  const late = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(knex, { gender: "ذكر" })));
  const answers = await Promise.all([
    ...ids.slice(0, 6).map((one) => client.delete(`/api/groups/${id}/members/${one}`)),
    ...late.map((customer_id) => client.post(`/api/groups/${id}/members`, { customer_id })),
    ...ids.map((one) =>
      client.submit(`${path}/rooms`, { [`room_${one}`]: `${room}`, [`family_${one}`]: "أ" }),
    ),
    ...[1, 2, 3].map(() => client.submit(`${path}/rooms`, { intent: "propose" })),
    ...[1, 2, 3].map(() => client.submit(`${path}/buses`, { intent: "rest" })),
    ...[3, 4, 5].map((beds) =>
      client.submit(`${path}/rooms/${room}/edit`, { name: "900", kind: "men", beds: `${beds}` }),
    ),
    ...[50, 60].map((capacity) => client.put(`/api/groups/${id}`, { capacity, campaign_id })),
  ]);
  expect(
    answers.map(({ status }) => status).filter((status) => ![200, 201, 302, 409].includes(status)),
  ).toEqual([]);
  const rooms: { occupants: number; counted: number; beds: number }[] = await knex("rooms")
    .where({ group_id: id })
    .select("occupants", "beds", {
      counted: knex.raw("(SELECT count(*)::integer FROM room_members WHERE room_id = rooms.id)"),
    });
  for (const { occupants, counted, beds } of rooms)
    expect([occupants, counted <= beds]).toEqual([counted, true]);
  expect(await deadlocks()).toBe(before);
});

describe("many", () => {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${office.app.pid()}/status`, "utf8"))?.[1]) / 1024;

  /** Two thousand pilgrims, whose names no archive makes shorter. */
  beforeAll(() =>
    office.knex.raw(
      `INSERT INTO customers (name, phone, gender, nationality, passport_number)
       SELECT 'معتمر ' || md5(random()::text) || md5(random()::text), '7' || n,
         CASE n % 2 WHEN 0 THEN 'ذكر' ELSE 'أنثى' END, 'IDN', md5(random()::text)
       FROM generate_series(1, 2000) n`,
    ),
  );

  /** A group of them all, in a campaign of its own. */
  async function crowd() {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 3000, []);
    const id = await makeGroup(knex, campaign_id, { capacity: 2000, members: 2000 });
    await knex.transaction(async (trx) => {
      await trx.raw("ALTER TABLE group_members DISABLE TRIGGER USER");
      await trx.raw(
        `INSERT INTO group_members (group_id, campaign_id, customer_id)
         SELECT ?, ?, id FROM customers WHERE nationality = 'IDN' ORDER BY id`,
        [id, campaign_id],
      );
      await trx.raw("ALTER TABLE group_members ENABLE TRIGGER USER");
    });
    return `/trips/groups/${id}`;
  }

  test("two thousand pilgrims are printed, written, put into rooms and seated, in bounded memory", async () => {
    const path = await crowd();
    await client.get(`${path}/manifest`); // what is loaded once
    const before = memory();
    expect(await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }))).toContain(
      "وزع 2,000 عضو على الغرف، وأضيف 500 غرفة",
    );
    expect((await client.submit(`${path}/buses`, { intent: "rest" })).status).toBe(302);
    for (const list of ["manifest", "rooms/print", "buses/print"]) {
      const { status, body } = await client.get(`${path}/${list}`);
      expect([list, status, body.split("معتمر ").length > 2000]).toEqual([list, 200, true]);
    }
    for (const list of ["manifest", "rooms", "buses"])
      expect((await sheetAt(`${path}/${list}/export/xlsx`)).rows).toHaveLength(2001);
    const fields = await fieldsOf(`${path}/rooms?page=2`);
    expect(Object.keys(fields)).toHaveLength(225);
    expect((await client.submit(`${path}/rooms?page=2`, fields)).status).toBe(302);
    expect(memory() - before).toBeLessThan(100);
  }, 60_000);
});

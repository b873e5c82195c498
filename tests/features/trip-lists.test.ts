import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { makeCampaign, makeGroup, makeTransportation, makeTrip } from "../support/factories";
import { residentMegabytes } from "../support/memory";
import { useOffice } from "../support/office";
import { men, printedRows, tripListsOf } from "../support/trip-lists";

/* Passenger manifests, bus seats, and lists of very many pilgrims. */

const { office, client } = useOffice({ isBusy: true });
let made = 0;

const { groupOf, fieldsOf, seatsIn, toldBy, sheetAt } = tripListsOf(office, client);

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
      undefined,
      of,
      "مصر",
      "EGY",
      new Date("1980-02-01T00:00:00Z"),
      "أنثى",
      "NEW",
      "+20 100",
    ]);
  });

  test("names who travels: not whose contracts of the campaign are all cancelled, which the clerk is told", async () => {
    const people = ["قائم", "عاد بعقد", "ألغي عقده", "بلا عقد", "عقده في حملة أخرى"];
    const { id, ids, campaign_id, path } = await groupOf(
      people.map((name, index) => ({ name, beds: index === 3 ? undefined : 4 })),
    );
    const { knex } = office;
    const [, back, cancelled, , elsewhere] = ids;
    const contract = await knex("contracts").where({ customer_id: back }).first();
    const again = { ...contract, id: undefined, contract_number: "C-2026-90001", schedule: null };
    const { remaining_amount: _, refundable_amount: __, next_due_date: ___, ...row } = again;
    await knex("contracts").where({ customer_id: back }).update({ status: "cancelled" });
    await knex("contracts").insert(row);
    await knex("contracts").where({ customer_id: cancelled }).update({ status: "cancelled" });
    const other = await makeCampaign(knex, 10, []);
    await knex("contracts")
      .where({ customer_id: elsewhere, campaign_id })
      .update({ status: "cancelled", campaign_id: other });
    const travel = people.filter((name) => name !== "ألغي عقده");
    for (const list of ["manifest", "rooms/print", "buses/print"]) {
      const { body } = await client.get(`${path}/${list}`);
      const printed = printedRows(body).flat();
      expect([list, people.filter((name) => printed.includes(name))]).toEqual([list, travel]);
      expect(body).toContain("لا يسافر من ألغي عقده، فليس في القائمة: «ألغي عقده»");
    }
    const badges: string = (await client.get(`/trips/groups/${id}/badges/print`)).body;
    expect(people.filter((name) => badges.includes(`>${name}<`))).toEqual(travel);
    const { rows } = await sheetAt(`${path}/manifest/export/xlsx`);
    expect(people.filter((name) => rows.flat().includes(name))).toEqual(travel);
  });

  test("of a trip goes on from group to group, by departure", async () => {
    const trip = { id: await makeTrip(office.knex, day(1), day(9), { name: "رحلة الكشوف" }) };
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
    expect([late.status, late.body.includes("تغير بعد أن فتحت الصفحة")]).toEqual([409, true]);
    expect((await client.submit(`${path}/buses`, { ...fresh, [`seat_${ids[0]}`]: "" })).status).toBe(302);
    expect((await seatsIn(id)).has(ids[0] as number)).toBe(false);

    expect((await client.get(`${path}/buses/clear`)).body).toContain("هل تريد إخلاء مقاعد المجموعة كلها؟");
    expect((await client.submit(`${path}/buses/clear`, {})).status).toBe(302);
    expect((await seatsIn(id)).size).toBe(0);
    const lines = await office.knex("audit_log").where({ kind: "groups", record_id: id }).orderBy("id");
    expect(lines.at(-1).changes.seats).toEqual([
      expect.arrayContaining([expect.stringContaining("(الحافلة 2، المقعد 1)")]),
      null,
    ]);
  });

  test("side by side that strangers of the other sex have to take are named on the screen", async () => {
    const people = [{ name: "سعد الغامدي" }, { name: "هند القحطاني", gender: "أنثى" }];
    const { path } = await groupOf([...people, { gender: "أنثى" }], { capacity: 4 });
    await client.submit(`${path}/buses`, { intent: "rest" });
    expect((await client.get(`${path}/buses`)).body).not.toContain("متجاورون في المقاعد");
    const full = await groupOf(people, { capacity: 2 });
    await client.submit(`${full.path}/buses`, { intent: "rest" });
    const { body } = await client.get(`${full.path}/buses`);
    expect(body).toContain("سعد الغامدي (المقعد 1) وهند القحطاني (المقعد 2)");
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

describe("many", () => {
  const memory = () => residentMegabytes(office.app.pid());

  /** Two thousand pilgrims whose names do not compress. */
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
    await client.get(`${path}/manifest`); // modules that are loaded once
    const before = memory();
    expect(await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }))).toContain(
      "وزع 2,000 عضو على الغرف، وأضيفت 500 غرفة",
    );
    expect((await client.submit(`${path}/buses`, { intent: "rest" })).status).toBe(302);
    for (const list of ["manifest", "rooms/print", "buses/print"]) {
      const { status, body } = await client.get(`${path}/${list}`);
      expect([list, status, body.split("معتمر ").length > 2000]).toEqual([list, 200, true]);
    }
    for (const list of ["manifest", "rooms", "buses"])
      expect((await sheetAt(`${path}/${list}/export/xlsx`)).rows).toHaveLength(2001);
    const english = await client.get(`${path}/manifest?lang=en`);
    expect([english.status, english.body.split(">IDN<").length]).toEqual([200, 2001]);
    const { rows } = await sheetAt(`${path}/manifest/export/xlsx?lang=en`);
    expect([rows.length, rows.at(-1)?.join("")]).toEqual([2002, "Names not on record yet: 2000"]);
    const fields = await fieldsOf(`${path}/rooms?page=2`);
    expect(Object.keys(fields)).toHaveLength(225);
    expect((await client.submit(`${path}/rooms?page=2`, fields)).status).toBe(302);
    expect(memory() - before).toBeLessThan(100);
  });
});

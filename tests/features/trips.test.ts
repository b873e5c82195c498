import { describe, expect, test } from "vitest";
import { trip } from "~/features/trips/trip";
import { makeTransportation } from "../support/factories";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { dates, tripsOf } from "../support/trips";

const { office, client } = useOffice({ isBusy: true });
let made = 0;

const { campaignId, newTrip, newStage, stagesOf, momentsOf, newPlan, newGroup } = tripsOf(office, client);

standardCalls(office, client, trip, {
  whole: () => ({ name: `رحلة ${++made}`, ...dates }),
  shown: () => ({ plan_id: null }),
  required: ["name", "start_date", "end_date"],
  defaults: {},
  refused: [
    ["name", "س".repeat(151)],
    ["start_date", "2027-02-30"],
    ["end_date", "2027-05-09"],
    ["end_date", "soon"],
  ],
  badFilters: ["from=soon", "to=2027-02-30"],
});

describe("a trip", () => {
  test("from a plan gets its stages with dates", async () => {
    const plan_id = await newPlan();
    const { id, ...stored } = await newTrip({ plan_id });
    expect(stored.plan_id).toBe(plan_id);
    expect(await stagesOf(id)).toMatchObject([
      { name: "السفر", date: "2027-05-10", time: "06:30", status: "pending", description: null },
      { name: "المدينة", date: "2027-05-10", time: "12:00" },
      { name: "العودة", date: "2027-05-30", time: "21:00" },
    ]);
    const other = await client.put(`/api/trips/${id}`, { plan_id: null });
    expect([other.status, Object.keys(other.body.fields)]).toEqual([409, ["plan_id"]]);
    expect((await client.put(`/api/trips/${id}`, { plan_id })).status).toBe(200);
  });

  test("shorter than its plan is refused, and neither it nor a stage is stored", async () => {
    const plan_id = await newPlan();
    const name = "رحلة قصيرة";
    const { status, body } = await client.post("/api/trips", {
      name,
      ...dates,
      end_date: "2027-05-29",
      plan_id,
    });
    expect([status, body.fields]).toEqual([
      422,
      { end_date: "المرحلة «العودة» (2027-05-30) بعد نهاية الرحلة" },
    ]);
    expect(await office.knex("trips").where({ name })).toEqual([]);
    const none = await client.post("/api/trips", { name, ...dates, plan_id: 999999 });
    expect([none.status, Object.keys(none.body.fields)]).toEqual([422, ["plan_id"]]);
  });

  test("keeps its stages within its dates, and moves them with its start where it is asked to", async () => {
    const { id } = await newTrip();
    await newStage(id, { date: "2027-05-10", time: "09:00" });
    await newStage(id, { date: "2027-05-25" });
    const put = (change: object) => client.put(`/api/trips/${id}`, change);
    const turned = await put({ start_date: "2027-06-01", move: false });
    expect([turned.status, turned.body.fields]).toEqual([
      422,
      { start_date: "تاريخ البداية بعد تاريخ النهاية" },
    ]);
    const early = await put({ start_date: "2027-05-11", move: false });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ["start_date"]]);
    expect(early.body.error).toContain("انقل المراحل مع الرحلة");
    const short = await put({ end_date: "2027-05-24" });
    expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ["end_date"]]);
    const before = await momentsOf(id);
    const late = await put({ start_date: "2027-05-16", end_date: "2027-05-29", move_stages: true });
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ["end_date"]]);
    expect(await momentsOf(id)).toEqual(before);

    expect((await put({ start_date: "2027-05-15", move_stages: true })).status).toBe(200);
    expect(await momentsOf(id)).toEqual(["2027-05-15 09:00", "2027-05-30 08:00"]);
    expect((await client.get(`/api/trips/${id}`)).body.trip.end_date).toBe("2027-06-04"); // as long as before
    expect((await put({ start_date: "2027-03-01", end_date: "2027-03-20", move_stages: true })).status).toBe(
      200,
    );
    expect(await momentsOf(id)).toEqual(["2027-03-01 09:00", "2027-03-16 08:00"]);
    expect((await put({ start_date: "2027-02-28", move_stages: false })).status).toBe(200);
    expect(await momentsOf(id)).toEqual(["2027-03-01 09:00", "2027-03-16 08:00"]);
    expect((await put({ move_stages: "perhaps" })).status).toBe(422);
  });

  test("takes its stages and links along when it is deleted", async () => {
    const { id } = await newTrip();
    await newStage(id);
    const group_id = await newGroup();
    expect((await client.post(`/api/trips/${id}/groups`, { group_id })).status).toBe(201);
    expect((await client.delete(`/api/trips/${id}`)).body).toEqual({ success: true });
    expect(await office.knex("trip_stages").where({ trip_id: id })).toEqual([]);
    expect(await office.knex("groups").where({ id: group_id }).first("trip_id")).toEqual({ trip_id: null });
  });

  test("is found by its name and by a period that it touches", async () => {
    await newTrip({ name: "رحلة الإيمان", start_date: "2030-01-01", end_date: "2030-01-20" });
    const found = async (query: string) =>
      (await client.get(`/api/trips?search=الايمان${query}`)).body.trips.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found("")).toEqual(["رحلة الإيمان"]);
    expect(await found("&from=2030-01-20&to=2031-01-01")).toEqual(["رحلة الإيمان"]);
    expect(await found("&from=٢٠٣٠-٠١-٢١")).toEqual([]);
    expect(await found("&to=2029-12-31")).toEqual([]);
  });
});

describe("stages by call", () => {
  test("stand in order of date and time, pending at first, and are changed and deleted", async () => {
    const { id } = await newTrip();
    const last = await newStage(id, { date: "2027-05-30", time: "٢١:٤٥", description: "من الفندق" });
    await newStage(id, { time: "10:00" });
    const second = await newStage(id, { time: "9:05" });
    expect(last).toMatchObject({ trip_id: id, time: "21:45", status: "pending", description: "من الفندق" });
    expect(await momentsOf(id)).toEqual(["2027-05-12 09:05", "2027-05-12 10:00", "2027-05-30 21:45"]);
    for (const status of ["in-progress", "completed", "cancelled", "pending"])
      expect((await client.put(`/api/stages/${second.id}`, { status })).body.stage.status).toBe(status);
    const stale = await client.put(`/api/stages/${second.id}`, { name: "س", updated_at: second.updated_at });
    expect([stale.status, stale.body.current.id]).toEqual([409, second.id]);
    expect((await client.delete(`/api/stages/${last.id}`)).body).toEqual({ success: true });
    expect((await client.delete(`/api/stages/${last.id}`)).status).toBe(404);
    expect((await client.put(`/api/stages/${last.id}`, { date: "2027-05-11" })).status).toBe(404);
    for (const address of ["/api/trips/999999/stages", "/api/trips/x/stages"]) {
      expect((await client.get(address)).status).toBe(404);
      expect((await client.post(address, { name: "س", date: "2027-05-11", time: "08:00" })).status).toBe(404);
    }
  });

  test.each([
    ["name", ""],
    ["date", null],
    ["date", "2027-05-09"],
    ["date", "2027-05-31"],
    ["date", "2027-02-30"],
    ["time", undefined],
    ["time", "24:61"],
    ["time", "8"],
    ["time", "08:00:00"],
    ["status", "done"],
  ])("a refused %s: %s", async (field, value) => {
    const { id } = await newTrip();
    const whole = { name: "منى", date: "2027-05-18", time: "08:00" };
    const created = await client.post(`/api/trips/${id}/stages`, { ...whole, [field]: value });
    expect([created.status, Object.keys(created.body.fields)]).toEqual([422, [field]]);
    expect(created.body.fields[field]).toMatch(/[ء-ي]/);
    if (value === undefined) return;
    const stage = await newStage(id);
    const changed = await client.put(`/api/stages/${stage.id}`, { [field]: value });
    expect([changed.status, Object.keys(changed.body.fields)]).toEqual([422, [field]]);
  });

  test("never lie outside, also where the trip's dates change at the same moment", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await newTrip();
      const first = await newStage(id);
      await Promise.all([
        ...[13, 20, 28].map((day) =>
          client.post(`/api/trips/${id}/stages`, { name: "س", date: `2027-05-${day}`, time: "08:00" }),
        ),
        client.put(`/api/stages/${first.id}`, { date: "2027-05-29" }),
        client.put(`/api/trips/${id}`, { end_date: "2027-05-15" }),
        client.put(`/api/trips/${id}`, { start_date: "2027-05-12", move_stages: true }),
      ]);
      const { trip } = (await client.get(`/api/trips/${id}`)).body;
      for (const { date } of await stagesOf(id))
        expect(date >= trip.start_date && date <= trip.end_date).toBe(true);
    }
  });
});

describe("groups by call", () => {
  test("are linked and released; one that is on a trip, has departed or is not there is refused", async () => {
    const [one, other] = [await newTrip(), await newTrip()];
    const bus = await makeTransportation(office.knex, { company_name: "حافلات الحرمين" });
    const group_id = await newGroup({
      name: "مجموعة الصفا",
      transportation_id: bus,
      departure_date: "2999-01-01",
    });
    const link = (trip: number, body: object) => client.post(`/api/trips/${trip}/groups`, body);
    const { updated_at } = (await client.get(`/api/groups/${group_id}`)).body.group;
    const linked = await link(one.id, { group_id: String(group_id) });
    expect([linked.status, linked.body.group]).toEqual([
      201,
      {
        id: group_id,
        name: "مجموعة الصفا",
        campaign_id: campaignId(),
        campaign: expect.any(String),
        capacity: 45,
        currentMembers: 0,
        transportation_id: bus,
        busNumber: "حافلات الحرمين",
        busCapacity: expect.any(Number),
        supervisor_id: null,
        supervisor: null,
        supervisorPhone: null,
        name_latin: null,
        supervisorName: null,
        supervisorNameLatin: null,
        departureDate: "2999-01-01",
        flights: null,
        status: "active",
        trip_id: one.id,
        created_at: expect.any(String),
        updated_at, // a form of it that was read before may still be saved
      },
    ]);
    const groups = [linked.body.group];
    expect((await client.get(`/api/trips/${one.id}/groups`)).body).toEqual({ groups });
    expect((await client.get(`/api/trips/${one.id}/groups?page=1`)).body).toEqual({
      groups,
      total: 1,
      page: 1,
      per_page: 25,
    });
    expect((await client.get(`/api/trips/${one.id}/groups?search=الصفا`)).body).toEqual({ groups });
    expect((await client.get(`/api/trips/${one.id}/groups?search=المروة`)).body).toEqual({ groups: [] });
    expect((await client.get(`/api/trips/${one.id}/groups?page=0`)).status).toBe(422);
    for (const [trip, body, status] of [
      [one.id, { group_id }, 409],
      [other.id, { group_id }, 409],
      [other.id, { group_id: await newGroup({ departure_date: "2020-01-01" }) }, 409],
      [other.id, { group_id: await newGroup({ has_departed: true }) }, 409],
      [other.id, { group_id: 999999 }, 422],
      [other.id, { group_id: "x" }, 422],
      [other.id, {}, 422],
    ] as const) {
      const refused = await link(trip, body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([status, ["group_id"]]);
      expect(refused.body.fields.group_id).toMatch(/[ء-ي]/);
    }
    expect((await link(999999, { group_id })).status).toBe(404);
    expect((await client.delete(`/api/trips/${other.id}/groups/${group_id}`)).status).toBe(404);
    expect((await client.delete(`/api/trips/${one.id}/groups/${group_id}`)).body).toEqual({ success: true });
    expect((await link(other.id, { group_id })).status).toBe(201);
  });

  test("of many trips that ask for one at once, one gets it", async () => {
    const trips = await Promise.all(Array.from({ length: 12 }, () => newTrip()));
    const group_id = await newGroup();
    const answers = await Promise.all(
      trips.map(({ id }) => client.post(`/api/trips/${id}/groups`, { group_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
    const winner = trips[answers.findIndex(({ status }) => status === 201)];
    expect(await office.knex("groups").where({ id: group_id }).first("trip_id")).toEqual({
      trip_id: winner?.id,
    });
  });

  test("are free again or linked to a trip that is there, when trips are deleted meanwhile", async () => {
    const groups = await Promise.all(Array.from({ length: 6 }, () => newGroup()));
    const { id } = await newTrip();
    const answers = await Promise.all([
      ...groups.slice(0, 3).map((group_id) => client.post(`/api/trips/${id}/groups`, { group_id })),
      client.delete(`/api/trips/${id}`),
      ...groups.slice(3).map((group_id) => client.post(`/api/trips/${id}/groups`, { group_id })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual(
      [],
    );
    expect(await office.knex("groups").whereIn("id", groups).whereNotNull("trip_id")).toEqual([]);
  });
});

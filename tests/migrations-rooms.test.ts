import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { migrationSource } from "../scripts/migrations.js";
import { knexCommand } from "./support/database";
import { insert, makeCampaign, makeCustomer } from "./support/factories";
import { useGroups } from "./support/groups";
import { useOffice } from "./support/office";
import { packagesOf } from "./support/packages";
import { wordsIn } from "./support/shares";

/* Rooms of the release before, which belonged to a group alone, get a hotel; and lose it again. */

const { office, client } = useOffice();
const { ids, hotel, create: createPackage } = packagesOf(office, client);
const { create: createGroup } = useGroups(office, client);
const config = { migrationSource: migrationSource() };
let makkah: number;
let madinah: number;
let campaignId: number;
const packages: Record<string, number> = {};

beforeAll(async () => {
  makkah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق مكة" });
  madinah = await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق المدينة" });
  const inBoth = [
    [makkah, 4],
    [madinah, 3],
  ];
  for (const [name, stays] of Object.entries({ both: inBoth, madinahFirst: inBoth.toReversed(), none: [] }))
    packages[name] = (
      await createPackage({
        name,
        duration: 10,
        currency_id: ids.sar,
        stays: stays.map(([hotel_id, nights]) => ({ hotel_id, nights })),
      })
    ).id;
  campaignId = await makeCampaign(office.knex, 1000, Object.values(packages), {
    start_date: "2027-02-01",
    end_date: "2027-05-30",
  });
});

/** A group with a member for each of these packages; null is who has no contract. */
async function groupOf(names: (string | null)[], more: object = {}) {
  const { id } = await createGroup({ campaign_id: campaignId, departureDate: "2027-03-01", ...more });
  const people: number[] = [];
  for (const name of names) {
    const customer_id = await makeCustomer(office.knex, { gender: "ذكر" });
    const signing = { campaign_id: campaignId, package_id: name && packages[name], customer_id };
    if (name) expect((await client.post("/api/contracts", signing)).status).toBe(201);
    expect((await client.post(`/api/groups/${id}/members`, { customer_id })).status).toBe(201);
    people.push(customer_id);
  }
  return { id: id as number, people };
}

const takeBack = async () => {
  while (await office.knex("knex_migrations").where({ name: "086_rooms_of_hotels.ts" }).first())
    await knexCommand("migrate:down", { DATABASE_URL: office.database.url, ALLOW_ROLLBACK: "1" });
};
const migrate = () => office.knex.migrate.latest(config);

/** A room as the release before writes it. */
const makeRoom = (group_id: number, name: string, more: object = {}) =>
  insert(office.knex, "rooms", { group_id, name, kind: "men", beds: 4, ...more });
const house = async (group_id: number, room_id: number, people: number[]) => {
  for (const customer_id of people)
    await office.knex("room_members").insert({ group_id, customer_id, room_id });
};

const bedsIn = (group_id: number) =>
  office.knex("room_members").where({ group_id }).orderBy("customer_id").select("customer_id", "room_id");
/** Rooms whose count of occupants is not that of their beds that are taken. */
const miscounted = async () =>
  (
    await office.knex.raw(
      "SELECT id FROM rooms WHERE occupants <> (SELECT count(*) FROM room_members WHERE room_id = rooms.id)",
    )
  ).rows;
const roomsOf = async (group_id: number) =>
  (await client.get(`/api/groups/${group_id}/rooms`)).body.rooms
    .map(({ name, hotel_id, visit, member_ids }: Record<string, unknown>) => [
      name,
      hotel_id,
      visit,
      member_ids,
    ])
    .sort();

test("rooms become those of the group's first lodging, or of none, and keep who sleeps there", async () => {
  const inMakkah = await groupOf(["both", "both"]);
  const noStays = await groupOf(["none", null]);
  const noContract = await groupOf([null]);
  const unknownDeparture = await groupOf(["both", "madinahFirst"], { departureDate: null });
  const typed = await groupOf(["both", "madinahFirst"]);
  const gone = await groupOf(["madinahFirst", "both"]);
  const groups = [inMakkah, noStays, noContract, unknownDeparture, typed, gone];
  // The one whose stays would be the first ones does not travel.
  const signed = { campaign_id: campaignId, customer_id: gone.people[0] };
  const contract = await office.knex("contracts").where(signed).first();
  await client.put(`/api/contracts/${contract.id}`, { status: "cancelled", cancellation_reason: "مرض" });
  const typeDays = (id: number, stay: object) => client.put(`/api/groups/${id}/stays`, { stays: [stay] });
  // The package whose name comes first begins two days later.
  const later = { package_id: packages.both, place: 1, check_in: "2027-03-03", check_out: "2027-03-07" };
  expect((await typeDays(typed.id, later)).status).toBe(200);
  // Where the departure is not known, a package without days comes before one with days.
  const dated = { ...later, package_id: packages.madinahFirst, check_out: "2027-03-06" };
  expect((await typeDays(unknownDeparture.id, dated)).status).toBe(200);
  await takeBack();
  const before = new Map<number, unknown>();
  for (const { id, people } of groups) {
    await house(id, await makeRoom(id, "201"), people.slice(0, 1));
    await house(id, await makeRoom(id, "202"), people.slice(1));
    before.set(id, await bedsIn(id));
  }
  const lines = () => office.knex("audit_log").count();
  const told = await lines();
  const touched = () => office.knex("rooms").orderBy("id").pluck("updated_at");
  const moments = await touched();
  await migrate();
  expect([await lines(), await touched()]).toEqual([told, moments]);
  for (const [group, hotel_id] of [
    [inMakkah, makkah],
    [noStays, null],
    [noContract, null],
    [unknownDeparture, makkah],
    [typed, madinah],
    [gone, makkah],
  ] as const) {
    expect(await bedsIn(group.id)).toEqual(before.get(group.id));
    const place = [hotel_id, hotel_id && 1] as const;
    const inHotel = [
      ["201", ...place, group.people.slice(0, 1)],
      ["202", ...place, group.people.slice(1)],
    ];
    expect(await roomsOf(group.id)).toEqual(inHotel);
    const first = await client.get(`/trips/groups/${group.id}/rooms`);
    for (const name of ["201", "202"]) expect(wordsIn(first.body)).toContain(`${name} رجال`);
  }
  expect(await miscounted()).toEqual([]);
});

test("going back keeps each room, and each person's bed in the oldest one", async () => {
  const { id, people } = await groupOf(["both", "both"]);
  const [one, other] = people as [number, number];
  const make = async (name: string, hotel_id: number, member_ids: number[]) => {
    const room = { name, kind: "men", beds: 2, hotel_id, visit: 1, member_ids };
    const made = await client.post(`/api/groups/${id}/rooms`, room);
    expect(made.status, made.body.error).toBe(201);
    return made.body.room.id as number;
  };
  const first = await make("201", makkah, [one]);
  const same = await make("201", madinah, [one, other]);
  const third = await make("7", madinah, []);
  await takeBack();
  const names = await office.knex("rooms").where({ group_id: id }).orderBy("id").select("id", "name");
  expect(names).toEqual([
    { id: first, name: "201" },
    { id: same, name: `201-${same}` },
    { id: third, name: "7" },
  ]);
  expect(await bedsIn(id)).toEqual([
    { customer_id: one, room_id: first },
    { customer_id: other, room_id: same },
  ]);
  expect(await miscounted()).toEqual([]);
  await migrate();
  expect(await roomsOf(id)).toEqual([
    ["201", makkah, 1, [one]],
    [`201-${same}`, makkah, 1, [other]],
    ["7", makkah, 1, []],
  ]);
});

test("no room and no bed is lost that two clerks of the release before write meanwhile", async () => {
  const groups = [await groupOf(["both", "both", "both"]), await groupOf(["both", "none", null])];
  await takeBack();
  const clerks = await Promise.all(groups.map((group) => clerkOf(group)));
  await expect.poll(() => Math.min(...clerks.map(({ done }) => done()))).toBeGreaterThan(3);
  await migrate();
  const before = clerks.map(({ done }) => done());
  for (const [index, { done }] of clerks.entries())
    await expect.poll(done).toBeGreaterThan((before[index] as number) + 3);
  for (const [index, clerk] of clerks.entries()) {
    const { rooms, beds } = await clerk.stop();
    const { id } = groups[index] as { id: number };
    expect(await office.knex("rooms").where({ group_id: id }).orderBy("id").pluck("id")).toEqual(rooms);
    expect(new Map((await bedsIn(id)).map(({ customer_id, room_id }) => [customer_id, room_id]))).toEqual(
      beds,
    );
    // A room from after the migration is in no hotel yet: the screen offers to move it.
    const page = await client.get(`/trips/groups/${id}/rooms?hotel=none`);
    expect(page.body).toContain("بلا فندق");
  }
  expect(await miscounted()).toEqual([]);
});

/** Someone who makes rooms and moves the members of a group from one to another, by the statements of the release before. */
async function clerkOf({ id, people }: { id: number; people: number[] }) {
  const session = new pg.Client({ connectionString: office.database.url });
  await session.connect();
  const rooms: number[] = [];
  let beds = new Map<number, number>();
  let done = 0;
  let isWorking = true;
  const inGroup = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        await session.query("BEGIN");
        await session.query("SELECT * FROM groups WHERE id = $1 FOR NO KEY UPDATE", [id]);
        const answer = await work();
        await session.query("COMMIT");
        return answer;
      } catch (error) {
        await session.query("ROLLBACK");
        if ((error as { code?: string }).code !== "40P01") throw error; // which the office tries again by itself
      }
  };
  const insertRoom = "INSERT INTO rooms (beds, group_id, kind, name) VALUES (4, $1, 'men', $2) RETURNING id";
  const work = (async () => {
    while (isWorking) {
      const name = `${100 + done}`;
      rooms.push(await inGroup(async () => (await session.query(insertRoom, [id, name])).rows[0].id));
      const room = rooms.at(-1) as number;
      await inGroup(async () => {
        await session.query("DELETE FROM room_members WHERE group_id = $1 AND customer_id = ANY($2)", [
          id,
          people,
        ]);
        for (const customer of people)
          await session.query(
            "INSERT INTO room_members (customer_id, group_id, room_id) VALUES ($1, $2, $3)",
            [customer, id, room],
          );
      });
      beds = new Map(people.map((customer) => [customer, room]));
      done++;
    }
    await session.end();
  })();
  return {
    done: () => done,
    async stop() {
      isWorking = false;
      await work;
      return { rooms, beds };
    },
  };
}

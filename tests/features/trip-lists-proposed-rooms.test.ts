import { describe, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { men, type Person, printedRows, tripListsOf } from "../support/trip-lists";

/* The rooms that the office proposes. */

const { office, client } = useOffice({ isBusy: true });
let made = 0;

const { groupOf, makeRoom, seatsIn, toldBy, sheetAt } = tripListsOf(office, client);

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
    expect(told).toContain("وزع 9 أعضاء على الغرف، وأضيفت 4 غرف");
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

  test("a family is one however its name is spelt: in its room, and side by side", async () => {
    const { id, path } = await groupOf([
      man("خالد", { family: "السُّعود 2" }),
      man("زائر"),
      man("سالم", { family: "آل سالم" }),
      man("ضيف"),
      woman("هدى", { family: "ال سالم" }),
      woman("منى", { family: "السعود 2" }),
      man("ماجد", { family: "السعود" }),
    ]);
    await client.submit(`${path}/rooms`, { intent: "propose" });
    expect(await roomed(id)).toEqual([
      ["family", 4, "خالد", "منى"],
      ["family", 4, "سالم", "هدى"],
      ["men", 4, "زائر", "ضيف", "ماجد"],
    ]);
    await client.submit(`${path}/buses`, { intent: "rest" });
    const seats = [...(await seatsIn(id)).values()];
    expect(seats.toSorted()).toEqual(["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7"]);
    const names = printedRows((await client.get(`${path}/buses/print`)).body).map(([, name]) => name);
    expect(Math.abs(names.indexOf("سالم") - names.indexOf("هدى"))).toBe(1);
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

  test("45 pilgrims with a telephone number for two fill twelve rooms of four, and none is taken for a family", async () => {
    const { id, path } = await groupOf(
      Array.from({ length: 45 }, (_, index) =>
        (index % 2 ? woman : man)(`مسافر${index} الحداد`, { phone: `0500${Math.floor(index / 2)}`, beds: 4 }),
      ),
    );
    const before = (await client.get(`${path}/rooms`)).body;
    const told = await toldBy(await client.submit(`${path}/rooms`, { intent: "propose" }));
    expect(told).toContain("وزع 45 عضوًا على الغرف، وأضيفت 12 غرفة");
    expect(before).toContain("بقيت 22 عائلة مقترحة بلا تأكيد، و«اقترح توزيعًا» قد يفرق أفرادها");
    expect(told).toContain("بقيت 22 عائلة مقترحة بلا تأكيد");
    expect((await roomed(id)).map(([kind]) => kind).sort()).toEqual([
      ...Array(6).fill("men"),
      ...Array(6).fill("women"),
    ]);
    expect(await office.knex("group_members").where({ group_id: id }).whereNotNull("family")).toEqual([]);
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

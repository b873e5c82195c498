import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { wordsIn } from "../support/shares";
import { tripListsOf } from "../support/trip-lists";

/* The families of a group are the clerk's own decision (rulings §4). */

const { office, client } = useOffice();

const { groupOf, toldBy, sheetAt } = tripListsOf(office, client);

const woman = { gender: "أنثى" };
const familiesIn = (group_id: number) =>
  office.knex("group_members").where({ group_id }).orderBy("id").pluck("family");
const read = async (id: number) => (await client.get(`/api/groups/${id}/families`)).body;

describe("a family", () => {
  test("is proposed by what its members share, and is none before it is confirmed", async () => {
    const { id, ids, path } = await groupOf([
      { name: "صالح الحداد", phone: "+967 777 123 456" },
      { name: "أمينة الحداد", phone: "777123456", ...woman },
      { name: "زيد القاضي", phone: "7201" },
      { name: "هند العمري", phone: "7201", ...woman },
      ...Array.from({ length: 7 }, (_, index) => ({ name: `راكب${index} لقب${index}`, phone: "0500" })),
      { name: "علي الصنعاني", phone: "0500" },
      { name: "منى الصنعانى", phone: "0500", ...woman },
      { name: "بدر السقاف" },
      { name: "سعد السقاف" },
      { name: "والد", family: "آل سالم", phone: "7301" },
      { name: "ولد", phone: "7301" },
    ]);
    const { families, proposals } = await read(id);
    expect(families).toEqual([
      { name: "آل سالم", members: [{ id: ids[15], name: "والد", name_latin: null, relation: null }] },
    ]);
    const told = proposals.map(
      ({ name, reasons, members }: { name: string; reasons: string[]; members: { name: string }[] }) => [
        name,
        reasons,
        members.map(({ name }) => name),
      ],
    );
    expect(told).toEqual([
      ["الحداد", ["phone", "surname"], ["صالح الحداد", "أمينة الحداد"]],
      ["القاضي", ["phone"], ["زيد القاضي", "هند العمري"]],
      ["الصنعاني", ["phone", "surname"], ["علي الصنعاني", "منى الصنعانى"]],
      ["آل سالم", ["phone"], ["ولد"]],
      ["السقاف", ["surname"], ["بدر السقاف", "سعد السقاف"]],
    ]);
    const html = (await client.get(`${path}/families`)).body;
    expect(html).not.toMatch(/type="checkbox"[^>]*checked/);
    const none = await toldBy(await client.submit(`${path}/families`, { [`members_${ids[0]}`]: "" }));
    expect(none).toContain("لم يتغير شيء");
    expect((await familiesIn(id)).filter(Boolean)).toEqual(["آل سالم"]);

    const said = {
      [`members_${ids[0]}`]: ["", `${ids[0]}`, `${ids[1]}`],
      [`name_${ids[0]}`]: " بيت  الحداد ",
      [`members_${ids[2]}`]: [""],
      [`name_${ids[2]}`]: "القاضي",
    };
    const done = await toldBy(await client.submit(`${path}/families`, said));
    expect(done).toContain("أُكدت عائلة واحدة");
    expect((await familiesIn(id)).slice(0, 4)).toEqual(["بيت الحداد", "بيت الحداد", null, null]);
    const [line] = await office
      .knex("audit_log")
      .where({ kind: "groups", record_id: id })
      .orderBy("id", "desc");
    expect(line.changes.families[1]).toEqual(["صالح الحداد (بيت الحداد)", "أمينة الحداد (بيت الحداد)"]);
    const { rows } = await sheetAt(`${path}/manifest/export/xlsx`);
    expect([rows[0]?.at(-1), rows[1]?.at(-1)]).toEqual(["العائلة", "بيت الحداد"]);
    const names = (await read(id)).proposals.map(({ name }: { name: string }) => name);
    expect(names).not.toContain("الحداد");
  });

  test("that cannot be confirmed as it was sent is told at its field, and what was typed stays", async () => {
    const { id, ids, path } = await groupOf([
      { name: "أب لقب", phone: "41" },
      { name: "أم لقب", phone: "41", ...woman },
      { name: "ثالث لقب", phone: "41" },
    ]);
    const [a, b, c] = ids;
    const sent = (name: string) => ({ [`members_${a}`]: ["", `${a}`, `${b}`], [`name_${a}`]: name });
    const long = await client.submit(`${path}/families`, sent("س".repeat(61)));
    expect([long.status, long.body.includes(`-name_${a}"`)]).toEqual([422, true]);
    expect(long.body.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2);
    await office.knex("group_members").where({ group_id: id, customer_id: b }).update({ family: "أخرى" });
    await office.knex("group_members").where({ group_id: id, customer_id: c }).update({ family: "غيرها" });
    const late = await client.submit(`${path}/families`, sent("لقب"));
    expect([late.status, late.body.includes("«أم لقب» من عائلة «أخرى»")]).toEqual([409, true]);
    expect(await familiesIn(id)).toEqual([null, "أخرى", "غيرها"]);
    const unseen = await client.submit(`${path}/families`, sent("ـ"));
    expect([unseen.status, unseen.body.includes("اكتب اسمًا فيه حروف أو أرقام")]).toEqual([422, true]);
    const inRooms = await client.submit(`${path}/rooms`, { [`room_${a}`]: "", [`family_${a}`]: "ـ" });
    expect([inRooms.status, inRooms.body.includes('value="ـ"')]).toEqual([422, true]);
    for (const bad of [
      { [`members_${a}`]: "x" },
      { [`members_${a}`]: `${a}`, [`name_${a}`]: "س".repeat(61) },
    ])
      expect((await client.submit(`${path}/families`, bad as Record<string, string>)).status).toBe(422);
    expect((await client.get("/trips/groups/999999/families")).status).toBe(404);
  });

  test("of several surnames gets no name of others: that of who is ticked, and joins a family only by choice", async () => {
    const people = ["سالم باوزير", "هدى باوزير", "علي القحطاني", "منى القحطاني", "زيد العمري"];
    const { id, ids, path } = await groupOf(people.map((name) => ({ name, phone: "900" })));
    const [salem, huda, ali, muna, zaid] = ids;
    const named = async (key: unknown) =>
      (await client.get(`${path}/families`)).body.match(new RegExp(`name="name_${key}"[^>]*`))?.[0] ?? "";
    expect(await named(salem)).not.toContain("باوزير");
    const sent = (key: unknown, members: unknown[], more: object = {}) =>
      client.submit(`${path}/families`, {
        [`members_${key}`]: ["", ...members.map(String)],
        [`name_${key}`]: "",
        [`joins_${key}`]: "",
        ...more,
      });
    await sent(salem, [salem, huda]);
    expect(await familiesIn(id)).toEqual(["باوزير", "باوزير", null, null, null]);
    const page = (await client.get(`${path}/families`)).body;
    expect(wordsIn(page)).toContain("ينضمون إلى عائلة «باوزير»: «سالم باوزير»، «هدى باوزير»");
    expect(await named(ali)).not.toContain("باوزير");
    const { proposals } = await read(id);
    expect(proposals[0]).toMatchObject({ shared_name: null, joins: { name: "باوزير" } });
    await sent(ali, [muna, ali]);
    expect(await familiesIn(id)).toEqual(["باوزير", "باوزير", "القحطاني", "القحطاني", null]);
    await office.knex("group_members").where({ group_id: id, family: "القحطاني" }).update({ family: null });
    await sent(ali, [zaid], { [`joins_${ali}`]: ["", "true"] });
    expect(await familiesIn(id)).toEqual(["باوزير", "باوزير", null, null, "باوزير"]);
    await office.knex("group_members").where({ group_id: id }).update({ family: null });
    const late = await sent(salem, [zaid], { [`joins_${salem}`]: ["", "true"] });
    expect([late.status, late.body.includes("تغيرت العائلة بعد أن فتحت الصفحة")]).toEqual([409, true]);
  });

  test("whose typed name is another family's, or twice the same, joins it only when asked", async () => {
    const { id, ids, path } = await groupOf([
      { name: "والد", family: "آل سالم" },
      { name: "زيد باعشن" },
      { name: "هند باعشن", ...woman },
      { name: "بدر السقاف" },
      { name: "سعد السقاف" },
    ]);
    const [, zaid, hind, badr, saad] = ids;
    const sent = (one: string, other: string) => ({
      [`members_${zaid}`]: ["", `${zaid}`, `${hind}`],
      [`name_${zaid}`]: one,
      [`members_${badr}`]: ["", `${badr}`, `${saad}`],
      [`name_${badr}`]: other,
    });
    for (const [names, question] of [
      [["ال سالم", "السقاف"], "في المجموعة عائلة «آل سالم» من قبل"],
      [["باعشن", "باعشن"], "لأكثر من عائلة مقترحة"],
    ] as const) {
      const asked = await client.submit(`${path}/families`, sent(names[0], names[1]));
      expect([asked.status, asked.body.includes(question)]).toEqual([409, true]);
      expect((await familiesIn(id)).slice(1)).toEqual([null, null, null, null]);
      expect(asked.body.match(/type="checkbox"[^>]*checked/g)).toHaveLength(4);
    }
    const asked = await client.submit(`${path}/families`, sent("ال سالم", "السقاف"));
    const confirmed = asked.body.match(/name="confirmed" value="([^"]+)"/)?.[1] as string;
    const done = await client.submit(`${path}/families`, { ...sent("ال سالم", "السقاف"), confirmed });
    expect(done.status).toBe(302);
    expect(await familiesIn(id)).toEqual(["آل سالم", "ال سالم", "ال سالم", "السقاف", "السقاف"]);
  });

  test("is not proposed for a surname that more than six without a family have, which is told", async () => {
    const tribe = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `راكب${index} العولقي` }));
    const { id, ids, path } = await groupOf(tribe(8));
    expect((await read(id)).proposals).toEqual([]);
    expect((await read(id)).common_surnames).toEqual([{ surname: "العولقي", count: 8 }]);
    const page = (await client.get(`${path}/families`)).body;
    expect(page).toContain("لم يقترح «العولقي» عائلة: يحمل هذا اللقب 8 أعضاء بلا عائلة");
    const two = { group_id: id, customer_id: ids.slice(0, 2) };
    await office
      .knex("group_members")
      .where({ group_id: id })
      .whereIn("customer_id", two.customer_id)
      .update({ family: "بيت صالح" });
    expect(await read(id)).toMatchObject({
      proposals: [{ name: "بيت صالح", members: { length: 6 } }],
      common_surnames: [],
    });
  });

  test("is said, read and taken back by call", async () => {
    const { id, ids } = await groupOf([{ name: "أب" }, { name: "أم", ...woman }, { name: "زائر" }]);
    const post = (body: object) => client.post(`/api/groups/${id}/families`, body);
    const said = await post({ name: "آل سالم", customer_ids: ids.slice(0, 2) });
    const members = [
      { id: ids[0], name: "أب", name_latin: null, relation: null },
      { id: ids[1], name: "أم", name_latin: null, relation: null },
    ];
    expect([said.status, said.body]).toEqual([201, { family: { name: "آل سالم", members } }]);
    expect((await read(id)).families).toEqual([{ name: "آل سالم", members }]);
    for (const [body, status, field] of [
      [{ name: "", customer_ids: ids }, 422, "name"],
      ...["ـ", " ـــ ", "\u064E\u0652", "\u200D", "ـ\u0301", "!"].map(
        (name) => [{ name, customer_ids: ids }, 422, "name"] as const,
      ),
      [{ name: "س", customer_ids: [] }, 422, "customer_ids"],
      [{ name: "س" }, 422, "customer_ids"],
      [{ name: "س", customer_ids: [999_999] }, 409, "customer_ids"],
      [{ name: "غيرهم", customer_ids: [ids[0]] }, 409, "customer_ids"],
    ] as const) {
      const refused = await post(body);
      expect([body, refused.status, Object.keys(refused.body.fields)]).toEqual([body, status, [field]]);
    }
    const leave = (customer: number | undefined) => client.delete(`/api/groups/${id}/families/${customer}`);
    expect((await post({ name: "آل سالم", customer_ids: [ids[2]] })).body.family.members).toHaveLength(3);
    expect((await leave(ids[2])).body).toEqual({ success: true });
    expect((await read(id)).families[0].members).toHaveLength(2);
    expect([(await leave(ids[2])).status, (await leave(999_999)).status]).toEqual([404, 404]);
    const key = { "Idempotency-Key": `family ${id}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ name: "آل سالم", customer_ids: [ids[2]] });
    const again = () => client.send("POST", `/api/groups/${id}/families`, { body, headers: key });
    expect([(await again()).status, (await leave(ids[2])).status, (await again()).status]).toEqual([
      201, 200, 201,
    ]);
    expect((await read(id)).families[0].members).toHaveLength(2);
  });

  test("of a name that others of the group have is asked about where it is typed beside the rooms", async () => {
    const { id, ids, path } = await groupOf([
      { name: "محمد العسيري", family: "العسيري" },
      { name: "نورة العسيري", family: "العسيري", ...woman },
      { name: "سامي العسيري" },
      { name: "هدى العسيري", ...woman },
    ]);
    const [, , third, fourth] = ids;
    const rooms = { [`room_${third}`]: "", [`room_${fourth}`]: "" };
    const typed = (family: string) => ({
      ...rooms,
      [`family_${third}`]: family,
      [`family_${fourth}`]: family,
    });
    const asked = await client.submit(`${path}/rooms`, typed("العسيرى"));
    expect(asked.status).toBe(409);
    expect(asked.body).toContain("في المجموعة عائلة «العسيري» من قبل، ومنها «محمد العسيري» و«نورة العسيري»");
    expect(await familiesIn(id)).toEqual(["العسيري", "العسيري", null, null]);
    const confirmed = asked.body.match(/name="confirmed" value="([^"]+)"/)?.[1] ?? "";
    expect((await client.submit(`${path}/rooms`, { ...typed("العسيري 2"), confirmed })).status).toBe(302);
    expect(await familiesIn(id)).toEqual(["العسيري", "العسيري", "العسيري 2", "العسيري 2"]);
    const joined = {
      ...rooms,
      [`family_${third}`]: "العسيري 2",
      [`family_${fourth}`]: "العسيري",
      [`was_${fourth}`]: "||العسيري 2",
    };
    const again = await client.submit(`${path}/rooms`, joined);
    const answer = again.body.match(/name="confirmed" value="([^"]+)"/)?.[1] ?? "";
    expect((await client.submit(`${path}/rooms`, { ...joined, confirmed: answer })).status).toBe(302);
    expect((await read(id)).families[0].members).toHaveLength(3);
  });
});

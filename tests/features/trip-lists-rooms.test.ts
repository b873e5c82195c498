import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { men, tripListsOf } from "../support/trip-lists";

/* Rooms that a clerk fills by hand. */

const { office, client } = useOffice({ isBusy: true });

const { groupOf, makeRoom, fieldsOf, roomsIn, seatsIn } = tripListsOf(office, client);

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
      `${one}||آل سعد`,
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
      late.body.includes("تغير بعد أن فتحت الصفحة"),
    ]).toEqual([409, true, true]);
    expect((await roomsIn(id)).get(a)).toBe(one);
    const was = late.body.match(new RegExp(`name="was_${a}" value="([^"]*)"`))?.[1];
    expect(was).toBe(`${one}||`);
    await office.knex("group_members").where({ group_id: id, customer_id: a }).update({ family: "آل سعد" });
    const insisted = { ...mine, [`room_${a}`]: `${two}`, [`was_${a}`]: `${one}||` };
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
    const lines = await office.knex("audit_log").where({ kind: "groups", record_id: id }).orderBy("id");
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

test("a room's number is once in a group without stays, and the sentence says so", async () => {
  const { id } = await groupOf([{}]);
  const room = { name: "101", kind: "men", beds: 2 };
  expect((await client.post(`/api/groups/${id}/rooms`, room)).status).toBe(201);
  const { status, body } = await client.post(`/api/groups/${id}/rooms`, room);
  expect([status, body.fields]).toEqual([409, { name: "في هذه المجموعة غرفة بهذا الرقم" }]);
});

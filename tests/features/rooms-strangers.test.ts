import { describe, expect, test } from "vitest";
import { day } from "../support/groups";
import { useOffice } from "../support/office";
import { tripListsOf } from "../support/trip-lists";

/* Men and women who are not of one family share no room of a group that is still to depart (rulings §4). */

const { office, client } = useOffice({ isBusy: true });

const { groupOf, makeRoom, roomsIn } = tripListsOf(office, client);

const woman = { gender: "أنثى" };
const man = { gender: "ذكر" };
const familiesIn = (group_id: number) =>
  office.knex("group_members").where({ group_id }).orderBy("id").pluck("family");
const sentence = (room: string) => `في الغرفة «${room}» رجال ونساء ليسوا من عائلة واحدة`;

/** Puts them into a room without the office's rules, as a departed group may have them. */
async function lodge(group_id: number, room_id: number, ids: (number | undefined)[]) {
  await office.knex("room_members").insert(ids.map((customer_id) => ({ group_id, room_id, customer_id })));
}

/** Waits until a statement waits for a lock of the office's database. */
const untilOneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await office.knex.raw(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

describe("men and women who are not of one family", () => {
  test("never share a room, however they would come into it", async () => {
    const { id, ids, path } = await groupOf([
      { name: "زوج", family: "أ" },
      { name: "زوجة", family: "أ", ...woman },
      { name: "غريب" },
      { name: "قريبة", family: "ب", ...woman },
      { name: "أخ غريب" },
    ]);
    const [husband, wife, stranger, other, brother] = ids;
    const room = await makeRoom(id, 4, { kind: "family", name: "7" });
    const put = (who: (number | undefined)[], more: Record<string, string> = {}) =>
      client.submit(`${path}/rooms`, {
        ...Object.fromEntries(who.map((one) => [`room_${one}`, `${room}`])),
        ...more,
      });
    for (const who of [
      [stranger, other],
      [husband, wife, stranger],
      [husband, other],
    ]) {
      const refused = await put(who);
      expect([who, refused.status, refused.body.includes(sentence("7"))]).toEqual([who, 409, true]);
      expect(refused.body).toContain(`href="#rooms-${id}-room_${who.at(-1)}"`);
      expect((await roomsIn(id)).size).toBe(0);
    }
    expect((await put([stranger, brother])).status).toBe(302);
    expect((await put([stranger, brother, wife])).status).toBe(409);
    expect(
      (await client.submit(`${path}/rooms`, { [`room_${stranger}`]: "", [`room_${brother}`]: "" })).status,
    ).toBe(302);
    expect((await put([husband, wife])).status).toBe(302);
    const asked = await put([husband, wife, stranger], { [`family_${stranger}`]: "أ" });
    expect(asked.body).toContain("هل ينضم إليها");
    const confirmed = asked.body.match(/name="confirmed" value="([^"]+)"/)?.[1];
    const both = await put([husband, wife, stranger], { [`family_${stranger}`]: "أ", confirmed });
    expect(both.status).toBe(302);

    const leaves = await client.submit(`${path}/rooms`, {
      [`room_${wife}`]: `${room}`,
      [`family_${wife}`]: "ب",
    });
    expect([leaves.status, leaves.body.includes(`href="#rooms-${id}-family_${wife}"`)]).toEqual([409, true]);
    const byCall = await client.delete(`/api/groups/${id}/families/${wife}`);
    expect([byCall.status, byCall.body.error]).toEqual([409, sentence("7")]);
    expect(await familiesIn(id)).toEqual(["أ", "أ", "أ", "ب", null]);
  });

  test("do not come into one by a change of sex; of a group that has departed it is only a correction", async () => {
    const { id, ids, path } = await groupOf([{ family: "أ" }, { family: "أ", ...woman }, {}, {}]);
    const [a, , c, d] = ids;
    const [shared, ofMen] = [
      await makeRoom(id, 4, { kind: "family", name: "31" }),
      await makeRoom(id, 4, { name: "32" }),
    ];
    await client.submit(`${path}/rooms`, { [`room_${c}`]: `${shared}`, [`room_${d}`]: `${shared}` });
    const change = (customer: number | undefined) => client.put(`/api/customers/${customer}`, woman);
    const refused = await change(c);
    expect([refused.status, Object.keys(refused.body.fields), refused.body.error.includes("«31»")]).toEqual([
      409,
      ["gender"],
      true,
    ]);
    await client.submit(`${path}/rooms`, { [`room_${c}`]: "", [`room_${d}`]: `${ofMen}` });
    expect((await change(d)).body.error).toContain("«32»");
    expect((await change(c)).status).toBe(200);
    await client.submit(`${path}/rooms`, { [`room_${a}`]: `${shared}` });
    expect((await change(a)).status).toBe(200);
    await office.knex("groups").where({ id }).update({ has_departed: true });
    expect((await change(d)).status).toBe(200);
  });

  test("do not come into one room at the same moment either", async () => {
    const { id, ids, path } = await groupOf([{}, woman, {}, woman, {}, woman]);
    const room = await makeRoom(id, 6, { kind: "family" });
    const answers = await Promise.all(
      ids.map((one) => client.submit(`${path}/rooms`, { [`room_${one}`]: `${room}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 302, 409, 409, 409]);
    const sexes = await office
      .knex("room_members")
      .join("customers", "customers.id", "customer_id")
      .where({ room_id: room })
      .distinct("gender");
    expect(sexes).toHaveLength(1);
  });

  test("do not come into one where a sex becomes known, or a man of the family a woman, beside a stranger", async () => {
    const { id, ids } = await groupOf([{ family: "أ" }, { family: "أ" }, { gender: null }]);
    const room = await makeRoom(id, 4, { kind: "family", name: "41" });
    await lodge(id, room, ids);
    const refused = await client.put(`/api/customers/${ids[0]}`, woman);
    expect([refused.status, refused.body.fields?.gender?.includes("«41»")]).toEqual([409, true]);
    expect((await client.put(`/api/customers/${ids[2]}`, woman)).status).toBe(409);
    expect((await client.put(`/api/customers/${ids[2]}`, man)).status).toBe(200);
  });

  test.each([
    ["its date is put off", { departureDate: day(-1) }, { departureDate: day(5) }, "departureDate"],
    ["its date is taken away", { departureDate: day(0) }, { departure_date: null }, "departureDate"],
    ["it is said to be back", { status: "departed" }, { status: "active" }, "status"],
    ["both", { departureDate: day(-1) }, { status: "active", departureDate: day(9) }, "departureDate"],
  ])("share none of a group that comes back: %s", async (_, departs, comesBack, field) => {
    const { id, ids, path } = await groupOf([{}, {}, {}]);
    const [a, , c] = ids;
    const shared = await makeRoom(id, 4, { kind: "family", name: "51" });
    const ofMen = await makeRoom(id, 4, { name: "52" });
    await lodge(id, shared, ids.slice(0, 2));
    await lodge(id, ofMen, [c]);
    const change = (sent: object) => client.put(`/api/groups/${id}`, sent);
    expect((await change(departs)).status).toBe(200);
    for (const one of [a, c]) expect((await client.put(`/api/customers/${one}`, woman)).status).toBe(200);
    expect((await change({ ...departs, capacity: 50 })).status).toBe(200); // it stays departed
    const refused = await change(comesBack);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, [field]]);
    expect(refused.body.error).toContain(`${sentence("51")}؛ الغرفة «52» للرجال وفيها من ليس منهم`);
    expect((await client.submit(`${path}/rooms`, { [`room_${a}`]: "" })).status).toBe(302);
    expect((await change(comesBack)).body.error).not.toContain("51");
    expect((await client.submit(`${path}/rooms`, { [`room_${c}`]: "" })).status).toBe(302);
    const back = await change(comesBack);
    expect([back.status, back.body.group.status]).toEqual([200, "active"]);
  });

  test("do not come into one where two records are joined, whichever of them is in the room", async () => {
    const { id, ids } = await groupOf([{ gender: null }, woman]);
    const room = await makeRoom(id, 4, { kind: "family", name: "61" });
    await lodge(id, room, ids);
    const other = await groupOf([man]);
    const [lodger, male] = [ids[0], other.ids[0]];
    for (const [kept, gone] of [
      [male, lodger], // he comes into her room
      [lodger, male], // he was there, and his gender was corrected
    ]) {
      const refused = await client.post(`/api/customers/${kept}/join`, { customer_id: gone });
      expect([refused.status, refused.body.error?.includes("«61»")]).toEqual([409, true]);
      const compared = (await client.get(`/customers/${kept}/join?with=${gone}`)).body;
      expect(compared).toContain("لا يمكن دمج هذين السجلين الآن");
    }
    await office.knex("customers").where({ id: male }).update(woman);
    expect((await client.post(`/api/customers/${lodger}/join`, { customer_id: male })).status).toBe(200);
  });
});

describe("while another user changes a lodger's sex", () => {
  /** A woman in a room, and a man whom a request that does not wait still reads as a woman. */
  async function changing(work: (of: Awaited<ReturnType<typeof groupOf>>, room: number) => Promise<unknown>) {
    const of = await groupOf([woman, woman]);
    const room = await makeRoom(of.id, 4, { kind: "family" });
    await lodge(of.id, room, of.ids.slice(0, 1));
    const trx = await office.knex.transaction();
    await trx("customers").where({ id: of.ids[1] }).update(man);
    const answered = work(of, room);
    await Promise.race([answered, untilOneWaits()]);
    await trx.commit();
    return answered;
  }

  test("who is put into a room is put there as they are then", async () => {
    const answer = await changing(({ path, ids }, room) =>
      client.submit(`${path}/rooms`, { [`room_${ids[1]}`]: `${room}` }),
    );
    expect(answer).toMatchObject({ status: 409 });
  });

  test("rooms are proposed for them as they are then", async () => {
    let group = 0;
    await changing(({ path, id }) => {
      group = id;
      return client.submit(`${path}/rooms`, { intent: "propose" });
    });
    const kinds = office.knex("rooms").where({ group_id: group }).orderBy("id").pluck("kind");
    expect(await kinds).toEqual(["family", "men"]);
  });

  test("a room changes its kind, and they leave their family, as they are then", async () => {
    const kind = await changing(async ({ id, ids, path }) => {
      const theirs = await makeRoom(id, 4, { kind: "family", name: "71" });
      await lodge(id, theirs, ids.slice(1));
      return client.submit(`${path}/rooms/${theirs}/edit`, { name: "71", beds: "4", kind: "women" });
    });
    expect(kind).toMatchObject({ status: 409 });
    const family = await changing(async ({ id, ids }, room) => {
      await lodge(id, room, ids.slice(1));
      await office.knex("group_members").where({ group_id: id }).update({ family: "أ" });
      return client.delete(`/api/groups/${id}/families/${ids[1]}`);
    });
    expect(family).toMatchObject({ status: 409 });
  });

  test("many who give rooms, change sexes, families and dates at once leave no strangers together", async () => {
    const { id, ids, path } = await groupOf(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? woman : man)),
    );
    const [other, gone] = [await groupOf([]), await groupOf([], { departure_date: day(-1) })];
    for (const { id: group_id, campaign_id } of [other, gone])
      await office
        .knex("group_members")
        .insert(ids.map((customer_id) => ({ group_id, campaign_id, customer_id })));
    const rooms = [await makeRoom(id, 8, { kind: "family" }), await makeRoom(id, 8, { kind: "family" })];
    const elsewhere = await makeRoom(other.id, 8, { kind: "family" });
    await lodge(gone.id, await makeRoom(gone.id, 8, { kind: "family" }), ids.slice(6));
    await office.knex("customers").where({ id: ids[6] }).update(woman);
    const steps = ids.flatMap((one, index) => [
      () => client.submit(`${path}/rooms`, { [`room_${one}`]: `${rooms[index % 2]}` }),
      () => client.put(`/api/customers/${one}`, index % 3 ? woman : man),
      () => client.submit(`${other.path}/rooms`, { [`room_${one}`]: `${elsewhere}` }),
      () => client.put(`/api/customers/${one}`, index % 3 ? man : woman),
      () =>
        client.post(`/api/groups/${id}/families`, { name: "أ", customer_ids: [one, ids[(index + 1) % 8]] }),
      () => client.delete(`/api/groups/${id}/families/${one}`),
      () => client.put(`/api/groups/${gone.id}`, { departureDate: index % 2 ? day(-1) : day(9) }),
      () => client.post("/api/visas/apply", { group_id: id }),
    ]);
    const answers = await Promise.all(steps.map((step) => step()));
    for (const { status, body } of answers)
      expect([200, 201, 302, 404, 409, 422], JSON.stringify(body)).toContain(status);
    const { rows: mixed } = await office.knex.raw(
      `SELECT room_id FROM room_members JOIN group_members USING (group_id, customer_id)
         JOIN customers ON customers.id = customer_id JOIN groups ON groups.id = group_id
       WHERE group_id = ANY(?) AND NOT coalesce(departure_date < now(), false)
       GROUP BY room_id HAVING count(DISTINCT gender) > 1 AND (count(DISTINCT family) > 1 OR bool_or(family IS NULL))`,
      [[id, other.id, gone.id]],
    );
    expect(mixed).toEqual([]);
  });
});

test("nobody waited in a circle", async () => {
  await office.app.stop(); // PostgreSQL reports a session's counts when the session ends
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

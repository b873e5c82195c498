import { describe, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { adults, childrenWithoutBed, infants, roomsAndAgesOf } from "../support/rooms-and-ages";

/* An infant takes no seat of campaign, group or bus, and no bed. */

const { office, client } = useOffice({ isBusy: true });
const { sale, sign, signed, seatsOf } = roomsAndAgesOf(office, client);

const groupOf = async (campaign_id: number, capacity: number) =>
  (await client.post("/api/groups", { name: `فوج ${capacity} ${campaign_id}`, campaign_id, capacity })).body
    .group;
const join = (group: number, customer_id: number) =>
  client.post(`/api/groups/${group}/members`, { customer_id });
const stateOf = async (id: number) => {
  const { currentMembers, infants, status } = (await client.get(`/api/groups/${id}`)).body.group;
  return [currentMembers, infants, status];
};

describe("of a campaign", () => {
  test("booked_seats leaves infants out; who sells none sees the figures of before", async () => {
    const { terms } = await sale(3);
    await signed(terms);
    await signed(terms, adults);
    await signed(terms, infants);
    expect(await seatsOf(terms.campaign_id)).toEqual([2, 1]);
    await signed(terms, childrenWithoutBed);
    expect(await seatsOf(terms.campaign_id)).toEqual([3, 0]);
    expect((await sign(terms, adults)).status).toBe(409);
    const infant = await signed(terms, infants);
    expect(await seatsOf(terms.campaign_id)).toEqual([3, 0]);
    const path = `/api/contracts/${infant.id}`;
    for (const status of ["cancelled", "active"])
      expect((await client.put(path, { status })).status).toBe(200);
    expect((await client.put(`/api/campaigns/${terms.campaign_id}`, { total_seats: 2 })).status).toBe(409);
    expect((await client.put(`/api/campaigns/${terms.campaign_id}`, { total_seats: 3 })).status).toBe(200);
  });

  test("of fifty at once on the last seat, infants among them, one of the others has it, and every infant travels", async () => {
    const { terms } = await sale(1);
    const customers = await Promise.all(Array.from({ length: 50 }, () => makeCustomer(office.knex)));
    const answers = await Promise.all(
      customers.map(async (customer_id, place) => {
        const cell = place % 5 === 0 ? infants : place % 2 ? adults : {};
        const { status } = await client.post("/api/contracts", { ...terms, ...cell, customer_id });
        return { isInfant: cell === infants, status };
      }),
    );
    expect(answers.filter(({ isInfant }) => isInfant).map(({ status }) => status)).toEqual(
      Array(10).fill(201),
    );
    const others = answers.filter(({ isInfant }) => !isInfant).map(({ status }) => status);
    expect(others.filter((status) => status === 201)).toHaveLength(1);
    expect(others.filter((status) => status === 409)).toHaveLength(39);
    expect(await seatsOf(terms.campaign_id)).toEqual([1, 0]);
  });
});

describe("of a group", () => {
  test("a member counts, and the group is full without him", async () => {
    const { terms } = await sale();
    const group = await groupOf(terms.campaign_id, 2);
    const [one, two, three, infant] = [
      await signed(terms, adults),
      await signed(terms, adults),
      await signed(terms, adults),
      await signed(terms, infants),
    ];
    for (const { customer_id } of [one, infant]) expect((await join(group.id, customer_id)).status).toBe(201);
    expect(await stateOf(group.id)).toEqual([2, 1, "active"]);
    expect((await join(group.id, two.customer_id)).status).toBe(201);
    expect(await stateOf(group.id)).toEqual([3, 1, "full"]);
    expect((await join(group.id, three.customer_id)).status).toBe(409);
    const other = await signed(terms, infants);
    expect((await join(group.id, other.customer_id)).status).toBe(201);
    expect(await stateOf(group.id)).toEqual([4, 2, "full"]);
    expect((await client.put(`/api/groups/${group.id}`, { capacity: 1 })).status).toBe(409);
    const stats = (await client.get("/api/groups/stats")).body;
    expect(stats.totalCapacity - stats.availableSeats).toBe(stats.totalMembers - 2);
  });

  test("is said beside the seats on each screen of the group, and no seat is taken twice", async () => {
    const { terms } = await sale();
    const trip = (
      await client.post("/api/trips", {
        name: "رحلة الرضع",
        start_date: "2027-01-01",
        end_date: "2027-01-09",
      })
    ).body.trip;
    const group = await groupOf(terms.campaign_id, 2);
    const members = [await signed(terms, adults), await signed(terms, adults)];
    for (const { customer_id } of members) await join(group.id, customer_id);
    const screens = [
      `/trips/groups/${group.id}/members`,
      `/trips/groups?search=${encodeURIComponent(group.name)}`,
      `/trips/management/${trip.id}/groups`,
      `/search?q=${encodeURIComponent(group.name)}`,
    ];
    const textsOf = () =>
      Promise.all(
        screens.map(async (screen) =>
          (await client.get(screen)).body.replaceAll(/<!-- -->/g, "").replaceAll(/\s+/g, " "),
        ),
      );
    for (const text of await textsOf()) expect(text).toMatch(/2 من 2(?! ·)/);
    await join(group.id, (await signed(terms, infants)).customer_id);
    for (const text of await textsOf()) {
      expect(text).toContain("2 من 2 · ورضيع واحد");
      expect(text).not.toContain("3 من 2");
    }
    expect((await client.get(screens[1] as string)).body).toContain("3، منهم رضيع واحد");
    await join(group.id, (await signed(terms, infants)).customer_id);
    await client.submit(`/trips/management/${trip.id}/groups`, { link: String(group.id) });
    for (const screen of [screens[0] as string, `/trips/management/${trip.id}`])
      expect((await client.get(screen)).body).toContain("2 من 2 · ورضيعان");
  });

  test("follows his contracts: cancelled he travels no more, and with one that takes a seat he leaves a full group", async () => {
    const { terms } = await sale();
    const group = await groupOf(terms.campaign_id, 1);
    const infant = await signed(terms, infants);
    const adult = await signed(terms, adults);
    for (const { customer_id } of [infant, adult]) await join(group.id, customer_id);
    expect(await stateOf(group.id)).toEqual([2, 1, "full"]);
    await client.put(`/api/contracts/${infant.id}`, { status: "cancelled" });
    expect(await stateOf(group.id)).toEqual([1, undefined, "full"]);
    await client.put(`/api/contracts/${infant.id}`, { status: "active" });
    expect(await stateOf(group.id)).toEqual([2, 1, "full"]);
    const again = await sign(terms, { ...adults, customer_id: infant.customer_id });
    expect(again.body.left_group).toMatchObject({ id: group.id });
    expect(await stateOf(group.id)).toEqual([1, undefined, "full"]);
  });

  test("fifty at once take the last place of a group, and every infant one that is none", async () => {
    const { terms } = await sale();
    const group = await groupOf(terms.campaign_id, 1);
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, place) => {
        const isInfant = place % 5 === 0;
        const { customer_id } = (await sign(terms, isInfant ? infants : {})).body.contract ?? {};
        return { isInfant, customer_id };
      }),
    );
    const signedOnes = people.filter(({ customer_id }) => customer_id);
    const answers = await Promise.all(
      signedOnes.map(async ({ isInfant, customer_id }) => ({
        isInfant,
        ...(await join(group.id, customer_id)),
      })),
    );
    const joined = (isInfant: boolean) =>
      answers.filter((one) => one.isInfant === isInfant && one.status === 201).length;
    const infantCount = signedOnes.filter(({ isInfant }) => isInfant).length;
    expect([joined(true), joined(false)]).toEqual([infantCount, 1]);
    expect(await stateOf(group.id)).toEqual([infantCount + 1, infantCount, "full"]);
  });
});

describe("of buses and rooms", () => {
  test("no seat and no bed is given to an infant, and a room names him beside its beds", async () => {
    const { terms } = await sale();
    const group = await groupOf(terms.campaign_id, 4);
    const [adult, infant, child] = [
      await signed(terms, adults),
      await signed(terms, infants),
      await signed(terms, childrenWithoutBed),
    ];
    for (const { customer_id } of [adult, infant, child]) await join(group.id, customer_id);
    const buses = (await client.get(`/trips/groups/${group.id}/buses`)).body;
    expect(buses).toContain(adult.customer_name);
    expect(buses).not.toContain(infant.customer_name);
    const { hotel_id, visit } = (await client.get(`/api/groups/${group.id}/stays`)).body.stays[0];
    const room = {
      ...{ name: "1", kind: "family", beds: 1, hotel_id, visit },
      member_ids: [adult, infant, child].map(({ customer_id }) => customer_id),
    };
    await office.knex("group_members").where({ group_id: group.id }).update({ family: "آل سالم" });
    const { status, body } = await client.post(`/api/groups/${group.id}/rooms`, room);
    expect(status, body.error).toBe(201);
    expect(body.room).toMatchObject({ occupants: 1, member_ids: room.member_ids.toSorted((a, b) => a - b) });
    expect((await client.put(`/api/contracts/${infant.id}`, { status: "cancelled" })).status).toBe(200);
    const { rooms } = (await client.get(`/api/groups/${group.id}/rooms`)).body;
    expect(rooms[0]).toMatchObject({ occupants: 1, member_ids: [adult.customer_id, child.customer_id] });
  });
});

import { describe, expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { makeCustomer, makeTrip } from "../support/factories";
import { day, groupFormOf, useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

/* What a group's form asks about its departure: taken back, before its day, outside its campaign. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, signed } = contractsOf(office, client);
const { create, read, change, join, filled } = useGroups(office, client);
const fieldsOf = (id: number, more: object) => groupFormOf(client, id, more);

describe("a departure that is taken back", () => {
  /** A group that departed today by hand, with one member who cancelled after it and one who did not. */
  async function departed() {
    const { id } = await create({ campaign_id: ids.campaign_id, departureDate: null });
    const people = [];
    for (const name of ["سعاد الراجعة", "مريم الباقية"]) {
      const customer_id = await makeCustomer(office.knex, { name, gender: "أنثى" });
      const contract = await signed({ customer_id });
      expect((await join(id, customer_id)).status).toBe(201);
      people.push({ customer_id, contract_id: contract.id });
    }
    expect((await change(id, { status: "departed" })).status).toBe(200);
    const [leaving, staying] = people as [(typeof people)[0], (typeof people)[0]];
    const cancelled = await client.put(`/api/contracts/${leaving.contract_id}`, { status: "cancelled" });
    expect(cancelled.status).toBe(200);
    return { id, leaving, staying };
  }
  const travelling = async (id: number) =>
    (await client.get(`/api/groups/${id}/members?travels=true`)).body.members.length;

  test("asks in the form about who cancelled after it, by name, and a call answers who they are", async () => {
    const { id, leaving } = await departed();
    const page = `/trips/groups/${id}/edit`;
    const back = { status: "active" };
    const asked = await client.submit(page, await fieldsOf(id, back));
    const { text, links, confirmed } = questionsIn(asked.body);
    expect(asked.status).toBe(409);
    expect(text).toContain(
      "ألغي عقده بعد المغادرة، فلا يسافر إن لم تغادر المجموعة، ويفرغ سريره ومقعده: «سعاد الراجعة»",
    );
    expect(text).not.toContain("مريم الباقية");
    expect(links).toContain(`/customers/${leaving.customer_id}`);
    expect([(await read(id)).status, await travelling(id)]).toEqual(["departed", 2]);
    expect((await client.submit(page, await fieldsOf(id, { ...back, confirmed }))).status).toBe(302);
    expect([(await read(id)).status, await travelling(id)]).toEqual(["active", 1]);

    const other = await departed();
    const called = await change(other.id, back);
    expect([called.status, called.body.not_travelling]).toEqual([
      200,
      [{ id: other.leaving.customer_id, name: "سعاد الراجعة" }],
    ]);
    expect(called.body.group.not_travelling).toBeUndefined();
  });

  test("asks too where the group leaves the trip by whose day it had departed", async () => {
    const trip = await makeTrip(office.knex, day(-1), day(5));
    const { id } = await create({ campaign_id: ids.campaign_id, departureDate: null });
    expect((await client.post(`/api/trips/${trip}/groups`, { group_id: id })).status).toBe(201);
    const customer_id = await makeCustomer(office.knex, { name: "هدى" });
    const contract = await signed({ customer_id });
    await join(id, customer_id);
    await client.put(`/api/contracts/${contract.id}`, { status: "cancelled" });
    expect(await travelling(id)).toBe(1);
    const page = `/trips/management/${trip}/groups`;
    const asked = await client.submit(page, { unlink: String(id) });
    expect(questionsIn(asked.body).text).toContain("ويفرغ سريره ومقعده: «هدى»");
    const { confirmed } = questionsIn(asked.body);
    expect((await client.submit(page, { unlink: String(id), confirmed })).status).toBe(302);
    expect(await travelling(id)).toBe(0);
  });
});

test("a group that is marked as departed before its day is asked about, and so is a new one outside its campaign's days", async () => {
  const { id } = await filled(0, { departureDate: day(9) });
  const page = `/trips/groups/${id}/edit`;
  const asked = await client.submit(page, await fieldsOf(id, { status: "departed" }));
  expect([asked.status, questionsIn(asked.body).asked]).toEqual([
    409,
    [`تاريخ مغادرة المجموعة ${day(9)} لم يأت بعد. هل غادرت حقًا؟`],
  ]);
  const { confirmed } = questionsIn(asked.body);
  expect((await client.submit(page, await fieldsOf(id, { status: "departed", confirmed }))).status).toBe(302);

  const { end_date } = await office.knex("campaigns").orderBy("id").first();
  const after = new Date(Date.parse(end_date) + 9 * 86_400_000).toISOString().slice(0, 10);
  const { id: campaign_id } = await office.knex("campaigns").orderBy("id").first();
  const sent = { name: "فوج متأخر", campaign_id: String(campaign_id), capacity: "5", departureDate: after };
  const fresh = await client.submit("/trips/groups/new", sent);
  expect([fresh.status, questionsIn(fresh.body).text]).toEqual([
    409,
    expect.stringContaining("مغادرات خارج الأيام: «فوج متأخر»."),
  ]);
  const made = await client.submit("/trips/groups/new", {
    ...sent,
    confirmed: questionsIn(fresh.body).confirmed,
  });
  expect(made.status).toBe(302);
  expect((await client.post("/api/groups", { ...sent, name: "فوج آخر" })).status).toBe(201);
});

test("the screens that add members say of a departed group why it takes none, with a way back", async () => {
  const { id } = await filled(1);
  await change(id, { departureDate: day(-1) });
  const { name } = await read(id);
  for (const screen of ["new", "contracts"]) {
    const { status, body } = await client.get(`/trips/groups/${id}/members/${screen}`);
    expect([screen, status]).toEqual([screen, 409]);
    expect(body).toContain(`المجموعة «${name}» غادرت ولا تقبل أعضاء.`);
    expect(body).toContain(`href="/trips/groups/${id}/members" data-stay="">العودة إلى الأعضاء`);
    expect(body).toContain(`href="/trips/groups/${id}/edit?from=page"`);
  }
});

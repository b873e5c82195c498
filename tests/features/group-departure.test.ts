import { expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { makeCustomer } from "../support/factories";
import { day, groupFormOf, useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { wordsIn } from "../support/shares";

/* A group departs: what its form asks, and what a contract's pages say afterwards. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, signed } = contractsOf(office, client);
const { create, read, change, join, filled } = useGroups(office, client);

const fieldsOf = (id: number, more: object) => groupFormOf(client, id, more);

test.each([
  ["by hand", { status: "departed" }],
  ["by its day", { departureDate: day(0) }],
])(
  "the form asks before a group departs %s of whom something is missing, and a call does not",
  async (_, sent) => {
    const { id, joined } = await filled(3);
    await office.knex("bus_seats").insert({ group_id: id, customer_id: joined[0], bus: 1, seat: 1 });
    const page = `/trips/groups/${id}/edit`;
    const refused = await client.submit(page, await fieldsOf(id, sent));
    const { asked, links, confirmed } = questionsIn(refused.body);
    expect(refused.status).toBe(409);
    expect(asked.at(-1)).toContain(
      "ينقص: 3 أعضاء بلا تأشيرة تصلح للرحلة، 3 أعضاء بلا سرير، عضوان بلا مقعد. هل غادرت المجموعة حقًا؟",
    );
    expect(links).toContain(`/trips/groups/${id}/readiness`);
    expect((await read(id)).status).toBe("active");
    const saved = await client.submit(page, await fieldsOf(id, { ...sent, confirmed }));
    expect([saved.status, (await read(id)).status]).toEqual([302, "departed"]);

    const other = await filled(1);
    expect((await change(other.id, sent)).status).toBe(200);
  },
);

test("an empty group departs without a question", async () => {
  const { id } = await filled(0);
  const { status } = await client.submit(
    `/trips/groups/${id}/edit`,
    await fieldsOf(id, { status: "departed", departureDate: "" }),
  );
  expect(status).toBe(302);
});

test("a contract whose group has departed is cancelled and deleted with a word that its lists keep him", async () => {
  const customer_id = await makeCustomer(office.knex);
  const { id: contractId } = await signed({ customer_id });
  const group = await create({ campaign_id: ids.campaign_id, name: "فوج غادر", departureDate: day(5) });
  expect((await join(group.id, customer_id)).status).toBe(201);
  const path = `/contracts/${contractId}`;
  expect((await client.get(`${path}/cancel`)).body).toContain("إخراجه من المجموعة");
  await change(group.id, { departureDate: day(-2) });
  for (const page of ["cancel", "delete"]) {
    const { body } = await client.get(`${path}/${page}`);
    expect(wordsIn(body)).toContain(`غادرت المجموعة فوج غادر في ${day(-2)} : يبقى في كشوفها`);
    expect(body).not.toContain("إخراجه من المجموعة");
  }
});

test("all who do not travel leave by one press, where they are several", async () => {
  const group = await create({ campaign_id: ids.campaign_id, departureDate: day(5) });
  const add = async () => {
    const customer_id = await makeCustomer(office.knex);
    const { id } = await signed({ customer_id });
    expect((await join(group.id, customer_id)).status).toBe(201);
    return id;
  };
  const contracts = [await add(), await add(), await add()];
  const path = `/trips/groups/${group.id}`;
  const press = `href="${path}/members/others"`;
  const cancel = (id: unknown) => client.put(`/api/contracts/${id}`, { status: "cancelled" });
  await cancel(contracts[0]);
  expect((await client.get(`${path}/rooms`)).body).not.toContain(press);
  await cancel(contracts[1]);
  for (const screen of ["members", "rooms"])
    expect((await client.get(`${path}/${screen}`)).body).toContain(press);
  expect((await client.get(`${path}/members/others`)).body).toContain("كل من لا يسافر");
  expect((await client.submit(`${path}/members/others`, {})).status).toBe(302);
  const { body } = await client.get(`/api/groups/${group.id}/members`);
  expect(body.members.map(({ travels }: { travels: boolean }) => travels)).toEqual([true]);
});

test("a group's form that was opened on its page leads back there", async () => {
  const { id } = await filled(0);
  expect((await client.get(`/trips/groups/${id}/members`)).body).toContain(
    `href="/trips/groups/${id}/edit?from=page"`,
  );
  const { headers } = await client.submit(`/trips/groups/${id}/edit?from=page`, await fieldsOf(id, {}));
  expect(headers.get("Location")).toBe(`/trips/groups/${id}/members`);
});

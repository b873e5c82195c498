import { expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { contractsOf } from "../support/contracts";
import { makeCampaign } from "../support/factories";
import { useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

/* A group that changes its campaign says who would have no contract there (journey.md, rule 5). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, signed } = contractsOf(office, client);
const { create, read, change, join, people } = useGroups(office, client);

const nameOf = async (id: number) => (await office.knex("customers").where({ id }).first()).name;

/** A group in a campaign without contracts, which has the same days as the one of `ids`. */
async function newGroup(members: number[], more: object = {}) {
  const { start_date, end_date } = await office.knex("campaigns").where({ id: ids.campaign_id }).first();
  const campaign_id = await makeCampaign(office.knex, 100, [], { start_date, end_date });
  const group = await create({ campaign_id, capacity: 30, ...more });
  for (const id of members) expect((await join(group.id, id)).status).toBe(201);
  return group;
}

async function fieldsOf(id: number, more: object = {}) {
  const { body } = await client.get(`/trips/groups/${id}/edit`);
  const row = await read(id);
  const values = {
    ...{ name: row.name, name_latin: row.name_latin, campaign_id: ids.campaign_id, capacity: row.capacity },
    departureDate: row.departureDate ?? "",
    updated_at: hiddenField(body, "updated_at"),
    author: hiddenField(body, "author"),
    ...more,
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

test("the form names them, saves when told to, and asks nothing where all have one or the campaign stays", async () => {
  const [covered, cancelled, without] = (await people(3)) as [number, number, number];
  await signed({ customer_id: covered });
  const { id: contractId } = await signed({ customer_id: cancelled });
  await client.put(`/api/contracts/${contractId}`, { status: "cancelled" });
  const group = await newGroup([covered, cancelled, without]);
  const page = `/trips/groups/${group.id}/edit`;
  const { name: campaign } = await office.knex("campaigns").where({ id: ids.campaign_id }).first();

  const asked = await client.submit(page, await fieldsOf(group.id));
  const { asked: questions, confirmed } = questionsIn(asked.body);
  expect([asked.status, confirmed.split(" ").length]).toEqual([409, 1]);
  expect(questions[0]).toContain(`عضوان بلا عقد قائم في «${campaign}»:`);
  expect(questions[0]).toContain(await nameOf(cancelled));
  expect(questions[0]).toContain(await nameOf(without));
  expect(questions[0]).not.toContain(await nameOf(covered));
  expect((await read(group.id)).campaign_id).toBe(group.campaign_id);

  const saved = await client.submit(page, await fieldsOf(group.id, { confirmed }));
  expect([saved.status, (await read(group.id)).campaign_id]).toEqual([302, ids.campaign_id]);
  expect((await client.submit(page, await fieldsOf(group.id, { name: "باسم آخر" }))).status).toBe(302);

  const all = await newGroup([(await people(1))[0] as number]);
  const [member] = (await client.get(`/api/groups/${all.id}/members`)).body.members;
  await signed({ customer_id: member.id });
  expect((await client.submit(`/trips/groups/${all.id}/edit`, await fieldsOf(all.id))).status).toBe(302);
});

test("names of many are bounded, and stand beside the days that move", async () => {
  const group = await newGroup((await people(23)) as number[], { departureDate: null });
  const campaign_id = await makeCampaign(office.knex, 100, [], {
    start_date: "2027-09-01",
    end_date: "2027-09-20",
  });
  await client.put(`/api/campaigns/${group.campaign_id}`, { name: "الحملة الأولى" });
  const asked = await client.submit(
    `/trips/groups/${group.id}/edit`,
    await fieldsOf(group.id, { campaign_id, departureDate: "2027-08-20" }),
  );
  const box = asked.body.match(/class="notice info questions".*?<\/div>/s)?.[0] ?? "";
  expect(asked.status).toBe(409);
  expect(box).toContain("وغيرهم 3.");
  expect(box).toContain("23 عضوًا بلا عقد قائم");
  expect(box).toContain("مغادرات خارج الأيام");
  const { confirmed } = questionsIn(asked.body);
  const sent = await fieldsOf(group.id, { campaign_id, departureDate: "2027-08-20", confirmed });
  expect((await client.submit(`/trips/groups/${group.id}/edit`, sent)).status).toBe(302);
});

test("a call is not refused", async () => {
  const group = await newGroup((await people(1)) as number[]);
  expect((await change(group.id, { campaign_id: ids.campaign_id })).status).toBe(200);
});

test("is refused where those who travel there are more than its capacity", async () => {
  const [first, second] = (await people(2)) as [number, number];
  const { id: contractId } = await signed({ customer_id: first });
  const group = await create({ campaign_id: ids.campaign_id, capacity: 1 });
  expect((await join(group.id, first)).status).toBe(201);
  await client.put(`/api/contracts/${contractId}`, { status: "cancelled" });
  expect((await join(group.id, second)).status).toBe(201);
  const campaign_id = await makeCampaign(office.knex, 100, []);
  const { status, body } = await change(group.id, { campaign_id });
  expect([status, body.error]).toEqual([409, "المجموعة مكتملة"]);
});

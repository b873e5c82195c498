import { expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { tripListsOf } from "../support/trip-lists";

/* What a family is beyond one group: offered again in the next, with the relation of each (docs/decisions/families.md). */

const { office, client } = useOffice({ isBusy: true });

const { groupOf, toldBy, fieldsOf } = tripListsOf(office, client);

const woman = { gender: "أنثى" };
const read = async (id: number) => (await client.get(`/api/groups/${id}/families`)).body;
const post = (id: number, body: object) => client.post(`/api/groups/${id}/families`, body);
const relate = (id: number, customer: number | undefined, relation: unknown) =>
  client.put(`/api/groups/${id}/families/${customer}`, { relation });
const relationsIn = (group_id: number) =>
  office.knex("group_members").where({ group_id }).orderBy("id").pluck("relation");

async function join(group: { id: number; campaign_id: number }, customers: (number | undefined)[]) {
  const rows = customers.map((customer_id) => ({
    group_id: group.id,
    campaign_id: group.campaign_id,
    customer_id,
  }));
  await office.knex("group_members").insert(rows);
}

test("a family of one group is offered in the next, with its name and relations, and is none before it is confirmed", async () => {
  const first = await groupOf([{ name: "صالح الحداد" }, { name: "أمينة باسل", ...woman }, { name: "غريب" }]);
  const [husband, wife, stranger] = first.ids;
  const said = await post(first.id, {
    name: "بيت الحداد",
    customer_ids: [husband, wife],
    relations: { [`${husband}`]: "husband", [`${wife}`]: "wife" },
  });
  expect(said.body.family.members.map(({ relation }: { relation: string }) => relation)).toEqual([
    "husband",
    "wife",
  ]);

  const next = await groupOf([]);
  await join(next, [wife, husband, stranger]);
  const { families, proposals } = await read(next.id);
  expect([families, await relationsIn(next.id)]).toEqual([[], [null, null, null]]);
  expect(proposals).toMatchObject([
    {
      name: "بيت الحداد",
      reasons: ["before"],
      members: [
        { id: wife, relation: "wife" },
        { id: husband, relation: "husband" },
      ],
    },
  ]);
  const page = await client.get(`${next.path}/families`);
  expect(page.body).toContain("كانوا عائلة في مجموعة سابقة");
  expect(page.body).toContain("زوجة · ");
  const confirmed = { [`members_${wife}`]: ["", `${wife}`, `${husband}`], [`name_${wife}`]: "بيت الحداد" };
  expect(await toldBy(await client.submit(`${next.path}/families`, confirmed))).toContain("أُكدت عائلة واحدة");
  expect(await relationsIn(next.id)).toEqual(["wife", "husband", null]);

  // A single person is no family and takes no relation into the next group.
  const third = await groupOf([{ name: "زيد" }]);
  await join(third, [wife]);
  expect((await read(third.id)).proposals).toEqual([]);
  await post(third.id, { name: "أخرى", customer_ids: [wife, third.ids[0]] });
  expect(await relationsIn(third.id)).toEqual([null, null]);
});

test("who signed together is proposed, however many they are; a cancelled contract is no reason", async () => {
  const group = await groupOf(
    Array.from({ length: 8 }, (_, index) => ({ name: `راكب${index} لقب${index}`, beds: 4 })),
  );
  const contracts = office.knex("contracts").where({ campaign_id: group.campaign_id });
  const [first, ...others]: number[] = await contracts.clone().orderBy("id").pluck("id");
  await office.knex("contracts").whereIn("id", others).update({ signed_with: first });
  const { proposals } = await read(group.id);
  expect(proposals).toMatchObject([{ name: "لقب0", reasons: ["contract"] }]);
  expect(proposals[0].members).toHaveLength(8);
  await contracts.clone().whereIn("id", others.slice(1)).update({ status: "cancelled" });
  expect((await read(group.id)).proposals[0].members.map(({ id }: { id: number }) => id)).toEqual(
    group.ids.slice(0, 2),
  );
  await contracts.clone().where({ id: first }).update({ status: "cancelled" });
  expect((await read(group.id)).proposals).toEqual([]);
});

test("contracts of one form are marked as signed together", async () => {
  const group = await groupOf([{ name: "أب", beds: 4 }]);
  const [{ campaign_id, package_id }] = await office.knex("contracts").where({ customer_id: group.ids[0] });
  await office.knex("campaigns").where({ id: campaign_id }).update({ status: "active" });
  await office.knex("campaign_packages").insert({ campaign_id, package_id });
  const ids = await Promise.all([0, 1, 2].map(() => makeCustomer(office.knex, {})));
  const sent = {
    customer_id: `${ids[0]}`,
    companion_ids: [`${ids[1]}`, `${ids[2]}`],
    campaign_id: `${campaign_id}`,
    package_id: `${package_id}`,
  };
  expect((await client.submit("/contracts/new", sent)).status).toBe(302);
  const rows = await office.knex("contracts").whereIn("customer_id", ids).orderBy("id");
  expect(rows.map(({ signed_with }) => signed_with)).toEqual([null, rows[0].id, rows[0].id]);
});

test("a relation is said with its family, changed by form and call, and goes with it", async () => {
  const { id, ids, path } = await groupOf([
    { name: "أب", family: "آل سالم" },
    { name: "بنت", family: "آل سالم", ...woman },
    { name: "ضيف" },
  ]);
  const [father, daughter, guest] = ids;
  expect((await relate(id, father, "father")).body).toEqual({ member: { id: father, relation: "father" } });
  for (const [customer, relation, status] of [
    [father, "grandfather", 422],
    [father, ["son"], 422],
    [father, undefined, 422],
    [guest, "son", 404],
    [999_999, "son", 404],
  ] as const)
    expect([customer, relation, (await relate(id, customer, relation)).status]).toEqual([
      customer,
      relation,
      status,
    ]);
  expect((await post(id, { name: "س", customer_ids: [guest], relations: { x: "uncle" } })).status).toBe(422);

  const form = await fieldsOf(`${path}/families/edit`);
  expect(form[`relation_${father}`]).toBe("father");
  expect(form).not.toHaveProperty(`relation_${guest}`);
  const changed = { ...form, [`relation_${daughter}`]: "daughter" };
  expect(await toldBy(await client.submit(`${path}/families/edit`, changed))).toContain("حفظت صلات عضو واحد");
  expect(await relationsIn(id)).toEqual(["father", "daughter", null]);
  const [line] = await office
    .knex("audit_log")
    .where({ kind: "groups", record_id: id })
    .orderBy("id", "desc");
  expect(line.changes.families).toEqual([["بنت (آل سالم)"], ["بنت (آل سالم، ابنة)"]]);
  expect((await client.get(`${path}/families`)).body).toMatch(/بنت<\/a>(<[^>]*>)*ابنة/);

  // Somebody else changes it meanwhile: the typed values stay, and the present ones are shown beside them.
  await relate(id, daughter, "sister");
  const stale = await client.submit(`${path}/families/edit`, changed);
  expect([stale.status, stale.body.includes("تغير بعد أن فتحت الصفحة")]).toEqual([409, true]);
  expect(await relationsIn(id)).toEqual(["father", "sister", null]);
  const orphan = {
    ...(await fieldsOf(`${path}/families/edit`)),
    [`family_${father}`]: "",
    [`relation_${father}`]: "son",
  };
  const refused = await client.submit(`${path}/families/edit`, orphan);
  expect([refused.status, refused.body.includes("اكتب اسم العائلة أولًا")]).toEqual([409, true]);
  const left = { ...(await fieldsOf(`${path}/families/edit`)), [`family_${father}`]: "" };
  expect((await client.submit(`${path}/families/edit`, left)).status).toBe(302);
  expect(await relationsIn(id)).toEqual([null, "sister", null]);
  expect((await client.get(`/trips/groups/999999/families/edit`)).status).toBe(404);
});

import { beforeEach, describe, expect, test } from "vitest";
import { violationsOn } from "../support/browser";
import { contractsOf } from "../support/contracts";
import { makeCampaign, makeCustomer, makeGroup, makeTrip } from "../support/factories";
import { formIn } from "../support/forms";
import { day } from "../support/groups";
import { pageAfter } from "../support/notice";
import { useOffice } from "../support/office";
import { wordsIn } from "../support/shares";

/* Who travels with a group, as contracts are cancelled, deleted and stand again (journey.md, 1 and 2). */

const { office, client, browser } = useOffice({ isBusy: true });
const { ids, signed } = contractsOf(office, client);

let group = { id: 0, path: "" };
const makeGroupOf = async (more: object = {}) => {
  const id = await makeGroup(office.knex, ids.campaign_id, { name: "الفوج الأول", capacity: 2, ...more });
  return { id, path: `/api/groups/${id}` };
};
beforeEach(async () => {
  group = await makeGroupOf();
});

/** Signs for a new customer, who joins the group, with a bed and a seat. */
async function travel(name: string, of = group) {
  const customer_id = await makeCustomer(office.knex, { name, gender: "ذكر" });
  const contract = await signed({ customer_id });
  expect((await client.post(`${of.path}/members`, { customer_id })).status).toBe(201);
  const [room] = await office.knex("rooms").where({ group_id: of.id });
  const made = { group_id: of.id, name: "201", kind: "men", beds: 4 };
  const [{ id: room_id }] = room ? [room] : await office.knex("rooms").insert(made).returning("id");
  await office.knex("room_members").insert({ group_id: of.id, customer_id, room_id });
  const [last] = await office.knex("bus_seats").where({ group_id: of.id }).max("seat");
  await office
    .knex("bus_seats")
    .insert({ group_id: of.id, customer_id, bus: 1, seat: Number(last?.max) + 1 });
  return { customer_id, contract_id: Number(contract.id) };
}

const put = (id: number, body: object) => client.put(`/api/contracts/${id}`, body);
const cancel = (id: number, more: object = {}) => put(id, { status: "cancelled", ...more });
const membersIn = async (query = "", of = group) =>
  (await client.get(`${of.path}/members${query}`)).body.members.map(
    ({ name, travels }: { name: string; travels: boolean }) => `${name} ${travels}`,
  );
const countIn = async (of = group) => (await client.get(of.path)).body.group.currentMembers;
const placesOf = async (customer_id: number) => {
  const rows = (table: string) => office.knex(table).where({ customer_id }).count();
  const [[beds], [seats]] = await Promise.all([rows("room_members"), rows("bus_seats")]);
  return [Number(beds?.count), Number(seats?.count)];
};

describe("who cancels", () => {
  test("stays without travelling: his bed and seat are free, nobody counts or lists him, and another takes his place", async () => {
    const { customer_id, contract_id } = await travel("المنسحب");
    await travel("المسافر");
    expect((await client.get(group.path)).body.group.status).toBe("full");
    expect(await placesOf(customer_id)).toEqual([1, 1]);
    const { body } = await cancel(contract_id);
    expect(body.left_group).toBeUndefined();
    expect(await placesOf(customer_id)).toEqual([0, 0]);
    expect((await client.get(group.path)).body.group).toMatchObject({ currentMembers: 1, status: "active" });
    expect(await membersIn()).toEqual(["المسافر true", "المنسحب false"]);
    expect(await membersIn("?travels=true")).toEqual(["المسافر true"]);
    expect(await membersIn("?travels=false")).toEqual(["المنسحب false"]);
    const all = "/trips/groups/members?search=المنسحب&travels=";
    const others = (await client.get(`${all}false`)).body;
    expect(others).toContain('<option value="false" selected="">');
    expect(wordsIn(others)).toContain("المنسحب لا يسافر: ألغي عقده");
    expect((await client.get(`${all}true`)).body).toContain('<option value="true" selected="">');
    for (const list of ["manifest", "rooms/print", "buses/print", "badges/print"]) {
      const page = wordsIn((await client.get(`/trips/groups/${group.id}/${list}`)).body);
      expect([list, page.includes("المسافر")]).toEqual([list, true]);
    }
    for (const screen of ["members", "rooms", "buses", "families", "papers", "visas", "readiness"]) {
      const { body } = await client.get(`/trips/groups/${group.id}/${screen}`);
      expect([screen, wordsIn(body).includes("لا يسافر: ألغي عقده")]).toEqual([screen, true]);
      expect(body).toContain(`/trips/groups/${group.id}/members/${customer_id}/delete`);
    }
    await travel("من حل محله");
    expect(await countIn()).toBe(2);
  });

  test.each(["wide", "phone"] as const)(
    "is seen apart with the way out, which is asked about (%s)",
    async (screen) => {
      const { contract_id } = await travel("المنسحب");
      await travel("المسافر");
      await cancel(contract_id);
      const page = await browser.signedIn(`/trips/groups/${group.id}/rooms`, { screen });
      const apart = page.getByRole("note").filter({ hasText: "لا يسافر: ألغي عقده" });
      expect(await apart.getByRole("link", { name: "المنسحب" }).isVisible()).toBe(true);
      const wayOut = apart.getByRole("link", { name: "إخراجه من المجموعة" });
      expect(await wayOut.isVisible()).toBe(true);
      expect(await violationsOn(page)).toEqual([]);
      page.once("dialog", (dialog) => {
        expect(dialog.message()).toBe("هل أنت متأكد من إخراج «المنسحب» من المجموعة؟");
        dialog.accept();
      });
      await wayOut.click();
      await expect.poll(() => membersIn()).toEqual(["المسافر true"]);
    },
  );

  test("with another contract that stands travels on, with his bed and seat", async () => {
    const { customer_id, contract_id } = await travel("صاحب عقدين");
    const other = await signed({ customer_id });
    await cancel(contract_id, { leave_group: true });
    expect([await membersIn(), await placesOf(customer_id)]).toEqual([["صاحب عقدين true"], [1, 1]]);
    expect((await cancel(other.id, { leave_group: true })).body.left_group).toEqual({
      id: group.id,
      name: "الفوج الأول",
    });
    expect(await membersIn()).toEqual([]);
  });

  test("is asked about: the page names bed, seat and visa, takes him out unless told otherwise, without JavaScript", async () => {
    const one = await travel("الخارج");
    const two = await travel("الباقي");
    await office.knex("visas").insert({
      customer_id: one.customer_id,
      group_id: group.id,
      passport_number: "A1",
      submission_date: day(-3),
    });
    const page = `/contracts/${one.contract_id}/cancel`;
    const asked = wordsIn((await client.get(page)).body);
    expect(asked).toMatch(
      /الفوج الأول\s*\. له فيها الغرفة 201\s*، الحافلة 1 المقعد 1\s*، تأشيرة بانتظار القرار/,
    );
    expect((await client.get("/trips/visas?status=waiting")).body).toContain("الخارج");
    const ofGroup = (await client.get(`/trips/visas?group_id=${group.id}`)).body;
    expect(ofGroup).toContain(`href="/trips/groups/${group.id}/visas"`);
    await client.submit(page, {
      ...formIn((await client.get(page)).body).values,
      cancellation_reason: "عذر",
    });
    expect(await membersIn()).toEqual(["الباقي true"]);
    expect((await client.get("/trips/visas?status=waiting")).body).not.toContain("الخارج");
    expect((await client.get("/trips/visas?status=pending")).body).toContain("الخارج");
    await client.submit(`/contracts/${two.contract_id}/cancel`, {
      cancellation_reason: "عذر",
      leave_group: "",
    });
    expect(await membersIn()).toEqual(["الباقي false"]);
  });
});

describe("whose contract stands again", () => {
  test("is back without a bed if the group has room, and else leaves it, which screen and call say", async () => {
    const { customer_id, contract_id } = await travel("العائد");
    await cancel(contract_id);
    expect((await put(contract_id, { status: "active" })).body.left_group).toBeUndefined();
    expect([await membersIn(), await placesOf(customer_id)]).toEqual([["العائد true"], [0, 0]]);

    await cancel(contract_id);
    await travel("الثاني");
    await travel("الثالث");
    const { status, body } = await put(contract_id, { status: "active" });
    expect([status, body.left_group]).toEqual([200, { id: group.id, name: "الفوج الأول" }]);
    expect(await membersIn()).toEqual(["الثالث true", "الثاني true"]);
  });

  test("by the form, is told to be back without a bed", async () => {
    const { contract_id } = await travel("العائد بالنموذج");
    const path = `/contracts/${contract_id}/edit`;
    const save = async (status: string) =>
      pageAfter(
        await client.submit(path, { ...formIn((await client.get(path)).body).values, status }),
        office.url,
        client,
      );
    expect(await save("completed")).not.toContain("وعاد العميل");
    await cancel(contract_id);
    expect(wordsIn(await save("active"))).toContain(
      "وعاد العميل مسافرًا في المجموعة «الفوج الأول»، بلا سرير ولا مقعد",
    );
  });

  test("or who signs anew, likewise", async () => {
    const { customer_id, contract_id } = await travel("العائد بعقد");
    await cancel(contract_id);
    await signed({ customer_id });
    expect(await membersIn()).toEqual(["العائد بعقد true"]);
    const other = await travel("الثاني");
    await cancel(other.contract_id);
    await travel("الثالث");
    const { body } = await client.post("/api/contracts", { ...ids, customer_id: other.customer_id });
    expect(body.left_group).toEqual({ id: group.id, name: "الفوج الأول" });
  });
});

describe("a contract that is deleted", () => {
  test("takes its customer out of the group, which page and call say, unless another of his is there", async () => {
    const { customer_id, contract_id } = await travel("صاحب العقد");
    const other = await signed({ customer_id });
    const first = await client.delete(`/api/contracts/${other.id}`);
    expect(first.body).toEqual({ success: true });
    const list = (await client.get("/contracts")).body;
    expect(list).toMatch(/data-question="[^"]*يخرج العميل معه من المجموعة «الفوج الأول»\."/);
    const page = wordsIn((await client.get(`/contracts/${contract_id}/delete`)).body);
    expect(page).toMatch(/ليس له عقد آخر في الحملة، فيخرج معه من المجموعة الفوج الأول/);
    const { body } = await client.delete(`/api/contracts/${contract_id}`);
    expect(body).toEqual({ success: true, left_group: { id: group.id, name: "الفوج الأول" } });
    expect(await membersIn()).toEqual([]);
  });
});

describe("the departure", () => {
  test("settles who travelled: a cancelling of that day or later, or a deletion then, changes no list", async () => {
    const settled = await makeGroupOf({ capacity: 3 });
    const late = await travel("ألغى بعدها", settled);
    const deleted = await travel("حذف بعدها", settled);
    const early = await travel("ألغى قبلها", settled);
    const departs = (departure_date: string) =>
      office.knex("groups").where({ id: settled.id }).update({ departure_date });
    await departs(day(0));
    await office
      .knex("contracts")
      .where({ id: early.contract_id })
      .update({ contract_date: day(-9) });
    await cancel(late.contract_id, { leave_group: true });
    const removal = await client.delete(`/api/contracts/${deleted.contract_id}`);
    expect(removal.body.left_group).toBeUndefined();
    expect(await membersIn("?travels=true", settled)).toHaveLength(3);
    await office
      .knex("contracts")
      .where({ id: early.contract_id })
      .update({ status: "cancelled", cancelled_on: day(-2) });
    expect(await membersIn("?travels=true", settled)).toEqual(["حذف بعدها true", "ألغى بعدها true"]);
    expect(await placesOf(late.customer_id)).toEqual([1, 1]);

    // a departure that moves behind a cancelling
    await client.put(settled.path, { departureDate: day(5) });
    expect(await membersIn("?travels=true", settled)).toEqual(["حذف بعدها true"]);
    expect(await countIn(settled)).toBe(1);
  });

  test("counts by the trip, and by hand", async () => {
    const { contract_id } = await travel("في رحلة");
    const trip_id = await makeTrip(office.knex, day(-1), day(9));
    await office.knex("groups").where({ id: group.id }).update({ trip_id });
    await cancel(contract_id);
    expect(await membersIn()).toEqual(["في رحلة true"]);
    await client.put(`/api/trips/${trip_id}`, { start_date: day(1) });
    expect(await membersIn()).toEqual(["في رحلة false"]);

    const byHand = await makeGroupOf();
    const other = await travel("غادرت بيد", byHand);
    await client.put(byHand.path, { status: "departed" });
    await cancel(other.contract_id);
    expect(await membersIn("", byHand)).toEqual(["غادرت بيد true"]);
    await client.put(byHand.path, { status: "active" });
    expect(await membersIn("", byHand)).toEqual(["غادرت بيد false"]);
  });
});

test("a group that changes its campaign has who travels there", async () => {
  const { customer_id, contract_id } = await travel("ملغى هنا");
  await cancel(contract_id);
  const campaign_id = await makeCampaign(office.knex, 50, [ids.package_id]);
  expect((await client.put(group.path, { campaign_id })).status).toBe(200);
  expect([await membersIn(), await countIn()]).toEqual([["ملغى هنا true"], 1]);
  await signed({ customer_id, campaign_id });
  expect(await countIn()).toBe(1);
});

test("many who cancel, sign, come back, join and leave at once leave counts that are right, and no seat given twice", async () => {
  const of = await makeGroupOf({ capacity: 6 });
  const people = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const customer_id = await makeCustomer(office.knex, { name: `شخص ${index}` });
      return { customer_id, contract_id: Number((await signed({ customer_id })).id) };
    }),
  );
  const deeds = people.flatMap(({ customer_id, contract_id }) => [
    () => client.post(`${of.path}/members`, { customer_id }),
    () => cancel(contract_id, { leave_group: customer_id % 2 === 0 }),
    () => put(contract_id, { status: "active" }),
    () => client.post("/api/contracts", { ...ids, customer_id }),
    () => client.delete(`${of.path}/members/${customer_id}`),
    () => client.post(`${of.path}/members`, { customer_id }),
    () => cancel(contract_id),
  ]);
  const answers = [];
  for (let start = 0; start < deeds.length; start += 14)
    answers.push(...(await Promise.all(deeds.slice(start, start + 14).map((deed) => deed()))));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const { rows } = await office.knex.raw(
    `SELECT groups.members, count(*) FILTER (WHERE travels) AS travelling,
       count(*) FILTER (WHERE travels <> travels_by_contracts(group_id, group_members.campaign_id, customer_id)) AS wrong
     FROM groups JOIN group_members ON group_id = groups.id WHERE groups.id = ? GROUP BY groups.id`,
    [of.id],
  );
  expect(rows[0]).toMatchObject({ wrong: "0" });
  expect(Number(rows[0].travelling)).toBe(rows[0].members);
  expect(rows[0].members).toBeLessThanOrEqual(6);
});

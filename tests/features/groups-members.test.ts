import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeCampaign, makeCustomer, makePackage } from "../support/factories";
import { day, useGroups } from "../support/groups";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });

const { create, read, change, join, people, newCampaign, filled } = useGroups(office, client);

describe("members", () => {
  test("they are read as they are, by each of their numbers", async () => {
    const { id } = await create({ departureDate: null });
    const birthday = `${Number(day(0).slice(0, 4)) - 30}${day(0).slice(4)}`;
    const born = { date_of_birth: birthday, gender: "أنثى", national_id: "N1", phone: "0555111222" };
    const woman = await makeCustomer(office.knex, { name: "هند الزهراني", ...born });
    const man = await makeCustomer(office.knex, {
      name: "سعد الغامدي",
      gender: "ذكر",
      date_of_birth: `${Number(birthday.slice(0, 4)) - 1}-12-31`,
    });
    const joined = await join(id, String(woman));
    const member = {
      id: woman,
      name: "هند الزهراني",
      name_latin: null,
      national_id: born.national_id,
      phone: "0555111222",
      gender: "female",
      age: 30,
      added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      travels: true,
    };
    expect([joined.status, joined.body]).toEqual([201, { member }]);
    await join(id, man);
    const { body } = await client.get(`/api/groups/${id}/members`);
    expect(body).toEqual({ members: [expect.objectContaining({ id: man, gender: "male" }), member] });
    const paged = await client.get(`/api/groups/${id}/members?page=1&gender=female&search=الزهراني`);
    expect(paged.body).toEqual({ members: [member], total: 1, page: 1, per_page: 25 });
    expect((await client.get(`/api/groups/${id}/members?gender=x`)).status).toBe(422);
    const tiles = async (query: string) =>
      [...(await client.get(`/trips/groups/${id}/members${query}`)).body.matchAll(/<dd[^>]*>.*?<bdi>(\d+)/g)]
        .slice(0, 3)
        .map(([, figure]) => figure);
    expect([await tiles(""), await tiles("?search=هند")]).toEqual([
      ["2", "1", "1"],
      ["1", "0", "1"],
    ]);
    expect((await client.get(`/api/groups/${id}/members/${woman}`)).body).toEqual({ member });

    const other = await create();
    for (const path of [`/api/groups/${other.id}/members/${woman}`, `/api/groups/999999/members/${woman}`])
      expect((await client.delete(path)).status).toBe(404);
    expect((await client.get("/api/groups/999999/members")).status).toBe(404);
    expect((await join(999_999, woman)).status).toBe(404);
    expect((await join(id, 999_999)).body.fields).toHaveProperty("customer_id");
    for (const nobody of [undefined, null, "", "x", 0, []]) expect((await join(id, nobody)).status).toBe(422);
  });

  test("a customer is once in a group, and in one group of a campaign", async () => {
    const { id, joined } = await filled(1);
    const [customer] = joined;
    const again = await join(id, customer);
    expect([again.status, again.body.fields]).toEqual([409, { customer_id: "مسجل في هذه المجموعة من قبل" }]);
    const { campaign_id, name } = await read(id);
    const sister = await create({ campaign_id });
    const elsewhere = await join(sister.id, customer);
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      409,
      `مسجل في المجموعة «${name}» من هذه الحملة`,
    ]);
    const other = await create({ campaign_id: await newCampaign() });
    expect((await join(other.id, customer)).status).toBe(201);
    const moved = await change(other.id, { campaign_id });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([409, ["campaign_id"]]);
    await client.delete(`/api/groups/${id}/members/${customer}`);
    expect((await change(other.id, { campaign_id })).status).toBe(200);
    expect((await join(sister.id, customer)).status).toBe(409);
  });

  test("twenty at once take the last five seats", async () => {
    const { id } = await filled(3, { capacity: 8 });
    const answers = await Promise.all((await people(20)).map((customer) => join(id, customer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const { status, body } of answers.filter(({ status }) => status !== 201))
      expect([status, body.message]).toEqual([409, "المجموعة مكتملة"]);
    expect(await read(id)).toMatchObject({ currentMembers: 8, status: "full" });
    expect(await office.knex("group_members").where({ group_id: id })).toHaveLength(8);
  });

  test("one customer, asked into ten groups of a campaign at once, comes into one", async () => {
    const campaign_id = await newCampaign();
    const ids = [];
    for (let count = 0; count < 10; count++) ids.push((await create({ campaign_id })).id);
    const [customer] = await people(1);
    const answers = await Promise.all(ids.map((id) => join(id, customer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("the same key adds once; for another group it is refused", async () => {
    const [one, other] = [await create(), await create()];
    const [customer_id] = await people(1);
    const key = { "Idempotency-Key": "join" };
    for (let count = 0; count < 2; count++) {
      const { status } = await client.post(`/api/groups/${one.id}/members`, { customer_id }, key);
      expect(status).toBe(201);
    }
    const elsewhere = await client.post(`/api/groups/${other.id}/members`, { customer_id }, key);
    expect([elsewhere.status, (await read(other.id)).currentMembers]).toEqual([409, 0]);
  });

  test("who joins does not make a form of the group stale; who joins while it shrinks finds it full", async () => {
    const { id } = await filled(1, { capacity: 30 });
    const { updated_at } = await read(id);
    const [customer] = await people(1);
    await join(id, customer);
    expect((await change(id, { name: "باسم آخر", updated_at })).status).toBe(200);
    const [, ...joined] = await Promise.all([
      change(id, { capacity: 4 }),
      ...(await people(12)).map((one) => join(id, one)),
    ]);
    const { capacity, currentMembers } = await read(id);
    expect(currentMembers).toBeLessThanOrEqual(capacity);
    expect(currentMembers).toBe(2 + joined.filter(({ status }) => status === 201).length);
  });

  test("a group goes with its memberships, which the audit log tells; but not while a visa names it", async () => {
    const { id, joined } = await filled(2);
    const visa = { group_id: id, passport_number: "A123", submission_date: day(0) };
    await office.knex("visas").insert({ ...visa, customer_id: joined[0] });
    const refused = await client.delete(`/api/groups/${id}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("A123")]);
    expect((await read(id)).currentMembers).toBe(2);
    await office.knex("visas").delete();
    const kept = await client.delete(`/api/customers/${joined[0]}`);
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining("فوج")]);
    expect((await client.delete(`/api/groups/${id}`)).status).toBe(200);
    expect(await office.knex("group_members").where({ group_id: id })).toEqual([]);
    const lines = await office.knex("audit_log").where({ kind: "groups", record_id: id }).orderBy("id");
    expect(lines.at(-2).changes.customers).toEqual([expect.any(Array), null]);
    expect(lines.at(-1).action).toBe("delete");
    expect((await client.delete(`/api/customers/${joined[0]}`)).status).toBe(200);
  });
});

describe("several at once, from the campaign's contracts", () => {
  /** A campaign with as many contracts; `ticked` of a group's form, by their names. */
  async function signed(count: number) {
    const currency = await office.knex("currencies").first("id");
    const package_id = await makePackage(office.knex, currency.id, "900");
    const campaign_id = await makeCampaign(office.knex, 100, [package_id]);
    const pilgrims = [];
    for (let number = 1; number <= count; number++) {
      const customer_id = await makeCustomer(office.knex, { name: `معتمر ${number}` });
      const answer = await client.post("/api/contracts", { customer_id, campaign_id, package_id });
      pilgrims.push({ id: customer_id, contract: answer.body.contract.id });
    }
    return { campaign_id, pilgrims };
  }
  const boxes = (html: string, which = "") =>
    [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
      .map(([box]) => box)
      .filter((box) => box.includes(which))
      .map((box) => Number(box.match(/value="(\d+)"/)?.[1]));

  test("those who signed first are ticked, as many as there are seats; who is in a group is left out", async () => {
    const { campaign_id, pilgrims } = await signed(6);
    const [cancelled, member, ...others] = pilgrims;
    await client.put(`/api/contracts/${cancelled?.contract}`, { status: "cancelled" });
    const { id } = await create({ campaign_id, capacity: 3 });
    const sister = await create({ campaign_id });
    await join(sister.id, member?.id);
    const path = `/trips/groups/${id}/members/contracts`;
    const form = (await client.get(path)).body;
    const ids = others.map(({ id }) => id);
    expect(boxes(form)).toEqual(ids);
    expect(boxes(form, "checked")).toEqual(ids.slice(0, 3));

    const idempotency_key = hiddenField(form, "idempotency_key");
    const none = await client.submit(path, { idempotency_key, customer_ids: "" });
    expect([none.status, none.body.includes("اختر عميلًا واحدًا على الأقل")]).toEqual([422, true]);
    const all = { idempotency_key, customer_ids: ["", ...[member?.id, ...ids].map(String)] };
    for (let twice = 0; twice < 2; twice++) {
      const answer = await client.submit(path, all);
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/trips/groups/${id}/members`]);
      const told = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash")) ?? "";
      const page = await fetch(`${office.url}/trips/groups/${id}/members`, {
        headers: { Cookie: `${client.cookie}; ${told.split(";")[0]}` },
      });
      const sentence =
        `تمت إضافة 3 أعضاء. لم يضف «معتمر 2» (مسجل في المجموعة «${sister.name}» من هذه الحملة)، ` +
        "و«معتمر 6» (المجموعة مكتملة)";
      expect(await page.text()).toContain(sentence);
    }
    expect(await read(id)).toMatchObject({ currentMembers: 3, status: "full" });

    const rest = (await client.get(path)).body;
    expect([boxes(rest), boxes(rest, "checked")]).toEqual([[ids[3]], []]);
    const late = await client.submit(path, { customer_ids: String(ids[3]) });
    expect(late.status).toBe(409);
    expect(late.body).toContain("فشل إضافة الأعضاء: لم يضف «معتمر 6» (المجموعة مكتملة)");
    expect((await client.submit(path, { customer_ids: "999999" })).status).toBe(422);
    await join(sister.id, ids[3]);
    expect((await client.get(path)).body).toContain("في مجموعة من مجموعاتها");
  });

  test("two groups of a campaign are offered the same forty at the same moment: nobody waits in a circle", async () => {
    const { campaign_id, pilgrims } = await signed(40);
    const ids = pilgrims.map(({ id }) => String(id));
    const groups = [await create({ campaign_id, capacity: 40 }), await create({ campaign_id, capacity: 40 })];
    const answers = await Promise.all(
      groups.map(({ id }, index) =>
        client.submit(`/trips/groups/${id}/members/contracts`, {
          customer_ids: index ? ids.toReversed() : ids,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const taken = await Promise.all(groups.map(({ id }) => read(id)));
    expect(taken.map(({ currentMembers }) => currentMembers).sort((a, b) => a - b)).toEqual([0, 40]);
  });
});

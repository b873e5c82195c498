import { describe, expect, test } from "vitest";
import { tomorrow, useHolds } from "../support/holds";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { enterAs } from "../support/users";

const { office, client } = useOffice();
const { ids, campaignOf, held, wait, waits, signed, customers, seatsOf, end } = useHolds(office, client);

const lines = async (query: string) => (await client.get(`/api/waiting-list?${query}`)).body.waiting;
const idsAt = async (query: string) => (await lines(query)).map(({ id }: { id: number }) => id);
const cancel = (id: number) => client.put(`/api/contracts/${id}`, { status: "cancelled" });

/** Whom the dashboard and the campaigns' page name first for a campaign; null where they name nobody. */
async function firstOf(name: string) {
  const [dashboard, campaigns] = await Promise.all(
    ["/", `/campaigns?search=${encodeURIComponent(name)}`].map(async (path) => (await client.get(path)).body),
  );
  const [, onCampaign = null] = campaigns?.match(/أول من تكفيه.*?<bdi>(.*?)<\/bdi>/s) ?? [];
  const part = dashboard?.match(/مقاعد شاغرة لمن ينتظرها.*?<\/ul>/s)?.[0] ?? "";
  const item = part.split("<li").find((one: string) => one.includes(name)) ?? "";
  const [, onDashboard = null] = item.match(/أول من تكفيه.*?<bdi>(.*?)<\/bdi>/s) ?? [];
  expect(onDashboard).toBe(onCampaign);
  return onCampaign;
}

describe("the list", () => {
  test("is in order of joining, with search, filters and pages; a change and a deletion are an entity's own", async () => {
    const campaign_id = await campaignOf(1);
    await signed({ campaign_id });
    const one = await waits({ campaign_id, name: "زينب الكاف", until: tomorrow() });
    const two = await waits({ campaign_id, phone: "+967 735 222 111", note: "بعد العيد", seats: 3 });
    expect(one).toMatchObject({ status: "current", fits: false, campaign: { id: campaign_id } });
    expect(two).toMatchObject({ until: null, until_local: null, seats: 3 });
    expect(await idsAt(`campaign_id=${campaign_id}`)).toEqual([one.id, two.id]);
    expect(await idsAt("search=الكاف")).toEqual([one.id]);
    expect(await idsAt("search=0735222111")).toEqual([two.id]);
    expect(await idsAt(`campaign_id=${campaign_id}&page=2&per_page=1`)).toEqual([two.id]);
    await end(one.id, "waiting_lines");
    expect(await idsAt(`campaign_id=${campaign_id}&status=current`)).toEqual([two.id]);
    expect(await idsAt(`campaign_id=${campaign_id}&status=ended`)).toEqual([one.id]);
    expect((await client.get("/api/waiting-list?fits=x")).status).toBe(422);
    const path = `/api/waiting-list/${two.id}`;
    const changed = await client.put(path, { seats: 2, until: tomorrow(), updated_at: two.updated_at });
    expect(changed.body.waiting).toMatchObject({ seats: 2, status: "current" });
    expect((await client.put(path, { seats: 1, updated_at: two.updated_at })).status).toBe(409);
    expect((await client.get(path)).body.waiting.seats).toBe(2);
    expect((await client.delete(path)).body).toEqual({ success: true });
    expect((await client.get(path)).status).toBe(404);
  });

  test.each([
    ["name", ""],
    ["phone", ""],
    ["phone", "هاتف"],
    ["seats", 0],
    ["until", "2020-01-01 10:00"],
    ["campaign_id", 2_147_483_647],
  ])("refuses %s «%s»", async (field, value) => {
    const { status, body } = await wait({ [field]: value });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  test("takes nobody for a campaign that is not active", async () => {
    const campaign_id = await campaignOf(1, { status: "completed" });
    expect((await wait({ campaign_id })).status).toBe(409);
  });

  test("a form asks before somebody waits for seats that are free", async () => {
    const values = { campaign_id: String(ids.campaign_id), name: "علي", phone: "0777111222", seats: "2" };
    const asked = await client.submit("/waiting-list/new", values);
    expect([asked.status, asked.body.includes("تكفي المطلوب")]).toEqual([409, true]);
    expect(questionsIn(asked.body).links).toEqual([
      `/holds/new?campaign_id=${ids.campaign_id}`,
      `/contracts/new?campaign_id=${ids.campaign_id}`,
    ]);
    const full = await campaignOf(1);
    await signed({ campaign_id: full });
    const saved = await client.submit("/waiting-list/new", { ...values, campaign_id: String(full) });
    expect(saved.headers.get("location")).toBe("/waiting-list");
  });
});

test("the list says what is missing to who needs more seats than are free", async () => {
  const campaign_id = await campaignOf(3);
  const screen = `/waiting-list?campaign_id=${campaign_id}`;
  const many = await waits({ campaign_id, seats: 5 });
  const path = `/waiting-list/${many.id}/hold`;
  const lack = "المتاح 3 مقاعد، وينقصه مقعدان";
  const list = (await client.get(screen)).body;
  for (const part of [lack, "حجز المتاح", path]) expect(list).toContain(part);
  expect((await client.get(path)).body).toContain(`${lack}. من حجز أقل مما طلب يخرج من القائمة أيضًا.`);
  await held({ campaign_id, seats: 3 });
  const full = (await client.get(screen)).body;
  expect(full).toContain("لا مقاعد متاحة");
  expect(full).not.toContain(path);
  await office.knex("campaigns").where({ id: campaign_id }).update({ status: "completed" });
  expect((await client.get(screen)).body).not.toContain("لا مقاعد متاحة");
});

describe("a freed seat", () => {
  test("names the first whose seats are free, on the dashboard and on the campaign", async () => {
    const name = "حملة الأولين";
    const campaign_id = await campaignOf(3, { name });
    const contracts = [];
    for (const customer_id of await customers(2)) contracts.push(await signed({ campaign_id, customer_id }));
    const { id } = await held({ campaign_id });
    const large = await waits({ campaign_id, name: "الأول", seats: 2 });
    const small = await waits({ campaign_id, name: "الثاني" });
    expect(await firstOf(name)).toBeNull();
    await end(id);
    expect(await firstOf(name)).toBe("الثاني");
    expect(await idsAt(`campaign_id=${campaign_id}&fits=true`)).toEqual([small.id]);
    await cancel(contracts[0].id);
    expect(await firstOf(name)).toBe("الأول");
    expect(await idsAt(`campaign_id=${campaign_id}&fits=true`)).toEqual([large.id, small.id]);
    await end(large.id, "waiting_lines");
    expect(await firstOf(name)).toBe("الثاني");
    await client.delete(`/api/waiting-list/${small.id}`);
    expect(await firstOf(name)).toBeNull();
  });

  test("of a larger total too, and not of a campaign that is cancelled", async () => {
    const name = "حملة الزيادة";
    const campaign_id = await campaignOf(1, { name });
    await signed({ campaign_id });
    await waits({ campaign_id, name: "المنتظر" });
    expect(await firstOf(name)).toBeNull();
    await client.put(`/api/campaigns/${campaign_id}`, { total_seats: 2 });
    expect(await firstOf(name)).toBe("المنتظر");
    await client.put(`/api/campaigns/${campaign_id}`, { status: "cancelled" });
    expect(await firstOf(name)).toBeNull();
  });

  test("is named to who signs contracts alone", async () => {
    const name = "حملة الصلاحية";
    await waits({ campaign_id: await campaignOf(2, { name }), name: "لا يراه" });
    const clerk = await enterAs(office, "campaigner", ["manage_campaigns", "manage_trips"]);
    for (const path of ["/", "/campaigns"]) expect((await clerk.get(path)).body).not.toContain("لا يراه");
  });
});

describe("serving", () => {
  test("makes a hold of a line in one step, and the line leaves the list", async () => {
    const campaign_id = await campaignOf(2);
    const line = await waits({ campaign_id, seats: 2, note: "ملاحظة" });
    const path = `/api/waiting-list/${line.id}/hold`;
    expect((await client.post(path, {})).status).toBe(422);
    const { status, body } = await client.post(path, { until: tomorrow() });
    const { name, phone, seats, note } = line;
    expect([status, body.hold]).toEqual([
      201,
      expect.objectContaining({ campaign_id, name, phone, seats, note }),
    ]);
    expect(await seatsOf(campaign_id)).toEqual([0, 2, 0]);
    expect((await client.post(path, { until: tomorrow() })).status).toBe(404);
    const other = await waits({ campaign_id });
    expect((await client.post(`/api/waiting-list/${other.id}/hold`, { until: tomorrow() })).status).toBe(409);
    expect(await idsAt(`campaign_id=${campaign_id}`)).toEqual([other.id]);
  });

  test("makes contracts of a line in one step", async () => {
    const campaign_id = await campaignOf(2);
    const line = await waits({ campaign_id, seats: 2 });
    const path = `/api/waiting-list/${line.id}/sign`;
    const sent = { customer_ids: await customers(3), package_id: ids.package_id };
    expect((await client.post(path, sent)).status).toBe(409);
    const { status, body } = await client.post(path, { ...sent, customer_ids: sent.customer_ids.slice(1) });
    expect([status, body.contracts?.length]).toEqual([201, 2]);
    expect(await seatsOf(campaign_id)).toEqual([2, 0, 0]);
    expect(await idsAt(`campaign_id=${campaign_id}`)).toEqual([]);
  });
});

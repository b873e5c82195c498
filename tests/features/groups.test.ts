import { describe, expect, test } from "vitest";
import { group } from "~/features/groups/group";
import { picture } from "../support/browser";
import { hiddenField } from "../support/client";
import { makeCustomer, makeTrip } from "../support/factories";
import { day, useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";

const { office, client, browser } = useOffice({ isBusy: true });

const { campaigns, buses, users, names, whole, create, read, change, join, people, newCampaign, filled } =
  useGroups(office, client);

standardCalls(office, client, group, {
  whole,
  shown: ({ campaign_id, transportation_id, supervisor_id }) => ({
    campaign: names.get(`campaign ${campaign_id}`),
    busNumber: transportation_id ? names.get(`bus ${transportation_id}`) : null,
    busCapacity: transportation_id ? 45 : null,
    supervisor: users.find(({ id }) => id === supervisor_id)?.username ?? null,
    supervisorName: null,
    supervisorNameLatin: null,
    currentMembers: 0,
    status: "active",
    trip_id: null,
  }),
  required: ["name", "campaign_id", "capacity"],
  defaults: {
    name_latin: null,
    transportation_id: null,
    supervisor_id: null,
    supervisorPhone: null,
    departureDate: null,
    flights: null,
  },
  refused: [
    ["name", "س".repeat(151)],
    ["campaign_id", 999_999],
    ["capacity", 0],
    ["capacity", 12.5],
    ["capacity", 10_000],
    ["transportation_id", 999_999],
    ["supervisor_id", 999_999],
    ["supervisorPhone", "هاتف"],
    ["departureDate", "2026-02-30"],
    ["status", "gone"],
  ],
  badFilters: ["status=gone", "campaign_id=x"],
});

test("a call may spell the day of departure as its other fields", async () => {
  const { id } = await filled(1, { departureDate: undefined, departure_date: day(2) });
  expect(await read(id)).toMatchObject({ departureDate: day(2) });
  expect((await change(id, { departure_date: day(3) })).body.group.departureDate).toBe(day(3));
  expect((await change(id, { name: "اسم آخر" })).body.group.departureDate).toBe(day(3));
  expect((await change(id, { departure_date: "2026-02-30" })).body.fields).toHaveProperty("departure_date");
});

describe("status", () => {
  test("a group is full with its last member, and active again below its capacity", async () => {
    const { id, joined } = await filled(2, { capacity: 2 });
    expect(await read(id)).toMatchObject({ currentMembers: 2, status: "full" });
    const [late] = await people(1);
    const refused = await join(id, late);
    expect([refused.status, refused.body.fields]).toEqual([409, { customer_id: "المجموعة مكتملة" }]);
    expect((await change(id, { capacity: 3 })).body.group.status).toBe("active");
    expect((await change(id, { capacity: 2 })).body.group.status).toBe("full");
    const tooFew = await change(id, { capacity: 1 });
    expect([tooFew.status, tooFew.body.fields]).toEqual([
      409,
      { capacity: "السعة لا تقل عن عدد الأعضاء: 2" },
    ]);
    expect((await client.delete(`/api/groups/${id}/members/${joined[0]}`)).body).toEqual({ success: true });
    expect(await read(id)).toMatchObject({ currentMembers: 1, status: "active" });
  });

  test("it departs by itself on its departure date, and takes nobody from then on", async () => {
    const { id } = await filled(1, { departureDate: day(1) });
    const [late] = await people(1);
    expect((await read(id)).status).toBe("active");
    // A day goes by.
    await office
      .knex("groups")
      .where({ id })
      .update({ departure_date: day(0) });
    expect((await read(id)).status).toBe("departed");
    const refused = await join(id, late);
    expect([refused.status, refused.body.message]).toEqual([409, "غادرت المجموعة ولا تقبل أعضاء"]);
    const back = await change(id, { status: "active" });
    expect([back.status, Object.keys(back.body.fields)]).toEqual([409, ["status"]]);
    expect((await change(id, { departureDate: day(3) })).body.group.status).toBe("active");
    expect((await join(id, late)).status).toBe(201);
  });

  test("it departs by hand, and comes back; what was read and is sent back changes nothing", async () => {
    expect((await create({ status: "departed" })).status).toBe("departed");
    const { id } = await filled(1, { departureDate: null });
    expect((await change(id, { status: "departed" })).body.group.status).toBe("departed");
    expect((await change(id, { name: "آخر" })).body.group.status).toBe("departed");
    expect((await change(id, await read(id))).body.group.status).toBe("departed");
    expect((await change(id, { departureDate: day(9) })).body.group.status).toBe("departed");
    expect((await change(id, { status: "active" })).body.group.status).toBe("active");
    await change(id, { departureDate: day(-1) });
    const departed = await read(id);
    expect(departed.status).toBe("departed");
    const later = await change(id, { ...departed, departureDate: day(5) });
    expect(later.body.group.status).toBe("active");
    for (const status of ["full", "active"])
      expect((await change(id, { status })).body.group.status).toBe("active");
  });

  test("rows, filters, figures and the calls for trips say the same", async () => {
    const campaign_id = await newCampaign();
    const before = (await client.get("/api/groups/stats")).body;
    const open = await create({ campaign_id, capacity: 9, departureDate: null });
    const full = (await filled(2, { campaign_id, capacity: 2 })).id;
    const left = await create({ campaign_id, capacity: 5, departureDate: day(0) });
    const linked = await create({ campaign_id, capacity: 1 });
    const trip_id = await makeTrip(office.knex, day(1), day(9));
    await office.knex("groups").where({ id: linked.id }).update({ trip_id });
    const ids = async (path: string) =>
      (await client.get(path)).body.groups.map(({ id }: { id: number }) => id);
    const of = `campaign_id=${campaign_id}`;
    expect(await ids(`/api/groups?${of}&status=active`)).toEqual([linked.id, open.id]);
    expect(await ids(`/api/groups?${of}&status=full`)).toEqual([full]);
    expect(await ids(`/api/groups?${of}&status=departed`)).toEqual([left.id]);
    expect(await ids(`/api/groups/available?${of}`)).toEqual([full, open.id]);
    expect(await ids(`/api/campaigns/${campaign_id}/groups`)).toEqual([linked.id, left.id, full, open.id]);
    expect(await ids(`/api/campaigns/${campaign_id}/groups?search=${encodeURIComponent(open.name)}`)).toEqual(
      [open.id],
    );
    expect((await client.get("/api/campaigns/999999/groups")).status).toBe(404);
    const after = (await client.get("/api/groups/stats")).body;
    expect(Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]]))).toEqual({
      totalGroups: 4,
      totalCapacity: 17,
      totalMembers: 2,
      availableSeats: 15,
      activeGroups: 2,
      fullGroups: 1,
      departedGroups: 1,
    });
  });
});

describe("screens", () => {
  test("a group is added, changed and deleted by forms as they stand", async () => {
    const form = (await client.get("/trips/groups/new")).body;
    const fields = {
      idempotency_key: hiddenField(form, "idempotency_key"),
      name: "فوج الفجر",
      campaign_id: "",
    };
    const refused = await client.submit("/trips/groups/new", fields);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("الرجاء تعبئة جميع الحقول المطلوبة");
    expect(refused.body).toContain('value="فوج الفجر"');
    const sent = { ...fields, campaign_id: String(campaigns[0]), capacity: "٥٠" };
    const bus = { transportation_id: String(buses[0]), departureDate: "", supervisor_id: "" };
    expect((await client.submit("/trips/groups/new", { ...sent, ...bus })).status).toBe(302);
    const [stored] = (await client.get("/api/groups?search=الفجر")).body.groups;
    expect(stored).toMatchObject({ capacity: 50, departureDate: null, supervisor_id: null });
    const list = (await client.get("/Trips/groups?search=الفجر")).body;
    expect(list).toContain("فيها 45 مقعدًا");
    expect(list).toContain(`/trips/groups/${stored.id}/members`);

    const edit = (await client.get(`/trips/groups/${stored.id}/edit`)).body;
    const change = { ...sent, status: "departed", updated_at: hiddenField(edit, "updated_at") };
    expect((await client.submit(`/trips/groups/${stored.id}/edit`, change)).status).toBe(302);
    expect((await read(stored.id)).status).toBe("departed");
    const stale = await client.submit(`/trips/groups/${stored.id}/edit`, { ...change, name: "متأخر" });
    expect([stale.status, stale.body.includes("القيمة الحالية")]).toEqual([409, true]);
    const question = await client.get(`/trips/groups/${stored.id}/delete`);
    expect(question.body).toContain("هل أنت متأكد من حذف المجموعة «فوج الفجر»؟");
    expect((await client.submit(`/trips/groups/${stored.id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/trips/groups/${stored.id}/members`)).status).toBe(404);
  });

  test("without JavaScript a member is found in one step and added in the next, and removed after a question", async () => {
    const { id, joined } = await filled(1);
    const { campaign_id } = await read(id);
    const [member] = joined;
    const names = ["وفاء القرشي", "وفاء العتيبي", "وفاء الشهري"];
    const [free, elsewhere, inside] = await Promise.all(
      names.map((name) => makeCustomer(office.knex, { name })),
    );
    await change(id, { capacity: 5 });
    await join(id, inside);
    const sister = await create({ campaign_id, name: "الفوج الثاني" });
    await join(sister.id, elsewhere);
    const path = `/trips/groups/${id}/members`;
    const found = await client.submit(`${path}/new`, { intent: "lookup", customer_query: "وفاء" });
    const offered = [...found.body.matchAll(/<input type="radio"[^>]*value="(\d+)"/g)];
    expect(offered.map(([, id]) => Number(id)).sort()).toEqual([free, elsewhere].sort());
    expect(found.body).toContain("في المجموعة «الفوج الثاني»");
    const picked = (await client.get(`/api/groups/${id}/candidates?q=وفاء`)).body.customers;
    expect(picked.map(({ id, note }: { id: number; note: string }) => [id, note])).toEqual([
      [free, null],
      [elsewhere, "في المجموعة «الفوج الثاني»"],
    ]);
    expect((await client.get(`/api/groups/${id}/candidates?q=`)).body.customers).toEqual([]);

    const refused = await client.submit(`${path}/new`, { customer_id: String(elsewhere) });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("فشل إضافة العضو");
    expect((await client.submit(`${path}/new`, { customer_query: "وفاء" })).status).toBe(422);
    expect((await client.submit(`${path}/new`, { customer_id: String(free) })).status).toBe(302);
    const question = await client.get(`${path}/${member}/delete?gender=male`);
    expect(question.body).toContain("هل أنت متأكد من حذف العضو");
    const removed = await client.submit(`${path}/${member}/delete?gender=male`, {});
    expect([removed.status, removed.headers.get("Location")]).toEqual([302, `${path}?gender=male`]);
    expect((await client.submit(`${path}/${member}/delete`, {})).status).toBe(404);
    expect((await read(id)).currentMembers).toBe(2);
  });

  test("with JavaScript a member is typed, chosen, added and removed", async () => {
    const { id } = await filled(1);
    await change(id, { capacity: 5 });
    const person = { name: "عبد العزيز الدوسري", national_id: "1055667788" };
    await makeCustomer(office.knex, person);
    const page = await browser.signedIn(`/trips/groups/${id}/members`);
    await page.getByRole("link", { name: "إضافة عضو" }).click();
    await page.getByRole("combobox", { name: "العميل" }).fill("عبد العزيز");
    const option = page.getByRole("option", { name: person.name });
    await option.waitFor();
    await picture(page, "groups/wide-option");
    await option.click();
    await page.getByRole("dialog").getByRole("button", { name: "إضافة", exact: true }).click();
    const row = page.locator("tbody tr", { hasText: person.name });
    await row.waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await row.getByRole("link", { name: "حذف" }).click();
    await row.waitFor({ state: "detached" });
    expect((await read(id)).currentMembers).toBe(1);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { group } from "~/features/trips/groups/group";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { standardCalls } from "../support/standard-calls";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;
let campaigns: number[];
let buses: number[];
let users: { id: number; username: string }[];
let made = 0;
const names = new Map<string, string>();

/** A day of the office, so many from today. */
const day = (from: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(Date.now() + from * 86_400_000);

beforeAll(async () => {
  client = await signIn(office.url);
  const { knex } = office;
  campaigns = [await makeCampaign(knex, 100, []), await makeCampaign(knex, 100, [])];
  for (const { id, name } of await knex("campaigns").select("id", "name")) names.set(`campaign ${id}`, name);
  const currency_id = await makeCurrency(knex, "SAR", "1", { is_default: true });
  const [{ id: bus_type_id }] = await knex("bus_types").insert({ name: "حافلة" }).returning("id");
  const bus = { bus_type_id, capacity: 45, price_per_person: "1", currency_id };
  buses = await knex("transportations")
    .insert(["النقل الأول", "النقل الثاني"].map((company_name) => ({ ...bus, company_name })))
    .returning("id")
    .then((rows) => rows.map(({ id }) => id));
  for (const { id, company_name } of await knex("transportations")) names.set(`bus ${id}`, company_name);
  users = [];
  for (const username of ["salim", "huda"]) users.push(await createUser(knex, username, []));
});

const whole = () => ({
  name: `فوج ${++made}`,
  campaign_id: campaigns[made % 2],
  capacity: 40 + (made % 5),
  transportation_id: buses[made % 2],
  supervisor_id: users[made % 2]?.id,
  supervisorPhone: `+966 50 000 ${made}`,
  departureDate: day(10 + (made % 20)),
});

standardCalls(office, () => client, group, {
  whole,
  shown: ({ campaign_id, transportation_id, supervisor_id }) => ({
    campaign: names.get(`campaign ${campaign_id}`),
    busNumber: transportation_id ? names.get(`bus ${transportation_id}`) : null,
    busCapacity: transportation_id ? 45 : null,
    supervisor: users.find(({ id }) => id === supervisor_id)?.username ?? null,
    currentMembers: 0,
    status: "active",
    trip_id: null,
  }),
  required: ["name", "campaign_id", "capacity"],
  defaults: { transportation_id: null, supervisor_id: null, supervisorPhone: null, departureDate: null },
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

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/groups", { ...whole(), ...more });
  expect(status, body.error).toBe(201);
  return body.group;
};
const read = async (id: number) => (await client.get(`/api/groups/${id}`)).body.group;
const change = async (id: number, sent: object) => client.put(`/api/groups/${id}`, sent);
const join = (id: number, customer_id: unknown) => client.post(`/api/groups/${id}/members`, { customer_id });
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeCustomer(office.knex)));
const newCampaign = () => makeCampaign(office.knex, 100, []);

/** A group of a campaign of its own, with as many members. */
async function filled(members: number, more: object = {}) {
  const { id } = await create({ campaign_id: await newCampaign(), capacity: members + 1, ...more });
  const joined = await people(members);
  for (const customer of joined) expect((await join(id, customer)).status).toBe(201);
  return { id: id as number, joined };
}

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
    const [trip] = await office
      .knex("trips")
      .insert({ name: "رحلة", start_date: day(1), end_date: day(9) })
      .returning("id");
    await office.knex("groups").where({ id: linked.id }).update({ trip_id: trip.id });
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
    for (const path of ["/api/groups/stats", "/api/groups/available", `/api/campaigns/${campaign_id}/groups`])
      expect((await client.post(path, {})).status).toBe(405);
  });
});

describe("members", () => {
  test("they are read as they are, by each of their numbers", async () => {
    const { id } = await create({ departureDate: null });
    const birthday = `${Number(day(0).slice(0, 4)) - 30}${day(0).slice(4)}`;
    const born = { date_of_birth: birthday, gender: "أنثى", national_id: `N${made}`, phone: "0555111222" };
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
      national_id: born.national_id,
      phone: "0555111222",
      gender: "female",
      age: 30,
      added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    };
    expect([joined.status, joined.body]).toEqual([201, { member }]);
    await join(id, man);
    const { body } = await client.get(`/api/groups/${id}/members`);
    expect(body).toEqual({ members: [expect.objectContaining({ id: man, gender: "male" }), member] });
    const paged = await client.get(`/api/groups/${id}/members?page=1&gender=female&search=الزهراني`);
    expect(paged.body).toEqual({ members: [member], total: 1, page: 1, per_page: 25 });
    expect((await client.get(`/api/groups/${id}/members?gender=x`)).status).toBe(422);
    expect((await client.get(`/api/groups/${id}/members/${woman}`)).body).toEqual({ member });

    expect((await client.put(`/api/groups/${id}/members/${woman}`, {})).status).toBe(405);
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

  test("a group goes with its memberships, which the trail tells; but not while a visa names it", async () => {
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
    const lines = await office.knex("trail").where({ kind: "groups", record_id: id }).orderBy("id");
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

    const one_time_key = hiddenField(form, "one_time_key");
    const none = await client.submit(path, { one_time_key, customer_ids: "" });
    expect([none.status, none.body.includes("اختر عميلًا واحدًا على الأقل")]).toEqual([422, true]);
    const all = { one_time_key, customer_ids: ["", ...[member?.id, ...ids].map(String)] };
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

describe("screens", () => {
  test("a group is added, changed and deleted by forms as they stand", async () => {
    const form = (await client.get("/trips/groups/new")).body;
    const fields = { one_time_key: hiddenField(form, "one_time_key"), name: "فوج الفجر", campaign_id: "" };
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
    const page = await browser.signedIn(`/trips/groups/${id}/members`, { baseURL: office.url });
    await page.getByRole("link", { name: "إضافة عضو" }).click();
    await page.getByRole("combobox", { name: "العميل" }).fill("عبد العزيز");
    const option = page.getByRole("option", { name: person.name });
    await option.waitFor();
    await picture(page, "groups/wide-option");
    await option.click();
    await page.getByRole("dialog").getByRole("button", { name: "إضافة" }).click();
    const row = page.locator("tbody tr", { hasText: person.name });
    await row.waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await row.getByRole("link", { name: "حذف" }).click();
    await row.waitFor({ state: "detached" });
    expect((await read(id)).currentMembers).toBe(1);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { visa } from "~/features/trips/visas/visa";
import { fixture, startApp } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { standardCalls } from "../support/standard-calls";

const office = fixture();
const browser = useBrowser();
const people: { id: number; name: string }[] = [];
let client: Client;
let campaign: number;
let group: number;
let made = 0;

/** Names of one kind of people, so that lists can tell them apart. */
async function makePilgrim(name: string, more: object = {}) {
  const id = await makeCustomer(office.knex, { name, ...more });
  return { id, name };
}

async function makeGroup(name: string, members: number[], more: object = {}) {
  const [row] = await office
    .knex("groups")
    .insert({ name, campaign_id: campaign, capacity: 500, ...more })
    .returning(["id", "campaign_id"]);
  for (const customer_id of members)
    await office
      .knex("group_members")
      .insert({ group_id: row.id, campaign_id: row.campaign_id, customer_id });
  return row.id as number;
}

beforeAll(async () => {
  client = await signIn(office.url);
  const usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
  campaign = await makeCampaign(office.knex, 500, [await makePackage(office.knex, usd, "1000")]);
  for (const name of ["صالح الحداد", "مريم العمري", "هدى الصنعاني"]) people.push(await makePilgrim(name));
  group = await makeGroup("مجموعة النور", [people[0]?.id as number]);
});

const personOf = (id: unknown) => people.find((one) => one.id === id)?.name;

const whole = () => ({
  customer_id: people[++made % people.length]?.id,
  group_id: made % 2 ? group : null,
  visa_type: made % 3 ? "umrah" : "hajj",
  passport_number: `P${String(made).padStart(7, "0")}`,
  submission_date: `2026-01-${String((made % 28) + 1).padStart(2, "0")}`,
  notes: `ملاحظة ${made}`,
});

standardCalls(office, () => client, visa, {
  whole,
  shown: (sent) => ({
    customer_name: personOf(sent.customer_id),
    group_name: sent.group_id ? "مجموعة النور" : null,
    status: "pending",
    approval_date: null,
    last_day: null,
    visa_number: null,
    document_path: null,
    documents: [],
    history: expect.any(Array),
  }),
  required: ["customer_id", "passport_number", "submission_date"],
  defaults: { group_id: null, notes: null, visa_type: "umrah" },
  refused: [
    ["customer_id", 999_999],
    ["group_id", 999_999],
    ["visa_type", "tourist"],
    ["submission_date", "2026-02-30"],
    ["passport_number", "P".repeat(31)],
  ],
  badFilters: ["status=zzz", "visa_type=x", "group_id=x", "customer_id=0"],
});

const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

function paper(fields: Record<string, string> = {}, bytes: Buffer | null = pdf) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes) form.append("file", new Blob([new Uint8Array(bytes)]), "visa.pdf");
  return form;
}

async function apply(fields: object = {}) {
  const { status, body } = await client.post("/api/visas", { ...whole(), ...fields });
  expect(status, body.error).toBe(201);
  return body.visa;
}

const approve = (id: number, fields: Record<string, string> = { visa_number: "V-77" }) =>
  client.send("POST", `/api/visas/${id}/approve`, { body: paper(fields) });
const reject = (id: number, more: object = {}) =>
  client.put(`/api/visas/${id}/status`, { status: "rejected", ...more });
const read = async (id: number) => (await client.get(`/api/visas/${id}`)).body.visa;
const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const stats = async () => (await client.get("/api/visas/stats")).body;

describe("a decision", () => {
  test("approves with number and file, today, and tells who and why", async () => {
    const { id } = await apply();
    const before = await stats();
    const { status, body } = await approve(id, { visa_number: "٦٠٥١", change_reason: "وصلت من القنصلية" });
    expect(status, body.error).toBe(200);
    expect(body.visa).toMatchObject({
      status: "approved",
      visa_number: "6051",
      approval_date: today(),
      document_path: expect.stringMatching(/^\/uploads\/visas\/[0-9a-f-]{36}\.pdf$/),
    });
    expect(body.visa.history).toMatchObject([
      {
        user_name: administrator.username,
        status: "approved",
        change_reason: "وصلت من القنصلية",
        changed_at: expect.stringMatching(/^20.*\.\d{3}Z$/),
      },
      { status: "pending", change_reason: "تقديم الطلب" },
    ]);
    expect(await stats()).toEqual({
      ...before,
      pending: before.pending - 1,
      approved: before.approved + 1,
    });
  });

  test("rejects, with a reason or without", async () => {
    const [first, second] = [await apply(), await apply()];
    expect((await reject(first.id, { change_reason: "صورة غير واضحة" })).body.visa.history[0]).toMatchObject({
      status: "rejected",
      change_reason: "صورة غير واضحة",
    });
    expect((await reject(second.id)).body.visa).toMatchObject({
      status: "rejected",
      approval_date: null,
      history: [{ change_reason: null }, {}],
    });
  });

  test("does not approve without number or file, and takes no other status", async () => {
    const { id } = await apply();
    const sentence = "عند الاعتماد، أدخل رقم التأشيرة وارفع ملف التأشيرة";
    const byStatus = await client.put(`/api/visas/${id}/status`, { status: "approved" });
    expect([byStatus.status, byStatus.body.error]).toEqual([422, sentence]);
    const noFile = await client.send("POST", `/api/visas/${id}/approve`, {
      body: paper({ visa_number: "1" }, null),
    });
    expect([noFile.status, noFile.body.error, Object.keys(noFile.body.fields)]).toEqual([
      422,
      sentence,
      ["file"],
    ]);
    const noNumber = await approve(id, {});
    expect([noNumber.status, Object.keys(noNumber.body.fields)]).toEqual([422, ["visa_number"]]);
    for (const status of ["expired", "pending", "", null, "zzz"]) {
      const answer = await client.put(`/api/visas/${id}/status`, { status });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ["status"]]);
    }
    for (const path of ["approve", "documents", "status"])
      expect((await client.get(`/api/visas/${id}/${path}`)).status).toBe(405);
    expect((await read(id)).status).toBe("pending");
    expect((await approve(2_147_483_647)).status).toBe(404);
    expect((await reject(2_147_483_647)).status).toBe(404);
  });

  test("is made once, however many make it at once", async () => {
    const { id } = await apply();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? approve(id, { visa_number: `V-${index}` }) : reject(id),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    const { history, status } = await read(id);
    expect(history).toHaveLength(2);
    const taken = answers.find((answer) => answer.status === 200)?.body.visa;
    expect(taken.status).toBe(status);
    for (const again of [await approve(id), await reject(id)]) expect(again.status).toBe(409);
  });

  test("sent twice with one key is made once, and answered alike", async () => {
    const { id } = await apply();
    const body = JSON.stringify({ status: "rejected", change_reason: "ناقص" });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `no ${id}` };
    const send = () => client.send("PUT", `/api/visas/${id}/status`, { body, headers });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).history).toHaveLength(2);
  });

  test("is refused to who read another visa than stands", async () => {
    const { id, updated_at } = await apply();
    await client.put(`/api/visas/${id}`, { notes: "تغير" });
    const late = await reject(id, { updated_at });
    expect([late.status, late.body.current.notes]).toEqual([409, "تغير"]);
  });
});

describe("changes", () => {
  test("of content are told by their fields, and what did not change is not", async () => {
    const visa = await apply();
    await client.put(`/api/visas/${visa.id}`, { passport_number: "NEW123", notes: visa.notes });
    await client.put(`/api/visas/${visa.id}`, { passport_number: "NEW123" });
    const { history, passport_number } = await read(visa.id);
    expect(passport_number).toBe("NEW123");
    expect(history.map(({ change_reason }: { change_reason: string }) => change_reason)).toEqual([
      "تعديل: رقم الجواز",
      "تقديم الطلب",
    ]);
  });

  test("are found by the visa's own number", async () => {
    const { id } = await apply();
    await approve(id, { visa_number: "60-Unique-1" });
    const found = (await client.get("/api/visas?search=unique-1")).body.visas;
    expect(found.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  test("leave a decided visa's status and customer alone", async () => {
    const { id, customer_id } = await apply({ customer_id: people[0]?.id });
    await reject(id);
    const other = await client.put(`/api/visas/${id}`, { customer_id: people[1]?.id });
    expect([other.status, Object.keys(other.body.fields)]).toEqual([409, ["customer_id"]]);
    expect((await client.put(`/api/visas/${id}`, { status: "approved", visa_number: "1" })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "rejected", customer_id, visa_number: null });
  });

  test("keep the counts", async () => {
    const { body } = await client.get("/api/visas");
    const count = (status: string) =>
      body.visas.filter((one: { status: string }) => one.status === status).length;
    expect(await stats()).toEqual({
      total: body.visas.length,
      pending: count("pending"),
      approved: count("approved"),
      rejected: count("rejected"),
      expired: count("expired"),
    });
  });

  test("refuse to delete whom a visa names", async () => {
    const { id } = await makePilgrim("من له تأشيرة");
    const others = await makeGroup("مجموعة مذكورة", []);
    await apply({ customer_id: id, passport_number: "NAMED1", group_id: others });
    const refused = await client.delete(`/api/customers/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "لا يمكن الحذف: العميل مستخدم في التأشيرة «NAMED1»",
    ]);
  });
});

describe("expiry", () => {
  const daysAgo = (days: number) => {
    const date = new Date(`${today()}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - days);
    return date.toISOString().slice(0, 10);
  };
  let contracts = 0;

  async function approved(days: number, customer_id: number) {
    const { id } = await apply({ customer_id });
    await approve(id);
    await office
      .knex("visas")
      .where({ id })
      .update({ approval_date: daysAgo(days) });
    return id as number;
  }
  async function sign(customer_id: number, visa_duration_days: number | null, more: object = {}) {
    const [pack] = await office.knex("packages").select("id", "currency_id");
    await office.knex("contracts").insert({
      contract_number: `C-2025-${++contracts}`,
      customer_id,
      campaign_id: campaign,
      package_id: pack.id,
      currency_id: pack.currency_id,
      contract_date: "2026-01-01",
      total_amount: "1000",
      visa_duration_days,
      ...more,
    });
  }
  const statusOf = async (id: number) => (await read(id)).status;

  test("comes the day after the days of the latest contract that stands, 90 where none says", async () => {
    const { id } = await makePilgrim("من ينتهي وقته");
    const [valid, over] = [await approved(90, id), await approved(91, id)];
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "expired"]);
    await sign(id, null);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "expired"]);
    await sign(id, 30);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["expired", "expired"]);
    await sign(id, 120);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "approved"]);
    await office
      .knex("contracts")
      .where({ customer_id: id, visa_duration_days: 120 })
      .update({ status: "cancelled" });
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["expired", "expired"]);
  });

  test("is told alike by rows, filters, counts and screens before anything has written it", async () => {
    const { id, name } = await makePilgrim("زمزم المنتهية");
    const over = await approved(200, id);
    expect((await office.knex("visas").where({ id: over }).first()).status).toBe("approved");
    const found = async (status: string) =>
      (await client.get(`/api/visas?status=${status}&customer_name=${encodeURIComponent(name)}`)).body.visas
        .length;
    expect([await found("expired"), await found("approved")]).toEqual([1, 0]);
    const paged = await client.get("/api/visas?status=expired&page=1");
    expect((await stats()).expired).toBe(paged.body.total);
    expect(
      (await client.get(`/trips/visas?status=expired&customer_name=${encodeURIComponent(name)}`)).body,
    ).toContain("منتهية");
    const late = await reject(over);
    expect(late.status).toBe(409);
    const { history, last_day } = await read(over);
    const [written] = await office.knex
      .raw("SELECT (?::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh' AS at", [last_day])
      .then(({ rows }) => rows);
    expect(history[0]).toEqual({
      id: 0,
      user_name: "النظام",
      status: "expired",
      change_reason: "انتهت مدة التأشيرة",
      changed_at: new Date(written.at).toISOString(),
    });
  });

  test("is written down by the servers that start, once, with a line of its own", async () => {
    const { id } = await makePilgrim("ينتهي وحده");
    const over = await approved(100, id);
    const expired = (await stats()).expired;
    const { database } = office;
    const servers = await Promise.all([startApp({ database }), startApp({ database })]);
    try {
      await expect
        .poll(async () => (await office.knex("visas").where({ id: over }).first()).status)
        .toBe("expired");
      const { history } = await read(over);
      expect(history[0]).toMatchObject({
        user_name: "النظام",
        status: "expired",
        change_reason: "انتهت مدة التأشيرة",
      });
      expect(history.filter(({ status }: { status: string }) => status === "expired")).toHaveLength(1);
      expect((await stats()).expired).toBe(expired);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
});

describe("a whole group", () => {
  test("gets one visa per member who has none; those skipped are named", async () => {
    const members = [
      await makePilgrim("عضو أول", { passport_number: "G0001" }),
      await makePilgrim("عضو بلا جواز"),
      await makePilgrim("عضو له طلب", { passport_number: "G0003" }),
      await makePilgrim("عضو رفض طلبه", { passport_number: "G0004" }),
    ];
    await apply({ customer_id: members[2]?.id, passport_number: "G0003", visa_type: "umrah" });
    const refused = await apply({ customer_id: members[3]?.id, passport_number: "G0004" });
    await reject(refused.id);
    const hajj = { customer_id: members[0]?.id, passport_number: "G0001", visa_type: "hajj" };
    await apply(hajj); // of another type, which does not count
    const id = await makeGroup(
      "مجموعة الطلب",
      members.map((one) => one.id),
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post("/api/visas/apply", { group_id: id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ body }) => body.created.length).sort()).toEqual([0, 0, 0, 2]);
    const { created, skipped } = answers.find(({ body }) => body.created.length)?.body ?? {};
    expect(created.map((one: { customer_name: string }) => one.customer_name)).toEqual([
      "عضو أول",
      "عضو رفض طلبه",
    ]);
    expect(skipped).toEqual([
      { customer_id: members[1]?.id, customer_name: "عضو بلا جواز", reason: "لا رقم جواز في سجله" },
      {
        customer_id: members[2]?.id,
        customer_name: "عضو له طلب",
        reason: "له تأشيرة عمرة قيد الانتظار أو معتمدة",
      },
    ]);
    expect(await read(created[0].visa_id)).toMatchObject({
      passport_number: "G0001",
      group_name: "مجموعة الطلب",
      status: "pending",
      visa_type: "umrah",
      submission_date: today(),
      history: [{ user_name: administrator.username, change_reason: "طلب تأشيرات لمجموعة «مجموعة الطلب»" }],
    });
    expect((await client.get(`/api/visas?group_id=${id}`)).body.visas).toHaveLength(2);
  });

  test("is applied for by a form that names who was left out, and refuses none and an empty one", async () => {
    const person = await makePilgrim("عضو بلا أوراق");
    const id = await makeGroup("مجموعة النموذج", [person.id]);
    const empty = await makeGroup("مجموعة خالية", []);
    const form = (await client.get(`/trips/visas/apply?group_id=${id}`)).body;
    expect(form).toContain("مجموعة النموذج");
    const key = { one_time_key: hiddenField(form, "one_time_key") };
    for (const group_id of ["", "x", String(empty), "999999"]) {
      const refused = await client.submit("/trips/visas/apply", { ...key, group_id });
      expect([refused.status, refused.body.includes('href="#apply-group_id"')]).toEqual([422, true]);
    }
    const done = await client.submit("/trips/visas/apply", { ...key, group_id: String(id) });
    expect(done.status).toBe(200);
    for (const part of ["لم يقدم طلب", "عضو بلا أوراق", "لا رقم جواز في سجله"])
      expect(done.body).toContain(part);
    expect((await client.post("/api/visas/apply", { group_id: empty })).status).toBe(422);
  });
});

describe("finding", () => {
  const passportsOf = ({ body }: Awaited<ReturnType<Client["get"]>>) =>
    body.visas.map(({ passport_number }: { passport_number: string }) => passport_number);

  beforeAll(async () => {
    const [first, second] = [
      await makePilgrim("أروى الإرياني", { phone: "777000111" }),
      await makePilgrim("يحيى الكبسي"),
    ];
    await apply({ customer_id: first.id, passport_number: "YE-555", visa_type: "hajj" });
    await apply({ customer_id: second.id, passport_number: "YE%66", visa_type: "umrah" });
  });

  test.each([
    ["customer_name=اروي", ["YE-555"]],
    ["customer_name=777000111", []], // a phone is no name
    ["passport_number=ye-٥٥", ["YE-555"]],
    ["passport_number=%2566", ["YE%66"]],
    ["passport_number=ye", ["YE%66", "YE-555"]],
    ["passport_number=E-", []], // one or two letters are how it begins
    ["search=-", []],
    ["search=الكبسي", ["YE%66"]],
    ["search=YE-5", ["YE-555"]],
    ["customer_name=يحيى&passport_number=YE-555", []],
    ["passport_number=YE&visa_type=hajj", ["YE-555"]],
    ["passport_number=YE&status=pending&visa_type=umrah", ["YE%66"]],
    ["passport_number=YE&status=rejected", []],
  ])("by %s, by call and on the screen", async (query, passports) => {
    const address = query.replace(
      /=([^&]*)/g,
      (_, value) => `=${value.includes("%") ? value : encodeURIComponent(value)}`,
    );
    expect(passportsOf(await client.get(`/api/visas?${address}`))).toEqual(passports);
    const { body } = await client.get(`/trips/visas?${address}`);
    for (const passport of ["YE-555", "YE%66"])
      expect([passport, body.includes(`<td class="code">${passport}</td>`)]).toEqual([
        passport,
        passports.includes(passport),
      ]);
  });
});

describe("screens", () => {
  test("a visa is applied for, changed, approved and deleted by forms as they stand", async () => {
    const { id: customer_id, name } = await makePilgrim("سعاد الشامي", { passport_number: "S1234567" });
    const form = (await client.get(`/trips/visas/new?customer_id=${customer_id}`)).body;
    for (const part of ['value="S1234567"', `value="${today()}"`, name]) expect(form).toContain(part);
    const fields = {
      one_time_key: hiddenField(form, "one_time_key"),
      customer_id: String(customer_id),
      visa_type: "umrah",
      submission_date: today(),
    };
    const refused = await client.submit("/trips/visas/new", { ...fields, passport_number: "" });
    expect([refused.status, refused.body.includes("العميل ورقم الجواز وتاريخ التقديم حقول مطلوبة")]).toEqual([
      422,
      true,
    ]);
    const found = await client.submit("/trips/visas/new", {
      customer_query: "سعاد",
      intent: "lookup",
      notes: "ما كتبته",
    });
    for (const part of [`value="${customer_id}"`, "ما كتبته"]) expect(found.body).toContain(part);
    const added = await client.submit("/trips/visas/new?status=pending", {
      ...fields,
      passport_number: "S1234567",
    });
    expect([added.status, added.headers.get("Location")]).toEqual([302, "/trips/visas?status=pending"]);
    const [{ id }] = (await client.get("/api/visas?passport_number=S1234567")).body.visas;

    const page = (await client.get(`/trips/visas/${id}?status=pending`)).body;
    for (const part of [
      "لا يوجد ملف تأشيرة معتمد للتحميل",
      `href="/trips/visas/${id}/status?status=pending"`,
      `href="/trips/visas/${id}?status=pending&amp;tab=history"`,
      'href="/trips/visas?status=pending"',
    ])
      expect(page).toContain(part);

    const decision = `/trips/visas/${id}/status`;
    const updated_at = hiddenField((await client.get(decision)).body, "updated_at");
    const half = await client.submit(decision, {
      updated_at,
      status: "approved",
      visa_number: "V-1",
      change_reason: "سبب",
    });
    expect(half.status).toBe(422);
    for (const part of ["عند الاعتماد", 'value="V-1"', ">سبب<", 'href="#decision-file"'])
      expect(half.body).toContain(part);
    expect((await client.submit(decision, { updated_at, status: "" })).body).toContain(
      'href="#decision-status"',
    );
    const done = await client.submit(decision, {
      updated_at,
      status: "approved",
      visa_number: "V-1",
      change_reason: "سبب",
      file: new Blob([pdf]),
    });
    expect([done.status, done.headers.get("Location")]).toEqual([302, `/trips/visas/${id}`]);
    const closed = await client.get(decision);
    expect([closed.status, closed.body.includes("لا تتغير إلا حالة تأشيرة قيد الانتظار")]).toEqual([
      409,
      true,
    ]);
    const after = (await client.get(`/trips/visas/${id}`)).body;
    expect(after).not.toContain(`${id}/status`);
    expect(after).toContain((await read(id)).document_path);
    const history = (await client.get(`/trips/visas/${id}?tab=history`)).body;
    for (const part of ["سبب", administrator.username, "معتمدة", "تقديم الطلب"])
      expect(history).toContain(part);

    const edit = (await client.get(`/trips/visas/${id}/edit`)).body;
    const saved = await client.submit(`/trips/visas/${id}/edit`, {
      ...fields,
      updated_at: hiddenField(edit, "updated_at"),
      passport_number: "S7654321",
    });
    expect(saved.status).toBe(302);
    expect((await read(id)).passport_number).toBe("S7654321");
    const question = await client.get(`/trips/visas/${id}/delete`);
    expect(question.body).toContain(name);
    expect((await client.submit(`/trips/visas/${id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/trips/visas/${id}`)).status).toBe(404);
  });

  test("a choice of customer brings the passport along, and a decision its fields", async () => {
    await makePilgrim("فاطمة البيتي", { passport_number: "B7788990" });
    const page = await browser.signedIn("/trips/visas/new", { baseURL: office.url });
    await page.getByRole("dialog").getByRole("combobox").first().fill("فاطمة");
    await page.getByRole("dialog").getByRole("listbox").getByRole("option").first().click();
    expect(await page.getByRole("dialog").getByLabel("رقم الجواز").inputValue()).toBe("B7788990");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("تمت إضافة طلب تأشيرة «فاطمة البيتي»").waitFor();
    await page
      .getByRole("row", { name: /فاطمة البيتي/ })
      .getByRole("link", { name: "تفاصيل" })
      .click();
    await page.getByRole("link", { name: "تغيير الحالة" }).click();
    await page.getByLabel("القرار").selectOption("rejected");
    expect(await page.getByRole("dialog").getByLabel("رقم التأشيرة").count()).toBe(0);
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("تم رفض التأشيرة").waitFor();
    await page.getByRole("link", { name: "سجل الحالة" }).click();
    await page.getByRole("cell", { name: "مرفوضة" }).waitFor();
  });
});

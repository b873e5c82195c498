import { describe, expect, test } from "vitest";
import { visa } from "~/features/visas/visa";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { paper, today, useVisas } from "../support/visas";

const { office, client } = useOffice({ isBusy: true });

const { people, makePilgrim, makeGroup, whole, apply, approve, reject, read, stats } = useVisas(
  office,
  client,
);

const personOf = (id: unknown) => people.find((one) => one.id === id)?.name;

standardCalls(office, client, visa, {
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
    const key = { idempotency_key: hiddenField(form, "idempotency_key") };
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

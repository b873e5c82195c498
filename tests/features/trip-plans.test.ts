import { describe, expect, test } from "vitest";
import { plan } from "~/features/trips/plan";
import { hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";

const { office, client } = useOffice();
let made = 0;

standardCalls(office, client, plan, {
  whole: () => ({ name: `خطة ${++made}`, type: made % 2 ? "umrah" : "hajj" }),
  shown: () => ({ stages: [] }),
  required: ["name"],
  defaults: { type: "hajj" },
  refused: [
    ["name", "س".repeat(151)],
    ["type", "tour"],
  ],
  badFilters: ["type=tour"],
});

async function newPlan(...stages: object[]) {
  const { body } = await client.post("/api/trip-plans", { name: `خطة ${++made}` });
  const { id } = body.trip_plan;
  for (const stage of stages)
    expect((await client.post(`/api/trip-plans/${id}/stages`, stage)).status).toBe(201);
  return id as number;
}

describe("stages by call", () => {
  test("have their defaults, and stand in order of day and time in the plan and in its list", async () => {
    const id = await newPlan(
      { name: "العودة", day_offset: 14, default_time: "٠٩:٣٠" },
      { name: "الإحرام", default_time: "6:05" },
      { name: "السفر" },
    );
    const { stages } = (await client.get(`/api/trip-plans/${id}/stages`)).body;
    expect(
      stages.map((stage: Record<string, unknown>) => [stage.name, stage.day_offset, stage.default_time]),
    ).toEqual([
      ["الإحرام", 0, "06:05"],
      ["السفر", 0, "12:00"],
      ["العودة", 14, "09:30"],
    ]);
    expect((await client.get(`/api/trip-plans/${id}`)).body.trip_plan.stages).toEqual(stages);
    const all = (await client.get("/api/trip-plans")).body.trip_plans;
    expect(all.find((one: { id: number }) => one.id === id).stages).toEqual(stages);
    expect((await client.get(`/api/plan-stages/${stages[0].id}`)).body).toEqual({ stage: stages[0] });
  });

  test("are changed in part, and deleted", async () => {
    const id = await newPlan({ name: "منى", day_offset: 8, default_time: "10:00" });
    const [stage] = (await client.get(`/api/trip-plans/${id}/stages`)).body.stages;
    const changed = await client.put(`/api/plan-stages/${stage.id}`, { day_offset: "٩" });
    expect(changed.body.stage).toEqual({ ...stage, day_offset: 9, updated_at: expect.any(String) });
    const stale = await client.put(`/api/plan-stages/${stage.id}`, {
      name: "عرفات",
      updated_at: stage.updated_at,
    });
    expect([stale.status, stale.body.current.day_offset]).toEqual([409, 9]);
    expect((await client.delete(`/api/plan-stages/${stage.id}`)).body).toEqual({ success: true });
    expect((await client.get(`/api/trip-plans/${id}/stages`)).body).toEqual({ stages: [] });
    expect((await client.delete(`/api/plan-stages/${stage.id}`)).status).toBe(404);
  });

  test("of no plan are not found", async () => {
    for (const address of ["/api/trip-plans/999999/stages", "/api/trip-plans/x/stages"]) {
      expect((await client.get(address)).status).toBe(404);
      expect((await client.post(address, { name: "منى" })).status).toBe(404);
    }
  });

  test.each([
    ["name", " "],
    ["day_offset", -1],
    ["day_offset", 366],
    ["day_offset", 1.5],
    ["default_time", "24:61"],
    ["default_time", "24:00"],
    ["default_time", "noon"],
    ["default_time", 12],
  ])("a refused %s: %s", async (field, value) => {
    const id = await newPlan();
    const { status, body } = await client.post(`/api/trip-plans/${id}/stages`, {
      name: "منى",
      [field]: value,
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(body.fields[field]).toMatch(/[ء-ي]/);
  });
});

test("a plan goes with its stages, but not while trips were made from it, which are named", async () => {
  const id = await newPlan({ name: "السفر" });
  const dates = { start_date: "2027-05-01", end_date: "2027-05-20" };
  const { trip } = (await client.post("/api/trips", { name: "رحلة النور", ...dates, plan_id: id })).body;
  const refused = await client.delete(`/api/trip-plans/${id}`);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "لا يمكن الحذف: خطة الرحلة مستخدمة في الرحلة «رحلة النور»",
  ]);
  expect((await client.delete(`/api/trips/${trip.id}`)).status).toBe(200);
  expect((await client.delete(`/api/trip-plans/${id}`)).status).toBe(200);
  expect(await office.knex("plan_stages").where({ plan_id: id })).toEqual([]);
});

describe("screens", () => {
  test("a plan is added by its name, leads to its stages, and is changed and deleted by forms as they stand", async () => {
    const form = (await client.get("/trips/plans/new?type=hajj")).body;
    expect(form).toContain("إضافة خطة رحلة");
    const idempotency_key = hiddenField(form, "idempotency_key");
    const refused = await client.submit("/trips/plans/new", { idempotency_key, name: "  " });
    expect([refused.status, refused.body.includes("اسم الخطة مطلوب")]).toEqual([422, true]);
    const added = await client.submit("/trips/plans/new?type=hajj", { idempotency_key, name: "حج الإفراد" });
    const address = added.headers.get("Location") ?? "";
    expect([added.status, address]).toEqual([302, expect.stringMatching(/^\/trips\/plans\/\d+$/)]);
    expect((await client.get(address)).body).toContain("لا توجد مراحل بعد");

    const edit = (await client.get(`${address}/edit`)).body;
    const updated_at = hiddenField(edit, "updated_at");
    const saved = await client.submit(`${address}/edit`, { updated_at, name: "حج التمتع", type: "umrah" });
    expect(saved.headers.get("Location")).toBe("/trips/plans");
    const list = (await client.get("/trips/plans?search=تمتع")).body;
    expect(list).toContain(`href="${address}"`);
    const stale = await client.submit(`${address}/edit`, { updated_at, name: "حج القران", type: "hajj" });
    expect([stale.status, stale.body.includes("القيمة الحالية")]).toEqual([409, true]);
    expect((await client.get(`${address}/delete`)).body).toContain("«حج التمتع»؟");
    expect((await client.submit(`${address}/delete`, {})).status).toBe(302);
    expect((await client.get(address)).status).toBe(404);
  });

  test("stages are added, changed and deleted after a question; the day counts from 1", async () => {
    const id = await newPlan();
    const page = `/trips/plans/${id}`;
    const form = (await client.get(`${page}/stages/new`)).body;
    expect(form).toMatch(/name="default_time"[^>]*value="12:00"|value="12:00"[^>]*name="default_time"/);
    const fields = { idempotency_key: hiddenField(form, "idempotency_key"), name: "الوقوف بعرفة", day: "9" };
    const refused = await client.submit(`${page}/stages/new`, { ...fields, day: "0", default_time: "24:61" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("الوقت غير صحيح");
    expect(refused.body).toContain("أدخل عددًا صحيحًا من 1 إلى 366");
    expect(refused.body).toContain('value="الوقوف بعرفة"');
    const added = await client.submit(`${page}/stages/new`, { ...fields, default_time: "٠٧:٠٠" });
    expect([added.status, added.headers.get("Location")]).toEqual([302, page]);
    const [stage] = (await client.get(`/api/trip-plans/${id}/stages`)).body.stages;
    expect(stage).toMatchObject({ name: "الوقوف بعرفة", day_offset: 8, default_time: "07:00" });
    const shown = (await client.get(page)).body;
    expect(shown).toMatch(/اليوم <bdi>9<\/bdi>/);
    expect(shown).toContain('href="/trips/plans"');

    const edit = (await client.get(`${page}/stages/${stage.id}/edit`)).body;
    expect(edit).toMatch(/name="day"[^>]*value="9"|value="9"[^>]*name="day"/);
    const saved = await client.submit(`${page}/stages/${stage.id}/edit`, {
      updated_at: hiddenField(edit, "updated_at"),
      name: "عرفة",
      day: "10",
      default_time: "08:00",
    });
    expect(saved.status).toBe(302);
    expect((await client.get(`/api/plan-stages/${stage.id}`)).body.stage).toMatchObject({
      name: "عرفة",
      day_offset: 9,
    });
    expect((await client.get(`${page}/stages/${stage.id}/delete`)).body).toContain(
      "هل أنت متأكد من حذف المرحلة «عرفة»؟",
    );
    expect((await client.submit(`${page}/stages/${stage.id}/delete`, {})).headers.get("Location")).toBe(page);
    expect((await client.get(`/api/plan-stages/${stage.id}`)).status).toBe(404);
  });

  test("a stage is not reached through another plan", async () => {
    const [one, other] = [await newPlan({ name: "منى" }), await newPlan()];
    const [stage] = (await client.get(`/api/trip-plans/${one}/stages`)).body.stages;
    const address = `/trips/plans/${other}/stages/${stage.id}`;
    expect((await client.get(`${address}/edit`)).status).toBe(404);
    expect(
      (await client.submit(`${address}/edit`, { name: "س", day: "1", default_time: "12:00" })).status,
    ).toBe(404);
    expect((await client.submit(`${address}/delete`, {})).status).toBe(404);
    expect((await client.get("/trips/plans/999999")).status).toBe(404);
    expect((await client.submit("/trips/plans/999999/stages/new", { name: "س", day: "1" })).status).toBe(404);
  });
});

import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { hiddenField } from "../support/client";
import { makeCustomer, makeTransportation } from "../support/factories";
import { useOffice } from "../support/office";
import { dates, tripsOf } from "../support/trips";

const { office, client, browser } = useOffice();

const { campaignId, newTrip, newStage, stagesOf, momentsOf, newPlan, newGroup } = tripsOf(office, client);

describe("screens", () => {
  test("a trip is added from a plan, found, changed with its stages and deleted by forms as they stand", async () => {
    const plan_id = await newPlan();
    const form = (await client.get("/trips/management/new?search=النور")).body;
    expect(form).toMatch(new RegExp(`<option value="${plan_id}">خطة \\d+ \\(3 مراحل\\)`));
    const fields = {
      idempotency_key: hiddenField(form, "idempotency_key"),
      name: "رحلة النور",
      plan_id: String(plan_id),
    };
    const refused = await client.submit("/trips/management/new", { ...fields, ...dates, end_date: "" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("الرجاء تعبئة جميع الحقول المطلوبة");
    expect(refused.body).toContain('value="رحلة النور"');
    const added = await client.submit("/trips/management/new?search=النور", { ...fields, ...dates });
    expect([added.status, decodeURI(added.headers.get("Location") ?? "")]).toEqual([
      302,
      "/trips/management?search=النور",
    ]);
    const [{ id, updated_at }] = (await client.get("/api/trips?search=النور")).body.trips;
    const list = (await client.get("/trips/management?search=النور")).body;
    expect(list).toContain(`href="/trips/${id}/stages"`);
    expect(list).toMatch(new RegExp(`href="/trips/management/${id}/groups\\?search=`));

    const edit = `/trips/management/${id}/edit`;
    expect((await client.get(edit)).body).toContain("نقل المراحل ونهاية الرحلة معها");
    const moved = { name: "رحلة النور", start_date: "2027-05-13", end_date: "2027-06-02", updated_at };
    const left = await client.submit(edit, { ...moved, move_stages: "" });
    expect([left.status, left.body.includes("قبل بداية الرحلة")]).toEqual([422, true]);
    expect(left.body).toContain('value="2027-05-13"');
    expect((await client.submit(edit, { ...moved, move_stages: ["", "true"] })).status).toBe(302);
    expect(await momentsOf(id)).toEqual(["2027-05-13 06:30", "2027-05-13 12:00", "2027-06-02 21:00"]);
    const stale = await client.submit(edit, { ...moved, name: "رحلة أخرى" });
    expect([stale.status, stale.body.includes("القيمة الحالية")]).toEqual([409, true]);

    expect((await client.get(`/trips/management/${id}/delete`)).body).toContain("«رحلة النور»؟");
    expect((await client.submit(`/trips/management/${id}/delete`, {})).status).toBe(302);
    for (const address of [
      `/trips/management/${id}`,
      `/trips/${id}/stages`,
      `/trips/management/${id}/groups`,
    ])
      expect((await client.get(address)).status).toBe(404);
  });

  test("stages are added, changed and deleted for good by forms as they stand", async () => {
    const { id } = await newTrip();
    const page = `/trips/${id}/stages`;
    expect((await client.get(page)).body).toContain("لا توجد مراحل بعد");
    const form = (await client.get(`${page}/new`)).body;
    const idempotency_key = hiddenField(form, "idempotency_key");
    const fields = {
      name: "الوقوف بعرفة",
      date: "2027-06-15",
      time: "24:61",
      status: "pending",
      description: "",
    };
    const refused = await client.submit(`${page}/new`, { idempotency_key, ...fields });
    expect([refused.status, refused.body.includes("الوقت غير صحيح")]).toEqual([422, true]);
    const outside = await client.submit(`${page}/new`, { idempotency_key, ...fields, time: "07:00" });
    expect(outside.status).toBe(422);
    expect(outside.body).toContain("التاريخ خارج أيام الرحلة");
    expect(outside.body).toContain('value="2027-06-15"');
    const added = await client.submit(`${page}/new`, {
      idempotency_key,
      ...fields,
      date: "٢٠٢٧-٠٥-١٥",
      time: "٠٧:٠٠",
    });
    expect([added.status, added.headers.get("Location")]).toEqual([302, page]);
    const [{ id: stage, updated_at }] = (await client.get(`/api/trips/${id}/stages`)).body.stages;
    const shown = (await client.get(page)).body;
    expect(shown).toMatch(/اليوم <bdi>6<\/bdi>/);
    expect(shown).toContain('href="/trips/management"');

    const change = { ...fields, date: "2027-05-15", time: "07:00", status: "in-progress" };
    expect((await client.submit(`${page}/${stage}/edit`, { ...change, updated_at })).status).toBe(302);
    const stale = await client.submit(`${page}/${stage}/edit`, {
      ...change,
      status: "completed",
      updated_at,
    });
    expect([stale.status, stale.body.includes("القيمة الحالية")]).toEqual([409, true]);
    expect((await client.get(page)).body).toContain("جارية");

    const other = await newTrip();
    const strange = `/trips/${other.id}/stages/${stage}`;
    expect((await client.get(`${strange}/edit`)).status).toBe(404);
    expect((await client.submit(`${strange}/edit`, change)).status).toBe(404);
    expect((await client.submit(`${strange}/delete`, {})).status).toBe(404);

    const question = (await client.get(`${page}/${stage}/delete`)).body;
    expect(question).toContain("هل تريد حذف المرحلة «الوقوف بعرفة» نهائيًا؟");
    expect((await client.submit(`${page}/${stage}/delete`, {})).headers.get("Location")).toBe(page);
    expect(await stagesOf(id)).toEqual([]);
  });

  test("groups are linked and released by the two panes' buttons, which name them; twice is once", async () => {
    const { id } = await newTrip();
    const group_id = await newGroup({ name: "مجموعة المروة" });
    await newGroup({ name: "مجموعة غادرت", has_departed: true });
    const page = `/trips/management/${id}/groups?search=رحلة`;
    const before = (await client.get(`${page}&group=المروة`)).body;
    expect(before).toContain("ربط «مجموعة المروة»");
    expect((await client.get(`${page}&group=غادرت`)).body).toContain("لا توجد مجموعات متاحة تطابق البحث");
    const press = { idempotency_key: hiddenField(before, "idempotency_key"), link: String(group_id) };
    for (let again = 0; again < 2; again++) {
      const linked = await client.submit(page, press);
      expect([linked.status, decodeURI(linked.headers.get("Location") ?? "")]).toEqual([302, page]);
    }
    expect((await client.get(page)).body).toContain("فك الربط «مجموعة المروة»");
    const other = await newTrip();
    const taken = await client.submit(`/trips/management/${other.id}/groups`, { link: String(group_id) });
    expect([
      taken.status,
      taken.body.includes("فشل ربط المجموعة: المجموعة «مجموعة المروة» في رحلة أخرى"),
    ]).toEqual([409, true]);
    const released = await client.submit(page, { unlink: String(group_id) });
    expect(released.status).toBe(302);
    expect((await client.get(`/api/trips/${id}/groups`)).body.groups).toEqual([]);
    for (const nothing of [{}, { link: "x" }, { unlink: String(group_id) }] as Record<string, string>[])
      expect((await client.submit(page, nothing)).status).toBe(404);
  });

  test("a trip's page shows its stages, groups, buses and people together", async () => {
    const { id } = await newTrip({ name: "رحلة الفضيلة" });
    await newStage(id, { name: "المبيت بمزدلفة" });
    const bus = await makeTransportation(office.knex, { company_name: "نقل المشاعر", capacity: 2 });
    const group = await newGroup({ name: "مجموعة الهدى", transportation_id: bus, trip_id: id });
    for (const name of ["فاطمة الزبيدي", "سالم باوزير", "هند العولقي"]) {
      const customer_id = await makeCustomer(office.knex, { name });
      await office.knex("group_members").insert({ group_id: group, campaign_id: campaignId(), customer_id });
    }
    const { body } = await client.get(`/trips/management/${id}`);
    for (const shown of ["المبيت بمزدلفة", "مجموعة الهدى", "نقل المشاعر", "فاطمة الزبيدي", "3 مسافرين"])
      expect(body).toContain(shown);
    const sought = (await client.get(`/trips/management/${id}?search=باوزير`)).body;
    expect([sought.includes("سالم باوزير"), sought.includes("هند العولقي")]).toEqual([true, false]);
    expect((await client.get(`/trips/management/${id}?page=zzz`)).body).toContain("رقم الصفحة: عدد صحيح");
  });
});

test.each([true, false])(
  "groups and stages are managed from the list by hand (JavaScript %s)",
  async (javaScript) => {
    const name = `رحلة باليد ${javaScript}`;
    const { id } = await newTrip({ name });
    const group = `مجموعة باليد ${javaScript}`;
    await newGroup({ name: group });
    await newStage(id, { name: "مبيت منى" });
    const list = `/trips/management?search=${name}`;
    const page = await browser.signedIn(list, { javaScript });
    await page.getByRole("link", { name: "إدارة المجموعات" }).click();
    const dialog = page.getByRole("dialog");
    if (await dialog.getByRole("searchbox").count()) {
      await dialog.getByRole("searchbox").fill("باليد");
      await dialog.getByRole("button", { name: "بحث" }).click();
    }
    await dialog.getByRole("button", { name: `ربط «${group}»`, exact: true }).click();
    await dialog.getByRole("heading", { name: "المرتبطة (1)" }).waitFor();
    const message = javaScript ? page.getByRole("alert") : page.locator(".notice"); // a dialog would cover a toast
    await message.filter({ hasText: group }).waitFor();
    await picture(page, `trips/message-over-dialog-${javaScript}`);
    await dialog.getByRole("button", { name: `فك الربط «${group}»` }).click();
    await dialog.getByRole("heading", { name: "المرتبطة (0)" }).waitFor();
    await dialog.getByRole("link", { name: "إغلاق" }).click();
    await page.getByRole("link", { name: "عرض المراحل" }).click();
    await page.getByRole("heading", { name: "مبيت منى" }).waitFor();
    await page.getByRole("link", { name: "حذف" }).click();
    await page.getByRole("button", { name: "حذف نهائي" }).click();
    await page.getByText("لا توجد مراحل بعد").waitFor();
    await page.getByRole("link", { name: "رجوع" }).click();
    await page.waitForURL("**/trips/management");
  },
);
